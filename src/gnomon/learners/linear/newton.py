"""Newton's method for binary logistic regression (iteratively reweighted least squares, IRLS).

With weights v = w p (1 - p) and residuals r = (y - p) / (p (1 - p)), one pass over the rows gives the
weighted scatter of [X | r] about its weighted mean. Its first block is the Hessian with the intercept already
eliminated, its last column the gradient, so a step costs one pass and one small system. With an L1 penalty,
the same quadratic model is minimized by coordinate descent.
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

MIN_CURVATURE = 1e-12
ROUNDING = 1e-7
MIN_ROWS_FOR_SUBSAMPLE = 50_000
# Systems so small are solved faster than LAPACK is called.
MAX_COLUMNS_UNPIVOTED = 100


@dataclass(frozen=True, eq=False)
class Penalty:
    """Elastic net penalty: l1 of |w|₁ and l2 of |w|² / 2."""

    l1: float
    l2: float

    def of(self, w: Floats) -> float:
        """The penalty of these coefficients.

        >>> Penalty(1.0, 2.0).of(np.array([1.0, -2.0]))
        8.0
        """
        return self.l1 * float(np.abs(w).sum()) + self.l2 / 2 * float(np.sum(w * w))

    def subgradient(self, gradient: Floats, w: Floats) -> Floats:
        """The minimum-norm subgradient of the penalized objective; at w = 0, what exceeds l1.

        gradient: of the loss alone.
        """
        whole = gradient + self.l2 * w
        if self.l1 == 0:
            return whole
        at_zero = np.sign(whole) * np.maximum(np.abs(whole) - self.l1, 0.0)
        return np.where(w == 0, at_zero, whole + self.l1 * np.sign(w))


@dataclass(eq=False)
class Fit:
    """A fit: w and b, the objective after each step, the largest component of the gradient, iterations.

    model: the last quadratic model of the loss, if there is one.
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
    penalty: Penalty,
    fit_intercept: bool,
    start: tuple[Floats, float],
    tol: float,
    max_iter: int,
    model: Moments | None = None,
) -> Fit:
    """Minimize the penalized loss until the largest gradient component is below tol times the total weight.

    model: of the same rows at other coefficients, whose Hessian is tried first.
    """
    if len(X) >= MIN_ROWS_FOR_SUBSAMPLE and not np.any(start[0]):
        start, model = _from_sample(X, rows, penalty, fit_intercept, tol)
    w, b = np.array(start[0], dtype=np.float64), float(start[1])
    here = _LineObjective(rows, penalty, X @ w + b, 0.0, w, 0.0)
    fit = Fit(w, b, [here(0.0)], np.inf, 0, False)
    total = float(rows.weight.sum())
    if model is not None and penalty.l1 == 0:
        w, b, here, norm = _with_same_curvature(
            X, rows, penalty, fit_intercept, model, (w, b, here), fit, tol, max_iter
        )
        if norm <= tol:
            return Fit(w, b, fit.history, norm, len(fit.history) - 1, True, model)
    while True:
        fit.model = model = _model(X, rows, here, fit_intercept)
        norm = _gradient_norm(model, w, penalty, fit_intercept) / total
        if norm >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its gradient decreased: what is left is rounding error.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        fit.w, fit.b, fit.gradient, fit.converged = w, b, norm, norm <= tol
        if fit.converged or len(fit.history) > max_iter:
            break
        step, intercept_step = _step(model, w, penalty, fit_intercept)
        there = _LineObjective(rows, penalty, here.scores, X @ step + intercept_step, w, step)
        step_size, after = backtrack(there, fit.history[-1])
        if step_size == 0:
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        w, b, here = w + step_size * step, b + step_size * intercept_step, there
        fit.history.append(after)
        if penalty.l1 == 0:
            w, b, here, norm = _with_same_curvature(
                X, rows, penalty, fit_intercept, model, (w, b, here), fit, tol, max_iter
            )
            if norm <= tol:
                fit.w, fit.b, fit.gradient, fit.converged = w, b, norm, True
                break
    fit.iterations = len(fit.history) - 1
    return fit


