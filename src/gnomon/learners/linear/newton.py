"""Newton's method for two classes: each step is a weighted least-squares problem, solved from moments.

With weights v = w p (1 - p) and residuals r = (y - p) / (p (1 - p)), one pass over the rows gives the
weighted scatter of [X | r] about its weighted mean. Its first block is the Hessian with the constant already
eliminated, its last column the gradient, so a step costs one pass and one small system. For a price on the
size of coefficients, the same quadratic model is minimized by coordinate descent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

from gnomon import native
from gnomon.arrays import Floats
from gnomon.learners.linear.active_set import solve_by_signs
from gnomon.learners.linear.logistic_loss import BinaryRows
from gnomon.sharing.moments import Moments

SMALLEST_CURVATURE = 1e-12
ROUNDING = 1e-7
LEAST_ROWS_FOR_SAMPLE = 50_000
# So small a system is solved before LAPACK is called.
MOST_COLUMNS_AT_ONCE = 100


@dataclass(frozen=True, eq=False)
class Prices:
    """Of |w|₁ and of |w|² / 2."""

    size: float
    square: float

    def of(self, w: Floats) -> float:
        """What these coefficients cost.

        >>> Prices(1.0, 2.0).of(np.array([1.0, -2.0]))
        8.0
        """
        return self.size * float(np.abs(w).sum()) + self.square / 2 * float(np.sum(w * w))

    def pull(self, gradient: Floats, w: Floats) -> Floats:
        """The gradient of the whole objective where there is one; at zero, what exceeds the price.

        gradient: of the loss alone.
        """
        whole = gradient + self.square * w
        if self.size == 0:
            return whole
        at_zero = np.sign(whole) * np.maximum(np.abs(whole) - self.size, 0.0)
        return np.where(w == 0, at_zero, whole + self.size * np.sign(w))


@dataclass(eq=False)
class Fit:
    """Coefficients on the way: w and b, the objective after each step, the largest pull left, passes.

    model: the last quadratic model of the loss, where one was made.
    """

    w: Floats
    b: Any
    history: list[float]
    gradient: float
    iterations: int
    converged: bool
    model: Moments | None = None


def newton(
    X: Floats,
    rows: BinaryRows,
    prices: Prices,
    has_constant: bool,
    start: tuple[Floats, float],
    tol: float,
    most: int,
    model: Moments | None = None,
) -> Fit:
    """Minimize the loss and the prices; stops once no pull exceeds tol times the weight of the rows.

    model: of the same rows elsewhere, whose curvature is tried first.
    """
    if len(X) >= LEAST_ROWS_FOR_SAMPLE and not np.any(start[0]):
        start, model = _from_sample(X, rows, prices, has_constant, tol)
    w, b = np.array(start[0], dtype=np.float64), float(start[1])
    here = _Along(rows, prices, X @ w + b, 0.0, w, 0.0)
    fit = Fit(w, b, [here(0.0)], np.inf, 0, False)
    total = float(rows.weight.sum())
    if model is not None and prices.size == 0:
        w, b, here, pull = _with_same_curvature(
            X, rows, prices, has_constant, model, (w, b, here), fit, tol, most
        )
        if pull <= tol:
            return Fit(w, b, fit.history, pull, len(fit.history) - 1, True, model)
    while True:
        fit.model = model = _model(X, rows, here, has_constant)
        pull = _pull(model, w, prices, has_constant) / total
        if pull >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its slope went down: what is left is rounding.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        fit.w, fit.b, fit.gradient, fit.converged = w, b, pull, pull <= tol
        if fit.converged or len(fit.history) > most:
            break
        step, constant_step = _step(model, w, prices, has_constant)
        there = _Along(rows, prices, here.scores, X @ step + constant_step, w, step)
        share, after = shorten(there, fit.history[-1])
        if share == 0:
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        w, b, here = w + share * step, b + share * constant_step, there
        fit.history.append(after)
        if prices.size == 0:
            w, b, here, pull = _with_same_curvature(
                X, rows, prices, has_constant, model, (w, b, here), fit, tol, most
            )
            if pull <= tol:
                fit.w, fit.b, fit.gradient, fit.converged = w, b, pull, True
                break
    fit.iterations = len(fit.history) - 1
    return fit


class _Along:
    """The objective after a share of a step; keeps scores and the loss's derivatives of the last tried."""

    def __init__(
        self, rows: BinaryRows, prices: Prices, scores: Floats, along: Any, w: Floats, step: Any
    ) -> None:
        self._rows, self._prices, self._from, self._along = rows, prices, scores, along
        self._w, self._step = w, step

    def __call__(self, share: float) -> float:
        self.scores = self._from + share * self._along
        loss, self.residual, self.curvature = self._rows.terms(self.scores)
        return loss + self._prices.of(self._w + share * self._step)


