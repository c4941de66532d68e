"""Worked examples of evaluation: ROC curves over all thresholds."""

import numpy as np
import pytest

from gnomon.assessment.curves.multiclass import class_roc_curves
from gnomon.assessment.curves.roc import roc_curve


def test_all_scores_are_thresholds_so_nearly_constant_scores_keep_their_area():
    """Rajpoot, lecture 5, slide "ROC analysis"."""
    # Stand-in for the document's curves, whose data are lost: scores squeezed into a hair's breadth.
    generator = np.random.default_rng(0)
    positive = np.arange(200) < 100
    score = generator.normal(size=200) + 1.4 * positive
    squeezed = 0.5 + 0.003 * score
    curve = roc_curve(positive, squeezed)
    assert curve.auc == pytest.approx(roc_curve(positive, score).auc)
    grid = np.arange(0, 1.005, 0.01)[::-1]
    fpr, tpr = (np.concatenate([[0.0], rates, [1.0]]) for rates in curve.rates_at(grid))
    assert np.trapezoid(tpr, fpr) < curve.auc - 0.05


def test_the_corners_are_everything_negative_and_everything_positive():
    """Rajpoot, lecture 5, slide "ROC analysis"."""
    curve = roc_curve([1, 0, 1], [3, 2, 1])
    assert (curve.fpr[0], curve.tpr[0], curve.fpr[-1], curve.tpr[-1]) == (0, 0, 1, 1)
    perfect = roc_curve([1, 1, 0], [3, 2, 1])
    assert (0.0, 1.0) in zip(perfect.fpr, perfect.tpr)


def test_three_classes_have_three_curves():
    """Rajpoot, lecture 5, slide "ROC analysis"."""
    found = class_roc_curves(["a", "b", "c"], [[2, 1, 0], [0, 3, 1], [0, 1, 2]])
    assert found.classes == ("a", "b", "c")
    assert found.auc.tolist() == [1, 1, 1]
