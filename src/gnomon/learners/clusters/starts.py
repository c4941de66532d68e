"""Initialization of k-means: k-means++, random rows, random points, random partition, or an array.

Random draws depend on the distinct rows and their weights only, so weight 2 is equivalent to two equal rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.means import as_table, cluster_sums, squared_lengths
from gnomon.ties import first_smallest

MAX_TRIALS = 8
STARTS = ("k-means++", "random", "box", "partition")


def starting_centers(
    X: Any, distinct: Distinct | None, k: int, init: Any, random: np.random.Generator
) -> Floats:
    """Initial centers (k, d).

    init: "k-means++", "random" (k distinct rows), "box" (uniform in the bounding box), "partition" (means of
    a random partition), an array of centers, or a function of X, k and a generator that returns one.
    distinct: the distinct rows of X; ignored for an array.

    >>> X = np.array([[0.0], [1.0], [9.0]])
    >>> starting_centers(X, Distinct.of(X), 3, "k-means++", np.random.default_rng(0)).ravel().tolist()
    [1.0, 9.0, 0.0]
    """
    if callable(init):
        return _checked(init(X, k, random), (k, X.shape[1]))
    if not isinstance(init, str):
        return _checked(init, (k, X.shape[1]))
    methods: dict[str, Callable[[Any, Distinct, int, np.random.Generator], Floats]] = {
        "k-means++": _kmeans_plus_plus,
        "random": _random_rows,
        "box": _uniform_in_box,
        "partition": _random_partition,
    }
    if init not in methods or distinct is None:
        raise ParameterError(f"init={init!r}: it must be one of {', '.join(map(repr, STARTS))}, or an array")
    return methods[init](X, distinct, k, random)


def _checked(init: Any, shape: tuple[int, int]) -> Floats:
    try:
        centers = np.array(init, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(f"init={init!r}: the centers must be a 2-D array of numbers") from None
    if centers.shape != shape or not np.isfinite(centers).all():
        raise ParameterError(
            f"init has centers of shape {centers.shape}; they must be finite, of shape (n_clusters, "
            f"n_features) = {shape}"
        )
    return centers


def _kmeans_plus_plus(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """Greedy k-means++ (Arthur & Vassilvitskii 2007): the best of a few candidates for each center.

    Candidates are drawn in proportion to their squared distance from the nearest center; the one with the
    lowest resulting potential (sum of these distances) is selected.
    """
    rows = X[distinct.index]
    lengths = None if isinstance(rows, np.ndarray) else squared_lengths(rows)
    chosen = distinct.draw(random)
    closest = _nearer(rows, lengths, np.full(len(distinct), np.inf), chosen)[0]
    n_trials = min(2 + int(np.log(k)), MAX_TRIALS)
    while len(chosen) < k:
        potential = closest * distinct.weight
        trials = distinct.draw(random, potential if potential.any() else None, size=n_trials)
        best = trials[first_smallest(_potentials(rows, lengths, closest, trials, distinct.weight))]
        chosen, closest = np.append(chosen, best), _nearer(rows, lengths, closest, np.array([best]))[0]
    return as_table(X[distinct.index[chosen]])


def _potentials(
    rows: Any, lengths: Floats | None, closest: Floats, trials: Integers, weight: Floats
) -> Floats:
    """Potential (sum of squared distances from the nearest center) for each candidate."""
    if lengths is not None:
        return _nearer(rows, lengths, closest, trials) @ weight
    return native.try_centers(rows, as_table(rows[trials]), closest, weight, False, threads.count())[0]


def _nearer(rows: Any, lengths: Floats | None, closest: Floats, trials: Integers) -> Floats:
    """Squared distances from the nearest center, including each candidate (by row)."""
    tried = as_table(rows[trials])
    if lengths is None:
        return native.try_centers(rows, tried, closest, None, True, threads.count())[1][None, :]
    square = lengths[trials][:, None] + lengths - 2 * np.asarray(tried @ rows.T)
    square[np.arange(len(trials)), trials] = 0.0
    return np.minimum(closest, np.maximum(square, 0.0))


def _random_rows(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """Distinct rows, drawn in proportion to weight; repeated if there are fewer than k."""
    remaining, chosen = distinct.weight.copy(), []
    for _ in range(k):
        index = int(distinct.draw(random, remaining if remaining.any() else None)[0])
        remaining[index] = 0.0
        chosen.append(index)
    return as_table(X[distinct.index[chosen]])


def _uniform_in_box(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    counted = X[distinct.index]
    low, high = (_extremes(counted, "min"), _extremes(counted, "max"))
    return low + random.random((k, X.shape[1])) * (high - low)


def _extremes(rows: Any, which: str) -> Floats:
    values: Array = getattr(rows, which)(axis=0)
    return np.asarray(values if isinstance(values, np.ndarray) else values.toarray()[0], dtype=np.float64)


def _random_partition(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """Means of a random partition; equal rows are in the same part, and no part is empty if possible."""
    part = np.concatenate([np.arange(k), random.integers(k, size=max(len(distinct) - k, 0))])
    labels = random.permutation(part[: len(distinct)])
    sums, total = cluster_sums(X[distinct.index], labels, distinct.weight, k)
    empty = total == 0
    sums[empty], total[empty] = as_table(X[distinct.index[distinct.draw(random, size=int(empty.sum()))]]), 1.0
    return sums / total[:, None]
