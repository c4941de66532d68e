"""Worked examples of cross-validation errors: logistic regression against the stump, five folds."""

import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.intervals import corrected_t_interval, t_interval, z_interval

logistic = np.array([16, 12.5, 17, 14.1, 10])
stump = np.array([16, 16.5, 17, 16.2, 17.1])


def half(bounds):
    return (bounds[1] - bounds[0]) / 2


def test_logistic_regression_errs_by_13_92_percent_give_or_take_2_794():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    assert np.mean(logistic) == pytest.approx(13.92)
    assert np.std(logistic, ddof=1) == pytest.approx(2.79410, abs=1e-5)
    assert half(t_interval(logistic)) == pytest.approx(3.469, abs=5e-4)
    assert half(z_interval(logistic)) == pytest.approx(2.449, abs=5e-4)


def test_the_stump_errs_by_16_56_percent_where_16_5_is_printed():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    assert np.mean(stump) == pytest.approx(16.56)
    assert np.std(stump, ddof=1) == pytest.approx(0.48270, abs=1e-5)
    assert half(t_interval(stump)) == pytest.approx(0.599, abs=5e-4)
    assert half(z_interval(stump)) == pytest.approx(0.423, abs=5e-4)


def test_the_difference_is_not_significant_in_five_folds():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    differences = logistic - stump
    paired = stats.ttest_rel(logistic, stump)
    assert paired.statistic == pytest.approx(-1.9685, abs=5e-5)
    assert paired.pvalue == pytest.approx(0.1204, abs=5e-5)
    for lower, upper in (t_interval(differences), corrected_t_interval(differences, 1 / 4)):
        assert lower < 0 < upper
