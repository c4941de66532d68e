"""Worked examples of resampling: repeated cross-validation, what a bootstrap draws, an overfitted model."""

import numpy as np
import pytest

from gnomon import DecisionTreeClassifier, QuadraticDiscriminantAnalysis
from gnomon.assessment.overfitting import overfitting_gap
from gnomon.assessment.repeats import repeat_statistics
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import k_fold, repeated, share_drawn
from gnomon.data.sets import load
from gnomon.data.task import Task

iris = load("iris")
sepals = Task(iris.X[:, :2], iris.y, name="sepals")


def test_ten_runs_of_five_folds_have_means_near_0_232_and_variances_near_0_0052():
    """Zaki and Meira 2014, section 22.2.1, example 22.7."""
    plan = repeated(k_fold(5, stratify=False), times=10)
    found = repeat_statistics(resample(sepals, QuadraticDiscriminantAnalysis(), plan), "error")
    assert np.mean(found.means) == pytest.approx(0.232, abs=0.012)
    assert 0.0035 < np.mean(found.variances) < 0.0088
    assert np.var(found.means, ddof=1) < 1e-3
    assert np.var(found.variances, ddof=1) < 1e-3


def test_shares_of_distinct_rows_in_a_bootstrap_sample():
    """Zaki and Meira 2014, section 22.2.2, bootstrap resampling."""
    assert 1 - share_drawn(10) == pytest.approx(0.34868, abs=5e-6)
    assert 1 - share_drawn(150) == pytest.approx(0.36665, abs=5e-6)
    assert 1 - share_drawn(1000) == pytest.approx(0.36770, abs=5e-6)
    assert share_drawn(10**12) == pytest.approx(1 - np.exp(-1))


def test_a_perfect_fit_of_eight_rows_is_right_for_one_new_row_of_five():
    """Zaki and Meira 2014, section 22.5, exercise 2 and table 22.6."""
    columns = {
        "X": [15, 20, 25, 30, 35, 25, 15, 20, 10, 20, 30, 40, 15],
        "Y": [1, 3, 2, 4, 2, 4, 2, 3, 2, 1, 3, 2, 1],
        "Z": list("ABAABABBABABB"),
        "Class": [1, 2, 1, 1, 2, 1, 2, 2, 2, 1, 2, 2, 1],
    }
    task = Task.of(columns, "Class", kind="classification")
    gap = overfitting_gap(
        task, DecisionTreeClassifier(random_state=0), [(np.arange(8), np.arange(8, 13))], "accuracy"
    )
    assert gap.train.tolist() == [1.0]
    assert gap.held_out.score("accuracy") == pytest.approx(0.2)
    assert task.classes[gap.held_out.predicted].tolist() == [1, 2, 1, 2, 2]
