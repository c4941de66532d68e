"""Newton's method for softmax (multinomial) regression, with few enough columns and classes for the Hessian.

Its blocks are X' diag(w p_c (1[c = k] - p_k)) X. Adding a constant to all classes' coefficients changes no
probability, so that direction has no curvature; where it has no penalty either it is given some, which
leaves the steps unchanged.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from gnomon import native
from gnomon.arrays import Floats
from gnomon.learners.linear.active_set import solve_by_homotopy, solve_by_signs
from gnomon.learners.linear.logistic_errors import information
from gnomon.learners.linear.logistic_loss import ManyRows
from gnomon.learners.linear.newton import ROUNDING, Fit, Penalty, backtrack, objective, solve_scaled
from gnomon.learners.linear.quasi_newton import spread_of

MAX_COEFFICIENTS = 300
MAX_WORK = 300_000_000


def is_small(n_rows: int, n_columns: int, n_classes: int) -> bool:
    """Whether the full Hessian is cheap.

    >>> is_small(150, 4, 3), is_small(100_000, 50, 10)
    (True, False)
    """
    size = n_classes * (n_columns + 1)
    return size <= MAX_COEFFICIENTS and n_rows * size**2 <= MAX_WORK


def newton_many(
    X: Floats,
    rows: ManyRows,
    penalty: Penalty,
    fit_intercept: bool,
    start: tuple[Floats, Floats],
    tol: float,
    max_iter: int,
) -> Fit:
    """Minimize the penalized loss over w (classes x columns) and b (classes)."""
    spread = spread_of(X)
    center = rows.weight @ X / rows.weight.sum() if fit_intercept else np.zeros(X.shape[1])
    design = np.column_stack([X - center, np.ones(len(X))]) if fit_intercept else X
    w, b = np.array(start[0]), np.array(start[1])
    scores = X @ w.T + b
    fit = Fit(w, b, [rows.loss(scores) + penalty.of(w)], np.inf, 0, False)
    for fit.iterations in range(max_iter + 1):
        residual = rows.residual(scores)
        gradients = [penalty.subgradient(residual.T @ X, w) / spread, residual.sum(axis=0) * fit_intercept]
        norm = max(float(np.abs(each).max(initial=0.0)) for each in gradients) / float(rows.weight.sum())
        if norm >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its gradient decreased: what is left is rounding error.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        fit.w, fit.b, fit.gradient, fit.converged = w, b, norm, norm <= tol
        if fit.converged or fit.iterations == max_iter:
            break
        curved = information(design, rows.probability(scores), rows.weight)
        whole = _step(curved, residual.T @ design, w, penalty)
        step = whole[:, : X.shape[1]]
        intercept_step = whole[:, -1] - step @ center if fit_intercept else np.zeros(len(b))
        along = X @ step.T + intercept_step
        step_size, after = backtrack(
            partial(objective, rows, penalty, scores, along, w, step), fit.history[-1]
        )
        if step_size == 0:
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        w, b, scores = w + step_size * step, b + step_size * intercept_step, scores + step_size * along
        fit.history.append(after)
    return fit


def _step(hessian: Floats, slope: Floats, w: Floats, penalty: Penalty) -> Floats:
    """The step from w to the minimum of the quadratic model, classes x (columns and intercept)."""
    n_classes, width = slope.shape
    index_of = np.arange(n_classes * width).reshape(n_classes, width)
    d = w.shape[1]
    for column in range(d if penalty.l1 + penalty.l2 > 0 else 0, width):
        alike = np.ix_(index_of[:, column], index_of[:, column])
        hessian[alike] += np.diag(hessian[alike]).mean()
    if penalty.l1 > 0:
        return _l1_step(hessian, slope, w, penalty, index_of)
    hessian[index_of[:, :d].ravel(), index_of[:, :d].ravel()] += penalty.l2
    gradient = np.array(slope)
    gradient[:, :d] += penalty.l2 * w
    return -solve_scaled(hessian, gradient.ravel()).reshape(slope.shape)


def _l1_step(hessian: Floats, slope: Floats, w: Floats, penalty: Penalty, index_of: Floats) -> Floats:
    """The same with an L1 penalty, the intercepts eliminated."""
    d = w.shape[1]
    inner, outer = index_of[:, :d].ravel(), index_of[:, d:].ravel()
    flat = slope.ravel()
    gram, gradient = hessian[np.ix_(inner, inner)], flat[inner]
    if len(outer):
        across = hessian[np.ix_(outer, inner)]
        shifts = np.linalg.solve(hessian[np.ix_(outer, outer)], np.column_stack([across, flat[outer]]))
        gram, gradient = gram - across.T @ shifts[:, :-1], gradient - across.T @ shifts[:, -1]
    target, penalties, begin = gram @ w.ravel() - gradient, np.array([penalty.l1, penalty.l2]), w.ravel()
    solution = solve_by_signs(gram, target, begin, penalties)
    if solution is None:
        solution = solve_by_homotopy(gram, target, penalties)
    if solution is None:
        gram = np.ascontiguousarray(gram)
        solution = native.elastic_path(gram, target, 0.0, penalties[None, :], begin, False, -np.inf, 1000)[0][
            0
        ]
    step = np.empty(slope.size)
    step[inner] = solution - begin
    if len(outer):
        step[outer] = -shifts[:, :-1] @ step[inner] - shifts[:, -1]
    return step.reshape(slope.shape)
