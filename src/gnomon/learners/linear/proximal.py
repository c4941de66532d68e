"""Accelerated proximal gradient method (FISTA) for an L1 penalty (Beck & Teboulle 2009).

Steps use a diagonal metric that bounds the curvature: the Hessian of the loss is at most c X'VX, and that at
most the diagonal of its absolute row sums, which one product with |X| computes, sparse or dense.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.newton import ROUNDING, Fit, Penalty


def proximal(
    X: Any,
    rows: Any,
    penalty: Penalty,
    fit_intercept: bool,
    start: tuple[Floats, Floats],
    curvature: float,
    tol: float,
    max_iter: int,
) -> Fit:
    """Minimize the penalized loss over w (classes x columns) and b (classes).

    curvature: bound of the second derivative of a row's loss, 1/4 for two classes and 1/2 for more.
    """
    w, b = np.array(start[0]), np.array(start[1])
    sizes = abs(X)
    along = np.asarray(sizes.sum(axis=1)).ravel() + fit_intercept
    with np.errstate(over="ignore"):
        bound = np.asarray(sizes.T @ (curvature * rows.weight * along)).ravel() + penalty.l2
    if not np.isfinite(bound).all():
        raise OverflowError("squares of the columns")
    bound = np.where(bound > 0, bound, 1.0)
    intercept_bound = curvature * float(rows.weight @ along)
    total, spread = float(rows.weight.sum()), np.sqrt(bound / (curvature * float(rows.weight.sum())))
    ahead_w, ahead_b, momentum = w, b, 1.0
    fit = Fit(w, b, [rows.loss(np.asarray(X @ w.T) + b) + penalty.of(w)], np.inf, 0, False)
    for fit.iterations in range(max_iter + 1):
        residual = rows.residual(np.asarray(X @ ahead_w.T) + ahead_b)
        slope = np.asarray(X.T @ residual).T
        slope_b = residual.sum(axis=0) if fit_intercept else np.zeros(len(b))
        subgradient = penalty.subgradient(slope, ahead_w) / spread
        fit.gradient = max(np.abs(subgradient).max(initial=0.0), np.abs(slope_b).max(initial=0.0)) / total
        fit.converged = bool(fit.gradient <= tol)
        if fit.converged or fit.iterations == max_iter:
            w, b = ahead_w, ahead_b
            fit.converged = bool(fit.gradient <= max(tol, ROUNDING))
            break
        point = ahead_w - (slope + penalty.l2 * ahead_w) / bound
        new_w = np.sign(point) * np.maximum(np.abs(point) - penalty.l1 / bound, 0.0)
        new_b = ahead_b - slope_b / intercept_bound
        objective = rows.loss(np.asarray(X @ new_w.T) + new_b) + penalty.of(new_w)
        # Restart the momentum whenever the objective increased (O'Donoghue & Candès 2015).
        next_momentum = 1.0 if objective > fit.history[-1] else (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        weight = 0.0 if next_momentum == 1.0 else (momentum - 1) / next_momentum
        ahead_w, ahead_b = new_w + weight * (new_w - w), new_b + weight * (new_b - b)
        w, b, momentum = new_w, new_b, next_momentum
        fit.history.append(objective)
    fit.w, fit.b = w, b
    return fit
