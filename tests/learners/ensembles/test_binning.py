import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.learners.ensembles.binning import MAX_CATEGORIES, Binned, Bins

NO_CATEGORY = np.zeros(1, dtype=bool)


def test_few_rows_lose_nothing():
    X = np.random.default_rng(0).normal(size=(3000, 2))
    bins = Bins.of(X, None, np.zeros(2, dtype=bool))
    assert bins.is_wide
    assert bins.is_exact
    assert len(np.unique(bins.codes(X)[:, 0])) == 3000


def test_many_rows_of_few_distinct_values_lose_nothing_either():
    X = np.random.default_rng(0).integers(200, size=(10_000, 1)).astype(float)
    bins = Bins.of(X, None, NO_CATEGORY)
    assert (bins.is_wide, bins.is_exact, bins.n_bins.tolist()) == (False, True, [200])


def test_many_distinct_values_are_cut_into_255_bins_and_flagged_as_inexact():
    X = np.random.default_rng(0).normal(size=(10_000, 1))
    bins = Bins.of(X, None, NO_CATEGORY)
    assert (bins.is_exact, bins.n_bins.tolist()) == (False, [255])
    assert Binned(X, X[:, 0], None, NO_CATEGORY).exact is False


@given(st.lists(st.integers(0, 3), min_size=3, max_size=12).filter(lambda w: sum(w) > 0))
def test_weights_cut_columns_as_repetition_does(weight):
    X = np.random.default_rng(0).normal(size=(len(weight), 1))
    w = np.array(weight, dtype=float)
    weighted = Bins.of(X, w, NO_CATEGORY, 4)
    repeated = Bins.of(X.repeat(weight, axis=0), None, NO_CATEGORY, 4)
    assert np.array_equal(weighted.cuts, repeated.cuts)


def test_levels_get_bins_by_how_common_they_are_and_new_ones_are_missing():
    X = np.array([[2.0], [2.0], [0.0], [np.nan]])
    bins = Bins.of(X, None, np.array([True]))
    codes = bins.codes(np.array([[2.0], [0.0], [1.0], [7.0], [np.nan]]))
    assert codes.ravel().tolist() == [0, 1, 4095, 4095, 4095]


def test_thousands_of_levels_share_the_bins_there_are():
    X = np.repeat(np.arange(3000.0), 10)[:, None]
    bins = Bins.of(X, None, np.array([True]))
    assert bins.n_bins.tolist() == [MAX_CATEGORIES]
    assert bins.codes(X).max() == MAX_CATEGORIES - 1


def test_of_many_levels_those_of_few_rows_share_a_bin():
    X = np.repeat(np.arange(60.0), [10] * 20 + [9] * 40)[:, None]
    bins = Bins.of(X, None, np.array([True]))
    assert bins.n_bins.tolist() == [21]
    assert np.unique(bins.codes(X)[X >= 20]).tolist() == [20]
    heavy = Bins.of(X, np.where(X[:, 0] == 59, 2.0, 1.0), np.array([True]))
    assert heavy.n_bins.tolist() == [22]


def test_of_thirty_levels_each_has_a_bin_however_rare():
    assert Bins.of(np.arange(30.0)[:, None], None, np.array([True])).n_bins.tolist() == [30]


def test_a_column_without_values_has_one_bin():
    bins = Bins.of(np.full((5, 1), np.nan), None, NO_CATEGORY)
    assert bins.n_bins.tolist() == [1]


def test_equal_rows_have_equal_contents_and_others_do_not():
    X = np.random.default_rng(0).normal(size=(500, 3))
    X[1] = X[0]
    data = Binned(X, np.zeros(500), None, np.zeros(3, dtype=bool))
    content = data.content(data.y)
    assert content[0] == content[1]
    assert len(np.unique(content)) == 499


@pytest.mark.parametrize("index", [np.arange(0, 50, 2), np.array([3, 3, 7])])
def test_bins_of_some_rows_are_found_from_these_alone(index):
    X = np.random.default_rng(0).normal(size=(50, 2))
    narrowed = Binned(X, np.zeros(50), None, np.zeros(2, dtype=bool)).rows(index)
    assert np.array_equal(narrowed.bins.cuts, Bins.of(X[index], None, np.zeros(2, dtype=bool)).cuts)
