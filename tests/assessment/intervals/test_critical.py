import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.intervals import (
    critical_chi_squared,
    critical_t,
    critical_values,
    critical_z,
    t_statistic,
    variance_chi_squared,
    z_statistic,
)
from gnomon.errors import DataError, DesignError, ParameterError

values = np.array([8, 4, 7, 11, 5]) / 30


@given(st.floats(0.5, 0.999), st.integers(1, 200))
def test_critical_values_cut_off_equal_tails(level, freedom):
    assert stats.norm.cdf(critical_z(level)) - stats.norm.cdf(-critical_z(level)) == pytest.approx(level)
    assert 2 * stats.t.sf(critical_t(level, freedom), freedom) == pytest.approx(1 - level)
    low, high = critical_chi_squared(level, freedom)
    assert stats.chi2.cdf(low, freedom) == pytest.approx((1 - level) / 2)
    assert stats.chi2.sf(high, freedom) == pytest.approx((1 - level) / 2)


def test_the_table_falls_toward_the_normal_in_its_last_line():
    table = critical_values()
    assert table.shape == (31, 3)
    assert (table.diff().dropna() < 0).all(axis=None)
    assert table.loc[np.inf, 0.95] == critical_z(0.95)


def test_statistics_agree_with_scipy_and_with_each_other():
    assert t_statistic(values, 0.2) == pytest.approx(stats.ttest_1samp(values, 0.2).statistic)
    assert z_statistic(values, 0.2, float(np.std(values, ddof=1))) == pytest.approx(t_statistic(values, 0.2))
    assert variance_chi_squared(values, 0.1) == pytest.approx(4 * np.var(values, ddof=1) / 0.01)
    # t is z over the root of chi-squared by its degrees of freedom, whatever the deviation.
    ratio = z_statistic(values, 0.2, 0.1) / np.sqrt(variance_chi_squared(values, 0.1) / 4)
    assert ratio == pytest.approx(t_statistic(values, 0.2))


def test_what_has_no_statistic_is_refused():
    with pytest.raises(DataError, match=r"all 0.5"):
        t_statistic(np.array([0.5, 0.5]))
    with pytest.raises(ParameterError, match="deviation=0"):
        z_statistic(values, 0.2, 0)
    with pytest.raises(ParameterError, match="deviation=-1"):
        variance_chi_squared(values, -1)
    with pytest.raises(DesignError, match="at least 2 values"):
        t_statistic(np.array([0.5]))
    with pytest.raises(DataError, match="value 1 is nan"):
        t_statistic(np.array([0.5, np.nan, 0.5]))
