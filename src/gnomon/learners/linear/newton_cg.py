"""Newton's method without a Hessian: its steps by conjugate gradients, for sparse rows and very many columns.

Only products of the Hessian with a direction are asked for, two with the rows each. Far from the minimum a
rough step is enough; the closer, the more exact it is made (Dembo, Eisenstat & Steihaug 1982).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import Precondition
from gnomon.learners.linear.newton import ROUNDING, Fit, Prices, shorten
from gnomon.learners.linear.products import Products
from gnomon.learners.linear.quasi_newton import gradient, spread_of

MOST_PRODUCTS = 200
ROUGHEST = 0.3

# By w and by b.
Both = tuple[Floats, Floats]


def newton_cg(
    X: Any,
    rows: Any,
    prices: Prices,
    has_constant: bool,
    start: Both,
    precondition_at: Callable[[Both], Precondition],
    tol: float,
    most: int,
) -> Fit:
    """Minimize the loss and the price of squares over coefficients w (classes x columns) and b (classes).

    precondition_at: for coefficients an approximate inverse Hessian there, which takes gradients by w and b.
    """
    products, spread, total = Products(X), spread_of(X), float(rows.weight.sum())
    w, b = np.array(start[0]), np.array(start[1])
    scores = products.scores(w) + b
    loss, residual = rows.loss_and_residual(scores)
    fit = Fit(w, b, [loss + prices.of(w)], np.inf, 0, False)
    first = 0.0
    for fit.iterations in range(most + 1):
        by_w, by_b = gradient(products, residual, prices, has_constant, w)
        pull = max(np.abs(by_w / spread).max(initial=0.0), np.abs(by_b).max(initial=0.0)) / total
        if pull >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its slope went down: what is left is rounding.
            break
        fit.w, fit.b, fit.gradient = w, b, float(pull)
        if pull <= tol or fit.iterations == most:
            break
        first = first or float(pull)
        bent = _Bent(products, rows, prices, has_constant, rows.probability(scores))
        rough = min(ROUGHEST, np.sqrt(pull / first))
        step_w, step_b = _step((-by_w, -by_b), bent, precondition_at((w, b)), rough)
        along = products.scores(step_w) + step_b
        slope = _dot((by_w, by_b), (step_w, step_b))
        share, after = shorten(
            lambda share: rows.loss(scores + share * along) + prices.of(w + share * step_w),  # noqa: B023
            fit.history[-1],
            slope,
        )
        if share == 0:
            break
        w, b, scores = w + share * step_w, b + share * step_b, scores + share * along
        residual = rows.residual(scores)
        fit.history.append(after)
    fit.converged = bool(fit.gradient <= max(tol, ROUNDING))
    return fit


class _Bent:
    """The Hessian times a direction."""

    def __init__(
        self, products: Products, rows: Any, prices: Prices, has_constant: bool, probability: Floats
    ) -> None:
        self._products, self._rows, self._prices = products, rows, prices
        self._has_constant, self._probability = has_constant, probability

    def __call__(self, direction: Both) -> Both:
        along = self._products.scores(direction[0]) + direction[1]
        changed = self._rows.bent(self._probability, along)
        return gradient(self._products, changed, self._prices, self._has_constant, direction[0])


def _step(downhill: Both, bent: Callable[[Both], Both], precondition: Precondition, rough: float) -> Both:
    """Conjugate gradients from zero until the slope left is a share `rough` of that at the start."""
    w, b = np.zeros_like(downhill[0]), np.zeros_like(downhill[1])
    left = downhill
    toward = direction = precondition(*left)
    size = begin = _dot(left, toward)
    for _ in range(MOST_PRODUCTS):
        turned = bent(direction)
        bend = _dot(direction, turned)
        if bend <= 0:
            # No curvature along it that rounding has left.
            break
        share = size / bend
        w, b = w + share * direction[0], b + share * direction[1]
        left = left[0] - share * turned[0], left[1] - share * turned[1]
        toward = precondition(*left)
        before, size = size, _dot(left, toward)
        if size <= rough**2 * begin:
            break
        direction = toward[0] + size / before * direction[0], toward[1] + size / before * direction[1]
    return (w, b) if w.any() or b.any() else toward


def _dot(a: Both, b: Both) -> float:
    return float(np.vdot(a[0].T, b[0].T) + np.dot(a[1], b[1]))
