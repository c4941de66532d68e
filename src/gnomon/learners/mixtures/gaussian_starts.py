"""Initialization of Gaussian mixtures."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import GnomonWarning, ParameterError
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.mixtures.drawn_rows import draw_rows
from gnomon.learners.mixtures.normals import Normals, Sums, Total, maximized

STARTS = ("kmeans", "k-means++", "random", "random_from_data")


def start_of(
    X: Floats, weight: Floats | None, known: Integers | None, mixture: Any, random: np.random.Generator
) -> Normals:
    """Initial parameters, by init_params or from known rows; weights_init and the like replace these.

    X: rows without missing values. mixture: the learner with the hyperparameters.

    >>> from gnomon import GaussianMixture
    >>> X = np.array([[0.0], [2.0], [8.0], [10.0]])
    >>> start = start_of(X, None, None, GaussianMixture(2), np.random.default_rng(0))
    >>> sorted(start.means.ravel().tolist())
    [1.0, 9.0]
    """
    k, kind, reg = mixture.n_components, mixture.covariance_type, mixture.reg_covar
    total = Total.of(X, weight)
    if all(each is not None for each in (mixture.weights_init, mixture.means_init, mixture.precisions_init)):
        normals = _equal_components(total, np.zeros((k, X.shape[1])), kind, reg)
    elif known is not None and (known >= 0).any():
        normals = _from_known(X, weight, known, mixture, random)
    elif mixture.init_params == "random":
        normals = maximized(_random_sums(X, weight, k, kind, random), kind, reg, total)
    elif mixture.init_params == "kmeans":
        labels = _kmeans(X, weight, k, random)
        normals = maximized(_sums_of_labels(X, weight, labels, k, kind, total), kind, reg, total)
    else:
        normals = _from_rows(X, weight, mixture, random)
    return _with_init(normals, mixture)


def _equal_components(total: Total, means: Floats, kind: str, reg: float) -> Normals:
    """Components of equal weight, with the covariance of all rows."""
    k, d = means.shape
    covariance = total.covariance + reg * np.eye(d)
    variances = np.diag(covariance)
    shapes = {
        "full": np.tile(covariance, (k, 1, 1)),
        "tied": covariance,
        "diag": np.tile(variances, (k, 1)),
        "spherical": np.full(k, variances.mean()),
    }
    return Normals(kind, np.full(k, 1 / k), means, shapes[kind])


def _from_known(
    X: Floats, weight: Floats | None, known: Integers, mixture: Any, random: np.random.Generator
) -> Normals:
    """Means of the known rows of each component; random rows for components without any."""
    k = mixture.n_components
    times = np.ones(len(X)) if weight is None else weight
    means = X[draw_rows(X, weight, k, random)]
    for component in np.unique(known[(known >= 0) & (times > 0)]):
        own = known == component
        means[component] = np.average(X[own], axis=0, weights=times[own])
    return _equal_components(Total.of(X, weight), means, mixture.covariance_type, mixture.reg_covar)


def _kmeans(X: Floats, weight: Floats | None, k: int, random: np.random.Generator) -> Integers:
    if k == 1:
        return np.zeros(len(X), dtype=np.int64)
    with warnings.catch_warnings():
        # k-means need not converge here, and may have fewer clusters than there are components.
        warnings.simplefilter("ignore", GnomonWarning)
        labels = KMeans(k, n_init=1, random_state=random).fit(X, sample_weight=weight).labels_
    return np.asarray(labels, dtype=np.int64)


def _sums_of_labels(
    X: Floats, weight: Floats | None, labels: Integers, k: int, kind: str, total: Total
) -> Sums:
    """Sums for hard assignments, about the mean of each component."""
    times = np.ones(len(X)) if weight is None else weight
    count = np.bincount(labels, times, minlength=k)
    centered = X - total.mean
    first = np.stack([np.bincount(labels, times * column, minlength=k) for column in centered.T], axis=1)
    means = total.mean + first / np.maximum(count, np.finfo(np.float64).tiny)[:, None]
    normals = _equal_components(total, means, "full" if kind == "full" else "diag", 1.0)
    sums = normals.sums(X, weight, labels)
    return replace(sums, second=None) if kind == "tied" else sums


def _random_sums(X: Floats, weight: Floats | None, k: int, kind: str, random: np.random.Generator) -> Sums:
    """Sums for random responsibilities, which are the same for equal rows."""
    distinct = Distinct.of(X, weight)
    responsibility = random.uniform(size=(len(distinct), k))[distinct.code]
    responsibility /= responsibility.sum(axis=1, keepdims=True)
    if weight is not None:
        responsibility *= weight[:, None]
    mean = X.mean(axis=0)
    gap = X - mean
    if kind in ("diag", "spherical"):
        second = responsibility.T @ gap**2
    else:
        second = np.stack([(part[:, None] * gap).T @ gap for part in responsibility.T])
    return Sums(np.tile(mean, (k, 1)), responsibility.sum(axis=0), responsibility.T @ gap, second, 0.0)


def _from_rows(X: Floats, weight: Floats | None, mixture: Any, random: np.random.Generator) -> Normals:
    """Means at rows: drawn uniformly, or by k-means++."""
    k = mixture.n_components
    if mixture.init_params == "random_from_data":
        means = X[draw_rows(X, weight, k, random)]
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", GnomonWarning)
            first = KMeans(k, n_init=1, max_iter=1, random_state=random).fit(X, sample_weight=weight)
        means = np.asarray(first.cluster_centers_)
    return _equal_components(Total.of(X, weight), means, mixture.covariance_type, mixture.reg_covar)


def _with_init(normals: Normals, mixture: Any) -> Normals:
    """Replace parameters by weights_init, means_init and precisions_init."""
    k, d = normals.means.shape
    if mixture.weights_init is not None:
        weights = _shaped("weights_init", mixture.weights_init, (k,))
        if (weights < 0).any() or not np.isclose(weights.sum(), 1):
            raise ParameterError(
                f"weights_init={mixture.weights_init!r}: weights must be at least 0 and sum to 1"
            )
        normals = replace(normals, weights=weights)
    if mixture.means_init is not None:
        normals = replace(normals, means=_shaped("means_init", mixture.means_init, (k, d)))
    if mixture.precisions_init is not None:
        shape = {"full": (k, d, d), "tied": (d, d), "diag": (k, d), "spherical": (k,)}[normals.kind]
        precisions = _shaped("precisions_init", mixture.precisions_init, shape)
        normals = replace(normals, covariances=_inverse(precisions, normals.kind))
    return normals


def _shaped(name: str, values: Any, shape: tuple[int, ...]) -> Floats:
    array = np.array(values, dtype=np.float64)
    if array.shape != shape or not np.isfinite(array).all():
        raise ParameterError(f"{name} must be finite numbers of shape {shape}; it has shape {array.shape}")
    return array


def _inverse(precisions: Floats, kind: str) -> Floats:
    if kind in ("diag", "spherical"):
        if (precisions <= 0).any():
            raise ParameterError("precisions_init must be above 0")
        return 1 / precisions
    try:
        np.linalg.cholesky(precisions)
    except np.linalg.LinAlgError:
        raise ParameterError("precisions_init must be symmetric and positive definite") from None
    if not np.allclose(precisions, np.swapaxes(precisions, -1, -2)):
        raise ParameterError("precisions_init must be symmetric and positive definite")
    return np.asarray(np.linalg.inv(precisions), dtype=np.float64)
