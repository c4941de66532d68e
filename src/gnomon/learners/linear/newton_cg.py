"""Newton-CG (truncated Newton): Newton steps by conjugate gradients, for sparse rows and very many columns.

Needs only Hessian-vector products, two products with the rows each. Far from the minimum an inexact step is
enough; the closer, the more exact (Dembo, Eisenstat & Steihaug 1982).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import Precondition
from gnomon.learners.linear.newton import ROUNDING, Fit, Penalty, backtrack
from gnomon.learners.linear.products import Products
from gnomon.learners.linear.quasi_newton import gradient, spread_of

MAX_PRODUCTS = 200
MAX_TOLERANCE = 0.3

# Of w and of b.
Both = tuple[Floats, Floats]


def newton_cg(
    X: Any,
    rows: Any,
    penalty: Penalty,
    fit_intercept: bool,
    start: Both,
    precondition_at: Callable[[Both], Precondition],
    tol: float,
    max_iter: int,
) -> Fit:
    """Minimize the loss with an L2 penalty over coefficients w (classes x columns) and b (classes).

    precondition_at: from coefficients to an approximate inverse Hessian there, applied to gradients in w and
    b.
    """
    products, spread, total = Products(X), spread_of(X), float(rows.weight.sum())
    w, b = np.array(start[0]), np.array(start[1])
    scores = products.scores(w) + b
    loss, residual = rows.loss_and_residual(scores)
    fit = Fit(w, b, [loss + penalty.of(w)], np.inf, 0, False)
    first = 0.0
    for fit.iterations in range(max_iter + 1):
        by_w, by_b = gradient(products, residual, penalty, fit_intercept, w)
        norm = max(np.abs(by_w / spread).max(initial=0.0), np.abs(by_b).max(initial=0.0)) / total
        if norm >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its gradient decreased: what is left is rounding error.
            break
        fit.w, fit.b, fit.gradient = w, b, float(norm)
        if norm <= tol or fit.iterations == max_iter:
            break
        first = first or float(norm)
        hessian = _HessianProduct(products, rows, penalty, fit_intercept, rows.probability(scores))
        tolerance = min(MAX_TOLERANCE, np.sqrt(norm / first))
        step_w, step_b = _step((-by_w, -by_b), hessian, precondition_at((w, b)), tolerance)
        along = products.scores(step_w) + step_b
        slope = _dot((by_w, by_b), (step_w, step_b))
        step_size, after = backtrack(
            lambda step_size: rows.loss(scores + step_size * along) + penalty.of(w + step_size * step_w),  # noqa: B023
            fit.history[-1],
            slope,
        )
        if step_size == 0:
            break
        w, b, scores = w + step_size * step_w, b + step_size * step_b, scores + step_size * along
        residual = rows.residual(scores)
        fit.history.append(after)
    fit.converged = bool(fit.gradient <= max(tol, ROUNDING))
    return fit


class _HessianProduct:
    """Hessian-vector products."""

    def __init__(
        self, products: Products, rows: Any, penalty: Penalty, fit_intercept: bool, probability: Floats
    ) -> None:
        self._products, self._rows, self._penalty = products, rows, penalty
        self._fit_intercept, self._probability = fit_intercept, probability

    def __call__(self, direction: Both) -> Both:
        along = self._products.scores(direction[0]) + direction[1]
        changed = self._rows.hessian_times(self._probability, along)
        return gradient(self._products, changed, self._penalty, self._fit_intercept, direction[0])


def _step(
    negative_gradient: Both, hessian: Callable[[Both], Both], precondition: Precondition, tolerance: float
) -> Both:
    """Conjugate gradients from zero until the residual is a fraction `tolerance` of the initial one."""
    w, b = np.zeros_like(negative_gradient[0]), np.zeros_like(negative_gradient[1])
    residual = negative_gradient
    toward = direction = precondition(*residual)
    size = begin = _dot(residual, toward)
    for _ in range(MAX_PRODUCTS):
        product = hessian(direction)
        curvature = _dot(direction, product)
        if curvature <= 0:
            # No curvature along it above rounding error.
            break
        step_size = size / curvature
        w, b = w + step_size * direction[0], b + step_size * direction[1]
        residual = residual[0] - step_size * product[0], residual[1] - step_size * product[1]
        toward = precondition(*residual)
        before, size = size, _dot(residual, toward)
        if size <= tolerance**2 * begin:
            break
        direction = toward[0] + size / before * direction[0], toward[1] + size / before * direction[1]
    return (w, b) if w.any() or b.any() else toward


def _dot(a: Both, b: Both) -> float:
    return float(np.vdot(a[0].T, b[0].T) + np.dot(a[1], b[1]))
