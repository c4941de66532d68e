"""Preconditioned L-BFGS (limited-memory quasi-Newton) on linear scores (Nocedal & Wright 2006, ch. 7).

Scores are linear in the coefficients, so a line search needs no further products with the rows: two products
an iteration, one for the gradient and one for the direction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import Precondition
from gnomon.learners.linear.newton import ROUNDING, Fit, Penalty, backtrack
from gnomon.learners.linear.products import Products

MEMORY = 12
# Steps before which the preconditioner is computed, at the current coefficients.
REFRESH_STEPS = (0, 4, 50)


def quasi_newton(
    X: Any,
    rows: Any,
    penalty: Penalty,
    fit_intercept: bool,
    start: tuple[Floats, Floats],
    precondition_at: Callable[[tuple[Floats, Floats]], Precondition],
    tol: float,
    max_iter: int,
) -> Fit:
    """Minimize the loss with an L2 penalty over coefficients w (classes x columns) and b (classes).

    precondition_at: from coefficients to an approximate inverse Hessian there, applied to gradients in w and
    b.
    """
    w, b = np.array(start[0]), np.array(start[1])
    products = Products(X)
    line = _LineObjective(rows, penalty, products.scores(w) + b, w)
    fit = Fit(w, b, [line(0.0)], np.inf, 0, False)
    pairs: deque[tuple[Floats, Floats, float]] = deque(maxlen=MEMORY)
    total, spread = float(rows.weight.sum()), spread_of(X)
    by_w, by_b = gradient(products, line.residual, penalty, fit_intercept, w)
    for fit.iterations in range(max_iter + 1):
        norm = max(np.abs(by_w / spread).max(initial=0.0), np.abs(by_b).max(initial=0.0)) / total
        if norm < fit.gradient or fit.history[-1] < fit.history[-2]:
            fit.w, fit.b, fit.gradient, fit.converged = w, b, float(norm), bool(norm <= tol)
            if fit.converged:
                break
            if fit.iterations == max_iter:
                fit.converged = fit.gradient <= max(tol, ROUNDING)
                break
        elif len(pairs) == 0:
            # Neither the objective nor its gradient decreased: what is left is rounding error.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        else:
            pairs.clear()
        if fit.iterations in REFRESH_STEPS:
            precondition = precondition_at((w, b))
        slope = _flat(by_w, by_b)
        step = _direction(slope, pairs, precondition, w.shape)
        step_w, step_b = _shaped(step, w.shape)
        line.search_along(products.scores(step_w) + step_b, w, step_w)
        step_size, after = backtrack(line, fit.history[-1], float(step @ slope))
        if step_size == 0:
            line.restore()
            if not pairs:
                fit.converged = fit.gradient <= max(tol, ROUNDING)
                break
            pairs.clear()
            continue
        w, b = w + step_size * step_w, b + step_size * step_b
        fit.history.append(after)
        by_w, by_b = gradient(products, line.residual, penalty, fit_intercept, w)
        change = _flat(by_w, by_b) - slope
        curvature = step_size * float(change @ step)
        if curvature > 1e-14 * float(change @ change):
            pairs.append((step_size * step, change, curvature))
    return fit


class _LineObjective:
    """The objective along a search direction; stores scores and residual of the last step size tried."""

    def __init__(self, rows: Any, penalty: Penalty, scores: Floats, w: Floats) -> None:
        self._rows, self._penalty, self.scores = rows, penalty, scores
        self.search_along(np.zeros_like(scores), w, np.zeros_like(w))

    def search_along(self, along: Floats, w: Floats, step: Floats) -> None:
        """Set a new direction, from the scores of the last step."""
        self._from, self._along, self._w, self._step = self.scores, along, w, step

    def restore(self) -> None:
        """Restore the scores before the line search, as no step was taken."""
        self.scores = self._from

    def __call__(self, step_size: float) -> float:
        self.scores = self._from + step_size * self._along
        loss, self.residual = self._rows.loss_and_residual(self.scores)
        return float(loss) + self._penalty.of(self._w + step_size * self._step)


def gradient(
    products: Products, residual: Floats, penalty: Penalty, fit_intercept: bool, w: Floats
) -> tuple[Floats, Floats]:
    """The gradient of the loss and the L2 penalty, in w and in b.

    >>> rows = Products(np.array([[1.0], [3.0]]))
    >>> gradient(rows, np.array([[1.0], [-1.0]]), Penalty(0, 0.5), True, np.array([[2.0]]))
    (array([[-1.]]), array([0.]))
    """
    by_w = products.slopes(residual) + penalty.l2 * w
    by_b = residual.sum(axis=0) if fit_intercept else np.zeros(len(w))
    return by_w, by_b


def spread_of(X: Any) -> Floats:
    """The root mean square of each column, the unit of its gradient; 1 where a column is zero.

    >>> spread_of(np.array([[3.0, 0.0], [4.0, 0.0]])).round(4)
    array([3.5355, 1.    ])
    """
    is_dense = isinstance(X, np.ndarray)
    squares = np.einsum("ij,ij->j", X, X) if is_dense else np.asarray(X.multiply(X).sum(axis=0)).ravel()
    squares = squares / X.shape[0]
    if not np.isfinite(squares).all():
        raise OverflowError("squares of the columns")
    return np.where(squares > 0, np.sqrt(squares), 1.0)


def _direction(
    gradient: Floats,
    pairs: deque[tuple[Floats, Floats, float]],
    precondition: Precondition,
    shape: tuple[int, ...],
) -> Floats:
    """The two-loop recursion, with the preconditioner as initial inverse Hessian."""
    direction = -gradient
    alphas = []
    for step, change, curvature in reversed(pairs):
        alphas.append(float(step @ direction) / curvature)
        direction = direction - alphas[-1] * change
    direction = _flat(*precondition(*_shaped(direction, shape)))
    for (step, change, curvature), alpha in zip(pairs, reversed(alphas)):
        direction = direction + (alpha - float(change @ direction) / curvature) * step
    return direction


def _flat(by_w: Floats, by_b: Floats) -> Floats:
    """Column by column, the order in which products with sparse rows store coefficients."""
    return np.concatenate([by_w.T.ravel(), by_b])


def _shaped(flat: Floats, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    n_classes, n_columns = shape
    return flat[:-n_classes].reshape(n_columns, n_classes).T, flat[-n_classes:]
