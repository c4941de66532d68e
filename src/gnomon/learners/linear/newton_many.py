"""Newton's method for more than two classes, where columns and classes are few enough for the whole Hessian.

Its blocks are X' diag(w p_c (1[c = k] - p_k)) X. A constant added to all classes' coefficients changes no
probability, so that direction has no curvature; where it has no price either it is given some, which leaves
the steps as they are.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from gnomon import native
from gnomon.arrays import Floats
from gnomon.learners.linear.active_set import continued, solve_by_signs
from gnomon.learners.linear.logistic_errors import information
from gnomon.learners.linear.logistic_loss import ManyRows
from gnomon.learners.linear.newton import ROUNDING, Fit, Prices, objective, shorten, solve_scaled
from gnomon.learners.linear.quasi_newton import spread_of

MOST_COEFFICIENTS = 300
MOST_WORK = 300_000_000


def is_small(n_rows: int, n_columns: int, n_classes: int) -> bool:
    """Whether the whole Hessian is cheap.

    >>> is_small(150, 4, 3), is_small(100_000, 50, 10)
    (True, False)
    """
    size = n_classes * (n_columns + 1)
    return size <= MOST_COEFFICIENTS and n_rows * size**2 <= MOST_WORK


def newton_many(
    X: Floats,
    rows: ManyRows,
    prices: Prices,
    has_constant: bool,
    start: tuple[Floats, Floats],
    tol: float,
    most: int,
) -> Fit:
    """Minimize the loss and the prices over w (classes x columns) and b (classes)."""
    spread = spread_of(X)
    center = rows.weight @ X / rows.weight.sum() if has_constant else np.zeros(X.shape[1])
    design = np.column_stack([X - center, np.ones(len(X))]) if has_constant else X
    w, b = np.array(start[0]), np.array(start[1])
    scores = X @ w.T + b
    fit = Fit(w, b, [rows.loss(scores) + prices.of(w)], np.inf, 0, False)
    for fit.iterations in range(most + 1):
        residual = rows.residual(scores)
        pulls = [prices.pull(residual.T @ X, w) / spread, residual.sum(axis=0) * has_constant]
        pull = max(float(np.abs(each).max(initial=0.0)) for each in pulls) / float(rows.weight.sum())
        if pull >= fit.gradient and fit.history[-1] >= fit.history[-2]:
            # Neither the objective nor its slope went down: what is left is rounding.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        fit.w, fit.b, fit.gradient, fit.converged = w, b, pull, pull <= tol
        if fit.converged or fit.iterations == most:
            break
        curved = information(design, rows.probability(scores), rows.weight)
        whole = _step(curved, residual.T @ design, w, prices)
        step = whole[:, : X.shape[1]]
        constant_step = whole[:, -1] - step @ center if has_constant else np.zeros(len(b))
        along = X @ step.T + constant_step
        share, after = shorten(partial(objective, rows, prices, scores, along, w, step), fit.history[-1])
        if share == 0:
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        w, b, scores = w + share * step, b + share * constant_step, scores + share * along
        fit.history.append(after)
    return fit


def _step(hessian: Floats, slope: Floats, w: Floats, prices: Prices) -> Floats:
    """From w to the least value of the quadratic model, classes x (columns and constant)."""
    n_classes, width = slope.shape
    place = np.arange(n_classes * width).reshape(n_classes, width)
    d = w.shape[1]
    for column in range(d if prices.size + prices.square > 0 else 0, width):
        alike = np.ix_(place[:, column], place[:, column])
        hessian[alike] += np.diag(hessian[alike]).mean()
    if prices.size > 0:
        return _sized_step(hessian, slope, w, prices, place)
    hessian[place[:, :d].ravel(), place[:, :d].ravel()] += prices.square
    gradient = np.array(slope)
    gradient[:, :d] += prices.square * w
    return -solve_scaled(hessian, gradient.ravel()).reshape(slope.shape)


def _sized_step(hessian: Floats, slope: Floats, w: Floats, prices: Prices, place: Floats) -> Floats:
    """The same under a price on size, the constants eliminated."""
    d = w.shape[1]
    inner, outer = place[:, :d].ravel(), place[:, d:].ravel()
    flat = slope.ravel()
    gram, gradient = hessian[np.ix_(inner, inner)], flat[inner]
    if len(outer):
        across = hessian[np.ix_(outer, inner)]
        shifts = np.linalg.solve(hessian[np.ix_(outer, outer)], np.column_stack([across, flat[outer]]))
        gram, gradient = gram - across.T @ shifts[:, :-1], gradient - across.T @ shifts[:, -1]
    target, price, begin = gram @ w.ravel() - gradient, np.array([prices.size, prices.square]), w.ravel()
    found = solve_by_signs(gram, target, begin, price)
    if found is None:
        found = continued(gram, target, price)
    if found is None:
        gram = np.ascontiguousarray(gram)
        found = native.elastic_path(gram, target, 0.0, price[None, :], begin, False, -np.inf, 1000)[0][0]
    step = np.empty(slope.size)
    step[inner] = found - begin
    if len(outer):
        step[outer] = -shifts[:, :-1] @ step[inner] - shifts[:, -1]
    return step.reshape(slope.shape)
