"""Criteria for the number of clusters: gap statistic, stability, held-out likelihood."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import logsumexp
from sklearn.metrics import adjusted_rand_score

from gnomon.arrays import Floats
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.seeds import Seed, child, generator

Fit = Callable[[Floats, int, Seed], KMeans]


def k_means(X: Floats, k: int, seed: Seed) -> KMeans:
    """k-means with its default parameters.

    >>> k_means(np.array([[0.0], [9.0]]), 2, 0).inertia_
    0.0
    """
    return KMeans(k, random_state=seed).fit(X)


def gap_statistic(
    X: Any,
    k: int,
    *,
    inertia: float | None = None,
    fit: Fit = k_means,
    times: int = 20,
    random_state: Seed = 0,
) -> tuple[float, float]:
    """Gap statistic (Tibshirani, Walther & Hastie 2001) and its standard error.

    The mean log inertia of `times` reference data sets less that of X. References are uniform in the bounding
    box of X along its principal axes. NaN if the inertia is 0. inertia: that of X, if known. fit: a function
    of rows, k and seed to a fitted k-means.

    >>> X = np.array([[0.0], [1.0], [20.0], [21.0], [40.0], [41.0]])
    >>> gap_statistic(X, 3)[0] > gap_statistic(X, 2)[0]
    True
    """
    X, seed = np.asarray(X, dtype=np.float64), random_state
    inertia = fit(X, k, child(seed, times)).inertia_ if inertia is None else inertia
    if inertia <= 0:
        return np.nan, np.nan
    mean = X.mean(axis=0)
    axes = np.linalg.svd(X - mean, full_matrices=False)[2]
    rotated = (X - mean) @ axes.T
    low, high = rotated.min(axis=0), rotated.max(axis=0)
    references = []
    for time in range(times):
        drawn = low + generator(child(seed, time)).random((len(X), len(axes))) * (high - low)
        references.append(np.log(max(fit(drawn, k, child(seed, time, 1)).inertia_, np.finfo(float).tiny)))
    error = float(np.std(references) * np.sqrt(1 + 1 / times))
    return float(np.mean(references) - np.log(inertia)), error


def clustering_stability(
    X: Any, k: int, *, fit: Fit = k_means, times: int = 20, random_state: Seed = 0
) -> tuple[float, float]:
    """Clustering stability and its standard error: agreement of clusterings of two subsamples of 80 %.

    Agreement by the adjusted Rand index on all rows, 1 for the same clusters and 0 for chance. NaN for one
    cluster.

    >>> X = np.repeat([[0.0], [9.0]], 10, axis=0) + np.arange(20)[:, None] / 100
    >>> clustering_stability(X, 2, times=5)[0]
    1.0
    """
    X, seed = np.asarray(X, dtype=np.float64), random_state
    n_part = max(k, int(0.8 * len(X)))
    if k < 2 or n_part >= len(X):
        return np.nan, np.nan
    agreements = []
    for time in range(times):
        random = generator(child(seed, time))
        parts = [random.permutation(len(X))[:n_part] for _ in range(2)]
        models = [fit(X[rows], k, child(seed, time, half)) for half, rows in enumerate(parts)]
        agreements.append(adjusted_rand_score(*(model.predict(X) for model in models)))
    error = float(np.std(agreements, ddof=1) / np.sqrt(times)) if times > 1 else np.nan
    return float(np.mean(agreements)), error


def held_out_likelihood(X: Floats, k: int, fit: Fit, folds: int, seed: Seed) -> tuple[float, float]:
    """Mean held-out log likelihood of the model of k-means, and its standard error, by cross-validation.

    The model: a mixture of spherical Gaussians of equal variance about the centers. Unlike the inertia, it
    gets worse with too many clusters. NaN if there are too few training rows.

    >>> X = np.repeat([[0.0], [9.0]], 10, axis=0) + np.arange(20)[:, None] / 100
    >>> fit = lambda X, k, seed: KMeans(k, random_state=seed).fit(X)
    >>> held_out_likelihood(X, 2, fit, 5, 0)[0] > held_out_likelihood(X, 1, fit, 5, 0)[0]
    True
    """
    fold = generator(child(seed, 0)).permutation(np.arange(len(X)) % folds)
    if len(X) <= folds or np.bincount(fold).max() + k > len(X):
        return np.nan, np.nan
    density = np.empty(len(X))
    for held_out in range(folds):
        inside = fold != held_out
        model = fit(X[inside], k, child(seed, 1, held_out))
        if model.inertia_ <= 0:
            return np.nan, np.nan
        density[~inside] = _log_density(model, X[~inside])
    return float(density.mean()), float(density.std(ddof=1) / np.sqrt(len(X)))


def _log_density(model: KMeans, X: Floats) -> Floats:
    proportion = np.bincount(model.labels_, minlength=model.n_clusters) / len(model.labels_)
    variance = model.inertia_ / (len(model.labels_) * X.shape[1])
    with np.errstate(divide="ignore"):
        score = np.log(proportion) - cdist(X, model.cluster_centers_, "sqeuclidean") / (2 * variance)
    return np.asarray(logsumexp(score, axis=1) - X.shape[1] / 2 * np.log(2 * np.pi * variance))
