"""Normally distributed columns in each class: means and variances, log densities, sampling."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.bayes.known_moments import KnownMoments


def normal_parameters(
    seen: KnownMoments, var_smoothing: float, columns: Integers | None = None
) -> tuple[Floats, Floats, float]:
    """Means and variances (classes, columns), and the value added to every variance.

    That is the fraction var_smoothing of the largest variance of a column, or of 1 if all columns are
    constant. A class without a value of a column takes the mean and variance over all classes. columns:
    indices of the columns in the whole table, for error messages.

    >>> from gnomon.sharing.labels import Labels
    >>> normal_parameters(KnownMoments.of(np.array([[1.0], [3.0]]), Labels.of([0, 0])), 0.0)
    (array([[2.]]), array([[1.]]), 0.0)
    """
    total, mean, variance = seen.pooled()
    _check_overflow(variance, columns)
    added = var_smoothing * (float(variance.max(initial=0.0)) or 1.0)
    has = seen.known > 0
    of_class = np.divide(seen.scatter, seen.known, out=np.zeros_like(seen.known), where=has)
    # A feature missing in all rows has no effect, whatever its density.
    variances = np.where(has, of_class, np.where(total > 0, variance, 1.0))
    return np.where(has, seen.mean, mean), variances + added, added


@dataclass(frozen=True, eq=False)
class NormalColumns:
    """Normal distributions by means and variances, (classes, columns).

    >>> NormalColumns(np.array([[0.0]]), np.array([[1.0]])).terms(np.array([[0.0]])).round(4)
    array([[[-0.9189]]])
    """

    mean: Floats
    variance: Floats

    def __post_init__(self) -> None:
        if not (self.variance > 0).all():
            code, column = np.argwhere(~(self.variance > 0))[0]
            raise DataError(
                f"column {column} is constant in the class of index {code}, so its density there is "
                "infinite; set var_smoothing above 0 (1e-9 is the default)"
            )

    def terms(self, X: Floats) -> Floats:
        """-(log(2 pi v) + (x - m)² / v) / 2."""
        gap = X[:, :, None] - self.mean.T
        with np.errstate(over="ignore"):
            terms = -0.5 * (np.log(2 * np.pi * self.variance.T) + gap**2 / self.variance.T)
        return np.where(np.isnan(terms), 0.0, terms)

    def sample(self, codes: Integers, random: np.random.Generator) -> Floats:
        """Normal values."""
        noise = random.standard_normal((len(codes), self.mean.shape[1]))
        return np.asarray(self.mean[codes] + noise * np.sqrt(self.variance[codes]))


def _check_overflow(variance: Floats, columns: Integers | None) -> None:
    if not np.isfinite(variance).all():
        first = int(np.flatnonzero(~np.isfinite(variance))[0])
        column = first if columns is None else int(columns[first])
        raise DataError(f"the squares of column {column} overflow a float; standardize or rescale it first")
