"""The (multivariate) normal density, Mahalanobis distance, and the likelihood ratio of two densities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError


@dataclass(frozen=True, eq=False)
class NormalDensity:
    """Normal (Gaussian) density, of one variable or multivariate: exp(-D²/2) / E.

    D² = (x - m)' S⁻¹ (x - m) is the squared Mahalanobis distance, E = (2π)^(d/2) √det S. mean: a number or a
    row of d numbers. covariance: a variance, or d x d.

    >>> NormalDensity(0.0, 4.0).density([0.0, 2.0]).round(4)
    array([0.1995, 0.121 ])
    >>> NormalDensity([1.0, 0.0], [[4.0, 0.0], [0.0, 1.0]]).distance([[3.0, 0.0], [1.0, 2.0]])
    array([1., 2.])
    """

    mean: Any
    covariance: Any

    def __post_init__(self) -> None:
        mean = np.atleast_1d(np.asarray(self.mean, dtype=np.float64))
        covariance = np.atleast_2d(np.asarray(self.covariance, dtype=np.float64))
        if mean.ndim != 1 or covariance.shape != (len(mean), len(mean)):
            raise ParameterError(
                f"a mean of shape {mean.shape} and a covariance of shape {covariance.shape} do not "
                "match; pass d numbers and a d x d matrix"
            )
        if not np.allclose(covariance, covariance.T) or not (np.linalg.eigvalsh(covariance) > 0).all():
            raise ParameterError(
                "the covariance is not positive definite; pass a symmetric matrix with positive eigenvalues"
            )
        self.__dict__.update(mean=mean, covariance=covariance)

    @classmethod
    def of(cls, X: Any, *, weight: Any = None, ddof: int = 0) -> NormalDensity:
        """The maximum likelihood estimate on rows X (ddof=0): their mean, and their scatter over n - ddof.

        Whatever the covariance, the mean minimizes the sum of squared distances to all rows.

        >>> NormalDensity.of([1.0, 3.0, 5.0], ddof=1).covariance
        array([[4.]])
        """
        rows = np.asarray(X, dtype=np.float64)
        rows = rows[:, None] if rows.ndim == 1 else rows
        w = np.ones(len(rows)) if weight is None else np.asarray(weight, dtype=np.float64)
        if not w.sum() > ddof:
            raise DataError(f"rows of weight {w.sum():g} have no covariance with ddof={ddof}; add rows")
        mean = w @ rows / w.sum()
        gap = rows - mean
        return cls(mean, (w[:, None] * gap).T @ gap / (w.sum() - ddof))

    def distance(self, X: Any) -> Floats:
        """Mahalanobis distance of each row from the mean; Euclidean, if the covariance is the identity.

        With one column it is |z|, the absolute z-score (standard score) z = (x - m) / s.
        """
        rows = np.asarray(X, dtype=np.float64)
        rows = rows[:, None] if rows.ndim == 1 and len(self.mean) == 1 else np.atleast_2d(rows)
        if rows.shape[1] != len(self.mean):
            raise DataError(f"X has {rows.shape[1]} columns where the density has {len(self.mean)}")
        white = solve_triangular(self._root, (rows - self.mean).T, lower=True)
        return np.linalg.norm(white, axis=0)

    def log_density(self, X: Any) -> Floats:
        """Log-density -ln E - D²/2 of each row, which does not underflow."""
        return -self.log_constant - self.distance(X) ** 2 / 2

    def density(self, X: Any) -> Floats:
        """Density exp(-D²/2) / E of each row."""
        return np.exp(self.log_density(X))

    @property
    def log_constant(self) -> float:
        """ln E, the log of the normalization constant."""
        return float(len(self.mean) / 2 * np.log(2 * np.pi) + np.log(np.diag(self._root)).sum())

    @cached_property
    def _root(self) -> Floats:
        return np.linalg.cholesky(self.covariance)


def log_likelihood_ratio(X: Any, positive: NormalDensity, negative: NormalDensity) -> Floats:
    """Log-likelihood ratio ln p(x | positive) - ln p(x | negative) of each row; above 0 favors positive.

    With equal covariances it is linear in x, otherwise quadratic.

    >>> log_likelihood_ratio([0.0, 2.0], NormalDensity(1.0, 1.0), NormalDensity(-1.0, 1.0))
    array([0., 4.])
    """
    return positive.log_density(X) - negative.log_density(X)


def normal_decision_thresholds(
    positive: NormalDensity, negative: NormalDensity, *, prior_odds: float = 1.0
) -> Floats:
    """Decision thresholds of two univariate normal classes, where their posteriors are equal.

    There prior_odds p(x | positive) = p(x | negative). None, one or two points, in order; one if the
    variances are equal (halfway between the means, at even odds).

    >>> normal_decision_thresholds(NormalDensity(1.0, 1.0), NormalDensity(-1.0, 4.0)).round(6)
    array([-0.237584,  3.570917])
    """
    if len(positive.mean) != 1 or len(negative.mean) != 1:
        raise DataError("decision thresholds are for univariate densities; pass densities of one column")
    if not 0 < prior_odds < np.inf:
        raise ParameterError(f"prior_odds={prior_odds!r}: it must be a number above 0")
    (m, v), (n, u) = ((float(g.mean[0]), float(g.covariance[0, 0])) for g in (positive, negative))
    # Centered between the means, so that a large offset does not cancel: ln ratio = a x² + b x + c.
    middle = (m + n) / 2
    m, n = m - middle, n - middle
    a, b = (1 / u - 1 / v) / 2, m / v - n / u
    c = np.log(prior_odds) + np.log(u / v) / 2 + (n * n / u - m * m / v) / 2
    roots = np.roots([a, b, c])
    real = roots[np.abs(roots.imag) <= 1e-9 * np.abs(roots)].real
    return np.unique(real) + middle
