"""k-means with other distances in the assignment step, such as spherical k-means."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Self

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import a_function, between, free, one_of_or, seed
from gnomon.errors import DataError
from gnomon.learners.clusters.alternation import best_of
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.restarts import Restarts
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest


class DistanceKMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """k-means with another distance in the assignment step (spherical k-means for "cosine").

    Centers are still means, which are optimal only for the squared Euclidean distance, so the objective may
    increase and the iterations may cycle; `descends_` is whether it never increased. KMedians and KMedoids
    have optimal centers. With "cosine" and "angular" rows are normalized to unit length.

    Attributes
    ----------
    cluster_centers_, labels_ : centers (means), and cluster of each training row
    inertia_ : sum of distances of the rows from their centers
    descends_, history_ : whether the sum of distances never increased, and the sum after each iteration
    n_iter_, converged_, restarts_ : iterations, whether they converged, and the inertia of each run

    Examples
    --------
    >>> from gnomon import DistanceKMeans
    >>> model = DistanceKMeans(2, metric="cosine").fit([[1.0, 0.1], [9.0, 0.0], [0.1, 2.0], [0.0, 30.0]])
    >>> bool(model.labels_[0] == model.labels_[1] != model.labels_[2] == model.labels_[3])
    True
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    metric: str | Callable[[Floats, Floats], float] = one_of_or(
        a_function,
        "manhattan",
        "euclidean",
        "cosine",
        "angular",
        default="manhattan",
        help="distance: a name, or a function of two rows",
    )
    init: Any = free(default="k-means++", help="initialization, as for KMeans", kind="str, array or callable")
    n_init: int = between(1, inf, whole=True, default=1, help="number of initializations")
    max_iter: int = between(1, inf, whole=True, default=300, help="maximum number of iterations of a run")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run from every initialization, and select the best run."""
        self.check_number(self.n_clusters, data.X, data.weight)
        rows = Rows(self._normalized(data.X), None, data.weight)
        runs, best, self.history_ = best_of(self, rows, self._distances, _mean)
        self.restarts_ = Restarts.of(runs)
        self.labels_, self.cluster_centers_, self.inertia_ = best.labels, best.centers, best.inertia
        self.n_iter_, self.converged_ = len(best.moved), best.stopped
        self.descends_ = bool(np.all(np.diff(self.history_) <= 1e-9 * max(self.history_[0], 1e-300)))
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster (nearest center) of each row."""
        return first_smallest(self.transform(X)).astype(np.int32)

    def transform(self, X: Any) -> Floats:
        """Return the distance of each row from each center."""
        check_is_fitted(self)
        return self._distances(self._normalized(self.check_examples(X, reset=False)), self.cluster_centers_)

    @property
    def _n_features_out(self) -> int:
        return len(self.cluster_centers_)

    def _normalized(self, X: Floats) -> Floats:
        if self.metric not in ("cosine", "angular"):
            return X
        length = np.sqrt(np.einsum("ij,ij->i", X, X, dtype=np.float64))
        if not length.all():
            raise DataError(
                f"row {int(np.argmin(length))} is 0 in every column, so metric={self.metric!r} is undefined; "
                "drop such rows, or use another metric"
            )
        return np.asarray(X / length[:, None])

    def _distances(self, X: Floats, centers: Floats) -> Floats:
        if callable(self.metric):
            return np.array([[float(self.metric(x, center)) for center in centers] for x in X])
        if self.metric in ("manhattan", "euclidean"):
            return np.asarray(cdist(X, centers, "cityblock" if self.metric == "manhattan" else "euclidean"))
        length = np.sqrt(np.sum(centers**2, axis=1))
        gap = cdist(X, centers / np.where(length > 0, length, 1.0)[:, None])
        # Of unit vectors |u - v| = 2 sin(angle / 2), which is precise for small angles.
        return 2 / np.pi * np.arcsin(np.clip(gap / 2, 0, 1)) if self.metric == "angular" else gap**2 / 2


def _mean(rows: Floats, weight: Floats | None) -> Floats:
    return np.asarray(np.average(rows, axis=0, weights=weight), dtype=np.float64)


learners.add(
    "DistanceKMeans",
    DistanceKMeans,
    "k-means with another distance",
    task=("clustering",),
    family="clusters",
    default=False,
)
