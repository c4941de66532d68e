import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_information as twins


def pairs(d):
    first, second = np.triu_indices(d)
    return first.astype(np.int32), second.astype(np.int32)


@given(
    st.integers(0, 300),
    st.lists(st.integers(0, 20), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
    st.integers(0, 1000),
)
def test_pairs_are_counted_as_row_by_row(n_rows, levels, has_missing, has_weights, seed):
    random = np.random.default_rng(seed)
    levels = np.array(levels, np.int32)
    codes = np.stack([random.integers(0, k + has_missing + (k == 0), n_rows) for k in levels]).astype(
        np.uint8
    )
    weight = random.integers(0, 4, n_rows) / 2 if has_weights else None
    first, second = pairs(len(levels))
    found = native.pair_counts(codes, levels, first, second, weight, 2)
    np.testing.assert_array_equal(found, twins.pair_counts(codes, levels, first, second, weight))


@pytest.mark.parametrize("n_rows", [1, 63, 64, 65, 4095, 4096, 4097, 40_000])
def test_planes_count_the_last_rows_too(n_rows):
    codes = np.random.default_rng(0).integers(0, 3, (2, n_rows)).astype(np.uint8)
    levels, one = np.array([3, 3], np.int32), np.array([0], np.int32)
    found = native.pair_counts(codes, levels, one, np.array([1], np.int32), None, 1)
    np.testing.assert_array_equal(found, np.bincount(3 * codes[0].astype(int) + codes[1], minlength=9))


def test_a_column_of_many_levels_beside_a_constant_one():
    codes = np.stack([np.arange(200), np.zeros(200)]).astype(np.uint8)
    found = native.pair_counts(
        codes, np.array([200, 1], np.int32), np.array([0], np.int32), np.array([1], np.int32), None, 1
    )
    assert (found == 1).all()


def test_many_levels_are_counted_with_16_bits():
    codes = np.random.default_rng(0).integers(0, 1000, (2, 5000)).astype(np.uint16)
    levels, one = np.array([1000, 1000], np.int32), np.array([0], np.int32)
    found = native.pair_counts(codes, levels, one, np.array([1], np.int32), None, 2)
    np.testing.assert_array_equal(found, np.bincount(1000 * codes[0].astype(int) + codes[1], minlength=10**6))


def test_the_number_of_threads_changes_no_bit():
    random = np.random.default_rng(0)
    codes = random.integers(0, 30, (6, 3000)).astype(np.uint8)
    levels = np.full(6, 30, np.int32)
    weight = random.random(3000)
    first, second = pairs(6)
    for w in (None, weight):
        found = [native.pair_counts(codes, levels, first, second, w, threads) for threads in (1, 2, 5)]
        assert all((each == found[0]).all() for each in found)


@pytest.mark.parametrize(
    "wrong",
    [
        {"levels": np.array([2], np.int32)},
        {"levels": np.array([2, -1], np.int32)},
        {"levels": np.array([2, 70_000], np.int32)},
        {"first": np.array([2], np.int32)},
        {"first": np.array([-1], np.int32)},
        {"second": np.array([0, 1], np.int32)},
        {"weight": np.ones(3)},
        {"threads": 0},
    ],
)
def test_wrong_shapes_and_numbers_are_refused(wrong):
    good = {
        "codes": np.zeros((2, 4), np.uint8),
        "levels": np.array([2, 2], np.int32),
        "first": np.array([0], np.int32),
        "second": np.array([1], np.int32),
        "weight": None,
        "threads": 1,
    }
    native.pair_counts(**good)
    with pytest.raises(ValueError):
        native.pair_counts(**{**good, **wrong})


def test_tables_too_large_for_memory_are_refused():
    levels, one = np.array([65_000, 65_000], np.int32), np.array([0], np.int32)
    with pytest.raises(ValueError, match="too many cells"):
        native.pair_counts(np.zeros((2, 4), np.uint16), levels, one, np.array([1], np.int32), None, 1)