class _LineObjective:
    """The objective along a search direction; stores scores and derivatives of the last step size tried."""

    def __init__(
        self, rows: BinaryRows, penalty: Penalty, scores: Floats, along: Any, w: Floats, step: Any
    ) -> None:
        self._rows, self._penalty, self._from, self._along = rows, penalty, scores, along
        self._w, self._step = w, step

    def __call__(self, step_size: float) -> float:
        self.scores = self._from + step_size * self._along
        loss, self.residual, self.curvature = self._rows.terms(self.scores)
        return loss + self._penalty.of(self._w + step_size * self._step)


def objective(
    rows: Any, penalty: Penalty, scores: Floats, along: Floats, w: Floats, step: Floats, step_size: float
) -> float:
    """The penalized loss after a step of this size, which changes the scores by step_size times along.

    >>> rows = BinaryRows(np.array([1.0]), np.array([1.0]))
    >>> zero = np.zeros(1)
    >>> round(objective(rows, Penalty(0, 1), zero, zero + 2, zero, zero + 2, 1.0), 6)
    2.126928
    """
    return float(rows.loss(scores + step_size * along)) + penalty.of(w + step_size * step)


def backtrack(
    of_step_size: Callable[[float], float], before: float, slope: float = 0.0
) -> tuple[float, float]:
    """Backtracking line search (Armijo): the step size and the objective there; 0 if none decreases it.

    A full step that changes the objective by no more than rounding error is taken too: the gradient then
    decides whether it was good.

    >>> backtrack(lambda step_size: (step_size - 0.4) ** 2, 0.16)
    (0.5, 0.009999999999999995)
    """
    step_size = 1.0
    for _ in range(40):
        after = of_step_size(step_size)
        if after < before and after <= before + 1e-4 * step_size * slope:
            return step_size, after
        if step_size == 1 and abs(after - before) <= 1e-13 * abs(before):
            return step_size, before
        step_size /= 2
    return 0.0, before


def _with_same_curvature(
    X: Floats,
    rows: BinaryRows,
    penalty: Penalty,
    fit_intercept: bool,
    model: Moments,
    at: tuple[Floats, float, _LineObjective],
    fit: Fit,
    tol: float,
    max_iter: int,
) -> tuple[Floats, float, _LineObjective, float]:
    """Further steps with the last Hessian, while each cuts the gradient to a fifth: two products a step, not
    d.

    Two products a step instead of d. Two products a step instead of d. Near the minimum the Hessian hardly
    changes, and these steps are nearly Newton's (chord method).
    """
    w, b, here = at
    total, mean = float(rows.weight.sum()), model.mean[:-1] if fit_intercept else 0.0
    system = model.scatter[:-1, :-1] + penalty.l2 * np.eye(len(w))
    before = inf
    while True:
        by_b = float(here.residual.sum()) if fit_intercept else 0.0
        by_w = X.T @ here.residual
        norm = _scaled_norm(penalty.subgradient(by_w, w), by_b, model) / total
        if norm <= tol or norm > before / 5 or len(fit.history) > max_iter:
            return w, b, here, norm
        before = norm
        step = -solve_scaled(system, by_w + penalty.l2 * w - mean * by_b)
        intercept_step = -by_b / model.weight - float(np.dot(mean, step)) if fit_intercept else 0.0
        there = _LineObjective(rows, penalty, here.scores, X @ step + intercept_step, w, step)
        step_size, after = backtrack(there, fit.history[-1])
        if step_size < 1:
            return w, b, here, norm
        w, b, here = w + step, b + intercept_step, there
        fit.history.append(after)


def _gradient_norm(model: Moments, w: Floats, penalty: Penalty, fit_intercept: bool) -> float:
    """The largest component of the gradient."""
    slope, intercept_slope = _slopes(model, fit_intercept)
    return _scaled_norm(penalty.subgradient(slope, w), intercept_slope, model)


def _scaled_norm(gradient: Floats, intercept_gradient: float, model: Moments) -> float:
    """The maximum norm, in units of each column's standard deviation, so that no column's scale dominates."""
    spread = np.sqrt(np.maximum(np.diag(model.scatter)[:-1], 0.0) / max(model.weight, MIN_CURVATURE))
    scaled = gradient / np.where(spread > 0, spread, 1.0)
    return max(float(np.abs(scaled).max(initial=0.0)), abs(intercept_gradient))


