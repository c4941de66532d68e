"""Accelerated proximal gradient steps for a price on the size of coefficients (Beck & Teboulle 2009).

Steps are measured in a diagonal metric that bounds the curvature: the Hessian of the loss is at most c X'VX,
and that at most the diagonal of its absolute row sums, which one product with |X| gives, sparse or dense.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.newton import ROUNDING, Fit, Prices


def proximal(
    X: Any,
    rows: Any,
    prices: Prices,
    has_constant: bool,
    start: tuple[Floats, Floats],
    curvature: float,
    tol: float,
    most: int,
) -> Fit:
    """Minimize the loss and the prices over w (classes x columns) and b (classes).

    curvature: the most that the loss of a row bends, 1/4 for two classes and 1/2 for more.
    """
    w, b = np.array(start[0]), np.array(start[1])
    sizes = abs(X)
    along = np.asarray(sizes.sum(axis=1)).ravel() + has_constant
    with np.errstate(over="ignore"):
        bend = np.asarray(sizes.T @ (curvature * rows.weight * along)).ravel() + prices.square
    if not np.isfinite(bend).all():
        raise OverflowError("squares of the columns")
    bend = np.where(bend > 0, bend, 1.0)
    bend_constant = curvature * float(rows.weight @ along)
    total, spread = float(rows.weight.sum()), np.sqrt(bend / (curvature * float(rows.weight.sum())))
    ahead_w, ahead_b, momentum = w, b, 1.0
    fit = Fit(w, b, [rows.loss(np.asarray(X @ w.T) + b) + prices.of(w)], np.inf, 0, False)
    for fit.iterations in range(most + 1):
        residual = rows.residual(np.asarray(X @ ahead_w.T) + ahead_b)
        slope = np.asarray(X.T @ residual).T
        slope_b = residual.sum(axis=0) if has_constant else np.zeros(len(b))
        pulls = prices.pull(slope, ahead_w) / spread
        fit.gradient = max(np.abs(pulls).max(initial=0.0), np.abs(slope_b).max(initial=0.0)) / total
        fit.converged = bool(fit.gradient <= tol)
        if fit.converged or fit.iterations == most:
            w, b = ahead_w, ahead_b
            fit.converged = bool(fit.gradient <= max(tol, ROUNDING))
            break
        point = ahead_w - (slope + prices.square * ahead_w) / bend
        new_w = np.sign(point) * np.maximum(np.abs(point) - prices.size / bend, 0.0)
        new_b = ahead_b - slope_b / bend_constant
        objective = rows.loss(np.asarray(X @ new_w.T) + new_b) + prices.of(new_w)
        # Start the momentum afresh whenever it led uphill (O'Donoghue & Candès 2015).
        following = 1.0 if objective > fit.history[-1] else (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        share = 0.0 if following == 1.0 else (momentum - 1) / following
        ahead_w, ahead_b = new_w + share * (new_w - w), new_b + share * (new_b - b)
        w, b, momentum = new_w, new_b, following
        fit.history.append(objective)
    fit.w, fit.b = w, b
    return fit
