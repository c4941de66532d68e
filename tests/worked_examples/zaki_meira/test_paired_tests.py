"""Worked example of the paired t-test over folds, by all the ways that lead to it."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier

from gnomon.assessment.comparison import compare
from gnomon.assessment.intervals import critical_t
from gnomon.assessment.resample import resample
from gnomon.assessment.significance.bayesian import bayesian_correlated_t_test
from gnomon.assessment.significance.differences import corrected_t_test, paired_t_test
from gnomon.data.task import Task

naive, full = np.array([7, 8, 3, 12, 9]) / 30, np.array([6, 6, 5, 10, 7]) / 30
differences = naive - full


def test_the_paired_t_is_1_29_with_divisor_four_and_1_44_with_divisor_five():
    """Zaki and Meira 2014, section 22.2.4, example 22.11."""
    assert differences.sum() == pytest.approx(0.16667, abs=5e-6)
    found = paired_t_test(differences)
    # The document prints 1.28, from the rounded mean.
    assert found.statistic == pytest.approx(1.29099, abs=5e-6)
    assert found.p == pytest.approx(0.2663, abs=5e-5)
    by_k = paired_t_test(differences, ddof=0)
    assert by_k.statistic == pytest.approx(1.4434, abs=5e-5)
    assert by_k.p == pytest.approx(0.2224, abs=5e-5)
    assert abs(found.statistic) < abs(by_k.statistic) < critical_t(0.95, 4)


def test_equality_is_refused_by_no_test():
    """Zaki and Meira 2014, section 22.2.4, example 22.11."""
    assert corrected_t_test(differences, 1 / 4).p > paired_t_test(differences).p > 0.05
    assert bayesian_correlated_t_test(differences, 0.01, 1 / 4).verdict() == "undecided"


def test_the_textbooks_test_comes_by_name_with_its_caveat():
    """Zaki and Meira 2014, section 22.2.4, example 22.11."""
    task = Task(np.zeros((150, 1)), np.arange(150) % 2)
    pairs = [(np.setdiff1d(np.arange(150), rows), rows) for rows in np.arange(150).reshape(5, 30)]
    a, b = (with_errors(resample(task, DummyClassifier(), pairs), 30 * each) for each in (naive, full))
    for ddof, p in ((1, 0.2663), (0, 0.2224)):
        found = compare(a, b, "error", test="paired t", ddof=ddof)
        assert found.p == pytest.approx(p, abs=5e-5)
        assert found.difference == pytest.approx(0.03333, abs=5e-6)
        assert found.verdict == "undecided"
        assert "share training rows" in found.why
    half = (compare(a, b, "error", test="paired t").upper - 1 / 30) / critical_t(0.95, 4)
    assert half == pytest.approx(stats.sem(differences))


def with_errors(predictions, counts):
    """The predictions with so many of the thirty rows of each fold wrong."""
    wrong = np.concatenate([np.arange(30) < round(count) for count in counts])
    return replace(predictions, predicted=np.where(wrong, 1 - predictions.truth, predictions.truth))
