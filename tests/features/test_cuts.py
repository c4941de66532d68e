"""Cuts between values: of equal frequency, and of numbers that are next to each other."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.features.cuts import cuts_between, distinct_values, frequency_cuts

VALUES = st.lists(st.integers(0, 12), min_size=1, max_size=40)


@settings(max_examples=100)
@given(VALUES, st.integers(2, 8))
def test_bins_are_never_more_than_asked_for_and_hold_a_value_each(values, n_bins):
    column = np.array(values, dtype=float)
    cuts = frequency_cuts(column, n_bins)
    counts = np.bincount(np.searchsorted(cuts, column, side="right"), minlength=len(cuts) + 1)
    assert len(counts) <= n_bins
    assert (counts > 0).all()
    assert (len(cuts) > 0) == (len(set(values)) > 1)


@settings(max_examples=50)
@given(st.integers(2, 7), st.integers(1, 6))
def test_distinct_values_are_shared_out_evenly(n_bins, each):
    column = np.random.default_rng(0).permutation(n_bins * each).astype(float)
    counts = np.bincount(np.searchsorted(frequency_cuts(column, n_bins), column, side="right"))
    assert counts.tolist() == [each] * n_bins


@settings(max_examples=50)
@given(VALUES, st.data())
def test_weights_count_as_repetition(values, data):
    weight = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values))))
    column = np.array(values, dtype=float)
    weighted = frequency_cuts(column, 4, weight.astype(float))
    assert np.array_equal(weighted, frequency_cuts(np.repeat(column, weight), 4))


def test_a_cut_parts_numbers_that_are_next_to_each_other():
    pair = np.array([1.0, np.nextafter(1.0, 2)])
    cut = cuts_between(pair)[0]
    assert pair[0] < cut <= pair[1]


def test_huge_values_do_not_overflow():
    assert np.isfinite(cuts_between(np.array([-1.7e308, 1.7e308]))).all()


def test_rows_without_weight_and_missing_values_are_no_values():
    found, mass = distinct_values(np.array([1.0, np.nan, 2.0]), np.array([1.0, 1.0, 0.0]))
    assert found.tolist() == [1.0]
    assert mass.tolist() == [1.0]
