import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from gnomon.errors import ParameterError
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.leaf_models import ModelTreeClassifier, ModelTreeRegressor


def test_two_line_segments_are_recovered():
    x = np.linspace(-10, 10, 200)[:, None]
    y = np.where(x[:, 0] > 0, 50 + 3 * x[:, 0], -2 * x[:, 0])
    model = ModelTreeRegressor(max_depth=1).fit(x, y)
    assert abs(model.splitting_tree_.tree_.threshold[0]) < 0.2
    assert np.abs(model.predict(x) - y).max() < 0.5


def test_any_classifier_can_stand_in_a_leaf():
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 2))
    # The sign of the second column means the opposite on the two sides of the first.
    y = ((X[:, 1] > 0) == (X[:, 0] > 0)).astype(int)
    y[X[:, 0] > 2] = 1
    model = ModelTreeClassifier(LogisticRegression(), max_depth=2, min_weight_fraction_leaf=0.05).fit(X, y)
    alone = LogisticRegression().fit(X, y)
    assert np.mean(model.predict(X) == y) > np.mean(alone.predict(X) == y) + 0.1


def test_a_leaf_of_one_class_needs_no_model():
    x = np.arange(30.0)[:, None]
    model = ModelTreeClassifier(LogisticRegression(), max_depth=1).fit(x, (x[:, 0] > 14).astype(int))
    assert model.predict_proba([[3.0], [20.0]]).tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_a_stump_in_the_leaves_of_a_stump_is_a_tree_of_two_splits():
    random = np.random.default_rng(1)
    X, y = random.normal(size=(150, 3)), random.integers(2, size=150)
    both = ModelTreeClassifier(DecisionTreeClassifier(max_depth=1), max_depth=1, min_weight_fraction_leaf=0.0)
    assert np.array_equal(
        both.fit(X, y).predict_proba(X), DecisionTreeClassifier(max_depth=2).fit(X, y).predict_proba(X)
    )


def test_weights_need_a_learner_that_takes_them():
    X, y = np.arange(20.0)[:, None], np.arange(20) % 2
    with pytest.raises(ParameterError, match="takes no sample weights"):
        ModelTreeClassifier(KNeighborsClassifier()).fit(X, y, np.ones(20))
