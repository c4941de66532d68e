import numpy as np
import pytest
from scipy import stats

from gnomon.assessment.measures import auc
from gnomon.assessment.significance.bootstrap import bootstrap_differences, paired_bootstrap
from gnomon.errors import DesignError


def mean_of(values):
    return lambda weight: float(values @ weight / weight.sum())


def test_the_bootstrap_of_a_mean_difference_agrees_with_theory():
    values = np.random.default_rng(0).normal(0.2, 1, 200)
    outcome, bounds, error = paired_bootstrap(mean_of(values), 200)
    assert error == pytest.approx(stats.sem(values), rel=0.06)
    assert bounds == pytest.approx(stats.t.interval(0.95, 199, values.mean(), error), abs=0.15 * error)
    assert outcome.p == pytest.approx(stats.ttest_1samp(values, 0).pvalue, abs=0.02)
    assert outcome.statistic == pytest.approx(values.mean())


def test_p_and_the_interval_say_the_same():
    random = np.random.default_rng(0)
    for _ in range(40):
        outcome, (low, high), _ = paired_bootstrap(mean_of(random.normal(0.3, 1, 30)), 30, times=999)
        if abs(outcome.p - 0.05) > 0.005:
            assert (low > 0 or high < 0) == (outcome.p < 0.05)


def test_groups_are_drawn_whole():
    values = np.random.default_rng(0).normal(size=20)
    alone = bootstrap_differences(mean_of(values), 20, random_state=1)
    whole = bootstrap_differences(
        mean_of(values.repeat(5)), 100, group=np.arange(20).repeat(5), random_state=1
    )
    assert np.allclose(alone, whole)
    assert np.std(bootstrap_differences(mean_of(values.repeat(5)), 100)) < 0.6 * np.std(alone)


def test_weights_count_rows_several_times():
    values, weight = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 1.0, 3.0])
    outcome, _, _ = paired_bootstrap(mean_of(values), 4, weight=weight, times=50)
    assert outcome.statistic == pytest.approx(values @ weight / 7)


def test_a_measure_that_is_mostly_undefined_and_one_row_are_refused():
    positive = np.arange(20) < 1
    with pytest.raises(DesignError, match="undefined in"):
        paired_bootstrap(lambda weight: auc(positive, np.arange(20.0), weight), 20, times=200)
    with pytest.raises(DesignError, match="2 held-out rows"):
        bootstrap_differences(mean_of(np.ones(1)), 1)
