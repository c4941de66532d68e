import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.power import TTestPower

from gnomon.assessment.significance.student import detectable_ratio, detectable_t, power_t
from gnomon.errors import ParameterError


@given(st.integers(2, 900), st.floats(0.05, 5), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_power_agrees_with_statsmodels(freedom, ratio, level):
    n = freedom + 1
    expected = TTestPower().power(ratio / np.sqrt(n), n, 1 - level)
    assert power_t(ratio, 1.0, freedom, level) == pytest.approx(expected, abs=1e-6)


@given(st.integers(1, 3000), st.sampled_from([0.5, 0.8, 0.95]))
def test_the_detectable_difference_is_detected_with_just_this_power(freedom, power):
    result = detectable_t(0.1, freedom, 0.95, power)
    assert power_t(result, 0.1, freedom) == pytest.approx(power, abs=1e-6)


def test_the_t_and_the_normal_form_meet():
    assert detectable_ratio(1000, 0.95, 0.8) == pytest.approx(detectable_ratio(1001, 0.95, 0.8), rel=1e-3)
    expected = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert detectable_ratio(10**6, 0.95, 0.8) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("freedom", [1, 2, 4, 9, 30, 200, 1000, 1001])
@pytest.mark.parametrize("level", [0.8, 0.95, 1 - 0.05 / 6, 1 - 0.05 / 19900])
def test_the_power_rises_with_the_difference_far_beyond_any_use(freedom, level):
    ratios = np.linspace(0, 20 * stats.t.ppf(0.5 + level / 2, freedom), 30)
    powers = np.array([power_t(each, 1.0, freedom, level) for each in ratios])
    assert powers[0] == pytest.approx(1 - level, abs=1e-9)
    assert (np.diff(powers) > -1e-9).all()
    assert powers[-1] > 0.99
    assert detectable_ratio(freedom, level, 0.8) > stats.t.ppf(0.5 + level / 2, freedom) / 2


def test_no_spread_and_no_power_are_refused():
    with pytest.raises(ParameterError, match="error=0"):
        power_t(0.1, 0, 9)
    for power in (0.04, 1.0):
        with pytest.raises(ParameterError, match="power="):
            detectable_t(0.1, 9, 0.95, power)
