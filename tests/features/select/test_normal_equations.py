"""Least squares on many subsets at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.features.select.normal_equations import NormalEquations
from gnomon.features.select.scores_by_moments import quadratic
from gnomon.sharing.moments import Moments

SUBSETS = {
    "adding a column": [[0, 1, 4], [0, 2, 4], [0, 4, 5], [0, 3, 4]],
    "dropping a column": [[0, 1, 2, 3], [0, 1, 2, 5], [0, 1, 3, 5], [1, 2, 3, 5], [0, 2, 3, 5]],
    "single columns": [[0], [3], [5]],
    "any": [[0, 1], [2, 3], [1, 5]],
    "one": [[0, 3, 5]],
}


def moments(seed=0, scale=1.0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(40, 6)) @ random.normal(size=(6, 6)) * np.geomspace(1, scale, 6) + 3
    return X, X[:, 0] + random.normal(size=40)


@pytest.mark.parametrize("price", [0.0, 2.0])
@pytest.mark.parametrize("kind", SUBSETS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), scale=st.sampled_from([1.0, 1e5]))
def test_every_subset_has_its_own_solution(kind, price, seed, scale):
    X, y = moments(seed, scale)
    subsets = np.array(SUBSETS[kind])
    found, is_safe = NormalEquations.of(Moments.of(X, y), price).solved(subsets)
    centered, target = X - X.mean(axis=0), y - y.mean()
    for subset, w in zip(subsets[is_safe], found[is_safe]):
        some = centered[:, subset]
        slope = some.T @ (target - some @ w) - price * w
        assert np.abs(slope / np.linalg.norm(some, axis=0)).max() < 1e-6
    assert is_safe.any()


def test_a_copied_column_makes_only_the_subsets_unsafe_that_hold_both():
    X, y = moments()
    X[:, 4] = X[:, 0]
    equations = NormalEquations.of(Moments.of(X, y), 0.0)
    assert equations.solved(np.array([[0, 1], [0, 4], [0, 5]]))[1].tolist() == [True, False, True]
    assert equations.solved(np.array([[0, 1, 4], [0, 1, 2], [1, 2, 4], [0, 2, 4]]))[1].tolist() == [
        False,
        True,
        True,
        False,
    ]


def test_a_constant_column_has_the_coefficient_zero():
    X, y = moments()
    X[:, 2] = 0.5
    found, is_safe = NormalEquations.of(Moments.of(X, y), 0.0).solved(np.array([[0, 2], [2, 3]]))
    assert is_safe.all()
    assert found[0, 1] == found[1, 0] == 0


def test_a_column_that_varies_by_rounding_is_not_safe():
    X, y = moments()
    X[:, 2] = 1e6 + 1e-10 * (np.arange(40) % 2)
    assert not NormalEquations.of(Moments.of(X, y), 0.0).solved(np.array([[2]]))[1].any()


def test_columns_of_unlike_size_are_unsafe_for_a_solver_that_cuts_small_directions():
    X, y = moments(scale=1e8)
    equations = NormalEquations.of(Moments.of(X, y), 0.0)
    assert equations.solved(np.array([[0, 5]]))[1].all()
    assert not equations.solved(np.array([[0, 5]]), tol=1e-6)[1].any()


@pytest.mark.parametrize("kind", SUBSETS)
def test_quadratic_forms_are_those_of_each_part(kind):
    random = np.random.default_rng(0)
    matrix, subsets = random.normal(size=(6, 6)), np.array(SUBSETS[kind])
    matrix = matrix + matrix.T
    w = random.normal(size=subsets.shape)
    expected = [each @ matrix[np.ix_(subset, subset)] @ each for subset, each in zip(subsets, w)]
    assert np.allclose(quadratic(matrix, subsets, w), expected)
