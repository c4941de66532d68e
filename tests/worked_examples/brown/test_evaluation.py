"""Worked examples of cross-validation errors: logistic regression against the stump, five folds."""

import numpy as np
import pytest

from gnomon.assessment.intervals import corrected_t_interval, critical_t, t_interval, z_interval
from gnomon.assessment.significance.differences import paired_t_test
from gnomon.data.sets import load

folds = load("folds-logistic-stump")
logistic, stump = (np.asarray(folds.column(name).values, dtype=float) for name in ("logistic", "stump"))


def half(bounds):
    return (bounds[1] - bounds[0]) / 2


def middle(bounds):
    return (bounds[0] + bounds[1]) / 2


def deviation(bounds):
    """The standard deviation of five scores behind their t interval."""
    return half(bounds) * np.sqrt(5) / critical_t(0.95, 4)


def test_logistic_regression_errs_by_13_92_percent_give_or_take_2_794():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    assert middle(t_interval(logistic)) == pytest.approx(13.92)
    assert deviation(t_interval(logistic)) == pytest.approx(2.79410, abs=1e-5)
    assert half(t_interval(logistic)) == pytest.approx(3.469, abs=5e-4)
    assert half(z_interval(logistic)) == pytest.approx(2.449, abs=5e-4)


def test_the_stump_errs_by_16_56_percent_where_16_5_is_printed():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    assert middle(t_interval(stump)) == pytest.approx(16.56)
    assert deviation(t_interval(stump)) == pytest.approx(0.48270, abs=1e-5)
    assert half(t_interval(stump)) == pytest.approx(0.599, abs=5e-4)
    assert half(z_interval(stump)) == pytest.approx(0.423, abs=5e-4)


def test_the_difference_is_not_significant_in_five_folds():
    """Brown 2018, section 3.2 Model Selection via Cross-Validation."""
    differences = logistic - stump
    paired = paired_t_test(differences)
    assert paired.statistic == pytest.approx(-1.9685, abs=5e-5)
    assert paired.p == pytest.approx(0.1204, abs=5e-5)
    for lower, upper in (t_interval(differences), corrected_t_interval(differences, 1 / 4)):
        assert lower < 0 < upper
