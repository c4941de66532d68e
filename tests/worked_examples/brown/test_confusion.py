"""Worked examples of the scalar measures of a confusion table, from the ROC paper."""

import numpy as np
import pytest

from gnomon.assessment.measures import (
    accuracy,
    auc,
    auc_of_point,
    f1,
    false_positive_rate,
    gini,
    lift,
    precision,
    recall,
)

positive = np.array([c == "p" for c in "ppnpppnnpnpnpnnnpnpn"])
score = np.concatenate(
    [
        [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505],
        [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.1],
    ]
)


def test_the_best_threshold_has_half_the_positives_at_one_false_alarm():
    """Fawcett 2006, section 4 Curves in ROC space."""
    called = score >= 0.54
    assert (recall(positive, called), false_positive_rate(positive, called)) == (0.5, 0.1)
    assert precision(positive, called) == pytest.approx(5 / 6)
    # The paper's F-measure lost its reciprocals in print, and would give 1.5 here.
    by_reciprocals = 2 / (1 / precision(positive, called) + 1 / recall(positive, called))
    assert f1(positive, called) == pytest.approx(by_reciprocals) == pytest.approx(0.625)
    assert lift(positive, called) == pytest.approx(5 / 6 / 0.5)
    assert auc_of_point(positive, called) == pytest.approx(0.7)


def test_precision_f_and_accuracy_follow_the_skew_and_rates_do_not():
    """Fawcett 2006, section 4.2 Class skew."""
    called, many = score >= 0.54, np.where(positive, 1.0, 10.0)
    for rate in (recall, false_positive_rate):
        assert rate(positive, called, many) == pytest.approx(rate(positive, called))
    assert precision(positive, called, many) == pytest.approx(5 / 15)
    assert accuracy(positive, called, many) == pytest.approx(0.8636, abs=5e-5)
    assert f1(positive, called, many) < f1(positive, called)


def test_random_guesses_of_a_share_find_that_share_of_both_classes():
    """Fawcett 2006, section 3.1 Random performance."""
    generator = np.random.default_rng(0)
    truth = generator.random(100_000) < 0.5
    for share in (0.5, 0.9):
        guess = generator.random(100_000) < share
        assert recall(truth, guess) == pytest.approx(share, abs=0.01)
        assert false_positive_rate(truth, guess) == pytest.approx(share, abs=0.01)


def test_gini_is_0_36_where_the_area_is_0_68():
    """Fawcett 2006, section 7 Area under an ROC curve (AUC)."""
    assert auc(positive, score) == pytest.approx(0.68)
    assert gini(positive, score) == pytest.approx(0.36)
