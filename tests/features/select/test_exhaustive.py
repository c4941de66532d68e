"""Exhaustive selection, and branch and bound."""

from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.feature_selection import ExhaustiveFeatureSelector
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score

from gnomon.errors import DesignError, ParameterError
from gnomon.features.select.exhaustive import ExhaustiveSelection, n_subsets


def rows(n=40, d=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) + random.normal(size=(n, 1))
    return X, X @ random.normal(size=d) + 3 * random.normal(size=n)


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_the_best_of_all_subsets_by_brute_force(seed):
    X, y = rows(seed=seed)
    every = list(chain.from_iterable(combinations(range(5), size) for size in range(1, 6)))
    scores = [cross_val_score(LinearRegression(), X[:, subset], y, cv=4).mean() for subset in every]
    selection = ExhaustiveSelection(LinearRegression(), cv=4).fit(X, y)
    assert tuple(selection.get_support(indices=True)) == every[int(np.argmax(scores))]
    assert selection.score_ == pytest.approx(max(scores))
    assert selection.n_models_ == 4 * (n_subsets(5) - 1)


def test_it_agrees_with_mlxtend():
    X, y = rows(seed=7)
    theirs = ExhaustiveFeatureSelector(
        LinearRegression(), min_features=2, max_features=2, scoring="r2", cv=4, print_progress=False
    ).fit(X, y)
    ours = ExhaustiveSelection(LinearRegression(), n_features_to_select=2, cv=4).fit(X, y)
    assert tuple(ours.get_support(indices=True)) == theirs.best_idx_


def test_more_subsets_than_the_limit_are_refused_with_their_number():
    X, y = rows(d=5)
    with pytest.raises(ParameterError, match=r"5 columns have 31 such subsets, more than limit=30"):
        ExhaustiveSelection(LinearRegression(), limit=30).fit(X, y)


def test_of_equal_subsets_the_smallest_wins():
    X, y = rows(d=3)
    X[:, 1:] = X[:, :1]
    assert ExhaustiveSelection(LinearRegression()).fit(X, y).support_.tolist() == [True, False, False]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 6))
def test_branch_and_bound_finds_what_trying_all_finds(seed, size):
    X, y = rows(30, 6, seed)
    whole, bounded = (
        ExhaustiveSelection(
            LinearRegression(), n_features_to_select=size, cv="training", is_monotone=is_monotone
        ).fit(X, y)
        for is_monotone in (False, True)
    )
    assert np.array_equal(whole.support_, bounded.support_)


def test_branch_and_bound_trains_fewer_models():
    random = np.random.default_rng(0)
    X = random.normal(size=(100, 12))
    y = X[:, :4] @ [4, 3, 2, 1] + 0.1 * random.normal(size=100)
    whole, bounded = (
        ExhaustiveSelection(
            LinearRegression(), n_features_to_select=4, cv="training", is_monotone=is_monotone
        ).fit(X, y)
        for is_monotone in (False, True)
    )
    assert bounded.get_support(indices=True).tolist() == [0, 1, 2, 3]
    assert bounded.n_models_ < whole.n_models_ / 3


def test_a_score_that_is_not_monotone_is_refused():
    X, y = rows(30, 6, 0)
    with pytest.raises(DesignError, match="not monotone"):
        ExhaustiveSelection(LinearRegression(), n_features_to_select=1, is_monotone=True).fit(X, y)


def test_branch_and_bound_needs_a_size_and_keeps_the_limit():
    X, y = rows(30, 6, 0)
    with pytest.raises(ParameterError, match="set n_features_to_select"):
        ExhaustiveSelection(LinearRegression(), cv="training", is_monotone=True).fit(X, y)
    with pytest.raises(DesignError, match="over limit=3"):
        ExhaustiveSelection(
            LinearRegression(), n_features_to_select=3, cv="training", is_monotone=True, limit=3
        ).fit(X, y)
