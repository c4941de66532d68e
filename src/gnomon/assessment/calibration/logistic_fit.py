"""Maximum-likelihood logistic regression on one score: p = 1 / (1 + exp(-(slope score + intercept)))."""

import numpy as np
from scipy.special import expit, logit

from gnomon.arrays import Floats

MAX_STEPS = 100


def logistic_fit(score: Floats, hits: Floats, weight: Floats) -> tuple[float, float]:
    """Maximum-likelihood slope and intercept, by Newton's method with step halving.

    hits: between 0 and weight; the estimate is finite unless the classes are separable.

    >>> slope, intercept = logistic_fit(np.array([-1.0, 1.0]), np.array([1.0, 3.0]), np.array([4.0, 4.0]))
    >>> round(slope, 6), round(intercept, 6)
    (1.098612, 0.0)
    """
    level = float(logit(hits.sum() / weight.sum()))
    center = float(np.average(score, weights=weight))
    spread = float(np.sqrt(np.average((score - center) ** 2, weights=weight)))
    if spread == 0:
        return 0.0, level
    columns = np.stack([(score - center) / spread, np.ones(len(score))])
    coefficients = np.array([0.0, level])
    loss = _loss(coefficients, columns, hits, weight)
    for _ in range(MAX_STEPS):
        chance = expit(coefficients @ columns)
        slope = columns @ (weight * chance - hits)
        curvature = (columns * (weight * chance * (1 - chance))) @ columns.T
        # A tiny ridge term keeps the step finite where the Hessian is singular.
        step = np.linalg.solve(curvature + 1e-12 * weight.sum() * np.eye(2), slope)
        if slope @ step <= 1e-14 * weight.sum():
            break
        coefficients, loss, is_lower = _descend(coefficients, step, loss, columns, hits, weight)
        if not is_lower:
            break
    return float(coefficients[0] / spread), float(coefficients[1] - coefficients[0] * center / spread)


def _descend(
    coefficients: Floats, step: Floats, loss: float, columns: Floats, hits: Floats, weight: Floats
) -> tuple[Floats, float, bool]:
    """Backtracking line search: halve the step until the loss decreases."""
    for halvings in range(50):
        tried = coefficients - step * 0.5**halvings
        lower = _loss(tried, columns, hits, weight)
        if lower < loss:
            return tried, lower, True
    return coefficients, loss, False


def _loss(coefficients: Floats, columns: Floats, hits: Floats, weight: Floats) -> float:
    """Negative log-likelihood: the sum of weight ln(1 + exp(log-odds)) - hits log-odds."""
    odds = coefficients @ columns
    return float(weight @ np.logaddexp(0, odds) - hits @ odds)
