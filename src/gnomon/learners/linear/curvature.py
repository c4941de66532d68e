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


def blocks(
    X: Floats, rows: Any, square: float, has_constant: bool, start: tuple[Floats, Floats]
) -> Precondition:
    """One factorised block a class, the constant eliminated, from a sample of the rows if there are many."""
    some = slice(None, None, max(1, len(X) // MOST_ROWS))
    sample = np.ascontiguousarray(X[some])
    p = rows.probability(sample @ start[0].T + start[1])
    weight = rows.weight[some] * (rows.weight.sum() / max(rows.weight[some].sum(), SMALLEST))
    found = [
        _block(sample, weight * np.maximum(column * (1 - column), SMALLEST), square, has_constant)
        for column in p.T
    ]

    def precondition(by_w: Floats, by_b: Floats) -> tuple[Floats, Floats]:
        steps = [each(slope, float(constant)) for each, slope, constant in zip(found, by_w, by_b)]
        return _balanced(np.array([step for step, _ in steps]), np.array([constant for _, constant in steps]))

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


def _block(
    X: Floats, curvature: Floats, square: float, has_constant: bool
) -> Callable[[Floats, float], tuple[Floats, float]]:
    moments = Moments.of(X, None, curvature)
    mean = moments.mean if has_constant else np.zeros_like(moments.mean)
    scatter = moments.scatter
    if not has_constant:
        scatter = scatter + moments.weight * np.outer(moments.mean, moments.mean)
    system = scatter + square * np.eye(len(mean))
    scale = np.sqrt(np.maximum(np.diag(system), np.finfo(np.float64).tiny))
    factor = cho_factor(system / np.outer(scale, scale) + SMALLEST * np.eye(len(mean)))

    def solve(slope: Floats, constant: float) -> tuple[Floats, float]:
        step = cho_solve(factor, (slope - mean * constant) / scale) / scale
        return step, constant / moments.weight - float(mean @ step) if has_constant else 0.0

    return solve
