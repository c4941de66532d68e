"""Shared part of nearest-neighbor learners: their parameters, the search and the weights of neighbors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon import threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import a_function, between, free, one_of, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.learners.neighbors.explanation import Explanation
from gnomon.learners.neighbors.votes import inverse_distances
from gnomon.sharing.categories import Categories
from gnomon.sharing.distances import METRICS, OF_SPARSE_ROWS, Space, refuse_too_large
from gnomon.sharing.learner import Learner
from gnomon.sharing.neighborhood import IndexedQueries, Neighborhood

COMPARING_CATEGORIES = ("hamming", "mixed")
NEIGHBORS_AT_ONCE = 2**24


class NeighborLearner(Learner):
    """Nearest-neighbor learner: stores the training rows and searches them at prediction (lazy learning)."""

    n_neighbors: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=5,
        kw_only=False,
        help="number of neighbors; None for all rows",
        grid=(1, 3, 5, 9, 15, 25),
    )
    weights: str | Callable[[Floats], Floats] = one_of_or(
        a_function,
        "uniform",
        "distance",
        default="uniform",
        help="weights of the neighbors: uniform, 1/distance, or a function of the distances",
        grid=("uniform", "distance"),
    )
    algorithm: str = one_of(
        "auto",
        "brute",
        "kd_tree",
        "ball_tree",
        default="auto",
        help="search algorithm; all find the same neighbors ('ball_tree' is an alias of 'kd_tree')",
        grid=("auto", "brute", "kd_tree"),
    )
    metric: str | Callable[[Floats, Floats], float] = one_of_or(
        a_function,
        *METRICS,
        default="euclidean",
        help="distance metric: a name, a function of two rows, or a KernelDistance; "
        "hamming counts the columns that differ",
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical columns of hamming and mixed: by dtype, or a list of names, indices or flags",
    )
    categorical_weight: float = between(
        0, inf, default=1.0, help="what a category mismatch adds to the squared distance of mixed"
    )
    n_jobs: int | None = free(
        default=None, help="number of threads of the search; None for all cores", kind="int or None"
    )

    shared_by = ("algorithm", "metric", "categorical_features", "categorical_weight")

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Store rows X and targets y; sample weights are not supported."""
        return super().fit(X, y)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Neighborhood:
        """The rows, indexed for the neighbor search."""
        mask = self.categories_.mask if self.metric == "mixed" else None
        method = "kd_tree" if self.algorithm == "ball_tree" else self.algorithm
        space = Space(
            X, self.metric, categorical=mask, categorical_weight=self.categorical_weight, method=method
        )
        return Neighborhood(space, y)

    def fit_prepared(self, data: Neighborhood, start: Self | None = None) -> Self:
        """Store the training rows."""
        self.prepared_ = data
        self.n_samples_fit_ = len(data)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Neighborhood) -> Iterator[Self]:
        """Fit each hyperparameter setting; one neighbor search, for the largest k, serves all."""
        data.expect(max((setting.n_neighbors or 1 for setting in path), default=1))
        yield from super().fit_each(path, data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories are encoded as integers if the metric compares them."""
        if self.metric not in COMPARING_CATEGORIES:
            X = super().check_examples(X, reset=reset)
            return X if callable(self.metric) else refuse_too_large(X)
        if scipy.sparse.issparse(X):
            raise DataError(
                f"metric={self.metric!r} compares categories, which sparse rows do not hold; pass dense rows"
            )
        _check_feature_names(self, X, reset=reset)
        if reset:
            self.categories_ = Categories.of(X, self.categorical_features)
        coded = check_array(self.categories_.coded(X), input_name="X", estimator=self)
        _check_n_features(self, coded, reset=reset)
        return coded

    def kneighbors(
        self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> tuple[Floats, Integers] | Integers:
        """Distances and row indices of the nearest neighbors, nearest first; ties in row order.

        X: the queries; None for the training rows, where no row is its own neighbor.
        """
        check_is_fitted(self)
        X = X if X is None or isinstance(X, IndexedQueries) else self.check_examples(X, reset=False)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        distances, near = self._nearest(X, len(self.prepared_) - (X is None) if k is None else k)
        return (distances, near) if return_distance else near

    def _nearest(self, X: Any, k: int, with_distances: bool = True) -> tuple[Floats, Integers]:
        data, exclude_self = self.prepared_, X is None
        if not 1 <= k <= len(data) - exclude_self:
            raise DataError(
                f"Expected n_neighbors <= n_samples_fit, but n_neighbors = {k}, n_samples_fit = {len(data)}"
                f"{' less the row itself' if exclude_self else ''}; pass fewer neighbors"
            )
        with threads.limited(threads.count(self.n_jobs), blas=False):
            if exclude_self:
                return data.nearest(data.space.X[data.index], k, exclude_self=True)
            return data.nearest(X, k, with_distances=with_distances)

    def _weighted(self, X: Any) -> tuple[Floats | None, Integers]:
        """Weights of the neighbors of each query (None for uniform), and the neighbors."""
        distances, near = self._nearest(X, self._k(), with_distances=self.weights != "uniform")
        return self._weights_of(distances, near), near

    def _k(self) -> int:
        return len(self.prepared_) if self.n_neighbors is None else self.n_neighbors

    def _weights_of(self, distances: Floats, near: Integers) -> Floats | None:
        if self.weights == "uniform":
            return None
        if callable(self.weights):
            return self._checked_weights(np.asarray(self.weights(distances), dtype=np.float64), near)
        return inverse_distances(distances)

    def _batches(self, X: Any) -> Iterator[Any]:
        """The queries in batches, so that their neighbors fit in memory."""
        check_is_fitted(self)
        queries = X if isinstance(X, IndexedQueries) else self.check_examples(X, reset=False)
        step = max(1, NEIGHBORS_AT_ONCE // self._k())
        if queries.shape[0] <= step:
            yield queries
            return
        for first in range(0, queries.shape[0], step):
            batch = slice(first, first + step)
            if isinstance(queries, IndexedQueries):
                yield IndexedQueries(queries.space, queries.index[batch])
            else:
                yield queries[batch]

    def _explanation(self, X: Any, targets: Array) -> Explanation:
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        distances, near = self._nearest(X, self._k())
        weight = self._weights_of(distances, near)
        weight = np.ones_like(distances) if weight is None else weight
        return Explanation(near, distances, weight / weight.sum(axis=1, keepdims=True), targets[near])

    def _checked_weights(self, weight: Floats, near: Integers) -> Floats:
        is_valid = weight.shape == near.shape and np.isfinite(weight).all() and (weight >= 0).all()
        if not is_valid or not weight.any(axis=1).all():
            raise ParameterError(
                f"{type(self).__name__}(weights={self.weights!r}): the function must return finite, "
                f"nonnegative weights of shape {near.shape}, the shape of the distances, not all 0 in a row; "
                f"it returned shape {weight.shape}"
            )
        return weight

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = self.metric in COMPARING_CATEGORIES
        tags.input_tags.sparse = self.metric in OF_SPARSE_ROWS or hasattr(self.metric, "table")
        return tags
