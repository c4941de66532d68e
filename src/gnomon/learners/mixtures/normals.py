"""Parameters of Gaussian mixtures, and their E-step and M-step on complete rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import logsumexp

from gnomon import native, threads
from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError

KINDS = ("full", "tied", "diag", "spherical")


@dataclass(frozen=True, eq=False)
class Normals:
    """Weights (k), means (k, d) and covariances of the components of a Gaussian mixture.

    kind: "full" covariances are (k, d, d), "tied" (d, d), "diag" (k, d), "spherical" (k).

    >>> one = Normals("spherical", np.array([1.0]), np.array([[0.0, 0.0]]), np.array([4.0]))
    >>> one.scores(np.array([[0.0, 2.0]])).round(4)
    array([[-3.7242]])
    """

    kind: str
    weights: Floats
    means: Floats
    covariances: Floats

    @property
    def n_components(self) -> int:
        """Number of components."""
        return len(self.weights)

    @property
    def n_columns(self) -> int:
        """Number of columns."""
        return self.means.shape[1]

    @property
    def n_parameters(self) -> int:
        """Number of free parameters: weights that sum to 1, means, and covariances."""
        k, d = self.means.shape
        of_kind = {"full": k * d * (d + 1) // 2, "tied": d * (d + 1) // 2, "diag": k * d, "spherical": k}
        return k - 1 + k * d + of_kind[self.kind]

    @cached_property
    def roots(self) -> Floats:
        """Cholesky factors P of the precisions, P P' = S⁻¹; inverse standard deviations if diagonal."""
        if self.kind in ("diag", "spherical"):
            with np.errstate(divide="ignore"):
                return 1 / np.sqrt(self.covariances)
        lower = np.asarray(np.linalg.cholesky(self.covariances), dtype=np.float64)
        inverse = _inverses(lower.reshape(-1, *lower.shape[-2:])).reshape(lower.shape)
        return np.ascontiguousarray(np.swapaxes(inverse, -1, -2))

    @cached_property
    def constants(self) -> Floats:
        """log w_k - d/2 log 2π - 1/2 log det S_k."""
        roots, d = self.roots, self.n_columns
        if self.kind == "full":
            half = np.log(np.diagonal(roots, axis1=1, axis2=2)).sum(axis=1)
        elif self.kind == "tied":
            half = np.full(self.n_components, np.log(np.diag(roots)).sum())
        else:
            half = np.log(roots).sum(axis=1) if self.kind == "diag" else d * np.log(roots)
        with np.errstate(divide="ignore"):
            return np.log(self.weights) - d / 2 * np.log(2 * np.pi) + half

    def __getstate__(self) -> dict[str, Any]:
        """Stored state; roots and constants are recomputed when needed."""
        return {name: getattr(self, name) for name in ("kind", "weights", "means", "covariances")}

    def full_covariances(self) -> Floats:
        """Covariance of each component as a matrix, (k, d, d)."""
        k, d = self.means.shape
        if self.kind == "full":
            return self.covariances
        if self.kind == "tied":
            return np.broadcast_to(self.covariances, (k, d, d))
        variances = np.broadcast_to(self.covariances.reshape(k, -1), (k, d))
        return variances[:, :, None] * np.eye(d)

    def described(self, component: int) -> dict[str, float]:
        """Weight, means and variances of one component, by name."""
        variances = np.diagonal(self.full_covariances()[component])
        means = {f"mean_{j}": float(mean) for j, mean in enumerate(self.means[component])}
        by_name = {f"variance_{j}": float(variance) for j, variance in enumerate(variances)}
        return {"weight": float(self.weights[component]), **means, **by_name}

    def scores(self, X: Floats) -> Floats:
        """log w_k + log N(x | m_k, S_k) for each row and component, (n, k)."""
        X, means, roots = self._arranged(X)
        return native.mixture_scores(X, means, roots, self.constants, threads.count())

    def sums(self, X: Floats, weight: Floats | None = None, known: Integers | None = None) -> Sums:
        """E-step on complete rows: expected sums of each component, and the log likelihood.

        known: component of each row, -1 if unknown.
        """
        arranged, means, roots = self._arranged(X)
        likelihood, count, first, second = native.mixture_pass(
            arranged, means, roots, self.constants, weight, known, threads.count()
        )
        k, d = self.means.shape
        if self.kind == "full":
            return Sums(self.means, count, first, second.reshape(k, d, d), likelihood)
        if self.kind == "tied":
            # Sums over whitened rows are of r g P; times the inverse of P they are sums of r g.
            inverse = np.linalg.inv(self.roots)
            return Sums(self.means, count, first @ inverse, None, likelihood)
        return Sums(self.means, count, first, second.reshape(k, d), likelihood)

    def _arranged(self, X: Floats) -> tuple[Floats, Floats, Floats]:
        """Rows, means and roots in the form of the kernel; rows are whitened for tied covariances."""
        if self.kind == "full":
            return X, self.means, self.roots
        k, d = self.means.shape
        if self.kind == "tied":
            center = self.means.mean(axis=0)
            white = np.ascontiguousarray((X - center) @ self.roots)
            return white, np.ascontiguousarray((self.means - center) @ self.roots), np.ones((k, d))
        roots = np.broadcast_to(self.roots.reshape(k, -1), (k, d))
        return X, self.means, np.ascontiguousarray(roots)