def objective(
    rows: Any, prices: Prices, scores: Floats, along: Floats, w: Floats, step: Floats, share: float
) -> float:
    """The loss and the prices after a share of a step, which moves the scores along.

    >>> rows = BinaryRows(np.array([1.0]), np.array([1.0]))
    >>> zero = np.zeros(1)
    >>> round(objective(rows, Prices(0, 1), zero, zero + 2, zero, zero + 2, 1.0), 6)
    2.126928
    """
    return float(rows.loss(scores + share * along)) + prices.of(w + share * step)


def shorten(of_share: Callable[[float], float], before: float, slope: float = 0.0) -> tuple[float, float]:
    """The share of a step that lowers the objective enough, halved until it does, and its value; 0 if none.

    A full step that changes the objective by no more than its rounding is taken too: the slope tells whether
    it was good.

    >>> shorten(lambda share: (share - 0.4) ** 2, 0.16)
    (0.5, 0.009999999999999995)
    """
    share = 1.0
    for _ in range(40):
        after = of_share(share)
        if after < before and after <= before + 1e-4 * share * slope:
            return share, after
        if share == 1 and abs(after - before) <= 1e-13 * abs(before):
            return share, before
        share /= 2
    return 0.0, before


def _with_same_curvature(
    X: Floats,
    rows: BinaryRows,
    prices: Prices,
    has_constant: bool,
    model: Moments,
    at: tuple[Floats, float, _Along],
    fit: Fit,
    tol: float,
    most: int,
) -> tuple[Floats, float, _Along, float]:
    """Further steps by a Hessian at hand, while each cuts the pull to a fifth: two products a step, not d.

    From a good start the curvature hardly changes any more, and these steps are nearly Newton's.
    """
    w, b, here = at
    total, mean = float(rows.weight.sum()), model.mean[:-1] if has_constant else 0.0
    system = model.scatter[:-1, :-1] + prices.square * np.eye(len(w))
    before = inf
    while True:
        by_b = float(here.residual.sum()) if has_constant else 0.0
        by_w = X.T @ here.residual
        pull = _largest(prices.pull(by_w, w), by_b, model) / total
        if pull <= tol or pull > before / 5 or len(fit.history) > most:
            return w, b, here, pull
        before = pull
        step = -solve_scaled(system, by_w + prices.square * w - mean * by_b)
        constant_step = -by_b / model.weight - float(np.dot(mean, step)) if has_constant else 0.0
        there = _Along(rows, prices, here.scores, X @ step + constant_step, w, step)
        share, after = shorten(there, fit.history[-1])
        if share < 1:
            return w, b, here, pull
        w, b, here = w + step, b + constant_step, there
        fit.history.append(after)


def _pull(model: Moments, w: Floats, prices: Prices, has_constant: bool) -> float:
    """The largest pull on a coefficient."""
    slope, constant_slope = _slopes(model, has_constant)
    return _largest(prices.pull(slope, w), constant_slope, model)


def _largest(pulls: Floats, constant_pull: float, model: Moments) -> float:
    """In units of each column's spread, so that no column's scale decides."""
    spread = np.sqrt(np.maximum(np.diag(model.scatter)[:-1], 0.0) / max(model.weight, SMALLEST_CURVATURE))
    scaled = pulls / np.where(spread > 0, spread, 1.0)
    return max(float(np.abs(scaled).max(initial=0.0)), abs(constant_pull))


