"""Worked examples of ROC analysis, as far as the area under the curve reaches."""

import numpy as np
import pytest

from gnomon.assessment.measures import accuracy, auc

# Twenty instances in falling order of score.
positive = np.array([c == "p" for c in "ppnpppnnpnpnpnnnpnpn"])
score = np.concatenate(
    [
        [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505],
        [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1],
    ]
)


def test_twenty_instances_have_area_0_68_and_best_accuracy_70_percent_at_0_54():
    """Fawcett 2006, section 4 Curves in ROC space."""
    assert auc(positive, score) == pytest.approx(0.68)
    accuracies = [accuracy(positive, score >= threshold) for threshold in score]
    assert score[np.argmax(accuracies)] == 0.54
    assert max(accuracies) == pytest.approx(0.7)
    assert np.sum(np.isclose(accuracies, 0.7)) == 1
    assert accuracy(positive, score >= 0.5) == pytest.approx(0.6)
    expected = [0.55, 0.6, 0.55, 0.6, 0.65, 0.7, 0.65, 0.6, 0.65, 0.6]
    assert np.allclose(accuracies[:10], expected)


def test_a_perfect_ranking_has_area_1_whatever_the_threshold_gets_wrong():
    """Fawcett 2006, section 4.1 Relative versus absolute scores."""
    ten = np.array([0.99999, 0.99999, 0.99993, 0.99986, 0.99964, 0.99955, 0.68139, 0.50961, 0.48880, 0.44951])
    truth = np.arange(10) < 6
    assert auc(truth, ten) == 1.0
    assert accuracy(truth, ten > 0.5) == pytest.approx(0.8)
    assert accuracy(truth, ten > 0.6) == pytest.approx(0.9)


def test_ten_times_the_negatives_leave_the_area_but_not_the_accuracy():
    """Fawcett 2006, section 4.2 Class skew."""
    times = np.where(positive, 1, 10)
    many, scores = np.repeat(positive, times), np.repeat(score, times)
    assert auc(many, scores) == pytest.approx(0.68)
    assert auc(positive, score, times.astype(float)) == pytest.approx(0.68)
    assert accuracy(positive, score >= 0.54) == pytest.approx(0.70)
    assert accuracy(many, scores >= 0.54) == pytest.approx(0.8636, abs=5e-5)


def test_ten_tied_instances_have_area_one_half_whatever_their_order():
    """Fawcett 2006, section 5 Efficient generation of ROC curves."""
    truth = np.arange(10) < 6
    for order in (truth, truth[::-1]):
        assert auc(order, np.full(10, 0.7)) == 0.5


def test_the_last_trapezoid_ends_at_all_positives_so_no_area_exceeds_1():
    """Fawcett 2006, section 7 Area under an ROC curve (AUC)."""
    assert auc([1, 0, 0], [0.9, 0.5, 0.1]) == 1.0


def test_gini_plus_one_is_twice_the_area():
    """Fawcett 2006, section 7 Area under an ROC curve (AUC)."""
    gini = 2 * auc(positive, score) - 1
    assert gini == pytest.approx(0.36)
