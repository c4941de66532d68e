import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.ties import best_first, first_largest, first_smallest, rank_of


@given(st.integers(0, 9999), st.integers(1, 6), st.integers(2, 5))
def test_of_equal_sums_the_first_is_taken_in_whatever_order_they_were_added_up(seed, n_rows, n_columns):
    random = np.random.default_rng(seed)
    terms = random.random((n_rows, 50))
    sums = np.column_stack([terms[:, random.permutation(50)].sum(axis=1) for _ in range(n_columns)])
    sums[:, 0] /= 2
    assert first_largest(sums).tolist() == [1] * n_rows
    assert first_smallest(-sums).tolist() == [1] * n_rows


@given(st.integers(0, 9999), st.sampled_from([2, 3, 7]))
def test_without_ties_it_is_argmax(seed, n_columns):
    scores = np.random.default_rng(seed).normal(size=(20, n_columns))
    assert np.array_equal(first_largest(scores), scores.argmax(axis=1))
    assert np.array_equal(first_smallest(scores, axis=0), scores.argmin(axis=0))


@pytest.mark.parametrize(
    ("scores", "place"),
    [
        ([-np.inf, -np.inf], 0),
        ([-np.inf, 2.0], 1),
        ([1.0, np.inf], 1),
        ([np.inf, np.inf, 1.0], 0),
        ([np.nan, 1.0], 1),
        ([np.nan, 1.0, 2.0], 2),
        ([np.nan, np.nan, np.nan], 0),
        ([-1e300, 5.0, 5.0 + 1e-15], 1),
        ([3, 7, 7], 1),
    ],
)
def test_what_is_not_finite_and_what_is_whole_numbers(scores, place):
    assert first_largest(scores) == place
    assert first_largest([scores]).tolist() == [place]


def test_where_terms_cancel_their_size_says_what_rounding_is():
    scores = [[0.0, 1e-14, -1.0]]
    assert first_largest(scores).tolist() == [1]
    assert first_largest(scores, scale=np.array([1.0])).tolist() == [0]


def test_ranks_of_distances_keep_their_order_and_nothing_of_the_last_bits():
    distances = np.sort(np.random.default_rng(0).lognormal(size=1000))
    assert (np.diff(rank_of(distances)) >= 0).all()
    np.testing.assert_allclose(rank_of(distances), distances, rtol=2.0**-33)
    assert np.array_equal(rank_of(distances * (1 + 2.0**-52)), rank_of(distances))
    assert rank_of([0.0, np.inf]).tolist() == [0.0, np.inf]


@given(st.integers(0, 9999), st.integers(1, 20))
def test_an_order_is_that_of_the_scores_and_of_equal_ones_their_own(seed, n):
    random = np.random.default_rng(seed)
    exact = random.integers(1, 6, n) / 8  # Rounding is relative: of scores that are all 0 there is none.
    computed = exact + random.integers(-2, 3, n) * 2.0**-52
    assert best_first(computed).tolist() == np.argsort(-exact, kind="stable").tolist()


def test_an_order_has_infinities_at_its_ends_and_nan_last():
    assert best_first([np.nan, 1.0, -np.inf, np.inf, 2.0]).tolist() == [3, 4, 1, 0, 2]
    assert best_first([]).tolist() == []
