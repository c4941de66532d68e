"""Worked examples of intervals: the chapter's statistics, its table of critical values, its bootstrap."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from gnomon import QuadraticDiscriminantAnalysis
from gnomon.assessment.intervals import (
    critical_values,
    t_statistic,
    variance_chi_squared,
    variance_interval,
    z_interval,
    z_statistic,
)
from gnomon.assessment.refitting.bootstrap_scores import bootstrap_scores
from gnomon.assessment.refitting.optimism import (
    all_rows_bootstrap,
    all_rows_estimate,
    estimate_632,
    out_of_bag_estimate,
)
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, k_fold, repeated
from gnomon.data.task import Task

iris = load_iris()
sepals = Task(iris.data[:, :2], iris.target_names[iris.target], name="iris sepals")
errors = np.array([8, 4, 7, 11, 5]) / 30


def test_the_variance_of_five_folds_is_known_within_a_factor_of_twenty():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    # The document's 0.00833 has divisor 4; chi-squared with 4 degrees of freedom bounds what it stands for.
    low, high = variance_interval(errors)
    assert (low, high) == pytest.approx((4 * 0.0083333 / 11.1433, 4 * 0.0083333 / 0.48442), rel=1e-4)


def test_chi_squared_and_t_are_built_from_the_same_sums():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    sigma = 0.1
    statistic = variance_chi_squared(errors, sigma)
    # S = K sigma_hat² / sigma² with the printed divisor K, equal to (K - 1) s² / sigma².
    assert statistic == pytest.approx(5 * np.var(errors) / sigma**2)
    z = z_statistic(errors, 0.2, sigma)
    assert z == pytest.approx(np.sqrt(5) * (0.2333333 - 0.2) / sigma, abs=1e-5)
    # The document divides S by K, which gives its ddof = 0 statistic; Student's has K - 1.
    assert z / np.sqrt(statistic / 5) == pytest.approx(t_statistic(errors, 0.2, ddof=0))
    assert z / np.sqrt(statistic / 4) == pytest.approx(t_statistic(errors, 0.2))


def test_ten_runs_have_the_documents_mean_of_variances():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    predictions = resample(
        sepals, QuadraticDiscriminantAnalysis(), repeated(k_fold(5, stratify=False), times=10)
    )
    runs = predictions.per_split("error").reshape(10, 5)
    assert 0.0028 <= np.mean(np.var(runs, axis=1)) <= 0.0070
    assert 0.0035 <= np.mean(np.var(runs, axis=1, ddof=1)) <= 0.0088
    assert np.var(runs.mean(axis=1)) < 1e-3
    assert np.var(np.var(runs, axis=1)) < 1e-3


@pytest.mark.parametrize(("n", "missed"), [(10, 0.34868), (150, 0.36665), (1000, 0.36770)])
def test_the_share_of_rows_that_a_sample_misses(n, missed):
    """Zaki and Meira 2014, section 22.2.2, bootstrap resampling."""
    task = Task(np.zeros((n, 1)), np.arange(n) % 2)
    splits = bootstrap(200, stratify=False).split(task)
    shares = 1 - splits.train_sizes / n
    assert (1 - 1 / n) ** n == pytest.approx(missed, abs=5e-6)
    # A sample of 10 rows that missed none is drawn again; that is too rare to show here.
    assert np.mean(shares) == pytest.approx(missed, abs=4 * np.std(shares) / np.sqrt(200))


def test_the_bootstrap_of_all_rows_is_optimistic():
    """Zaki and Meira 2014, section 22.2.2, example 22.8."""
    scores = bootstrap_scores(sepals, QuadraticDiscriminantAnalysis(), "error", times=50)
    found = all_rows_estimate(scores)
    assert 0.2015 <= found.value <= 0.2192
    assert 2.8e-4 <= found.parts["variance"] <= 6.8e-4
    assert "optimistic" in found.why
    assert scores.apparent == pytest.approx(30 / 150)
    assert out_of_bag_estimate(scores).value == pytest.approx(0.230, abs=0.012)
    assert estimate_632(scores).value == pytest.approx(0.219, abs=0.008)
    assert found == all_rows_bootstrap(sepals, QuadraticDiscriminantAnalysis(), "error", times=50)


@pytest.mark.parametrize(("level", "bounds"), [(0.95, (0.15332, 0.31335)), (0.99, (0.12818, 0.33849))])
def test_with_the_variance_taken_as_known(level, bounds):
    """Zaki and Meira 2014, section 22.2.3, example 22.9."""
    known = float(np.sqrt(0.0083333333))
    assert z_interval(errors, level, deviation=known) == pytest.approx(bounds, abs=5e-6)


def test_the_table_of_critical_values():
    """Zaki and Meira 2014, section 22.2.3, example 22.10; section 22.5, table 22.7."""
    table = critical_values(range(1, 7), [0.95, 0.99])
    # The document prints 12.7065 for one degree of freedom, where 12.7062 is right.
    exact = [12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912]
    assert table[0.95].tolist()[:6] == pytest.approx(exact, abs=5e-7)
    assert table.loc[4, 0.99] == pytest.approx(4.604095, abs=5e-7)
    assert table.loc[np.inf].tolist() == pytest.approx([1.959964, 2.575829], abs=5e-7)
