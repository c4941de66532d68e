import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.learners.networks.coded_columns import CodedColumns, equal_frequency_cuts
from gnomon.sharing.categories import Categories


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 9999), n=st.integers(1, 60), n_bins=st.integers(2, 8))
def test_bins_of_distinct_values_differ_by_one_row_at_most(seed, n, n_bins):
    values = np.random.default_rng(seed).normal(size=n)
    sizes = np.bincount(np.searchsorted(equal_frequency_cuts(values, None, n_bins), values))
    assert len(sizes) == min(n, n_bins)
    assert sizes.max() - sizes.min() <= 1


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 9999))
def test_weights_are_repetitions(seed):
    random = np.random.default_rng(seed)
    values, times = random.integers(10, size=30) / 7, random.integers(1, 4, size=30)
    weighted = equal_frequency_cuts(values, times / 3.0, 4)
    assert np.array_equal(weighted, equal_frequency_cuts(np.repeat(values, times), None, 4))


@pytest.mark.parametrize(
    "values",
    [[1.0, np.nextafter(1.0, 2.0)], [-1.7e308, 1.7e308], [0.0, 5e-324], [-1e-300, 1e300]],
)
def test_a_cut_parts_any_two_values(values):
    cuts = equal_frequency_cuts(np.array(values), None, 2)
    assert np.searchsorted(cuts, values).tolist() == [0, 1]


def test_a_constant_or_missing_column_has_one_level_and_is_certain():
    columns = CodedColumns.of(np.array([[3.0, np.nan], [3.0, np.nan]]), ["a", "b"], None, None, 5)
    assert columns.levels == (("any",), ("any",))
    assert columns.codes(np.array([[9.0, 1.0], [np.nan, np.nan]])).tolist() == [[0, 0], [0, 0]]


def test_levels_are_those_of_the_training_rows():
    X = np.array([["b", "x"], ["a", "x"], ["c", "y"]], dtype=object)
    categories = Categories.of(X, [0, 1])
    columns = CodedColumns.of(categories.coded(X)[:2], ["p", "q"], categories, None, 5)
    assert columns.levels == (("a", "b"), ("x",))
    new = np.array([["c", "y"], ["b", None], ["d", "x"]], dtype=object)
    assert columns.codes(categories.coded(new)).tolist() == [[-1, 0], [1, 0], [-1, 0]]


def test_near_cuts_get_words_that_differ():
    values = 1.0 + np.arange(3) * 1e-9
    (words,) = CodedColumns.of(values[:, None], ["a"], None, None, 3).levels
    assert len(set(words)) == 3


def test_drawn_numbers_lie_within_the_training_values_of_their_bin():
    X = np.array([[0.0, 1.0], [1.0, 2.0], [1.0, 7.0], [0.0, 9.0]])
    columns = CodedColumns.of(X, ["flag", "size"], None, None, 2)
    sample = columns.sample(columns.codes(X), np.random.default_rng(0))
    assert sample[:, 0].tolist() == X[:, 0].tolist()
    assert sample[:2, 1].max() <= 2
    assert sample[2:, 1].min() >= 7
    assert np.array_equal(columns.codes(sample), columns.codes(X))
