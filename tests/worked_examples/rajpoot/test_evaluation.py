"""Worked examples of evaluation, as far as accuracy reaches."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.assessment.measures import accuracy, auc, balanced_accuracy, error, recall


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
    counts = gn.load("confusion-newsgroups").to_pandas().drop(columns="truth").to_numpy(dtype=int)
    truth, predicted = (np.repeat(each.ravel(), counts.ravel()) for each in np.indices(counts.shape))
    assert accuracy(truth, predicted) == pytest.approx(0.78444, abs=5e-6)
    assert balanced_accuracy(truth, predicted) == pytest.approx(0.77448, abs=5e-6)
    recalls = [recall(truth == k, predicted == k) for k in range(20)]
    assert np.argsort(recalls)[:3].tolist() == [19, 2, 18]
    assert np.sort(recalls)[:3] == pytest.approx([0.3665, 0.5345, 0.5949], abs=5e-5)
