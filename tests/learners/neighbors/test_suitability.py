from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.sensitivity import column_sensitivity
from gnomon.learners.neighbors.suitability import (
    _column_concerns,
    largest_useful_k,
    neighbor_prediction_cost,
    neighbor_suitability,
)
from gnomon.learners.neighbors.votes import inverse_distances


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=3))
def test_the_largest_k_that_wins_agrees_with_enumerating_every_vote(counts):
    y = np.repeat(np.arange(len(counts)), counts)
    limits = largest_useful_k(y)
    ballots = np.stack(np.meshgrid(*[np.arange(n + 1) for n in counts]), -1).reshape(-1, len(counts))
    for c in range(len(counts)):
        others = np.delete(ballots, c, axis=1).max(axis=1)
        wins, ties = ballots[:, c] > others, ballots[:, c] >= others
        assert limits["wins_up_to"][c] == ballots[wins].sum(axis=1).max()
        assert limits["ties_up_to"][c] == ballots[ties].sum(axis=1).max()


def test_concerns_about_neighbors_are_listed_with_advice():
    random = np.random.default_rng(0)
    suitable = neighbor_suitability(random.normal(size=(300, 3)), np.arange(300) % 2)
    assert suitable.is_suitable
    assert str(suitable) == "no concern about nearest neighbors"
    doubtful = neighbor_suitability(random.normal(size=(100, 30)), np.arange(100) < 2, n_neighbors=5)
    assert doubtful.frame()["subject"].tolist() == [
        "number of columns",
        "rows per column",
        "number of neighbors",
    ]
    assert "class True has too few rows" in str(doubtful)


def test_invalid_counts_and_tables_are_refused():
    with pytest.raises(ParameterError, match="n_rows=0"):
        neighbor_prediction_cost(0, 3)
    with pytest.raises(DataError, match="no rows"):
        largest_useful_k([])
    with pytest.raises(DataError, match="shape"):
        neighbor_suitability([1.0, 2.0], [0, 1])
    with pytest.raises(DataError, match="2 rows and y has 1"):
        column_sensitivity(gn.KNeighborsClassifier(1), [[1.0], [2.0]], [0])


def test_noise_columns_hurt_and_scaling_helps():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(300, 2)) * [1.0, 50.0], np.arange(300) % 2
    X[:, 0] += 3 * y
    result = column_sensitivity(gn.KNeighborsClassifier(9), X, y, noise=(5, 60))
    assert result.scaling["unscaled"] > 2.5 * result.scaling["standardized"]
    assert result.noise[60] > result.noise[5] > result.scaling["standardized"]
    assert result.share[1] > 0.99
    assert result.irrelevant == [1]
    assert (
        result.frame()["change"].tolist() == ["scaling"] * 3 + ["without column"] * 2 + ["noise columns"] * 2
    )
    numbers = column_sensitivity(gn.KNeighborsRegressor(9), X, X[:, 0], noise=(), folds=5)
    assert numbers.scaling["unscaled"] > 5 * numbers.scaling["standardized"]


def test_the_smallest_distances_have_a_finite_weight():
    assert inverse_distances(np.array([[5e-324, 5e-324, 1.0]])).tolist() == [[1.0, 1.0, 5e-324]]


@pytest.mark.parametrize("X", [[["a"], ["b"]], [[np.nan], [1.0]]])
def test_text_and_missing_values_are_refused_with_advice(X):
    with pytest.raises(DataError, match="numbers"):
        neighbor_suitability(X, [0, 1])
    with pytest.raises(DataError, match="numbers"):
        column_sensitivity(gn.KNeighborsClassifier(1), X, [0, 1])


@pytest.mark.parametrize(
    ("n_rows", "scales", "expected"),
    [
        (20, [2.0, 20.0], []),
        (20, [2.0, 21.0], [("ratio of standard deviations", 10.5, 10.0)]),
        (20, [0.0, 1.0], []),  # a constant column has no scale
        (18, [1.0, 1.0], [("rows per column", 9.0, 10)]),
        (200, [1.0] * 20, []),
        (210, [1.0] * 21, [("number of columns", 21, 20)]),
        (2, [0.0], [("rows per column", 2.0, 10)]),
    ],
)
def test_columns_are_of_concern_beyond_a_limit(n_rows, scales, expected):
    signs = np.where(np.arange(n_rows) % 2 == 0, 1.0, -1.0)
    found = _column_concerns(np.column_stack([signs * scale for scale in scales]))
    assert [astuple(each)[:3] for each in found] == expected
