"""Worked examples of class skew on precision and recall, lift, and the prior as a threshold."""

import numpy as np
import pytest

from gnomon.assessment.curves.lift import lift_curve
from gnomon.assessment.curves.precision_recall import precision_recall_curve
from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.decisions.thresholds import choose_threshold
from gnomon.data.sets import load

table = load("fawcett-scores")
score = np.asarray(table.column("score").values, dtype=float)
positive = np.array([str(label) == "p" for label in table.column("class").labels])
skewed = np.where(positive, 1, 10)


def point(curve, threshold):
    return int(np.flatnonzero(curve.threshold == threshold)[0])


def test_ten_times_the_negatives_leave_roc_and_change_precision_recall():
    """Fawcett 2006, section 4.2 Class skew."""
    plain, heavy = precision_recall_curve(positive, score), precision_recall_curve(positive, score, skewed)
    at = point(plain, 0.54)
    assert (plain.recall[at], heavy.recall[at]) == (0.5, 0.5)
    assert plain.precision[at] == pytest.approx(0.8333, abs=5e-5)
    assert heavy.precision[at] == pytest.approx(0.3333, abs=5e-5)
    f = [
        2 * curve.precision[at] * curve.recall[at] / (curve.precision[at] + curve.recall[at])
        for curve in (plain, heavy)
    ]
    assert f == pytest.approx([0.625, 0.4])
    first, second = roc_curve(positive, score), roc_curve(positive, score, skewed.astype(float))
    assert np.allclose(first.fpr, second.fpr)
    assert np.allclose(first.tpr, second.tpr)
    assert heavy.baseline == pytest.approx(10 / 110)


def test_lift_uses_both_columns_and_so_moves_with_the_skew():
    """Fawcett 2006, section 4.2 Class skew."""
    plain, heavy = lift_curve(positive, score), lift_curve(positive, score, skewed)
    at = point(plain, 0.54)
    assert plain.lift[at] == pytest.approx(0.8333 / 0.5, abs=1e-4)
    assert heavy.lift[at] == pytest.approx(0.3333 / (10 / 110), abs=1e-3)


def test_the_prior_as_threshold_halves_the_errors():
    """Fawcett 2006, section 4.1 Relative versus absolute scores."""
    ten = load("naive-bayes-scores")
    scores = np.asarray(ten.column("score").values, dtype=float)
    truth = np.array([str(label) == "p" for label in ten.column("class").labels])
    choice = choose_threshold(truth, scores, "prior")
    assert choice.threshold == 0.6
    right = np.mean((scores >= choice.threshold) == truth)
    assert right == pytest.approx(0.9)
    assert np.mean((scores >= 0.5) == truth) == pytest.approx(0.8)
