"""Worked examples of ROC analysis: points, ties, slopes, hull, skew, interpolation."""

import numpy as np
import pytest

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.curves.chance import random_classifier_point
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.multiclass import pair_areas
from gnomon.assessment.curves.operating import Conditions, OperatingPoint, optimal_operating_point
from gnomon.assessment.curves.randomized import Mixture, budget_mixture, rate_mixture
from gnomon.assessment.curves.roc import roc_curve
from gnomon.assessment.curves.skew import prevalence_table

# Twenty instances in falling order of score.
positive = np.array([c == "p" for c in "ppnpppnnpnpnpnnnpnpn"])
score = np.concatenate(
    [
        [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505],
        [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1],
    ]
)
curve = roc_curve(positive, score)


def test_guessing_at_a_rate_is_a_point_on_the_diagonal():
    """Fawcett 2006, section 3.1 Random performance."""
    assert [random_classifier_point(rate) for rate in (0.5, 0.9, 0.7)] == [(0.5, 0.5), (0.9, 0.9), (0.7, 0.7)]


def test_all_points_of_twenty_instances():
    """Fawcett 2006, section 4 Curves in ROC space."""
    tpr = [0, 1, 2, 2, 3, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10]
    fpr = [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10]
    accuracy = [50, 55, 60, 55, 60, 65, 70, 65, 60, 65, 60, 65, 60, 65, 60, 55, 50, 55, 50, 55, 50]
    assert curve.threshold.tolist() == [np.inf, *score]
    assert curve.true_positives.tolist() == tpr
    assert curve.false_positives.tolist() == fpr
    assert curve.accuracy() == pytest.approx(np.array(accuracy) / 100)
    assert curve.best_threshold() == 0.54
    assert optimal_operating_point(curve).fpr == 0.1
    assert optimal_operating_point(curve).tpr == 0.5


def test_the_hull_of_twenty_instances_and_its_best_vertices():
    """Fawcett 2006, section 4 Curves in ROC space."""
    found = roc_convex_hull(curve)
    expected = [(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)]
    assert list(zip(found.fpr, found.tpr)) == expected
    assert found.area == pytest.approx(0.755)
    assert curve.auc == pytest.approx(0.68)
    assert [expected[found.best(slope)] for slope in (10, 1, 0.1)] == [(0, 0.2), (0.1, 0.5), (0.9, 1)]


def test_a_perfect_curve_does_not_determine_the_threshold():
    """Fawcett 2006, section 4.1 Relative versus absolute scores."""
    ten = np.array([0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955, 0.68139, 0.50961, 0.48880, 0.44951])
    perfect = roc_curve(np.arange(10) < 6, ten)
    assert perfect.auc == 1
    right = [perfect.table_at(threshold).trace() for threshold in (0.5, 0.6)]
    assert right == pytest.approx([8, 9])


def test_ten_times_the_negatives_leave_the_curve_and_halve_precision():
    """Fawcett 2006, section 4.2 Class skew."""
    table = prevalence_table(curve, (1, 10), threshold=0.54)
    assert table.fpr == pytest.approx([0.1, 0.1])
    assert table.recall == pytest.approx([0.5, 0.5])
    assert table.auc == pytest.approx([0.68, 0.68])
    assert table.precision == pytest.approx([0.8333, 0.3333], abs=5e-5)
    assert table.accuracy == pytest.approx([0.70, 0.8636], abs=5e-5)
    assert table.f1 == pytest.approx([0.625, 0.400])
    ten_fold = roc_curve(positive, score, np.where(positive, 1.0, 10.0))
    assert ten_fold.fpr == pytest.approx(curve.fpr)
    assert ten_fold.tpr == pytest.approx(curve.tpr)


