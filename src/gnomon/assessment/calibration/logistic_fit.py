"""The logistic curve of greatest likelihood through rates: p = 1 / (1 + exp(-(slope score + intercept)))."""

import numpy as np
from scipy.special import expit, logit

from gnomon.arrays import Floats

MOST_STEPS = 100


def logistic_fit(score: Floats, hits: Floats, weight: Floats) -> tuple[float, float]:
    """Slope and intercept that make hits of weight most likely, by Newton's method with halved steps.

    hits: between 0 and weight; the curve is finite unless a threshold parts the hits from the rest.

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
    found = np.array([0.0, level])
    loss = _loss(found, columns, hits, weight)
    for _ in range(MOST_STEPS):
        chance = expit(found @ columns)
        slope = columns @ (weight * chance - hits)
        curvature = (columns * (weight * chance * (1 - chance))) @ columns.T
        # A touch of ridge keeps the step finite where the curve is flat to the last digit.
        step = np.linalg.solve(curvature + 1e-12 * weight.sum() * np.eye(2), slope)
        if slope @ step <= 1e-14 * weight.sum():
            break
        found, loss, is_lower = _descend(found, step, loss, columns, hits, weight)
        if not is_lower:
            break
    return float(found[0] / spread), float(found[1] - found[0] * center / spread)


def _descend(
    found: Floats, step: Floats, loss: float, columns: Floats, hits: Floats, weight: Floats
) -> tuple[Floats, float, bool]:
    """The first of the step, its half, its quarter... that lowers the loss."""
    for halvings in range(50):
        tried = found - step * 0.5**halvings
        lower = _loss(tried, columns, hits, weight)
        if lower < loss:
            return tried, lower, True
    return found, loss, False


def _loss(found: Floats, columns: Floats, hits: Floats, weight: Floats) -> float:
    """Minus the log-likelihood: the sum of weight ln(1 + exp(odds)) - hits odds."""
    odds = found @ columns
    return float(weight @ np.logaddexp(0, odds) - hits @ odds)
