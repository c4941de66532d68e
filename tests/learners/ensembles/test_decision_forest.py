import numpy as np
import pandas as pd
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.ensembles.decision_forest import DecisionForestClassifier
from gnomon.learners.ensembles.importance import impurity_importance


@pytest.fixture
def rings():
    random = np.random.default_rng(0)
    X = random.normal(size=(300, 2))
    return X, ((X**2).sum(axis=1) > 1.2).astype(int)


def test_a_split_must_gain_the_minimum_number_of_bits(rings):
    X, y = rings
    free = DecisionForestClassifier(10, max_depth=1, min_gain=0.0, bootstrap=False).fit(X, y)
    held = DecisionForestClassifier(10, max_depth=1, min_gain=1.0, bootstrap=False).fit(X, y)
    assert len(free.trees_.nodes) == 30
    assert len(held.trees_.nodes) == 10


def test_a_perfect_split_gains_one_bit():
    X, y = np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0, 0, 1, 1])
    exactly = DecisionForestClassifier(1, min_gain=1.0 - 1e-12, bootstrap=False).fit(X, y)
    above = DecisionForestClassifier(1, min_gain=1.0 + 1e-9, bootstrap=False).fit(X, y)
    assert (len(exactly.trees_.nodes), len(above.trees_.nodes)) == (3, 1)


def test_more_tests_than_features_are_allowed_and_help_single_trees(rings):
    X, y = rings
    few = DecisionForestClassifier(40, feature_tests=1, threshold_tests=1, max_depth=4).fit(X, y)
    many = DecisionForestClassifier(40, feature_tests=20, threshold_tests=10, max_depth=4).fit(X, y)
    alone = [np.mean(model.tree_predictions(X) == y[:, None]) for model in (few, many)]
    assert alone[1] > alone[0] + 0.05
    assert many.score(X, y) > alone[1]


def test_a_random_oblique_split_separates_what_no_column_can():
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 2))
    y = (X[:, 0] - X[:, 1] > 0).astype(int)
    straight = DecisionForestClassifier(30, max_depth=1, feature_tests=10, threshold_tests=20).fit(X, y)
    oblique = DecisionForestClassifier(30, max_depth=1, feature_tests=10, threshold_tests=20, lines=200).fit(
        X, y
    )
    assert oblique.score(X, y) > 0.9 > straight.score(X, y)
    assert oblique.n_features_in_ == 2
    assert impurity_importance(oblique).names[:3] == ("0", "1", "line 0")


def test_lines_need_a_numeric_column():
    frame = pd.DataFrame({"c": pd.Categorical(["a", "b"] * 5)})
    with pytest.raises(ParameterError, match="lines"):
        DecisionForestClassifier(lines=3).fit(frame, [0, 1] * 5)
