"""Regularized covariance matrices: shrinkage, and whitening that drops constant directions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError

ROUNDING = 8 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class Whitening:
    """Whitening matrix W with W W' the inverse of a covariance; its log-determinant and rank.

    directions: d x d, or fewer columns where constant directions were dropped.
    """

    directions: Floats
    log_determinant: float
    rank: int


def whiten(covariance: Floats, tol: float, center: Floats, *, fill: bool = False) -> Whitening:
    """The inverse square root of a covariance, columns standardized first.

    tol: directions whose standard deviation is less than this fraction of their columns' count as constant:
    dropped, or, with fill, given that fraction as their standard deviation. center: the magnitude of the
    columns' values; what varies by their rounding error only is constant.

    >>> round(whiten(np.diag([4.0, 1.0]), 1e-4, np.zeros(2)).log_determinant, 6)
    1.386294
    """
    scale = np.sqrt(np.diag(covariance))
    varies = scale > ROUNDING * np.abs(center)
    covariance = covariance * np.outer(varies, varies)
    scale = np.where(varies, scale, scale[varies].mean() * tol if fill and varies.any() else 1.0)
    # Two divisions, as the product of two tiny scales would underflow.
    values, vectors = np.linalg.eigh(covariance / scale[:, None] / scale)
    full = values > tol**2
    rank = int(full.sum())
    if fill:
        values = np.maximum(values, tol**2)
        full = np.ones(len(values), dtype=np.bool_)
    variances = values[full]
    directions = vectors[:, full] / scale[:, None] / np.sqrt(variances)
    return Whitening(directions, float(np.log(variances).sum() + 2 * np.log(scale).sum()), rank)


def shrunk(covariance: Floats, shrinkage: float | str | None, weight: float, owner: str) -> Floats:
    """Shrunk covariance: (1 - s) covariance + s times the mean variance on the diagonal.

    shrinkage: s, or "oas" for the oracle approximating shrinkage (Chen, Wiesel, Eldar & Hero 2010), which
    needs the moments only; None for 0.

    >>> shrunk(np.diag([3.0, 1.0]), 0.5, 10, "LinearDiscriminantAnalysis")
    array([[2.5, 0. ],
           [0. , 1.5]])
    """
    if shrinkage is None:
        return covariance
    d = len(covariance)
    mean = np.trace(covariance) / d
    if shrinkage == "oas":
        # Limit of the Rao-Blackwellized estimate under normality.
        square, trace = float(np.mean(covariance**2)), mean**2
        top, bottom = square + trace, (weight + 1) * (square - trace / d)
        s = 1.0 if bottom <= 0 else min(top / bottom, 1.0)
    elif isinstance(shrinkage, int | float) and not isinstance(shrinkage, bool) and 0 <= shrinkage <= 1:
        s = float(shrinkage)
    else:
        raise ParameterError(
            f"{owner}(shrinkage={shrinkage!r}): it must be None, 'oas', or a number from 0 to 1"
        )
    return (1 - s) * covariance + s * mean * np.eye(d)


def checked_priors(priors: Floats | None, weight: Floats, owner: str) -> Floats:
    """Checked class priors; None for the classes' proportions of the weight.

    >>> checked_priors(None, np.array([3.0, 1.0]), "LinearDiscriminantAnalysis")
    array([0.75, 0.25])
    """
    if priors is None:
        return weight / weight.sum()
    values = np.asarray(priors, dtype=np.float64)
    if values.shape != weight.shape or (values < 0).any() or not np.isclose(values.sum(), 1):
        raise ParameterError(
            f"{owner}(priors={priors!r}): priors must be {len(weight)} numbers of at least 0 that sum to 1"
        )
    return values