def _model(X: Floats, rows: BinaryRows, here: _LineObjective, fit_intercept: bool) -> Moments:
    """Weighted moments of [X | r], about the weighted mean, or about zero without an intercept."""
    curvature = np.maximum(here.curvature, MIN_CURVATURE * rows.weight)
    residual = np.divide(-here.residual, curvature, out=np.zeros_like(curvature), where=curvature > 0)
    moments = Moments.of(X, residual, curvature)
    if not np.isfinite(moments.scatter).all():
        raise OverflowError("squares of the columns")
    if fit_intercept:
        return moments
    scatter = moments.scatter + moments.weight * np.outer(moments.mean, moments.mean)
    return replace(moments, mean=np.zeros_like(moments.mean), scatter=scatter)


def _slopes(model: Moments, fit_intercept: bool) -> tuple[Floats, float]:
    """The gradient of the loss with respect to w and b."""
    by_intercept = -model.weight * float(model.mean[-1]) if fit_intercept else 0.0
    return -model.scatter[:-1, -1] + model.mean[:-1] * by_intercept, by_intercept


def _step(model: Moments, w: Floats, penalty: Penalty, fit_intercept: bool) -> tuple[Floats, float]:
    """The step from w to the minimum of the quadratic model, the intercept eliminated."""
    hessian, cross = model.scatter[:-1, :-1], model.scatter[:-1, -1]
    if penalty.l1 > 0:
        step = _l1_step(model, w, penalty)
    else:
        step = solve_scaled(hessian + penalty.l2 * np.eye(len(w)), cross - penalty.l2 * w)
    return step, float(model.mean[-1] - model.mean[:-1] @ step) if fit_intercept else 0.0


def _l1_step(model: Moments, w: Floats, penalty: Penalty) -> Floats:
    """The same with an L1 penalty: coordinate descent, then the exact active-set solution."""
    means = model.scatter / model.weight
    gram = np.ascontiguousarray(means[:-1, :-1])
    target = means[:-1, -1] + gram @ w
    total = float(means[-1, -1] + (means[:-1, -1] + target) @ w)
    penalties = np.array([penalty.l1, penalty.l2]) / model.weight
    solution = w
    for tolerance, max_iter in ((1e-6, 20), (1e-9, 200), (1e-14, 2000)):
        solution = native.elastic_path(
            gram, target, total, penalties[None, :], solution, False, tolerance * total, max_iter
        )[0][0]
        exact = solve_by_signs(gram, target, solution, penalties)
        if exact is not None:
            return exact - w
    return solution - w


def solve_scaled(system: Floats, right: Floats) -> Floats:
    """The solution of a positive definite system, scaled to a unit diagonal first.

    >>> solve_scaled(np.diag([1.0, 1e-12]), np.array([2.0, 3e-12])).round(9)
    array([2., 3.])
    """
    if len(right) <= MAX_COLUMNS_UNPIVOTED:
        arrays = np.ascontiguousarray(system), np.ascontiguousarray(right)
        solution = native.solve_positive_definite(*arrays, 1e-14)
        if solution is not None:
            return solution
    scale = np.sqrt(np.maximum(np.diag(system), np.finfo(float).tiny))
    scaled = system / np.outer(scale, scale)
    try:
        return cho_solve(cho_factor(scaled + 1e-14 * np.eye(len(scale))), right / scale) / scale
    except LinAlgError:
        return np.linalg.lstsq(scaled, right / scale)[0] / scale


def _from_sample(
    X: Floats, rows: BinaryRows, penalty: Penalty, fit_intercept: bool, tol: float
) -> tuple[tuple[Floats, float], Moments | None]:
    """A start from every twentieth row, with a twentieth of the penalty, and the Hessian there."""
    some = slice(None, None, 20)
    sample = BinaryRows(rows.y[some].copy(), rows.weight[some].copy())
    zero = (np.zeros(X.shape[1]), 0.0)
    if not sample.weight.any() or np.ptp(sample.y[sample.weight > 0]) == 0:
        return zero, None
    smaller = Penalty(penalty.l1 / 20, penalty.l2 / 20)
    fit = newton(np.ascontiguousarray(X[some]), sample, smaller, fit_intercept, zero, max(tol, 1e-5), 20)
    if fit.model is None or not np.isfinite(fit.w).all():
        return zero, None
    ratio = float(rows.weight.sum() / sample.weight.sum())
    model = replace(fit.model, weight=ratio * fit.model.weight, scatter=ratio * fit.model.scatter)
    return (fit.w, fit.b), model
