import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.errors import DataWarning
from gnomon.features.select.coding import code_columns, equal_frequency

NUMBERS = np.array([False])


def codes_of(values, n_bins=10, *, is_category=False, weight=None):
    codes, n_levels = code_columns(np.asarray(values)[:, None], n_bins, np.array([is_category]), weight)
    assert codes.max() < n_levels
    return codes.ravel().tolist()


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int32, np.int64, np.float32, np.float64])
def test_few_whole_numbers_stay_as_they_are(dtype):
    assert codes_of(np.array([0, 3, 1, 3], dtype=dtype)) == [0, 3, 1, 3]


def test_flags_are_two_levels():
    assert codes_of([True, False, True]) == [1, 0, 1]


def test_few_values_of_any_size_are_numbered_in_order():
    assert codes_of([-5.5, 1e9, 0.25, -5.5]) == [0, 2, 1, 0]


def test_a_missing_value_is_a_level_of_its_own():
    assert codes_of([2.5, np.nan, 1.5, np.nan]) == [1, 2, 0, 2]
    assert len(set(codes_of([np.nan, np.nan]))) == 1


def test_many_values_are_cut_into_bins_of_equal_frequency():
    assert np.bincount(codes_of(np.random.default_rng(0).normal(size=1000), 5)).tolist() == [200] * 5


def test_more_bins_than_values_give_a_level_a_value():
    assert codes_of([0.5, 1.5, 2.5], 200) == [0, 1, 2]


def test_the_input_is_not_written_to():
    X = np.arange(100, dtype=np.uint8)[:, None]
    before = X.copy()
    code_columns(X, 4, NUMBERS)
    assert np.array_equal(X, before)


def test_an_identifier_keeps_its_commonest_levels_and_is_warned_of():
    with pytest.warns(DataWarning, match="300 levels"):
        codes = codes_of(np.r_[np.arange(300.0), 299, 299, 298], is_category=True)
    assert codes[299] == codes[300] == 0
    assert codes[298] == codes[302] == 1
    assert max(codes) == 254


def test_a_category_of_many_levels_is_not_cut():
    assert codes_of(np.arange(200.0), 4, is_category=True) == list(range(200))


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=60),
    st.lists(st.integers(1, 4), min_size=60, max_size=60),
    st.integers(2, 8),
)
def test_a_weight_is_a_repetition(values, weights, n_bins):
    x, weight = np.array(values) / 7, np.array(weights[: len(values)])
    weighted = codes_of(x, n_bins, weight=weight.astype(float))
    assert np.repeat(weighted, weight).tolist() == codes_of(np.repeat(x, weight), n_bins)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=50), st.integers(2, 9))
def test_a_bin_ends_at_the_least_value_with_its_share_below(values, n_bins):
    ordered = np.sort(np.array(values, dtype=float))
    shares = [np.mean(ordered <= value) for value in ordered]
    ends = {
        min(v for v, share in zip(ordered, shares, strict=True) if share >= b / n_bins - 1e-12)
        for b in range(1, n_bins)
    }
    assert equal_frequency(ordered, n_bins).tolist() == sorted(ends - {ordered[-1]})
