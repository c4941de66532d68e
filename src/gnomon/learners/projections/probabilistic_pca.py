"""Probabilistic PCA: the normal density of principal components and isotropic noise."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.projections.scores import centered_products, squared_lengths


@dataclass(frozen=True, eq=False)
class ProbabilisticPCADensity:
    """Probabilistic PCA density (Tipping & Bishop 1999): covariance W' diag(variances - noise) W + noise I.

    components: orthonormal directions (rows) of the columns divided by `scale` (None: 1). variances: along
    them. noise: variance in every other direction.

    >>> line = ProbabilisticPCADensity(np.zeros(2), None, np.array([[1.0, 0.0]]), np.array([4.0]), 1.0)
    >>> line.covariance()
    array([[4., 0.],
           [0., 1.]])
    """

    mean: Floats
    scale: Floats | None
    components: Floats
    variances: Floats
    noise: float

    def log_density(self, X: Any) -> Floats:
        """Log-density of each row, dense or sparse."""
        self._refuse_singular()
        scaled = self.components.T if self.scale is None else self.components.T / self.scale[:, None]
        scores = centered_products(X, self.mean, scaled)
        distance = np.sum(scores**2 / self.variances, axis=1)
        log_determinant = float(np.sum(np.log(self.variances)))
        if self._n_omitted:
            rest = squared_lengths(X, self.mean, self.scale) - np.sum(scores**2, axis=1)
            distance += np.maximum(rest, 0.0) / self.noise
            log_determinant += self._n_omitted * log(self.noise)
        if self.scale is not None:
            log_determinant += 2 * float(np.sum(np.log(self.scale)))
        return -(distance + log_determinant + len(self.mean) * log(2 * pi)) / 2

    def covariance(self) -> Floats:
        """Covariance matrix of the columns."""
        excess = np.maximum(self.variances - self.noise, 0.0)
        covariance: Floats = (self.components.T * excess) @ self.components
        covariance[np.diag_indices_from(covariance)] += self.noise
        return covariance if self.scale is None else covariance * np.outer(self.scale, self.scale)

    def precision(self) -> Floats:
        """Inverse of the covariance matrix."""
        self._refuse_singular()
        return np.asarray(np.linalg.inv(self.covariance()))

    @property
    def _n_omitted(self) -> int:
        return len(self.mean) - len(self.components)

    def _refuse_singular(self) -> None:
        if (self._n_omitted and self.noise <= 0) or not self.variances.all():
            raise DataError(
                f"the covariance is singular: the rows span only {len(self.components)} of {len(self.mean)} "
                "directions, so there is no density; use fewer components, or drop collinear columns"
            )
