"""Where the centers of k-means begin: rows, points or parts drawn at random, k-means++, or given.

Draws depend on the distinct rows and their weights alone, so that a row of weight 2 does what two rows do.
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

MOST_TRIALS = 8
STARTS = ("k-means++", "random", "box", "partition")


def starting_centers(
    X: Any, distinct: Distinct | None, k: int, init: Any, random: np.random.Generator
) -> Floats:
    """The first centers (k, d).

    init: "k-means++" (rows far from each other), "random" (k rows), "box" (points of the box that the rows
    fill), "partition" (the means of k parts that the rows are dealt to), an array of centers, or a function
    of X, k and a generator that gives one. distinct: the distinct rows of X; not looked at for an array.

    >>> X = np.array([[0.0], [1.0], [9.0]])
    >>> starting_centers(X, Distinct.of(X), 3, "k-means++", np.random.default_rng(0)).ravel().tolist()
    [1.0, 9.0, 0.0]
    """
    if callable(init):
        return _checked(init(X, k, random), (k, X.shape[1]))
    if not isinstance(init, str):
        return _checked(init, (k, X.shape[1]))
    drawing: dict[str, Callable[[Any, Distinct, int, np.random.Generator], Floats]] = {
        "k-means++": _far_apart,
        "random": _any_rows,
        "box": _points_of_the_box,
        "partition": _means_of_parts,
    }
    if init not in drawing or distinct is None:
        raise ParameterError(f"init={init!r}: give one of {', '.join(map(repr, STARTS))}, or an array")
    return drawing[init](X, distinct, k, random)


def _checked(given: Any, shape: tuple[int, int]) -> Floats:
    try:
        centers = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(f"init={given!r}: the centers must be a table of numbers") from None
    if centers.shape != shape or not np.isfinite(centers).all():
        raise ParameterError(
            f"init has centers of shape {centers.shape}; n_clusters and the columns of X ask for {shape}, "
            "all finite"
        )
    return centers


def _far_apart(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """k-means++ (Arthur & Vassilvitskii 2007), greedy: the best of a few draws at each turn.

    A row is drawn in proportion to its squared distance from the nearest center so far; of the rows drawn,
    the one that leaves the least sum of these distances is taken.
    """
    rows = X[distinct.index]
    lengths = None if isinstance(rows, np.ndarray) else squared_lengths(rows)
    chosen = distinct.draw(random)
    closest = _nearer(rows, lengths, np.full(len(distinct), np.inf), chosen)[0]
    n_trials = min(2 + int(np.log(k)), MOST_TRIALS)
    while len(chosen) < k:
        pull = closest * distinct.weight
        trials = distinct.draw(random, pull if pull.any() else None, size=n_trials)
        best = trials[first_smallest(_potentials(rows, lengths, closest, trials, distinct.weight))]
        chosen, closest = np.append(chosen, best), _nearer(rows, lengths, closest, np.array([best]))[0]
    return as_table(X[distinct.index[chosen]])


def _potentials(
    rows: Any, lengths: Floats | None, closest: Floats, trials: Integers, weight: Floats
) -> Floats:
    """What would be left of the sum of squared distances, for each row that is tried."""
    if lengths is not None:
        return _nearer(rows, lengths, closest, trials) @ weight
    return native.try_centers(rows, as_table(rows[trials]), closest, weight, False, threads.count())[0]


def _nearer(rows: Any, lengths: Floats | None, closest: Floats, trials: Integers) -> Floats:
    """Squared distances from the nearest center, once each row that is tried (lines) is one too."""
    tried = as_table(rows[trials])
    if lengths is None:
        return native.try_centers(rows, tried, closest, None, True, threads.count())[1][None, :]
    found = lengths[trials][:, None] + lengths - 2 * np.asarray(tried @ rows.T)
    found[np.arange(len(trials)), trials] = 0.0
    return np.minimum(closest, np.maximum(found, 0.0))


def _any_rows(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """Different rows, drawn by weight; rows again, once all different ones are taken."""
    left, chosen = distinct.weight.copy(), []
    for _ in range(k):
        place = int(distinct.draw(random, left if left.any() else None)[0])
        left[place] = 0.0
        chosen.append(place)
    return as_table(X[distinct.index[chosen]])


def _points_of_the_box(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    counted = X[distinct.index]
    low, high = (_ends(counted, "min"), _ends(counted, "max"))
    return low + random.random((k, X.shape[1])) * (high - low)


def _ends(rows: Any, which: str) -> Floats:
    found: Array = getattr(rows, which)(axis=0)
    return np.asarray(found if isinstance(found, np.ndarray) else found.toarray()[0], dtype=np.float64)


def _means_of_parts(X: Any, distinct: Distinct, k: int, random: np.random.Generator) -> Floats:
    """Equal rows go to the same part, and every part gets one if there are enough."""
    part = np.concatenate([np.arange(k), random.integers(k, size=max(len(distinct) - k, 0))])
    dealt = random.permutation(part[: len(distinct)])
    sums, total = cluster_sums(X[distinct.index], dealt, distinct.weight, k)
    empty = total == 0
    sums[empty], total[empty] = as_table(X[distinct.index[distinct.draw(random, size=int(empty.sum()))]]), 1.0
    return sums / total[:, None]
