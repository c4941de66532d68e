"""Power-law fits a + b n^-c: weighted least squares in a and b for each c of a grid.

Uncertainty by a parametric bootstrap: points from a multivariate t around the fitted curve, with the
covariance of the points over splits, corrected for shared training rows (Nadeau & Bengio 2003).
"""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import Measure

EXPONENTS = np.geomspace(0.05, 3.0, 90)


def fit_curves(rows: Array, points: Floats, weight: Floats, measure: Measure) -> Floats:
    """Power-law parameters a, b, c for each row of points (Cortes et al. 1993).

    a is within the measure's range, and the curve never gets worse with more rows: else it is flat, b = 0.

    >>> from gnomon.metrics import find_measure
    >>> rows = np.array([1.0, 4.0, 16.0, 64.0])
    >>> fit_curves(rows, 1 + 2 / np.sqrt(rows)[None, :], np.ones(4), find_measure("log_loss")).round(1)
    array([[1. , 2. , 0.5]])
    """
    weight = weight / weight.sum()
    best = np.full(len(points), np.inf)
    curves = np.zeros((len(points), 3))
    for c in EXPONENTS:
        a, b = _line(np.asarray(rows, dtype=np.float64) ** -c, points, weight, measure)
        lost = np.square(points - a[:, None] - b[:, None] * np.asarray(rows, dtype=np.float64) ** -c) @ weight
        is_better = lost < best
        best = np.where(is_better, lost, best)
        curves[is_better] = np.column_stack([a, b, np.full(len(a), c)])[is_better]
    return curves


def heights(curves: Floats, rows: Array) -> Floats:
    """The value of each curve at each number of rows.

    >>> heights(np.array([[1.0, 2.0, 0.5]]), np.array([4, 16]))
    array([[2. , 1.5]])
    """
    a, b, c = curves.T[:, :, None]
    return a + b * np.asarray(rows, dtype=np.float64) ** -c


def covariance_of_points(scores: Floats, test_to_train: float) -> Floats:
    """Covariance of the mean scores of points (points x splits), corrected for shared training rows.

    >>> covariance_of_points(np.array([[1.0, 3.0], [2.0, 2.0]]), 0.5)
    array([[2., 0.],
           [0., 0.]])
    """
    return np.atleast_2d(np.cov(scores)) * (1 / scores.shape[1] + test_to_train)


def redrawn(
    center: Floats, covariance: Floats, freedom: int, times: int, random: np.random.Generator
) -> Floats:
    """Random points around a curve: multivariate t, as the covariance is estimated from few splits.

    >>> redrawn(np.zeros(2), np.zeros((2, 2)), 4, 3, np.random.default_rng(0)).shape
    (3, 2)
    """
    size, axes = np.linalg.eigh(covariance)
    root = axes * np.sqrt(np.maximum(size, 0.0))
    scale = np.sqrt(freedom / random.chisquare(freedom, times))
    return center + scale[:, None] * (random.standard_normal((times, len(center))) @ root.T)


def _line(z: Floats, points: Floats, weight: Floats, measure: Measure) -> tuple[Floats, Floats]:
    """Constrained least-squares a and b of a + b z for each row of points."""
    middle, center = z @ weight, points @ weight
    b = (points - center[:, None]) @ (weight * (z - middle)) / (weight @ (z - middle) ** 2)
    a = center - b * middle
    bound = np.clip(a, *measure.range)
    b = np.where(a == bound, b, (points - bound[:, None]) @ (weight * z) / (weight @ z**2))
    is_worse = measure.sign * b > 0
    return np.where(is_worse, np.clip(center, *measure.range), bound), np.where(is_worse, 0.0, b)
