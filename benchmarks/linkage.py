"""Hierarchical clustering against scikit-learn's and fastcluster's: whole trees, from rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sklearn.cluster

from benchmarks.case import Case, largest_difference
from gnomon.learners.clusters.linkage import linkage


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    for n_rows in (10_000 // scale, 20_000 // scale):
        for method in ("complete", "average", "ward"):
            yield against_scikit_learn(n_rows, method, wanted=3)
            yield from against_fastcluster(n_rows, method, wanted=1.7)
    yield against_scikit_learn(20_000 // scale, "single", wanted=4)
    yield alone(100_000 // scale, "single")


def against_scikit_learn(n_rows: int, method: str, wanted: float) -> Case:
    X = rows(n_rows)
    peer = sklearn.cluster.AgglomerativeClustering(None, linkage=method, distance_threshold=0)
    return _case(n_rows, method, "scikit-learn", X, lambda: peer.fit(X).distances_, wanted)


def against_fastcluster(n_rows: int, method: str, wanted: float) -> Iterator[Case]:
    try:
        import fastcluster
    except ImportError:
        return
    X = rows(n_rows)
    yield _case(n_rows, method, "fastcluster", X, lambda: fastcluster.linkage(X, method)[:, 2], wanted)


def alone(n_rows: int, method: str) -> Case:
    return _case(n_rows, method, "none", rows(n_rows), None, None)


def rows(n_rows: int) -> Any:
    return np.random.default_rng(0).normal(size=(n_rows, 10))


def _case(n_rows: int, method: str, peer_name: str, X: Any, peer: Any, wanted: float | None) -> Case:
    return Case(
        "linkage",
        f"{method} linkage, {n_rows:,} x {X.shape[1]}",
        peer_name,
        lambda: linkage(X, method).heights,
        peer,
        lambda heights: float(np.sum(heights)),
        "sum of heights",
        largest_difference,
        wanted,
    )