def test_ten_tied_instances_may_have_any_area_from_0_to_1():
    """Fawcett 2006, section 5 Efficient generation of ROC curves."""
    truth, tied = np.arange(10) < 6, np.full(10, 0.7)
    areas = [roc_curve(truth, tied, ties=ties).auc for ties in ("expected", "optimistic", "pessimistic")]
    assert areas == [0.5, 1, 0]
    assert roc_curve(truth, tied).tie_effect == pytest.approx(24 / 48)
    assert roc_curve(truth[::-1], tied).auc == 0.5


def test_slopes_of_lines_of_equal_cost():
    """Fawcett 2006, section 6 The ROC convex hull."""
    assert Conditions(prevalence=1 / 11).slope == pytest.approx(10)
    assert Conditions(prevalence=0.5, cost_miss=10).slope == pytest.approx(0.1)


def test_the_last_trapezoid_ends_at_all_positives():
    """Fawcett 2006, section 7 Area under an ROC curve (AUC)."""
    # The algorithm as printed ends at N in place of P, and gives 1.25 here.
    assert roc_curve([1, 0, 0], [0.9, 0.5, 0.1]).running_auc.tolist() == [0, 0, 0.5, 1]


def test_a_budget_of_800_letters_mixes_two_classifiers():
    """Fawcett 2006, section 10 Interpolating classifiers."""
    a, b = OperatingPoint("A", 0.7, 0.1, 0.2), OperatingPoint("B", 0.5, 0.25, 0.6)
    letters = [each.fpr * 3760 + each.tpr * 240 for each in (a, b)]
    assert letters == pytest.approx([424, 1084])
    found = budget_mixture([a, b], 800, positives=240, negatives=3760)
    assert found.k == pytest.approx(0.569697, abs=5e-7)
    assert (found.fpr, found.tpr) == pytest.approx((0.185455, 0.427879), abs=5e-7)
    # The document cuts the false positive rate to 0.18 before it divides: k = 0.53 sends too few letters.
    assert rate_mixture([a, b], 0.18).k == pytest.approx(0.533, abs=5e-4)
    cut = Mixture(a, b, 0.53)
    assert cut.fpr * 3760 + cut.tpr * 240 == pytest.approx(773.8)


def test_the_mixture_attains_its_point():
    """Fawcett 2006, section 10 Interpolating classifiers."""
    a, b = OperatingPoint("A", 0.7, 0.1, 0.2), OperatingPoint("B", 0.5, 0.25, 0.6)
    found = budget_mixture([a, b], 800, positives=240, negatives=3760)
    client = np.arange(4000) < 240
    generator = np.random.default_rng(0)

    def decisions(point):
        called = np.zeros(4000, dtype=bool)
        for is_client, rate in ((True, point.tpr), (False, point.fpr)):
            rows = np.flatnonzero(client == is_client)
            called[generator.choice(rows, round(rate * len(rows)), replace=False)] = True
        return called

    first, second = decisions(a), decisions(b)
    called = np.array([found.choose(first, second, random_state=seed) for seed in range(200)])
    assert called.sum(axis=1).mean() == pytest.approx(800, abs=5)
    assert called[:, client].mean() == pytest.approx(found.tpr, abs=0.005)


def test_three_classes_have_six_kinds_of_error():
    """Fawcett 2006, section 9.1 Multi-class ROC graphs."""
    confusion = ConfusionMatrix.of([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2] * 3)
    pairs = confusion.confused_pairs(9)
    assert len(set(zip(pairs.true, pairs.predicted))) == len(pairs) == 3**2 - 3
    areas = pair_areas([0, 0, 1, 1, 2, 2], [[2, 1, 0], [0, 1, 2], [1, 2, 0], [0, 2, 1], [0, 1, 2], [1, 0, 2]])
    off = ~np.eye(3, dtype=bool)
    assert areas[off].tolist() == [0.625, 0.625, 1, 1, 0.75, 1]


def test_gini_is_twice_the_area_less_one():
    """Fawcett 2006, section 7 Area under an ROC curve (AUC)."""
    assert curve.gini == pytest.approx(0.36)
    assert curve.gini + 1 == pytest.approx(2 * curve.auc)
