"""Worked examples of evaluation, as far as accuracy reaches."""

import numpy as np
import pytest

from gnomon.assessment.measures import accuracy, auc, balanced_accuracy, error


def test_calling_nobody_ill_is_99_percent_right_and_worth_nothing():
    """Rajpoot, lecture 5, slide "Performance evaluation"."""
    truth = np.arange(1000) < 10
    constant = np.zeros(1000, dtype=bool)
    assert accuracy(truth, constant) == pytest.approx(0.99)
    assert balanced_accuracy(truth, constant) == 0.5
    assert auc(truth, constant.astype(float)) == 0.5


def test_fifteen_and_seventy_six_of_a_hundred_are_91_percent_right():
    """Rajpoot, lecture 5, slide "Confusion matrix (CM)"."""
    counts = [15, 4, 5, 76]
    truth = np.repeat([1, 0, 1, 0], counts)
    predicted = np.repeat([1, 1, 0, 0], counts)
    assert accuracy(truth, predicted) == pytest.approx(0.91)
    assert error(truth, predicted) == pytest.approx(0.09)
    assert balanced_accuracy(truth, predicted) == pytest.approx((0.75 + 0.95) / 2)


def test_twenty_newsgroups_are_78_percent_right_and_the_worst_class_37():
    """Rajpoot, lecture 5, slide "Confusion matrix"."""
    right = np.array(
        [242, 296, 209, 303, 277, 304, 235, 356, 353, 348, 382, 360, 260, 324, 336, 376, 325, 325, 185, 92]
    )
    rows = np.array(
        [318, 389, 391, 392, 383, 390, 382, 395, 397, 397, 399, 395, 393, 393, 392, 398, 364, 376, 311, 251]
    )
    truth = np.repeat(np.arange(20), rows)
    is_right = np.concatenate([np.arange(n) < k for n, k in zip(rows, right)])
    predicted = np.where(is_right, truth, (truth + 1) % 20)
    assert accuracy(truth, predicted) == pytest.approx(0.78444, abs=5e-6)
    assert balanced_accuracy(truth, predicted) == pytest.approx(np.mean(right / rows))
    recall = [accuracy(truth[truth == k], predicted[truth == k]) for k in range(20)]
    assert np.argsort(recall)[:3].tolist() == [19, 2, 18]
    assert np.sort(recall)[:3] == pytest.approx([0.3665, 0.5345, 0.5949], abs=5e-5)
