"""Backward elimination."""

import numpy as np
import pytest
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor

from gnomon.features.select.backward import BackwardElimination


def rows(n=100, d=7, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, X @ np.linspace(1, 0, d) + random.normal(size=n)


@pytest.mark.parametrize(
    "learner",
    [LinearRegression(), Ridge(3.0), LogisticRegression(tol=1e-7), KNeighborsRegressor(3)],
    ids=repr,
)
def test_it_drops_as_scikit_learn_does(learner):
    X, y = rows(d=5)
    y = (y > 0).astype(int) if isinstance(learner, LogisticRegression) else y
    name = "neg_log_loss" if isinstance(learner, LogisticRegression) else "r2"
    theirs = SequentialFeatureSelector(
        learner, n_features_to_select=3, cv=4, direction="backward", scoring=name
    ).fit(X, y)
    ours = BackwardElimination(learner, n_features_to_select=3, cv=4, scoring=name).fit(X, y)
    assert np.array_equal(ours.support_, theirs.support_)


def test_the_curve_starts_with_all_columns_and_counts_every_model():
    X, y = rows()
    selection = BackwardElimination(LinearRegression(), stop="best", cv=3).fit(X, y)
    assert selection.curve_.frame()["size"].tolist() == [7, 6, 5, 4, 3, 2, 1]
    assert selection.n_models_ == 3 * (1 + 7 + 6 + 5 + 4 + 3 + 2)


def test_a_column_that_costs_nothing_goes():
    X, y = rows()
    X = np.column_stack([X, X[:, 0]])
    selection = BackwardElimination(LinearRegression()).fit(X, y)
    assert selection.support_[[0, 7]].sum() == 1


def test_a_tol_of_anything_leaves_one_column():
    X, y = rows()
    assert BackwardElimination(LinearRegression(), tol=10.0, patience=9).fit(X, y).n_features_ == 1


def test_a_single_column_stays():
    X, y = rows(d=1)
    assert BackwardElimination(LinearRegression()).fit(X, y).support_.tolist() == [True]
