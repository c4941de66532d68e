"""Distance metrics, and exact nearest-neighbor search (brute force or k-d tree).

Angular and cosine distances are computed on unit vectors: for unit u and v, |u - v|² = 2 - 2 cos(u, v), so
the nearest by angle are the nearest by Euclidean distance, and small angles are accurate.
A custom metric is a function of two rows, or an object whose `table(A, B)` returns all pairwise distances.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.moments import too_large
from gnomon.sharing.sparse_distances import nearest_sparse, sparse_distances
from gnomon.ties import rank_of

METRICS = ("euclidean", "manhattan", "hamming", "angular", "cosine", "mixed")
ON_UNIT_VECTORS = ("angular", "cosine")
OF_SPARSE_ROWS = ("euclidean", "manhattan", *ON_UNIT_VECTORS)

# Benchmarked on normal data: with more columns, or fewer rows, brute force in blocks is faster than the k-d
# tree, unless the rows lie near a low-dimensional subspace.
MAX_TREE_COLUMNS = 7
MIN_TREE_ROWS = 2000
MAX_SUBSPACE_COLUMNS = 40
MAX_SUBSPACE_DIMENSIONS = 4
MIN_SUBSPACE_ROWS = 10_000
EXPLAINED_VARIANCE = 0.999
ROWS_SAMPLED = 2000
LEAF_SIZE = 64
ROWS_PER_BLOCK = 512
QUERIES_PER_SEARCH = 8192
DISTANCES_PER_BLOCK = 2**22
LARGEST = 1e150


class Space:
    """A metric space of rows, with exact nearest-neighbor search.

    X: the rows, dense or CSR. metric: a name of METRICS or a callable. categorical: for `mixed`, mask of the
    categorical columns, which add 0 or `categorical_weight` (matching); the others add their squared
    difference. method: "auto", "brute" or "kd_tree".

    >>> import numpy as np
    >>> Space(np.array([[0.0], [3.0], [4.0]])).nearest(np.array([[2.9]]), 2)[1]
    array([[1, 2]])
    """

    def __init__(
        self,
        X: Any,
        metric: str | Callable[[Floats, Floats], float] = "euclidean",
        *,
        categorical: Flags | None = None,
        categorical_weight: float = 1.0,
        method: str = "auto",
    ) -> None:
        self.X = X
        self.metric = metric
        self.categorical = categorical
        self.categorical_weight = categorical_weight
        self.method = method
        self._points = _unit_vectors(X) if metric in ON_UNIT_VECTORS else X
        self._tree: Any = None
        self._has_low_dimension: bool | None = None

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.X.shape[0])

    def rows(self, index: Integers) -> Space:
        """The subset of these rows."""
        return Space(
            self.X[index],
            self.metric,
            categorical=self.categorical,
            categorical_weight=self.categorical_weight,
            method=self.method,
        )

    def nearest(self, queries: Any, k: int, exclude: Integers | None = None) -> tuple[Floats, Integers]:
        """Distances to the k nearest rows and their indices; ties (equal `rank_of`) in order of rows.

        exclude: for each query a row that is not its neighbor, -1 for none.
        """
        n_queries = queries.shape[0]
        distances, index = np.empty((n_queries, k)), np.empty((n_queries, k), dtype=np.int64)
        # In batches, so that Ctrl-C can interrupt between them.
        for first in range(0, n_queries, QUERIES_PER_SEARCH):
            some = slice(first, first + QUERIES_PER_SEARCH)
            distances[some], index[some] = self._search(
                queries[some], k, None if exclude is None else exclude[some]
            )
        return distances, index

    def between(self, rows: Integers, others: Integers) -> Floats:
        """Distances from each row to each row of its list `others`, (rows, list length)."""
        distances = np.empty(others.shape)
        for first in range(0, len(rows), ROWS_PER_BLOCK):
            some = slice(first, first + ROWS_PER_BLOCK)
            distances[some] = self._between_some(rows[some], others[some])
        return self._from_points(distances)

    def _between_some(self, rows: Integers, others: Integers) -> Floats:
        points = self._points
        if hasattr(self.metric, "table"):
            pairs = zip(rows, others, strict=True)
            return np.vstack([self.metric.table(self.X[[row]], self.X[near]) for row, near in pairs])
        if not isinstance(points, np.ndarray):
            repeated = np.repeat(rows, others.shape[1])
            distances = sparse_distances(points[repeated], points[others.ravel()], self._kernel())
            return distances.reshape(others.shape)
        return self._direct(points[rows, None], points[others])

    def _search(self, queries: Any, k: int, exclude: Integers | None) -> tuple[Floats, Integers]:
        if callable(self.metric):
            return self._nearest_by_function(queries, k, exclude)
        points = _unit_vectors(queries) if self.metric in ON_UNIT_VECTORS else queries
        if not isinstance(points, np.ndarray):
            distances, index = nearest_sparse(self._points, points, k, self._kernel(), exclude)
        elif self._uses_tree():
            if self._tree is None:
                self._tree = native.KdTree(self._points, LEAF_SIZE, threads.count())
            distances, index = self._tree.query(points, k, self._kernel(), exclude, threads.count())
        else:
            distances, index = native.nearest(
                self._points, points, k, self._kernel(), exclude, threads.count(), **self._column_rules()
            )
        return self._from_points(distances), index

    def _direct(self, a: Floats, b: Floats) -> Floats:
        """Distances between rows a (n, 1, d) and rows b (n, k, d), by the formula of the metric."""
        if callable(self.metric):
            pairs = [
                [self.metric(one, other) for other in others] for (one,), others in zip(a, b, strict=True)
            ]
            return np.array(pairs, dtype=np.float64).reshape(b.shape[:2])
        rules = self._column_rules()
        total = np.zeros(b.shape[:2])
        # Summed by column, as in the kernels: ties are then bitwise equal.
        for column in range(a.shape[2]):
            total += self._term(a[:, :, column], b[:, :, column], column, rules)
        return total if self._kernel() in ("manhattan", "hamming") else np.sqrt(total)

    def _term(self, a: Floats, b: Floats, column: int, rules: dict[str, Any]) -> Floats:
        """The contribution of one column to the distances, or to their squares."""
        if self.metric == "manhattan":
            return np.abs(a - b)
        if self.metric == "hamming":
            return (a != b).astype(np.float64)
        if self.metric != "mixed":
            return (a - b) ** 2
        differs = a != b if rules["categorical"][column] else (a - b) ** 2
        return rules["weight"][column] * differs

    def _uses_tree(self) -> bool:
        if self._kernel() not in ("euclidean", "manhattan") or self.method == "brute":
            return False
        if self.method == "kd_tree":
            return True
        n_rows, n_columns = self.X.shape
        if n_columns <= MAX_TREE_COLUMNS:
            return n_rows >= MIN_TREE_ROWS
        if n_columns > MAX_SUBSPACE_COLUMNS or n_rows < MIN_SUBSPACE_ROWS:
            return False
        if self._has_low_dimension is None:
            self._has_low_dimension = _is_low_dimensional(self._points)
        return self._has_low_dimension

    def _kernel(self) -> str:
        return "euclidean" if self.metric in ON_UNIT_VECTORS else str(self.metric)

    def _column_rules(self) -> dict[str, Any]:
        """For `mixed`: the mask of categorical columns, and the weight of each column."""
        if self.metric != "mixed":
            return {}
        none = np.zeros(self.X.shape[1], dtype=bool)
        categorical = none if self.categorical is None else self.categorical
        weight = np.where(categorical, self.categorical_weight, 1.0)
        return {"categorical": categorical.astype(np.uint8), "weight": weight}

    def _from_points(self, distances: Floats) -> Floats:
        if self.metric == "cosine":
            return distances**2 / 2
        if self.metric == "angular":
            return 2 * np.arcsin(np.minimum(distances / 2, 1.0)) / np.pi
        return distances

    def _nearest_by_function(self, queries: Any, k: int, exclude: Integers | None) -> tuple[Floats, Integers]:
        distances, index = np.empty((queries.shape[0], k)), np.empty((queries.shape[0], k), dtype=np.int64)
        step = max(1, DISTANCES_PER_BLOCK // self.n_rows)
        for first in range(0, queries.shape[0], step):
            some = slice(first, first + step)
            table = self._table(queries[some])
            if exclude is not None:
                has = np.flatnonzero(exclude[some] >= 0)
                table[has, exclude[some][has]] = np.inf
            index[some] = np.argsort(rank_of(table), axis=1, kind="stable")[:, :k]
            distances[some] = np.take_along_axis(table, index[some], axis=1)
        return distances, index

    def _table(self, queries: Any) -> Floats:
        """Distances between queries and all rows, by a custom metric."""
        assert callable(self.metric)
        if hasattr(self.metric, "table"):
            table = np.array(self.metric.table(queries, self.X), dtype=np.float64)
        else:
            pairs = [[self.metric(query, row) for row in self.X] for query in queries]
            table = np.array(pairs, dtype=np.float64).reshape(len(queries), self.n_rows)
        if np.isnan(table).any():
            query, row = np.argwhere(np.isnan(table))[0]
            raise DataError(
                f"metric={self.metric!r} returned NaN for query {query} and row {row}; it must be defined "
                "for every pair of rows"
            )
        return table

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tree": None}


def _is_low_dimensional(X: Floats) -> bool:
    """Whether a few principal components explain nearly all variance of a sample of the rows."""
    sample = X[:: max(1, len(X) // ROWS_SAMPLED)]
    variances = np.linalg.svd(sample - sample.mean(axis=0), compute_uv=False) ** 2
    return bool(variances[:MAX_SUBSPACE_DIMENSIONS].sum() >= EXPLAINED_VARIANCE * variances.sum())


def refuse_too_large(X: Any) -> Any:
    """The rows, dense or CSR; DataError if squares of their values may overflow.

    >>> refuse_too_large(np.array([[3.0, -4.0]]))
    array([[ 3., -4.]])
    """
    if X.shape[0] and max(X.max(), -X.min()) > LARGEST:
        raise DataError(too_large(X))
    return X


def _unit_vectors(X: Any) -> Any:
    is_dense = isinstance(X, np.ndarray)
    lengths = np.sqrt(
        np.einsum("ij,ij->i", X, X) if is_dense else np.asarray(X.multiply(X).sum(axis=1)).ravel()
    )
    empty = np.flatnonzero(lengths == 0)
    if len(empty):
        raise DataError(
            "row {row} is all zeros, so its angle to other rows is not defined; "
            "drop such rows or use metric='euclidean'",
            row=int(empty[0]),
        )
    return X / lengths[:, None] if is_dense else X.multiply(1 / lengths[:, None]).tocsr()
