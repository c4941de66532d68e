"""k-medoids clustering (PAM): centers are rows, for any distance."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from math import inf
from typing import Any, Self

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import a_function, between, free, one_of, one_of_or, seed
from gnomon.errors import DataError, DataWarning, NumericsWarning, ParameterError
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distance_table import checked_distances
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.swapping import alternate_medoids, build, swap
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest

METRICS: dict[str, Any] = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}
MAX_ROWS = 30_000


class KMedoids(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """k-medoids clustering (PAM): minimize the sum of distances from the medoids, the most central rows.

    It works with any distance. It needs the distance matrix, so memory is quadratic in the number of rows.
    PAM swaps a medoid for another row until no swap lowers the sum.

    Attributes
    ----------
    medoid_indices_, labels_ : indices of the medoids among the training rows, and cluster of each row
    cluster_centers_ : the medoids; not for metric="precomputed"
    inertia_ : sum of distances from the medoids
    n_iter_, converged_, history_ : iterations, whether the search converged, and the inertia after each

    Examples
    --------
    >>> from gnomon import KMedoids
    >>> model = KMedoids(n_clusters=2).fit([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]])
    >>> sorted(model.medoid_indices_.tolist()), model.inertia_
    ([1, 4], 4.0)
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    metric: str | Callable[[Floats, Floats], float] = one_of_or(
        a_function,
        *METRICS,
        "precomputed",
        default="euclidean",
        help="distance: a name, a function of two rows, or 'precomputed' if X is a distance matrix",
    )
    method: str = one_of(
        "pam",
        "alternate",
        default="pam",
        help="algorithm: PAM (swaps), or the faster alternation of assignment and medoid update",
    )
    init: Any = free(
        default="build",
        help="initial medoids: 'build' (greedy), 'random' (rows), or an array of row indices",
        kind="str or array",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="maximum number of iterations")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Compute the distances of all pairs of distinct rows and the initial medoids, then search."""
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = Distinct.of(data.X, data.weight)
        k = self._n_medoids(len(distinct))
        distances = self._all_distances(data.X, distinct.index)
        search = swap if self.method == "pam" else alternate_medoids
        initial = self._initial_medoids(distinct, distances, k)
        medoids, self.converged_, self.history_ = search(distances, distinct.weight, initial, self.max_iter)
        self._set_result(distinct.index[np.sort(medoids)], data)
        if not self.converged_:
            warnings.warn(
                f"KMedoids did not converge in max_iter={self.max_iter} iterations; increase max_iter",
                NumericsWarning,
                stacklevel=3,
            )
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster (nearest medoid) of each row."""
        return first_smallest(self.transform(X)).astype(np.int32)

    def transform(self, X: Any) -> Floats:
        """Return the distance of each row from each medoid."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.metric == "precomputed":
            return np.asarray(X[:, self.medoid_indices_], dtype=np.float64)
        return _distances(X, self.cluster_centers_, self.metric)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.medoid_indices_)

    def _n_medoids(self, n_distinct: int) -> int:
        """n_clusters, or the number of distinct rows if smaller."""
        if n_distinct > MAX_ROWS:
            raise DataError(
                f"the distance matrix of {n_distinct} rows needs {8 * n_distinct**2 / 2**30:.0f} GiB; fit on "
                "a subsample and predict the rest, or use KMedians"
            )
        if n_distinct < self.n_clusters:
            warnings.warn(
                f"X has {n_distinct} distinct rows, fewer than KMedoids(n_clusters={self.n_clusters}); there "
                f"are {n_distinct} clusters",
                DataWarning,
                stacklevel=4,
            )
        return min(n_distinct, self.n_clusters)

    def _all_distances(self, X: Floats, rows: Integers) -> Floats:
        if self.metric != "precomputed":
            return _distances(X[rows], X[rows], self.metric)
        if X.shape[0] != X.shape[1]:
            raise ParameterError(
                f"KMedoids(metric='precomputed'): X must be a square distance matrix; its shape is {X.shape}"
            )
        return checked_distances(X.astype(np.float64))[np.ix_(rows, rows)]

    def _initial_medoids(self, distinct: Distinct, distances: Floats, k: int) -> Integers:
        """Positions among the distinct rows."""
        if not isinstance(self.init, str):
            return self._checked_medoids(distinct)
        if self.init == "build":
            return build(distances, distinct.weight, k)
        if self.init != "random":
            raise ParameterError(f"KMedoids(init={self.init!r}): it must be 'build', 'random' or row indices")
        random, remaining = seeds.generator(self.random_state), distinct.weight.copy()
        chosen: list[int] = []
        for _ in range(k):
            chosen.append(int(distinct.draw(random, remaining)[0]))
            remaining[chosen[-1]] = 0.0
        return np.array(chosen)

    def _checked_medoids(self, distinct: Distinct) -> Integers:
        rows, n = np.asarray(self.init), len(distinct.code)
        fits = rows.shape == (self.n_clusters,) and rows.dtype.kind in "iu"
        if fits and rows.min() >= 0 and rows.max() < n:
            codes = distinct.code[rows]
            if codes.min() >= 0 and len(np.unique(codes)) == self.n_clusters:
                return codes
        raise ParameterError(
            f"KMedoids(init={self.init!r}): it must be {self.n_clusters} indices, from 0 to {n - 1}, of "
            "distinct rows of positive weight"
        )

    def _set_result(self, medoids: Integers, data: Rows) -> None:
        self.medoid_indices_, self.n_iter_ = medoids, len(self.history_)
        if self.metric == "precomputed":
            distances = np.asarray(data.X[:, medoids], dtype=np.float64)
        else:
            self.cluster_centers_ = data.X[medoids]
            distances = _distances(data.X, self.cluster_centers_, self.metric)
        self.labels_ = first_smallest(distances).astype(np.int32)
        nearest = distances.min(axis=1)
        self.inertia_ = float(nearest.sum() if data.weight is None else nearest @ data.weight)


def _distances(X: Floats, other: Floats, metric: Any) -> Floats:
    if metric == "cosine" and not (X.any(axis=1).all() and other.any(axis=1).all()):
        raise DataError(
            "metric='cosine' is undefined for a row that is 0 in every column; drop it, or use another metric"
        )
    name = METRICS.get(metric, metric) if isinstance(metric, str) else metric
    distances = np.asarray(cdist(X, other, name))
    if not np.isfinite(distances).all():
        raise DataError(f"metric={metric!r} returned a distance that is not finite; use another metric")
    return distances


learners.add(
    "KMedoids",
    KMedoids,
    "k-medoids clustering, for any distance",
    task=("clustering",),
    family="clusters",
    default=False,
)
