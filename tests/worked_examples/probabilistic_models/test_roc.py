"""Fixtures of feature calibration: the ROC curve and hull of a single feature."""

import numpy as np
import pytest

from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.repair import repair_scores
from gnomon.assessment.curves.roc import roc_curve

value = np.arange(1, 13)
label = np.array([0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1])


def test_a_feature_as_ranker_has_this_curve_area_and_hull():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    curve = roc_curve(label, value)
    assert curve.false_positives.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 5]
    assert curve.true_positives.tolist() == [0, 1, 2, 3, 4, 4, 5, 6, 6, 6, 7, 7, 7]
    assert curve.auc == pytest.approx(30 / 35)
    found = roc_convex_hull(curve)
    assert found.fpr * 5 == pytest.approx([0, 0, 1, 3, 5])
    assert found.tpr * 7 == pytest.approx([0, 4, 6, 7, 7])


def test_the_direction_is_chosen_so_that_the_area_is_at_least_one_half():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    assert roc_curve(label, -value).is_below_chance
    assert roc_curve(label, -value).oriented().auc == pytest.approx(30 / 35)


def test_segments_of_the_hull_hold_these_positives_and_rows():
    """Probabilistic Models notes, section 8 Feature transformations, on data made for the test."""
    pools = repair_scores(roc_curve(label, value)).frame()
    assert pools.positives.tolist() == [4, 2, 1, 0]
    assert (pools.positives + pools.negatives).tolist() == [4, 3, 3, 2]
    m, n, odds = pools.positives, pools.positives + pools.negatives, 7 / 5
    calibrated = (m + 1) / (m + 1 + odds * (n - m + 1))
    assert calibrated.tolist() == pytest.approx([0.781250, 0.517241, 0.322581, 0.192308], abs=5e-7)
