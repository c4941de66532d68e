"""Normal densities with weights: the parameters of a Gaussian mixture, and its steps over complete rows."""

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
    """Weights (k), means (k, d) and covariances of the components of a mixture.

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
        """How many components there are."""
        return len(self.weights)

    @property
    def n_columns(self) -> int:
        """How many columns a row has."""
        return self.means.shape[1]

    @property
    def n_parameters(self) -> int:
        """How many numbers are free: weights that sum to 1, means, and covariances of their kind."""
        k, d = self.means.shape
        of_kind = {"full": k * d * (d + 1) // 2, "tied": d * (d + 1) // 2, "diag": k * d, "spherical": k}
        return k - 1 + k * d + of_kind[self.kind]

    @cached_property
    def roots(self) -> Floats:
        """P with P P' the inverse of the covariance: upper triangular, or one over standard deviations."""
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
        """What a model file keeps: roots and constants are made again when they are asked for."""
        return {name: getattr(self, name) for name in ("kind", "weights", "means", "covariances")}

    def full_covariances(self) -> Floats:
        """Every component's covariance as a matrix, (k, d, d)."""
        k, d = self.means.shape
        if self.kind == "full":
            return self.covariances
        if self.kind == "tied":
            return np.broadcast_to(self.covariances, (k, d, d))
        variances = np.broadcast_to(self.covariances.reshape(k, -1), (k, d))
        return variances[:, :, None] * np.eye(d)

    def described(self, component: int) -> dict[str, float]:
        """The weight of one component, and its mean and variance in each column, by name."""
        variances = np.diagonal(self.full_covariances()[component])
        means = {f"mean_{j}": float(mean) for j, mean in enumerate(self.means[component])}
        spreads = {f"variance_{j}": float(variance) for j, variance in enumerate(variances)}
        return {"weight": float(self.weights[component]), **means, **spreads}

    def scores(self, X: Floats) -> Floats:
        """log w_k + log N(x | m_k, S_k) for each row and component, (n, k)."""
        X, means, roots = self._arranged(X)
        return native.mixture_scores(X, means, roots, self.constants, threads.count())

    def sums(self, X: Floats, weight: Floats | None = None, known: Integers | None = None) -> Sums:
        """What one pass over complete rows finds: the expected sums of each component, and the likelihood.

        known: the component of each row, -1 where it is to be expected from the densities.
        """
        arranged, means, roots = self._arranged(X)
        found = native.mixture_pass(arranged, means, roots, self.constants, weight, known, threads.count())
        likelihood, count, first, second = found
        k, d = self.means.shape
        if self.kind == "full":
            return Sums(self.means, count, first, second.reshape(k, d, d), likelihood)
        if self.kind == "tied":
            # The pass was over whitened rows; r g P summed, times the inverse of P, is r g summed.
            back = np.linalg.inv(self.roots)
            return Sums(self.means, count, first @ back, None, likelihood)
        return Sums(self.means, count, first, second.reshape(k, d), likelihood)

    def _arranged(self, X: Floats) -> tuple[Floats, Floats, Floats]:
        """Rows, means and roots as the kernel wants them; in white rows, tied components have unit spread."""
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
    """For each component: how many rows are expected of it, and sums over them of x - origin and its squares.

    second: (k, d, d), its diagonal (k, d), or None where tied covariances do not need it.
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
    """Weight, mean and covariance of all rows, which tied covariances are found from.

    >>> Total.of(np.array([[0.0], [2.0]]), None).covariance
    array([[1.]])
    """

    weight: float
    mean: Floats
    covariance: Floats

    @classmethod
    def of(cls, X: Floats, weight: Floats | None) -> Total:
        """Of complete rows."""
        total, mean, scatter = native.moments(X, None, weight, threads.count())
        return cls(total, mean, scatter / total)


def maximized(sums: Sums, kind: str, reg_covar: float, total: Total | None = None) -> Normals:
    """The weights, means and covariances of greatest likelihood for expected sums (n, s, S) of a component.

    m = origin + s / n, S = S / n - (s / n)(s / n)', with reg_covar added to variances. A component of no
    weight keeps its mean and takes the variance reg_covar.

    >>> sums = Sums(np.zeros((1, 1)), np.array([2.0]), np.array([[4.0]]), np.array([[10.0]]), 0.0)
    >>> found = maximized(sums, "diag", 0.0)
    >>> found.means, found.covariances
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
    """The same, if every covariance can be inverted; else DataError.

    >>> checked(Normals("diag", np.array([1.0]), np.array([[0.0]]), np.array([[2.0]])), 0.0).n_components
    1
    """
    try:
        usable = bool(np.isfinite(normals.roots).all() and np.isfinite(normals.covariances).all())
    except np.linalg.LinAlgError:
        usable = False
    if not usable:
        raise DataError(
            "a component's covariance is singular: it has collapsed on too few different rows, or on columns "
            f"that depend on each other; raise reg_covar={reg_covar:g}, or ask for fewer components or "
            "another covariance_type"
        )
    return normals


def log_densities(scores: Floats) -> Floats:
    """log sum_k exp(score) of each row.

    >>> log_densities(np.log([[0.25, 0.25]])).round(4)
    array([-0.6931])
    """
    return np.asarray(logsumexp(scores, axis=1))


def _inverses(lower: Floats) -> Floats:
    """Inverses of lower triangular matrices (k, d, d), all at once, row after row."""
    found = np.zeros_like(lower)
    for i in range(lower.shape[1]):
        found[:, i] = -np.einsum("kj,kjm->km", lower[:, i, :i], found[:, :i])
        found[:, i, i] += 1.0
        found[:, i] /= lower[:, i, i, None]
    return found


def _tied(weights: Floats, means: Floats, sums: Sums, reg_covar: float, total: Total | None) -> Floats:
    """All rows' covariance less that of the means; of incomplete rows, the mean of the components' own."""
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