def _model(X: Floats, rows: BinaryRows, here: _Along, has_constant: bool) -> Moments:
    """Weighted moments of [X | r], about the weighted mean, or about zero where there is no constant."""
    curvature = np.maximum(here.curvature, SMALLEST_CURVATURE * rows.weight)
    residual = np.divide(-here.residual, curvature, out=np.zeros_like(curvature), where=curvature > 0)
    found = Moments.of(X, residual, curvature)
    if not np.isfinite(found.scatter).all():
        raise OverflowError("squares of the columns")
    if has_constant:
        return found
    scatter = found.scatter + found.weight * np.outer(found.mean, found.mean)
    return replace(found, mean=np.zeros_like(found.mean), scatter=scatter)


def _slopes(model: Moments, has_constant: bool) -> tuple[Floats, float]:
    """The gradient of the loss by w and by b."""
    by_constant = -model.weight * float(model.mean[-1]) if has_constant else 0.0
    return -model.scatter[:-1, -1] + model.mean[:-1] * by_constant, by_constant


def _step(model: Moments, w: Floats, prices: Prices, has_constant: bool) -> tuple[Floats, float]:
    """From w to the least value of the quadratic model, the constant eliminated."""
    hessian, cross = model.scatter[:-1, :-1], model.scatter[:-1, -1]
    if prices.size > 0:
        step = _sized_step(model, w, prices)
    else:
        step = solve_scaled(hessian + prices.square * np.eye(len(w)), cross - prices.square * w)
    return step, float(model.mean[-1] - model.mean[:-1] @ step) if has_constant else 0.0


def _sized_step(model: Moments, w: Floats, prices: Prices) -> Floats:
    """The same under a price on size: a rough descent first, then the exact answer of its signs."""
    means = model.scatter / model.weight
    gram = np.ascontiguousarray(means[:-1, :-1])
    target = means[:-1, -1] + gram @ w
    total = float(means[-1, -1] + (means[:-1, -1] + target) @ w)
    price = np.array([prices.size, prices.square]) / model.weight
    found = w
    for tolerance, most in ((1e-6, 20), (1e-9, 200), (1e-14, 2000)):
        found = native.elastic_path(
            gram, target, total, price[None, :], found, False, tolerance * total, most
        )[0][0]
        exact = solve_by_signs(gram, target, found, price)
        if exact is not None:
            return exact - w
    return found - w


def solve_scaled(system: Floats, right: Floats) -> Floats:
    """The solution of a positive system, columns put on one scale first.

    >>> solve_scaled(np.diag([1.0, 1e-12]), np.array([2.0, 3e-12])).round(9)
    array([2., 3.])
    """
    if len(right) <= MOST_COLUMNS_AT_ONCE:
        found = native.solve_positive(np.ascontiguousarray(system), np.ascontiguousarray(right), 1e-14)
        if found is not None:
            return found
    scale = np.sqrt(np.maximum(np.diag(system), np.finfo(float).tiny))
    scaled = system / np.outer(scale, scale)
    try:
        return cho_solve(cho_factor(scaled + 1e-14 * np.eye(len(scale))), right / scale) / scale
    except LinAlgError:
        return np.linalg.lstsq(scaled, right / scale)[0] / scale


def _from_sample(
    X: Floats, rows: BinaryRows, prices: Prices, has_constant: bool, tol: float
) -> tuple[tuple[Floats, float], Moments | None]:
    """A start from every twentieth row, at a twentieth of the prices, and the curvature there."""
    some = slice(None, None, 20)
    sample = BinaryRows(rows.y[some].copy(), rows.weight[some].copy())
    nothing = (np.zeros(X.shape[1]), 0.0)
    if not sample.weight.any() or np.ptp(sample.y[sample.weight > 0]) == 0:
        return nothing, None
    smaller = Prices(prices.size / 20, prices.square / 20)
    fit = newton(np.ascontiguousarray(X[some]), sample, smaller, has_constant, nothing, max(tol, 1e-5), 20)
    if fit.model is None or not np.isfinite(fit.w).all():
        return nothing, None
    ratio = float(rows.weight.sum() / sample.weight.sum())
    model = replace(fit.model, weight=ratio * fit.model.weight, scatter=ratio * fit.model.scatter)
    return (fit.w, fit.b), model
