"""Limited-memory BFGS on linear scores, with a preconditioner (Nocedal & Wright 2006, chapter 7).

Scores are linear in the coefficients, so a trial along a direction costs no product with the rows: two
products an iteration, one for the gradient and one for the direction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import Precondition
from gnomon.learners.linear.newton import ROUNDING, Fit, Prices, shorten
from gnomon.learners.linear.products import Products

MEMORY = 12
# Steps before which the preconditioner is made, for where they are by then.
RENEWED = (0, 4, 50)


def quasi_newton(
    X: Any,
    rows: Any,
    prices: Prices,
    has_constant: bool,
    start: tuple[Floats, Floats],
    precondition_at: Callable[[tuple[Floats, Floats]], Precondition],
    tol: float,
    most: int,
) -> Fit:
    """Minimize the loss and the price of squares over coefficients w (classes x columns) and b (classes).

    precondition_at: for coefficients an approximate inverse Hessian there, which takes gradients by w and b.
    """
    w, b = np.array(start[0]), np.array(start[1])
    products = Products(X)
    trial = _Trial(rows, prices, products.scores(w) + b, w)
    fit = Fit(w, b, [trial(0.0)], np.inf, 0, False)
    pairs: deque[tuple[Floats, Floats, float]] = deque(maxlen=MEMORY)
    total, spread = float(rows.weight.sum()), spread_of(X)
    by_w, by_b = gradient(products, trial.residual, prices, has_constant, w)
    for fit.iterations in range(most + 1):
        pull = max(np.abs(by_w / spread).max(initial=0.0), np.abs(by_b).max(initial=0.0)) / total
        if pull < fit.gradient or fit.history[-1] < fit.history[-2]:
            fit.w, fit.b, fit.gradient, fit.converged = w, b, float(pull), bool(pull <= tol)
            if fit.converged:
                break
            if fit.iterations == most:
                fit.converged = fit.gradient <= max(tol, ROUNDING)
                break
        elif len(pairs) == 0:
            # Neither the objective nor its slope went down: what is left is rounding.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        else:
            pairs.clear()
        if fit.iterations in RENEWED:
            precondition = precondition_at((w, b))
        slope = _flat(by_w, by_b)
        step = _direction(slope, pairs, precondition, w.shape)
        step_w, step_b = _shaped(step, w.shape)
        trial.set_out(products.scores(step_w) + step_b, w, step_w)
        share, after = shorten(trial, fit.history[-1], float(step @ slope))
        if share == 0:
            trial.go_back()
            if not pairs:
                fit.converged = fit.gradient <= max(tol, ROUNDING)
                break
            pairs.clear()
            continue
        w, b = w + share * step_w, b + share * step_b
        fit.history.append(after)
        by_w, by_b = gradient(products, trial.residual, prices, has_constant, w)
        change = _flat(by_w, by_b) - slope
        bend = share * float(change @ step)
        if bend > 1e-14 * float(change @ change):
            pairs.append((share * step, change, bend))
    return fit


class _Trial:
    """The objective after a share of a step; remembers scores and residual of the last share tried."""

    def __init__(self, rows: Any, prices: Prices, scores: Floats, w: Floats) -> None:
        self._rows, self._prices, self.scores = rows, prices, scores
        self.set_out(np.zeros_like(scores), w, np.zeros_like(w))

    def set_out(self, along: Floats, w: Floats, step: Floats) -> None:
        """From the scores of the last share, which was taken, along a new direction."""
        self._from, self._along, self._w, self._step = self.scores, along, w, step

    def go_back(self) -> None:
        """To where it set out from, as no share was taken."""
        self.scores = self._from

    def __call__(self, share: float) -> float:
        self.scores = self._from + share * self._along
        loss, self.residual = self._rows.loss_and_residual(self.scores)
        return float(loss) + self._prices.of(self._w + share * self._step)


def gradient(
    products: Products, residual: Floats, prices: Prices, has_constant: bool, w: Floats
) -> tuple[Floats, Floats]:
    """Of the loss and the price of squares, by w and by b.

    >>> rows = Products(np.array([[1.0], [3.0]]))
    >>> gradient(rows, np.array([[1.0], [-1.0]]), Prices(0, 0.5), True, np.array([[2.0]]))
    (array([[-1.]]), array([0.]))
    """
    by_w = products.slopes(residual) + prices.square * w
    by_b = residual.sum(axis=0) if has_constant else np.zeros(len(w))
    return by_w, by_b


def spread_of(X: Any) -> Floats:
    """The root mean square of each column, by which pulls are measured; 1 where a column is empty.

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
    """The two-loop recursion about the preconditioner."""
    found = -gradient
    shares = []
    for step, change, bend in reversed(pairs):
        shares.append(float(step @ found) / bend)
        found = found - shares[-1] * change
    found = _flat(*precondition(*_shaped(found, shape)))
    for (step, change, bend), share in zip(pairs, reversed(shares)):
        found = found + (share - float(change @ found) / bend) * step
    return found


def _flat(by_w: Floats, by_b: Floats) -> Floats:
    """Column by column, as products with sparse rows give and take coefficients."""
    return np.concatenate([by_w.T.ravel(), by_b])


def _shaped(flat: Floats, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    n_classes, n_columns = shape
    return flat[:-n_classes].reshape(n_columns, n_classes).T, flat[-n_classes:]
