"""Where expectation maximization of a Gaussian mixture begins."""

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
    X: Floats, weight: Floats | None, known: Integers | None, setting: Any, random: np.random.Generator
) -> Normals:
    """The first parameters: by the setting's init_params, or from known rows; given ones replace these.

    X: complete rows.

    >>> from gnomon.learners.mixtures.gaussian import GaussianMixture
    >>> X = np.array([[0.0], [2.0], [8.0], [10.0]])
    >>> found = start_of(X, None, None, GaussianMixture(2), np.random.default_rng(0))
    >>> sorted(found.means.ravel().tolist())
    [1.0, 9.0]
    """
    k, kind, reg = setting.n_components, setting.covariance_type, setting.reg_covar
    total = Total.of(X, weight)
    if all(each is not None for each in (setting.weights_init, setting.means_init, setting.precisions_init)):
        found = _plain(total, np.zeros((k, X.shape[1])), kind, reg)
    elif known is not None and (known >= 0).any():
        found = _from_known(X, weight, known, setting, random)
    elif setting.init_params == "random":
        found = maximized(_random_sums(X, weight, k, kind, random), kind, reg, total)
    elif setting.init_params == "kmeans":
        labels = _kmeans(X, weight, k, random)
        found = maximized(_sums_of_labels(X, weight, labels, k, kind, total), kind, reg, total)
    else:
        found = _from_rows(X, weight, setting, random)
    return _with_given(found, setting)


def _plain(total: Total, means: Floats, kind: str, reg: float) -> Normals:
    """Equal weights, and the covariance of all rows for every component."""
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
    X: Floats, weight: Floats | None, known: Integers, setting: Any, random: np.random.Generator
) -> Normals:
    """Means of the known rows of each component, random rows for the others."""
    k = setting.n_components
    times = np.ones(len(X)) if weight is None else weight
    means = X[draw_rows(X, weight, k, random)]
    for component in np.unique(known[(known >= 0) & (times > 0)]):
        own = known == component
        means[component] = np.average(X[own], axis=0, weights=times[own])
    return _plain(Total.of(X, weight), means, setting.covariance_type, setting.reg_covar)


def _kmeans(X: Floats, weight: Floats | None, k: int, random: np.random.Generator) -> Integers:
    if k == 1:
        return np.zeros(len(X), dtype=np.int64)
    with warnings.catch_warnings():
        # A start need not be finished, and may have fewer clusters than there are components.
        warnings.simplefilter("ignore", GnomonWarning)
        labels = KMeans(k, n_init=1, random_state=random).fit(X, sample_weight=weight).labels_
    return np.asarray(labels, dtype=np.int64)


def _sums_of_labels(
    X: Floats, weight: Floats | None, labels: Integers, k: int, kind: str, total: Total
) -> Sums:
    """Sums when each row is wholly of one component, about the mean of that one."""
    times = np.ones(len(X)) if weight is None else weight
    count = np.bincount(labels, times, minlength=k)
    centered = X - total.mean
    first = np.stack([np.bincount(labels, times * column, minlength=k) for column in centered.T], axis=1)
    means = total.mean + first / np.maximum(count, np.finfo(np.float64).tiny)[:, None]
    plain = _plain(total, means, "full" if kind == "full" else "diag", 1.0)
    found = plain.sums(X, weight, labels)
    return replace(found, second=None) if kind == "tied" else found


def _random_sums(X: Floats, weight: Floats | None, k: int, kind: str, random: np.random.Generator) -> Sums:
    """Sums when each row is shared out at random, and equal rows alike."""
    distinct = Distinct.of(X, weight)
    share = random.uniform(size=(len(distinct), k))[distinct.code]
    share /= share.sum(axis=1, keepdims=True)
    if weight is not None:
        share *= weight[:, None]
    mean = X.mean(axis=0)
    gap = X - mean
    if kind in ("diag", "spherical"):
        second = share.T @ gap**2
    else:
        second = np.stack([(part[:, None] * gap).T @ gap for part in share.T])
    return Sums(np.tile(mean, (k, 1)), share.sum(axis=0), share.T @ gap, second, 0.0)


def _from_rows(X: Floats, weight: Floats | None, setting: Any, random: np.random.Generator) -> Normals:
    """Means at rows: drawn with equal chances, or far from each other (k-means++)."""
    k = setting.n_components
    if setting.init_params == "random_from_data":
        means = X[draw_rows(X, weight, k, random)]
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", GnomonWarning)
            first = KMeans(k, n_init=1, max_iter=1, random_state=random).fit(X, sample_weight=weight)
        means = np.asarray(first.cluster_centers_)
    return _plain(Total.of(X, weight), means, setting.covariance_type, setting.reg_covar)


def _with_given(found: Normals, setting: Any) -> Normals:
    """Weights, means and precisions that the user gave in place of those found."""
    k, d = found.means.shape
    if setting.weights_init is not None:
        weights = _shaped("weights_init", setting.weights_init, (k,))
        if (weights < 0).any() or not np.isclose(weights.sum(), 1):
            raise ParameterError(
                f"weights_init={setting.weights_init!r}: weights must be 0 or more and sum to 1"
            )
        found = replace(found, weights=weights)
    if setting.means_init is not None:
        found = replace(found, means=_shaped("means_init", setting.means_init, (k, d)))
    if setting.precisions_init is not None:
        shape = {"full": (k, d, d), "tied": (d, d), "diag": (k, d), "spherical": (k,)}[found.kind]
        precisions = _shaped("precisions_init", setting.precisions_init, shape)
        found = replace(found, covariances=_inverse(precisions, found.kind))
    return found


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
