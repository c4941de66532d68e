"""Distances between rows: the metrics, and a table of rows that can be searched by one of them.

Angular and cosine distances are read off unit vectors: for unit u and v, |u - v|² = 2 - 2 cos(u, v), so
the nearest by angle are the nearest by Euclid, and small angles keep their digits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError

METRICS = ("euclidean", "manhattan", "hamming", "angular", "cosine", "mixed")
ON_UNIT_VECTORS = ("angular", "cosine")

# Measured on normal data: with more columns, or fewer rows, a blocked scan of all rows beats the tree.
MOST_TREE_COLUMNS = 7
FEWEST_TREE_ROWS = 2000
LEAF_SIZE = 64
ROWS_AT_ONCE = 512
QUERIES_A_SEARCH = 8192


class Space:
    """A table of rows under a metric, which can be searched for nearest rows.

    X: the rows. metric: a name of METRICS or a function of two rows. categorical: for `mixed`, which columns
    count 0 or `price` by being equal or not; the others count their squared difference. method: "auto",
    "brute" or "kd_tree".

    >>> import numpy as np
    >>> Space(np.array([[0.0], [3.0], [4.0]])).nearest(np.array([[2.9]]), 2)[1]
    array([[1, 2]])
    """

    def __init__(
        self,
        X: Floats,
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

    def rows(self, index: Integers) -> Space:
        """Only these rows, as a space of their own."""
        return Space(
            self.X[index],
            self.metric,
            categorical=self.categorical,
            price=self.price,
            method=self.method,
        )

    def nearest(self, queries: Floats, k: int, exclude: Integers | None = None) -> tuple[Floats, Integers]:
        """Distances to the k nearest rows and their numbers; equal distances in order of row number.

        exclude: for each query a row that does not count as its neighbour, -1 for none.
        """
        if callable(self.metric):
            return self._nearest_by_function(queries, k, exclude)
        distances, index = np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64)
        # In parts, so that Ctrl-C is heard between them.
        for first in range(0, len(queries), QUERIES_A_SEARCH):
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
            distances[some] = self._direct(self._points[rows[some], None], self._points[others[some]])
        return self._from_points(distances)

    def _search(self, queries: Floats, k: int, exclude: Integers | None) -> tuple[Floats, Integers]:
        points = _unit_vectors(queries) if self.metric in ON_UNIT_VECTORS else queries
        if self._uses_tree():
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
        n_rows, n_columns = self.X.shape
        return self.method == "kd_tree" or (n_columns <= MOST_TREE_COLUMNS and n_rows >= FEWEST_TREE_ROWS)

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

    def _nearest_by_function(
        self, queries: Floats, k: int, exclude: Integers | None
    ) -> tuple[Floats, Integers]:
        assert callable(self.metric)
        table = np.array([[self.metric(query, row) for row in self.X] for query in queries], dtype=np.float64)
        table = table.reshape(len(queries), len(self.X))
        if exclude is not None:
            has = np.flatnonzero(exclude >= 0)
            table[has, exclude[has]] = np.inf
        index = np.argsort(table, axis=1, kind="stable")[:, :k]
        return np.take_along_axis(table, index, axis=1), index

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tree": None}


def _unit_vectors(X: Floats) -> Floats:
    lengths = np.sqrt(np.einsum("ij,ij->i", X, X))
    empty = np.flatnonzero(lengths == 0)
    if len(empty):
        raise DataError(
            f"row {empty[0]} holds only zeros, so its angle to other rows is not defined; "
            "drop such rows or use metric='euclidean'"
        )
    return X / lengths[:, None]
