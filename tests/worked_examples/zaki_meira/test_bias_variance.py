"""Worked example of bias and variance: the quadratic support vector machine on two components of Iris."""

import numpy as np
import pytest

from gnomon import SVC, LogisticRegression
from gnomon.assessment.bias_variance import bias_variance, bias_variance_curve
from gnomon.assessment.splits import bootstrap
from gnomon.data.sets import load

PRICES = (0.01, 0.1, 1.0, 10.0, 100.0)
# Means over 20 repetitions of ten bootstrap samples.
BIAS = (0.2795, 0.1453, 0.1036, 0.0929, 0.0896)
VARIANCE = (0.0416, 0.0239, 0.0345, 0.0429, 0.0482)


def quadratic():
    return SVC(kernel="poly", degree=2, coef0=0, gamma=1)


def test_bias_falls_with_C_and_variance_rises_from_a_tenth_on():
    """Zaki and Meira 2014, section 22.3, example 22.12."""
    found = [
        bias_variance_curve(
            load("iris-components"),
            quadratic(),
            "C",
            PRICES,
            bootstrap(10, stratify=False, random_state=seed),
            loss="squared",
            cases="all",
            prepare=False,
        ).frame()
        for seed in range(8)
    ]
    bias = np.mean([frame.bias for frame in found], axis=0)
    variance = np.mean([frame.variance for frame in found], axis=0)
    loss = np.mean([frame.loss for frame in found], axis=0)
    assert np.allclose(bias + variance, loss, atol=1e-12)
    assert np.allclose(bias, BIAS, atol=0.02)
    assert np.allclose(variance, VARIANCE, atol=0.02)
    assert (np.diff(bias) < 0).all()
    # From 10 to 100 eight repetitions cannot tell a rise from none.
    assert (np.diff(variance[1:4]) > 0).all()
    assert variance[4] > variance[2]
    # Flat from C = 1 on: the document's lowest loss at C = 1 is a feature of its draw.
    assert PRICES[int(np.argmin(loss))] >= 1
    assert np.ptp(loss[2:]) < 0.01


def test_one_error_costs_four_and_the_labels_are_plus_and_minus_one():
    """Zaki and Meira 2014, section 22.3, example 22.12."""
    task, plan = load("iris-components"), bootstrap(10, stratify=False)
    squared = bias_variance(task, quadratic(), plan, loss="squared", cases="all")
    rate = bias_variance(task, quadratic(), plan, loss="zero-one", cases="all")
    halves = bias_variance(task, quadratic(), plan, method="kohavi-wolpert", cases="all")
    assert squared.loss == pytest.approx(4 * rate.loss)
    # On +1 and -1 the squared loss is four times Kohavi and Wolpert's zero-one loss, part by part.
    assert squared.bias == pytest.approx(4 * halves.bias)
    assert squared.variance == pytest.approx(4 * halves.variance)
    assert "optimistic" in squared.why


def test_a_straight_line_is_biased_where_the_boundary_is_curved():
    """Zaki and Meira 2014, section 22.3, example 22.12."""
    task, plan = load("iris-components"), bootstrap(10)
    straight = bias_variance(task, LogisticRegression(), plan, loss="squared")
    curved = bias_variance(task, quadratic().set_params(C=10), plan, loss="squared")
    assert straight.bias > 5 * curved.bias
