import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.intervals import (
    corrected_t_interval,
    deviation_interval,
    rows_error,
    rows_t_interval,
    t_interval,
    variance_interval,
    z_interval,
)
from gnomon.assessment.intervals.means import corrected_error
from gnomon.errors import DataError, DesignError, ParameterError

samples = st.lists(st.floats(-10, 10), min_size=3, max_size=30).filter(lambda values: np.std(values) > 1e-6)


@given(samples, st.floats(0.1, 3))
def test_with_a_known_deviation_the_normal_interval_does_not_look_at_the_spread(values, deviation):
    values = np.array(values)
    expected = stats.norm.interval(0.95, np.mean(values), deviation / np.sqrt(len(values)))
    assert np.allclose(z_interval(values, deviation=deviation), expected)


def test_one_value_of_known_deviation_has_an_interval():
    assert np.allclose(z_interval(np.array([0.5]), deviation=0.1), stats.norm.interval(0.95, 0.5, 0.1))
    with pytest.raises(ParameterError, match="deviation=-1"):
        z_interval(np.array([0.5]), deviation=-1)


@given(samples, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_variance_lies_where_the_chi_squared_test_does_not_reject_it(values, level):
    values = np.array(values)
    total = np.sum((values - values.mean()) ** 2)
    low, high = variance_interval(values, level)
    assert stats.chi2.sf(total / low, len(values) - 1) == pytest.approx((1 - level) / 2)
    assert stats.chi2.cdf(total / high, len(values) - 1) == pytest.approx((1 - level) / 2)
    assert np.allclose(np.square(deviation_interval(values, level)), (low, high))


def test_the_interval_of_the_variance_covers_for_normal_values():
    random = np.random.default_rng(0)
    bounds = np.array([variance_interval(row) for row in random.normal(scale=2, size=(600, 8))])
    assert np.mean((bounds[:, 0] <= 4) & (bounds[:, 1] >= 4)) == pytest.approx(0.95, abs=0.025)


@given(samples, st.integers(2, 6))
def test_intervals_shrink_where_the_same_values_come_more_often(values, times):
    values = np.array(values)
    for interval in (z_interval, t_interval, variance_interval, rows_t_interval):
        few, many = interval(values), interval(np.repeat(values, times))
        assert many[1] - many[0] < few[1] - few[0]


def test_the_overlap_of_splits_sets_a_floor_that_repeats_cannot_lower():
    random = np.random.default_rng(0)
    widths = [np.diff(corrected_t_interval(random.normal(size=n), 1 / 9))[0] for n in (30, 3000, 30000)]
    assert widths[2] == pytest.approx(2 * 1.96 / 3, rel=0.05)
    assert widths[0] > widths[2] * 0.9


def test_values_that_are_no_numbers_are_refused():
    for interval in (t_interval, z_interval, variance_interval):
        with pytest.raises(DataError, match="value 1 is inf"):
            interval(np.array([0.5, np.inf]))
    with pytest.raises(DesignError, match="0 rows"):
        rows_error(np.array([]), None, None)
    with pytest.raises(DesignError, match="0 rows"):
        rows_error(np.array([1.0, 2.0]), np.zeros(2), None)


@given(samples, st.floats(0.05, 1), st.floats(0, 1))
def test_overlap_takes_the_place_of_one_over_the_splits(values, ratio, more):
    values = np.array(values)
    plain = corrected_t_interval(values, ratio)
    assert corrected_t_interval(values, ratio, overlap=1 / len(values)) == pytest.approx(plain)
    wider = corrected_t_interval(values, ratio, overlap=1 / len(values) + more, freedom=len(values) - 2)
    assert wider[1] - wider[0] >= plain[1] - plain[0]


def test_errors_of_the_largest_means_are_in_their_units():
    values = np.array([1.0, 3.0, 4.0])
    assert corrected_error(values * 1e300, 0.5) == pytest.approx(1e300 * corrected_error(values, 0.5))
    assert rows_error(values * 1e300, None, None)[0] == pytest.approx(
        1e300 * rows_error(values, None, None)[0]
    )
