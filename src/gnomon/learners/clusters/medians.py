"""k-medians clustering: centers are medians, distances are Manhattan (L1)."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free, seed
from gnomon.learners.clusters.alternation import best_of
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.restarts import Restarts
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest


class KMedians(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """k-medians clustering: minimize the sum of Manhattan (L1) distances from the cluster centers.

    The optimal center for this distance is the median of each column, which is robust to outliers.

    Attributes
    ----------
    cluster_centers_, labels_ : centers (medians), and cluster of each training row
    inertia_ : sum of Manhattan distances from the centers
    n_iter_, converged_, history_ : iterations, whether they converged, and the inertia after each
    restarts_ : inertia of each run

    Examples
    --------
    >>> from gnomon import KMedians
    >>> model = KMedians(n_clusters=2, init=[[0.0], [9.0]]).fit([[0.0], [1.0], [8.0], [9.0], [40.0]])
    >>> model.cluster_centers_.ravel(), model.inertia_
    (array([0.5, 9. ]), 33.0)
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    init: Any = free(default="k-means++", help="initialization, as for KMeans", kind="str, array or callable")
    n_init: int = between(1, inf, whole=True, default=1, help="number of initializations")
    max_iter: int = between(1, inf, whole=True, default=300, help="maximum number of iterations of a run")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run from every initialization, and select the best run."""
        self.check_number(self.n_clusters, data.X, data.weight)
        runs, best, self.history_ = best_of(self, data, _manhattan, median)
        self.restarts_ = Restarts.of(runs)
        self.labels_, self.cluster_centers_, self.inertia_ = best.labels, best.centers, best.inertia
        self.n_iter_, self.converged_ = len(best.moved), best.stopped
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster (nearest center) of each row."""
        return first_smallest(self.transform(X)).astype(np.int32)

    def transform(self, X: Any) -> Floats:
        """Return the Manhattan distance of each row from each center."""
        check_is_fitted(self)
        return _manhattan(self.check_examples(X, reset=False), self.cluster_centers_)

    @property
    def _n_features_out(self) -> int:
        return len(self.cluster_centers_)


def median(rows: Floats, weight: Floats | None = None) -> Floats:
    """Weighted median of each column; the midpoint of two if both are medians.

    >>> median(np.array([[1.0], [2.0], [9.0]]), np.array([1.0, 1.0, 2.0]))
    array([5.5])
    """
    if weight is None:
        return np.asarray(np.median(rows, axis=0), dtype=np.float64)
    order = np.argsort(rows, axis=0, kind="stable")
    values = np.take_along_axis(rows, order, axis=0)
    reached = np.cumsum(weight[order], axis=0)
    half = reached[-1] / 2
    # Cumulative weights equal half of the total up to rounding error.
    close = 1e-12 * half
    low = np.argmax(reached >= half - close, axis=0)
    high = np.argmax(reached > half + close, axis=0)
    columns = np.arange(rows.shape[1])
    return np.asarray(values[low, columns] + values[high, columns], dtype=np.float64) / 2


def _manhattan(X: Floats, centers: Floats) -> Floats:
    return np.asarray(cdist(X, centers, "cityblock"))


learners.add(
    "KMedians",
    KMedians,
    "k-medians clustering",
    task=("clustering",),
    family="clusters",
    default=False,
)