@dataclass(frozen=True, eq=False)
class Sums:
    """Expected sufficient statistics of each component: count, sums of x - origin and of its products.

    second: (k, d, d), its diagonal (k, d), or None for tied covariances, which do not need it.
    """

    origin: Floats
    count: Floats
    first: Floats
    second: Floats | None
    log_likelihood: float

    def __add__(self, other: Sums) -> Sums:
        second = None if self.second is None or other.second is None else self.second + other.second
        return replace(
            self,
            count=self.count + other.count,
            first=self.first + other.first,
            second=second,
            log_likelihood=self.log_likelihood + other.log_likelihood,
        )


@dataclass(frozen=True, eq=False)
class Total:
    """Weight, mean and covariance of all rows, for tied covariances.

    >>> Total.of(np.array([[0.0], [2.0]]), None).covariance
    array([[1.]])
    """

    weight: float
    mean: Floats
    covariance: Floats

    @classmethod
    def of(cls, X: Floats, weight: Floats | None) -> Total:
        """Moments of complete rows."""
        total, mean, scatter = native.moments(X, None, weight, threads.count())
        return cls(total, mean, scatter / total)


def maximized(sums: Sums, kind: str, reg_covar: float, total: Total | None = None) -> Normals:
    """M-step: maximum likelihood weights, means and covariances from expected sums (n, s, S).

    m = origin + s / n, S = S / n - (s / n)(s / n)', with reg_covar added to variances. A component of weight
    0 has its previous mean and the variance reg_covar.

    >>> sums = Sums(np.zeros((1, 1)), np.array([2.0]), np.array([[4.0]]), np.array([[10.0]]), 0.0)
    >>> normals = maximized(sums, "diag", 0.0)
    >>> normals.means, normals.covariances
    (array([[2.]]), array([[1.]]))
    """
    count = np.maximum(sums.count, np.finfo(np.float64).tiny)
    step = sums.first / count[:, None]
    means = sums.origin + step
    weights = sums.count / sums.count.sum()
    if kind == "tied":
        covariances = _tied(weights, means, sums, reg_covar, total)
    else:
        assert sums.second is not None
        if kind == "full":
            covariances = sums.second / count[:, None, None] - step[:, :, None] * step[:, None, :]
            covariances = covariances + reg_covar * np.eye(means.shape[1])
        else:
            variances = np.maximum(sums.second / count[:, None] - step**2, 0.0) + reg_covar
            covariances = variances if kind == "diag" else variances.mean(axis=1)
    return Normals(kind, weights, means, covariances)


def checked(normals: Normals, reg_covar: float) -> Normals:
    """Raise DataError if a covariance is singular; else return the same.

    >>> checked(Normals("diag", np.array([1.0]), np.array([[0.0]]), np.array([[2.0]])), 0.0).n_components
    1
    """
    try:
        usable = bool(np.isfinite(normals.roots).all() and np.isfinite(normals.covariances).all())
    except np.linalg.LinAlgError:
        usable = False
    if not usable:
        raise DataError(
            "the covariance of a component is singular: it has too few distinct rows, or columns are "
            f"collinear; increase reg_covar={reg_covar:g}, reduce n_components, or use another "
            "covariance_type"
        )
    return normals


def log_densities(scores: Floats) -> Floats:
    """Log density of each row: log sum_k exp(score).

    >>> log_densities(np.log([[0.25, 0.25]])).round(4)
    array([-0.6931])
    """
    return np.asarray(logsumexp(scores, axis=1))


def _inverses(lower: Floats) -> Floats:
    """Inverses of lower triangular matrices (k, d, d), by forward substitution."""
    inverse = np.zeros_like(lower)
    for i in range(lower.shape[1]):
        inverse[:, i] = -np.einsum("kj,kjm->km", lower[:, i, :i], inverse[:, :i])
        inverse[:, i, i] += 1.0
        inverse[:, i] /= lower[:, i, i, None]
    return inverse


def _tied(weights: Floats, means: Floats, sums: Sums, reg_covar: float, total: Total | None) -> Floats:
    """Total covariance minus that of the means; for incomplete rows, the mean within-component covariance."""
    d = means.shape[1]
    if total is not None:
        gap = means - total.mean
        within = total.covariance - (weights[:, None] * gap).T @ gap
    else:
        assert sums.second is not None
        count = np.maximum(sums.count, np.finfo(np.float64).tiny)
        step = sums.first / count[:, None]
        within = sums.second.sum(axis=0) / sums.count.sum() - (weights[:, None] * step).T @ step
    return np.asarray((within + within.T) / 2 + reg_covar * np.eye(d))
