"""Preconditioners of softmax regression: block-diagonal and diagonal approximations of the Hessian.

Only the diagonal blocks X' diag(w p_c (1 - p_c)) X, one per class, are used, at the initial point; their
inverse turns a gradient into nearly Newton's step. Coefficients of many classes sum to zero at the minimum,
as adding a constant to all scores changes no probability, so steps are projected on that constraint.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from gnomon.arrays import Floats
from gnomon.sharing.moments import Moments

Precondition = Callable[[Floats, Floats], tuple[Floats, Floats]]

MAX_ROWS = 20_000
MIN_CURVATURE = 1e-8
# Of the largest curvature: rows below change the inverse little, and are many where classes are far apart.
MIN_RELATIVE_CURVATURE = 1e-3


def blocks(
    X: Floats, rows: Any, l2: float, fit_intercept: bool, start: tuple[Floats, Floats]
) -> Precondition:
    """One inverted block per class, the intercept eliminated, from a subsample of many rows."""
    every = slice(None, None, max(1, len(X) // MAX_ROWS))
    sample = np.ascontiguousarray(X[every])
    p = rows.probability(sample @ start[0].T + start[1])
    weight = rows.weight[every] * (rows.weight.sum() / max(rows.weight[every].sum(), MIN_CURVATURE))
    parts = [
        _block(sample, weight * np.maximum(column * (1 - column), MIN_CURVATURE), l2, fit_intercept)
        for column in p.T
    ]
    inverse, mean, total = (np.array(each) for each in zip(*parts, strict=True))

    def precondition(by_w: Floats, by_b: Floats) -> tuple[Floats, Floats]:
        w = np.matmul(inverse, (by_w - mean * by_b[:, None])[:, :, None])[:, :, 0]
        b = by_b / total - np.einsum("cj,cj->c", mean, w) if fit_intercept else np.zeros(len(by_b))
        return _centered(w, b)

    return precondition


def diagonal(X: Any, rows: Any, l2: float, fit_intercept: bool, start: tuple[Floats, Floats]) -> Precondition:
    """The diagonal of each block only (Jacobi preconditioner), for sparse rows and very many columns."""
    p = rows.probability(np.asarray(X @ start[0].T) + start[1])
    curvature = rows.weight[:, None] * np.maximum(p * (1 - p), MIN_CURVATURE)
    squares = X.multiply(X) if hasattr(X, "multiply") else X * X
    hessian_diagonal = np.asarray(squares.T @ curvature).T + l2
    hessian_diagonal = np.where(hessian_diagonal > 0, hessian_diagonal, 1.0)
    intercept_diagonal = curvature.sum(axis=0) if fit_intercept else np.ones(curvature.shape[1])

    def precondition(by_w: Floats, by_b: Floats) -> tuple[Floats, Floats]:
        return _centered(by_w / hessian_diagonal, by_b / intercept_diagonal)

    return precondition


def _centered(w: Floats, b: Floats) -> tuple[Floats, Floats]:
    return (w, b) if len(w) == 1 else (w - w.mean(axis=0), b - b.mean())


def _block(X: Floats, curvature: Floats, l2: float, fit_intercept: bool) -> tuple[Floats, Floats, float]:
    """A class's inverted block, the mean by which its intercept is eliminated, and its total curvature."""
    rows_used = np.flatnonzero(curvature > MIN_RELATIVE_CURVATURE * curvature.max())
    moments = Moments.of(X[rows_used], None, curvature[rows_used])
    mean = moments.mean if fit_intercept else np.zeros_like(moments.mean)
    scatter = moments.scatter
    if not fit_intercept:
        scatter = scatter + moments.weight * np.outer(moments.mean, moments.mean)
    system = scatter + l2 * np.eye(len(mean))
    scale = np.sqrt(np.maximum(np.diag(system), np.finfo(np.float64).tiny))
    scaled = system / np.outer(scale, scale) + MIN_CURVATURE * np.eye(len(mean))
    # An explicit inverse: the gradients of all classes are multiplied at once.
    inverse = cho_solve(cho_factor(scaled), np.eye(len(mean))) / np.outer(scale, scale)
    return inverse, mean, moments.weight
