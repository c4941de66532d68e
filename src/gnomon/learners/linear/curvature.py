"""Preconditioners for scores that are linear in many coefficients: the Hessian, a class at a time.

Among classes only the diagonal blocks X' diag(w p_c (1 - p_c)) X are kept, at the start; their inverse turns
a gradient into nearly Newton's step. Coefficients of many classes sum to zero at the minimum, as a constant
added to all scores changes no probability, so steps are held to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from gnomon.arrays import Floats
from gnomon.sharing.moments import Moments

Precondition = Callable[[Floats, Floats], tuple[Floats, Floats]]

MOST_ROWS = 20_000
SMALLEST = 1e-8
# Of the largest curvature: rows below turn the inverse by little, and are many where classes are far apart.
SHARE_THAT_COUNTS = 1e-3


def blocks(
    X: Floats, rows: Any, square: float, has_constant: bool, start: tuple[Floats, Floats]
) -> Precondition:
    """One inverted block a class, the constant eliminated, from a sample of the rows if there are many."""
    some = slice(None, None, max(1, len(X) // MOST_ROWS))
    sample = np.ascontiguousarray(X[some])
    p = rows.probability(sample @ start[0].T + start[1])
    weight = rows.weight[some] * (rows.weight.sum() / max(rows.weight[some].sum(), SMALLEST))
    parts = [
        _block(sample, weight * np.maximum(column * (1 - column), SMALLEST), square, has_constant)
        for column in p.T
    ]
    inverse, mean, total = (np.array(each) for each in zip(*parts, strict=True))

    def precondition(by_w: Floats, by_b: Floats) -> tuple[Floats, Floats]:
        w = np.matmul(inverse, (by_w - mean * by_b[:, None])[:, :, None])[:, :, 0]
        b = by_b / total - np.einsum("cj,cj->c", mean, w) if has_constant else np.zeros(len(by_b))
        return _balanced(w, b)

    return precondition


def diagonal(
    X: Any, rows: Any, square: float, has_constant: bool, start: tuple[Floats, Floats]
) -> Precondition:
    """The diagonal of each block alone, for sparse rows and very many columns."""
    p = rows.probability(np.asarray(X @ start[0].T) + start[1])
    curvature = rows.weight[:, None] * np.maximum(p * (1 - p), SMALLEST)
    squares = X.multiply(X) if hasattr(X, "multiply") else X * X
    bend = np.asarray(squares.T @ curvature).T + square
    bend = np.where(bend > 0, bend, 1.0)
    constants = curvature.sum(axis=0) if has_constant else np.ones(curvature.shape[1])

    def precondition(by_w: Floats, by_b: Floats) -> tuple[Floats, Floats]:
        return _balanced(by_w / bend, by_b / constants)

    return precondition


def _balanced(w: Floats, b: Floats) -> tuple[Floats, Floats]:
    return (w, b) if len(w) == 1 else (w - w.mean(axis=0), b - b.mean())


def _block(X: Floats, curvature: Floats, square: float, has_constant: bool) -> tuple[Floats, Floats, float]:
    """A class's inverted block, the mean that its constant is eliminated by, and all its curvature."""
    counts = np.flatnonzero(curvature > SHARE_THAT_COUNTS * curvature.max())
    moments = Moments.of(X[counts], None, curvature[counts])
    mean = moments.mean if has_constant else np.zeros_like(moments.mean)
    scatter = moments.scatter
    if not has_constant:
        scatter = scatter + moments.weight * np.outer(moments.mean, moments.mean)
    system = scatter + square * np.eye(len(mean))
    scale = np.sqrt(np.maximum(np.diag(system), np.finfo(np.float64).tiny))
    scaled = system / np.outer(scale, scale) + SMALLEST * np.eye(len(mean))
    # Many gradients of all classes are multiplied at once, which factors would take one at a time.
    inverse = cho_solve(cho_factor(scaled), np.eye(len(mean))) / np.outer(scale, scale)
    return inverse, mean, moments.weight
