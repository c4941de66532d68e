"""Distances between rows: the metrics, and a table of rows that can be searched by one of them.

Angular and cosine distances are read off unit vectors: for unit u and v, |u - v|² = 2 - 2 cos(u, v), so
the nearest by angle are the nearest by Euclid, and small angles keep their digits.
A metric of the user's own is a function of two rows, or an object whose `table(A, B)` gives all distances.
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

# Measured on normal data: with more columns, or fewer rows, a blocked scan of all rows beats the tree, unless
# the rows lie near a plane of few dimensions.
MOST_TREE_COLUMNS = 7
FEWEST_TREE_ROWS = 2000
MOST_PLANE_COLUMNS = 40
MOST_PLANE_DIMENSIONS = 4
FEWEST_PLANE_ROWS = 10_000
SHARE_OF_PLANE = 0.999
ROWS_SAMPLED = 2000
LEAF_SIZE = 64
ROWS_AT_ONCE = 512
QUERIES_A_SEARCH = 8192
DISTANCES_AT_ONCE = 2**22
LARGEST = 1e150


class Space:
    """A table of rows under a metric, which can be searched for nearest rows.

    X: the rows, dense or CSR. metric: a name of METRICS or one of the user's own. categorical: for `mixed`,
    which columns count 0 or `price` by being equal or not; the others count their squared difference.
    method: "auto", "brute" or "kd_tree".

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
        price: float = 1.0,
        method: str = "auto",
    ) -> None:
        self.X = X
        self.metric = metric
        self.categorical = categorical
        self.price = price
        self.method = method
        self._points = _unit_vectors(X) if metric in ON_UNIT_VECTORS else X
        self._tree: Any = None
        self._is_flat: bool | None = None

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return int(self.X.shape[0])

    def rows(self, index: Integers) -> Space:
        """Only these rows, as a space of their own."""
        return Space(
            self.X[index],
            self.metric,
            categorical=self.categorical,
            price=self.price,
            method=self.method,
        )

    def nearest(self, queries: Any, k: int, exclude: Integers | None = None) -> tuple[Floats, Integers]:
        """Distances to the k nearest rows and their numbers; distances of one `rank_of` by row number.

        exclude: for each query a row that does not count as its neighbor, -1 for none.
        """
        n_queries = queries.shape[0]
        distances, index = np.empty((n_queries, k)), np.empty((n_queries, k), dtype=np.int64)
        # In parts, so that Ctrl-C is heard between them.
        for first in range(0, n_queries, QUERIES_A_SEARCH):
            some = slice(first, first + QUERIES_A_SEARCH)
            distances[some], index[some] = self._search(
                queries[some], k, None if exclude is None else exclude[some]
            )
        return distances, index

    def between(self, rows: Integers, others: Integers) -> Floats:
        """Distances from each of some rows to each of its own list of rows, (rows, list length)."""
        distances = np.empty(others.shape)
        for first in range(0, len(rows), ROWS_AT_ONCE):
            some = slice(first, first + ROWS_AT_ONCE)
            distances[some] = self._between_some(rows[some], others[some])
        return self._from_points(distances)

    def _between_some(self, rows: Integers, others: Integers) -> Floats:
        points = self._points
        if hasattr(self.metric, "table"):
            pairs = zip(rows, others, strict=True)
            return np.vstack([self.metric.table(self.X[[row]], self.X[near]) for row, near in pairs])
        if not isinstance(points, np.ndarray):
            repeated = np.repeat(rows, others.shape[1])
            found = sparse_distances(points[repeated], points[others.ravel()], self._kernel())
            return found.reshape(others.shape)
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
        """Distances between rows a (n, 1, d) and rows b (n, k, d), each by its formula."""
        if callable(self.metric):
            pairs = [
                [self.metric(one, other) for other in others] for (one,), others in zip(a, b, strict=True)
            ]
            return np.array(pairs, dtype=np.float64).reshape(b.shape[:2])
        rules = self._column_rules()
        total = np.zeros(b.shape[:2])
        # Column after column, as the kernels sum: equal distances are then equal to the last bit.
        for column in range(a.shape[2]):
            total += self._term(a[:, :, column], b[:, :, column], column, rules)
        return total if self._kernel() in ("manhattan", "hamming") else np.sqrt(total)

    def _term(self, a: Floats, b: Floats, column: int, rules: dict[str, Any]) -> Floats:
        """What one column adds to the distances, or to their squares."""
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
        if n_columns <= MOST_TREE_COLUMNS:
            return n_rows >= FEWEST_TREE_ROWS
        if n_columns > MOST_PLANE_COLUMNS or n_rows < FEWEST_PLANE_ROWS:
            return False
        if self._is_flat is None:
            self._is_flat = _lies_near_a_plane(self._points)
        return self._is_flat

    def _kernel(self) -> str:
        return "euclidean" if self.metric in ON_UNIT_VECTORS else str(self.metric)

    def _column_rules(self) -> dict[str, Any]:
        """For `mixed`: which columns are categorical, and what a unit of difference in each counts."""
        if self.metric != "mixed":
            return {}
        none = np.zeros(self.X.shape[1], dtype=bool)
        categorical = none if self.categorical is None else self.categorical
        return {"categorical": categorical.astype(np.uint8), "weight": np.where(categorical, self.price, 1.0)}

    def _from_points(self, distances: Floats) -> Floats:
        if self.metric == "cosine":
            return distances**2 / 2
        if self.metric == "angular":
            return 2 * np.arcsin(np.minimum(distances / 2, 1.0)) / np.pi
        return distances

    def _nearest_by_function(self, queries: Any, k: int, exclude: Integers | None) -> tuple[Floats, Integers]:
        distances, index = np.empty((queries.shape[0], k)), np.empty((queries.shape[0], k), dtype=np.int64)
        step = max(1, DISTANCES_AT_ONCE // self.n_rows)
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
        """Distances between queries and all rows, by a metric of the user's own."""
        assert callable(self.metric)
        if hasattr(self.metric, "table"):
            table = np.array(self.metric.table(queries, self.X), dtype=np.float64)
        else:
            pairs = [[self.metric(query, row) for row in self.X] for query in queries]
            table = np.array(pairs, dtype=np.float64).reshape(len(queries), self.n_rows)
        if np.isnan(table).any():
            query, row = np.argwhere(np.isnan(table))[0]
            raise DataError(
                f"metric={self.metric!r} gave no number for query {query} and row {row}; it must be defined "
                "for every pair of rows"
            )
        return table

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tree": None}


def _lies_near_a_plane(X: Floats) -> bool:
    """Whether a few dimensions hold nearly all of the variance of a sample of the rows."""
    sample = X[:: max(1, len(X) // ROWS_SAMPLED)]
    spread = np.linalg.svd(sample - sample.mean(axis=0), compute_uv=False) ** 2
    return bool(spread[:MOST_PLANE_DIMENSIONS].sum() >= SHARE_OF_PLANE * spread.sum())


def refuse_too_large(X: Any) -> Any:
    """The rows, dense or CSR; DataError if squares of their values may be beyond what a float can hold.

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
            f"row {empty[0]} holds only zeros, so its angle to other rows is not defined; "
            "drop such rows or use metric='euclidean'"
        )
    return X / lengths[:, None] if is_dense else X.multiply(1 / lengths[:, None]).tocsr()
