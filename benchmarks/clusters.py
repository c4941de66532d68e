"""k-means and its family against scikit-learn, scikit-learn-intelex and tslearn, from the same start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import sklearn.cluster
import sklearn.metrics

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from gnomon.learners.clusters.silhouette import silhouette_samples


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    for n_rows, n_columns, k in ((100_000, 50, 100), (1_000_000, 10, 20)):
        for name, peer in kmeans_peers().items():
            yield kmeans(n_rows // scale, n_columns, k, name, peer)
    yield restarts(20_000 // scale, 10, 10)
    yield from kernel_kmeans(10_000 // scale, 10)
    yield silhouettes(20_000 // scale, 10, 10)


def clouds(n_rows: int, n_columns: int, k: int, spread: float = 1.0) -> tuple[Any, Any]:
    """Overlapping round clouds, and rows to start from."""
    random = np.random.default_rng(0)
    middle = spread * random.standard_normal((k, n_columns))
    X = middle[random.integers(k, size=n_rows)] + random.standard_normal((n_rows, n_columns))
    return X, X[random.choice(n_rows, k, replace=False)].copy()


def kmeans_peers() -> dict[str, Callable[..., Any]]:
    """Classes with scikit-learn's parameters, of the libraries that are there."""
    found: dict[str, Callable[..., Any]] = {"scikit-learn": sklearn.cluster.KMeans}
    try:
        from sklearnex.cluster import KMeans
    except ImportError:
        return found
    return {**found, "sklearnex": KMeans}


def kmeans(n_rows: int, n_columns: int, k: int, name: str, peer: Callable[..., Any]) -> Case:
    X, start = clouds(n_rows, n_columns, k)
    return Case(
        "clusters",
        f"KMeans, {n_rows:,} x {n_columns}, k = {k}, given start",
        name,
        lambda: gn.KMeans(k, init=start).fit(X),
        lambda: peer(k, init=start, n_init=1).fit(X),
        lambda model: float(model.inertia_),
        "inertia",
        lambda ours, theirs: share_equal(ours.labels_, theirs.labels_),
        wanted=1.5,
    )


def restarts(n_rows: int, n_columns: int, k: int) -> Case:
    X, _ = clouds(n_rows, n_columns, k, spread=2.0)
    return Case(
        "clusters",
        f"KMeans, {n_rows:,} x {n_columns}, k = {k}, 10 starts by k-means++",
        "scikit-learn",
        lambda: gn.KMeans(k, n_init=10).fit(X),
        lambda: sklearn.cluster.KMeans(k, n_init=10, random_state=0).fit(X),
        lambda model: float(model.inertia_),
        "inertia",
        lambda ours, theirs: f"inertia {ours.inertia_ / theirs.inertia_ - 1:+.1e}",
        wanted=1.5,
    )


def kernel_kmeans(n_rows: int, k: int) -> Iterator[Case]:
    """tslearn draws its own random parts; both stop where no row moves, so the sums are compared."""
    try:
        from tslearn.clustering import KernelKMeans
    except ImportError:
        return
    X, _ = clouds(n_rows, 10, k)
    peer = KernelKMeans(
        k, kernel="rbf", kernel_params={"gamma": 0.05}, max_iter=300, n_init=1, random_state=0
    )
    ours = gn.KernelKMeans(k, gamma=0.05, init="partition", n_init=1)
    yield Case(
        "clusters",
        f"KernelKMeans, {n_rows:,} x 10, k = {k}",
        "tslearn",
        lambda: ours.fit(X),
        lambda: peer.fit(X),
        lambda model: float(model.inertia_),
        "inertia (tslearn's is a mean)",
        lambda mine, theirs: f"rand {sklearn.metrics.adjusted_rand_score(mine.labels_, theirs.labels_):.2f}",
        wanted=10,
    )


def silhouettes(n_rows: int, n_columns: int, k: int) -> Case:
    X, start = clouds(n_rows, n_columns, k)
    labels = gn.KMeans(k, init=start).fit(X).labels_
    return Case(
        "clusters",
        f"silhouettes, {n_rows:,} x {n_columns}, k = {k}",
        "scikit-learn",
        lambda: silhouette_samples(X, labels),
        lambda: sklearn.metrics.silhouette_samples(X, labels),
        lambda found: float(np.mean(found)),
        "mean",
        largest_difference,
    )
