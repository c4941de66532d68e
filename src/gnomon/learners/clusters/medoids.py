"""k-medoids: centers that are rows, by any distance."""

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
from gnomon.learners.clusters.swapping import build, by_turns, swap
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest

METRICS: dict[str, Any] = {"euclidean": "euclidean", "manhattan": "cityblock", "cosine": "cosine"}
MOST_ROWS = 30_000


class KMedoids(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """Minimize the sum of distances of the rows from their cluster's medoid, the row in its middle.

    Any distance will do, as nothing is averaged; a medoid is a real row that can be shown. It needs the
    distances of all pairs, so memory grows with the square of the rows. Swaps go on until no swap of one
    medoid for one row lowers the sum.

    Attributes
    ----------
    medoid_indices_, labels_ : the training rows that are medoids, and the number of each row's
    cluster_centers_ : the medoids themselves; not for metric="precomputed"
    inertia_ : the sum of distances
    n_iter_, converged_, history_ : passes, whether the search ended by itself, and the sum after each pass

    Examples
    --------
    >>> from gnomon import KMedoids
    >>> model = KMedoids(n_clusters=2).fit([[0.0], [1.0], [2.0], [8.0], [9.0], [10.0]])
    >>> sorted(model.medoid_indices_.tolist()), model.inertia_
    ([1, 4], 4.0)
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="how many clusters")
    metric: str | Callable[[Floats, Floats], float] = one_of_or(
        a_function,
        *METRICS,
        "precomputed",
        default="euclidean",
        help="the distance: a name, a function of two rows, or 'precomputed' where X holds the distances",
    )
    method: str = one_of(
        "pam", "alternate", default="pam", help="swaps of any row, or the faster turns inside clusters"
    )
    init: Any = free(
        default="build",
        help="the first medoids: 'build' (greedy), 'random' (rows), or an array of row numbers",
        kind="str or array",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="most passes")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """The distances of all pairs of different rows, the first medoids, and the search."""
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = Distinct.of(data.X, data.weight)
        k = self._n_medoids(len(distinct))
        distances = self._all_distances(data.X, distinct.index)
        search = swap if self.method == "pam" else by_turns
        first = self._first(distinct, distances, k)
        found, self.converged_, self.history_ = search(distances, distinct.weight, first, self.max_iter)
        self._keep(distinct.index[np.sort(found)], data)
        if not self.converged_:
            warnings.warn(
                f"KMedoids stopped after max_iter={self.max_iter} passes, and swaps may still lower the sum; "
                "raise max_iter",
                NumericsWarning,
                stacklevel=3,
            )
        return self

    def predict(self, X: Any) -> Array:
        """The nearest medoid of each row."""
        return first_smallest(self.transform(X)).astype(np.int32)

    def transform(self, X: Any) -> Floats:
        """The distance of each row from each medoid."""
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
        """As many as are asked for, or as there are different rows."""
        if n_distinct > MOST_ROWS:
            raise DataError(
                f"the distances of {n_distinct} rows take {8 * n_distinct**2 / 2**30:.0f} GiB; fit some of "
                "the rows and predict the others, or use KMedians"
            )
        if n_distinct < self.n_clusters:
            warnings.warn(
                f"{n_distinct} different rows make {n_distinct} clusters, and KMedoids(n_clusters="
                f"{self.n_clusters}) asks for more",
                DataWarning,
                stacklevel=4,
            )
        return min(n_distinct, self.n_clusters)

    def _all_distances(self, X: Floats, rows: Integers) -> Floats:
        if self.metric != "precomputed":
            return _distances(X[rows], X[rows], self.metric)
        if X.shape[0] != X.shape[1]:
            raise ParameterError(
                f"KMedoids(metric='precomputed'): X holds the distances of all pairs, so it is square; its "
                f"shape is {X.shape}"
            )
        return checked_distances(X.astype(np.float64))[np.ix_(rows, rows)]

    def _first(self, distinct: Distinct, distances: Floats, k: int) -> Integers:
        """Places among the distinct rows."""
        if not isinstance(self.init, str):
            return self._given(distinct)
        if self.init == "build":
            return build(distances, distinct.weight, k)
        if self.init != "random":
            raise ParameterError(f"KMedoids(init={self.init!r}): give 'build', 'random' or row numbers")
        random, left = seeds.generator(self.random_state), distinct.weight.copy()
        chosen: list[int] = []
        for _ in range(k):
            chosen.append(int(distinct.draw(random, left)[0]))
            left[chosen[-1]] = 0.0
        return np.array(chosen)

    def _given(self, distinct: Distinct) -> Integers:
        rows, n = np.asarray(self.init), len(distinct.code)
        fits = rows.shape == (self.n_clusters,) and rows.dtype.kind in "iu"
        if fits and rows.min() >= 0 and rows.max() < n:
            places = distinct.code[rows]
            if places.min() >= 0 and len(np.unique(places)) == self.n_clusters:
                return places
        raise ParameterError(
            f"KMedoids(init={self.init!r}): give {self.n_clusters} numbers, from 0 to {n - 1}, of rows that "
            "differ and have weight"
        )

    def _keep(self, medoids: Integers, data: Rows) -> None:
        self.medoid_indices_, self.n_iter_ = medoids, len(self.history_)
        if self.metric == "precomputed":
            found = np.asarray(data.X[:, medoids], dtype=np.float64)
        else:
            self.cluster_centers_ = data.X[medoids]
            found = _distances(data.X, self.cluster_centers_, self.metric)
        self.labels_ = first_smallest(found).astype(np.int32)
        nearest = found.min(axis=1)
        self.inertia_ = float(nearest.sum() if data.weight is None else nearest @ data.weight)


def _distances(X: Floats, other: Floats, metric: Any) -> Floats:
    if metric == "cosine" and not (X.any(axis=1).all() and other.any(axis=1).all()):
        raise DataError("a row is 0 in every column, and 0 has no direction; drop it, or use another metric")
    found = np.asarray(cdist(X, other, METRICS.get(metric, metric) if isinstance(metric, str) else metric))
    if not np.isfinite(found).all():
        raise DataError(
            f"metric={metric!r} gave a distance that is not finite; it must give one for all rows"
        )
    return found


learners.add(
    "KMedoids",
    KMedoids,
    "clusters about rows in their middle, by any distance",
    task=("clustering",),
    family="clusters",
    default=False,
)
