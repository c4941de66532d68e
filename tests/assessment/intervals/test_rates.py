import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from gnomon.assessment.intervals import (
    agresti_coull_interval,
    clopper_pearson_interval,
    effective_rows,
    jeffreys_interval,
    rate_interval,
    wilson_interval,
)
from gnomon.errors import DataError, ParameterError

intervals = {
    "wilson": wilson_interval,
    "beta": clopper_pearson_interval,
    "jeffreys": jeffreys_interval,
    "agresti_coull": agresti_coull_interval,
}


@pytest.mark.parametrize("name", intervals)
@given(n=st.integers(1, 400), data=st.data(), level=st.sampled_from([0.8, 0.95, 0.99]))
def test_intervals_of_a_rate_agree_with_statsmodels(name, n, data, level):
    right = data.draw(st.integers(0, n))
    result = intervals[name](right / n, n, level)
    expected = np.clip(proportion_confint(right, n, 1 - level, method=name), 0, 1)
    if name == "jeffreys":
        # A rate of 0 or 1 is included, which the unadjusted quantiles exclude.
        expected = [0 if right == 0 else expected[0], 1 if right == n else expected[1]]
    assert np.allclose(result, expected, atol=1e-9)
    assert result[0] <= right / n <= result[1]


def coverage(interval, n, shares):
    """Exactly: the sum over counts of their probability where the interval holds the share."""
    low, high = np.array([interval(right / n, n) for right in range(n + 1)]).T
    holds = (low <= shares[:, None]) & (shares[:, None] <= high)
    return np.sum(stats.binom.pmf(np.arange(n + 1), n, shares[:, None]) * holds, axis=1)


def test_clopper_pearson_never_falls_below_its_level_and_the_others_keep_it_on_average():
    shares = np.linspace(0.02, 0.98, 97)
    exact = {name: coverage(each, 30, shares) for name, each in intervals.items()}
    assert min(exact["beta"]) >= 0.95
    for name in ("wilson", "jeffreys", "agresti_coull"):
        assert np.mean(exact[name]) == pytest.approx(0.95, abs=0.012)
        assert np.mean(exact[name]) < np.mean(exact["beta"])


@given(st.sampled_from(sorted(intervals)), st.integers(0, 20), st.integers(2, 9))
def test_more_cases_of_the_same_share_narrow_the_interval(name, right, times):
    few, many = (intervals[name](right / 20, n) for n in (20, 20 * times))
    assert many[1] - many[0] < few[1] - few[0]


@given(st.sampled_from(sorted(intervals)), st.integers(0, 50))
def test_the_interval_of_the_misses_mirrors_that_of_the_hits(name, right):
    low, high = intervals[name](right / 50, 50)
    assert np.allclose(intervals[name]((50 - right) / 50, 50), (1 - high, 1 - low))


def test_rows_of_equal_weight_count_in_full_and_others_less():
    assert effective_rows(7, np.full(7, 2.5)) == pytest.approx(7)
    assert effective_rows(4, np.array([1.0, 1, 0, 0])) == 2
    assert effective_rows(2, np.array([3.0, 1.0])) == pytest.approx(1.6)


@pytest.mark.parametrize(("share", "n"), [(1.2, 10), (-0.1, 10), (np.nan, 10), (0.5, 0), (0.5, np.nan)])
def test_what_is_no_rate_is_refused(share, n):
    for interval in intervals.values():
        with pytest.raises(DataError):
            interval(share, n)


def test_unknown_names_and_weights_of_nothing_are_refused():
    with pytest.raises(ParameterError, match="'jeffreys'"):
        rate_interval("wald")
    with pytest.raises(DataError, match="all 0"):
        effective_rows(3, np.zeros(3))
