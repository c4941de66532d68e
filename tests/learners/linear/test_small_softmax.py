from functools import partial

import numpy as np
import pytest

from gnomon.learners.linear.curvature import blocks
from gnomon.learners.linear.logistic_loss import ManyRows
from gnomon.learners.linear.newton import Penalty
from gnomon.learners.linear.quasi_newton import quasi_newton
from gnomon.learners.linear.small_softmax import small_softmax


def table(n=400, d=8, n_classes=5, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d)) * 10.0 ** random.integers(-1, 2, d) + 2
    scores = (X - X.mean(axis=0)) / X.std(axis=0) @ random.normal(size=(d, n_classes))
    codes = (scores + random.normal(size=scores.shape)).argmax(axis=1)
    return X, ManyRows(codes, n_classes, random.uniform(0, 2, n) * (random.random(n) < 0.9))


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("square", [1e-3, 1.0, 1e3])
def test_one_call_finds_what_steps_in_numpy_find(fit_intercept, square):
    X, rows = table()
    penalty, start = Penalty(0.0, square), (np.zeros((5, 8)), np.zeros(5))
    fit = small_softmax(X, rows, penalty, fit_intercept, start, 1e-9, 1000)
    make = partial(blocks, X, rows, square, fit_intercept)
    expected = quasi_newton(X, rows, penalty, fit_intercept, start, make, 1e-9, 1000)
    assert fit.converged
    assert fit.gradient <= 1e-9
    np.testing.assert_allclose(fit.w, expected.w, atol=1e-5)
    np.testing.assert_allclose(fit.b - fit.b.mean(), expected.b - expected.b.mean(), atol=1e-5)
    assert fit.history[-1] == pytest.approx(expected.history[-1], rel=1e-12)
    assert fit.iterations <= 1.5 * expected.iterations + 5


def test_a_minimum_as_start_is_left_where_it_is():
    X, rows = table()
    penalty = Penalty(0.0, 1.0)
    first = small_softmax(X, rows, penalty, True, (np.zeros((5, 8)), np.zeros(5)), 1e-9, 1000)
    again = small_softmax(X, rows, penalty, True, (first.w, first.b), 1e-9, 1000)
    assert again.iterations == 0
    np.testing.assert_array_equal(again.w, first.w)
