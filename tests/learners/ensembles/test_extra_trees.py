import numpy as np
import pandas as pd
import pytest
import sklearn.ensemble
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.model_selection import cross_val_score

from gnomon.learners.ensembles.extra_trees import ExtraTreesClassifier, ExtraTreesRegressor
from gnomon.learners.ensembles.random_forest import RandomForestClassifier


def test_accuracy_and_r_squared_agree_with_scikit_learn_within_noise():
    for load, ours, peer in (
        (load_breast_cancer, ExtraTreesClassifier, sklearn.ensemble.ExtraTreesClassifier),
        (load_diabetes, ExtraTreesRegressor, sklearn.ensemble.ExtraTreesRegressor),
    ):
        X, y = load(return_X_y=True)
        result = np.mean([cross_val_score(ours(50, random_state=s), X, y, cv=3).mean() for s in range(3)])
        assert result == pytest.approx(cross_val_score(peer(50, random_state=0), X, y, cv=3).mean(), abs=0.04)


def test_thresholds_are_uniform_between_the_least_and_the_greatest_value():
    X, y = np.array([[0.0], [1.0], [10.0]]), np.array([0, 1, 1])
    model = ExtraTreesClassifier(4000, max_depth=1).fit(X, y)
    below = (model.trees_.nodes[model.trees_.begin[:-1], 1] >> 2 & 4095) == 0
    assert below.mean() == pytest.approx(0.1, abs=0.02)


def test_many_tests_of_a_threshold_come_near_the_searched_one():
    random = np.random.default_rng(0)
    X = random.normal(size=(400, 2))
    y = (X[:, 0] > 0.3).astype(int)
    searched = RandomForestClassifier(1, bootstrap=False, max_features=None, max_depth=1).fit(X, y)
    many = ExtraTreesClassifier(1, threshold_tests=2000, max_features=None, max_depth=1).fit(X, y)
    assert many.score(X, y) == pytest.approx(searched.score(X, y), abs=0.01)


def test_categories_and_missing_values_are_taken():
    random = np.random.default_rng(0)
    X = pd.DataFrame({"c": pd.Categorical(random.choice(list("abcd"), 300)), "x": random.normal(size=300)})
    y = np.isin(X["c"], ["a", "c"]).astype(int)
    X.loc[::7, "x"] = np.nan
    assert ExtraTreesClassifier(30).fit(X, y).score(X, y) == 1.0
