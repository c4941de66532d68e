"""A covariance made safe to invert: shrunk toward a ball, its empty directions said."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError

ROUNDING = 8 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Whitening:
    """W with W W' the inverse of a covariance; log_determinant of the covariance; rank of it.

    directions: d x d, or fewer columns where empty directions were left out.
    """

    directions: Floats
    log_determinant: float
    rank: int


def whiten(covariance: Floats, tol: float, center: Floats, *, fill: bool = False) -> Whitening:
    """The inverse square root of a covariance, columns put on one scale first.

    tol: directions whose standard deviation is less than this share of their columns' are empty: left out,
    or, with fill, given that share as their standard deviation. center: about how large the columns' values
    are; what varies by the rounding of these alone is constant.

    >>> round(whiten(np.diag([4.0, 1.0]), 1e-4, np.zeros(2)).log_determinant, 6)
    1.386294
    """
    scale = np.sqrt(np.diag(covariance))
    varies = scale > ROUNDING * np.abs(center)
    covariance = covariance * np.outer(varies, varies)
    scale = np.where(varies, scale, scale[varies].mean() * tol if fill and varies.any() else 1.0)
    # One division after the other: the product of two tiny scales would be zero.
    values, vectors = np.linalg.eigh(covariance / scale[:, None] / scale)
    full = values > tol**2
    rank = int(full.sum())
    if fill:
        values = np.maximum(values, tol**2)
        full = np.ones(len(values), dtype=np.bool_)
    kept = values[full]
    directions = vectors[:, full] / scale[:, None] / np.sqrt(kept)
    return Whitening(directions, float(np.log(kept).sum() + 2 * np.log(scale).sum()), rank)


def shrunk(covariance: Floats, shrinkage: float | str | None, weight: float, owner: str) -> Floats:
    """(1 - s) covariance + s times the mean variance on the diagonal.

    shrinkage: s, or "oas" (Chen, Wiesel, Eldar & Hero 2010), which moments alone can tell; None for 0.

    >>> shrunk(np.diag([3.0, 1.0]), 0.5, 10, "LinearDiscriminantAnalysis")
    array([[2.5, 0. ],
           [0. , 1.5]])
    """
    if shrinkage is None:
        return covariance
    d = len(covariance)
    mean = np.trace(covariance) / d
    if shrinkage == "oas":
        # Rao-Blackwellized estimate under normality, in its limit.
        square, trace = float(np.mean(covariance**2)), mean**2
        top, bottom = square + trace, (weight + 1) * (square - trace / d)
        share = 1.0 if bottom <= 0 else min(top / bottom, 1.0)
    elif isinstance(shrinkage, int | float) and not isinstance(shrinkage, bool) and 0 <= shrinkage <= 1:
        share = float(shrinkage)
    else:
        raise ParameterError(
            f"{owner}(shrinkage={shrinkage!r}): it must be None, 'oas', or a number from 0 to 1"
        )
    return (1 - share) * covariance + share * mean * np.eye(d)


def checked_priors(priors: Floats | None, weight: Floats, owner: str) -> Floats:
    """Priors as given, or the classes' shares of the weight.

    >>> checked_priors(None, np.array([3.0, 1.0]), "LinearDiscriminantAnalysis")
    array([0.75, 0.25])
    """
    if priors is None:
        return weight / weight.sum()
    found = np.asarray(priors, dtype=np.float64)
    if found.shape != weight.shape or (found < 0).any() or not np.isclose(found.sum(), 1):
        raise ParameterError(
            f"{owner}(priors={priors!r}): priors must be {len(weight)} numbers of at least 0 that sum to 1"
        )
    return found
