"""Exact distances and nearest neighbors of sparse rows, without densifying.

|q - x|² = |q|² + |x|² - 2 q·x is fast but suffers from cancellation, so it only screens candidates, whose
exact distances are then computed from differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics.pairwise import manhattan_distances

from gnomon.arrays import Floats, Integers
from gnomon.ties import rank_of

DISTANCES_PER_BLOCK = 2**22
PAIRS_PER_BLOCK = 2**16


def sparse_distances(A: Any, B: Any, metric: str) -> Floats:
    """Row-wise distances between A and B (paired distances), "euclidean" or "manhattan".

    >>> import scipy.sparse
    >>> a, b = scipy.sparse.csr_array([[3.0, 0.0]]), scipy.sparse.csr_array([[0.0, 4.0]])
    >>> sparse_distances(a, b, "euclidean"), sparse_distances(a, b, "manhattan")
    (array([5.]), array([7.]))
    """
    distances = np.empty(A.shape[0])
    for first in range(0, A.shape[0], PAIRS_PER_BLOCK):
        some = slice(first, first + PAIRS_PER_BLOCK)
        gap = (A[some] - B[some]).tocsr()
        row = np.repeat(np.arange(gap.shape[0]), np.diff(gap.indptr))
        terms = np.abs(gap.data) if metric == "manhattan" else gap.data**2
        distances[some] = np.bincount(row, terms, minlength=gap.shape[0])
    return distances if metric == "manhattan" else np.sqrt(distances)


def nearest_sparse(
    X: Any, queries: Any, k: int, metric: str, exclude: Integers | None = None
) -> tuple[Floats, Integers]:
    """Distances to the k nearest rows of X and their indices; ties (equal `rank_of`) in order of rows."""
    n_queries = queries.shape[0]
    distances, index = np.empty((n_queries, k)), np.empty((n_queries, k), dtype=np.int64)
    step = max(1, DISTANCES_PER_BLOCK // X.shape[0])
    for first in range(0, n_queries, step):
        some = slice(first, first + step)
        mine = queries[some]
        table, slack = _screen(mine, X, metric)
        if exclude is not None:
            has = np.flatnonzero(exclude[some] >= 0)
            table[has, exclude[some][has]] = np.inf
        nearest = np.partition(table, k - 1, axis=1)[:, k - 1 : k]
        limit = nearest + slack + 2.0**-30 * np.abs(nearest)
        query, row = np.nonzero(table <= limit)
        exact = sparse_distances(mine[query], X[row], metric)
        order = np.lexsort((row, rank_of(exact), query))
        # The candidates of each query in order of distance.
        starts = np.searchsorted(query[order], np.arange(mine.shape[0]))
        chosen = order[starts[:, None] + np.arange(k)]
        distances[some], index[some] = exact[chosen], row[chosen]
    return distances, index


def _screen(queries: Any, X: Any, metric: str) -> tuple[Floats, Floats | float]:
    """Approximate distances, or their squares, and a bound on the rounding error of their differences."""
    if metric == "manhattan":
        table = manhattan_distances(queries, X)
        return table, 1e-12 * np.abs(table).max(axis=1, keepdims=True)
    of_query, of_row = (np.asarray(rows.multiply(rows).sum(axis=1)).ravel() for rows in (queries, X))
    dots = (queries @ X.T).toarray()
    max_terms = 4 + max(int(np.diff(rows.indptr).max(initial=0)) for rows in (queries, X))
    largest = of_query[:, None] + of_row.max(initial=0.0)
    slack = 8 * max_terms * np.finfo(np.float64).eps * largest
    return of_query[:, None] + of_row - 2 * dots, slack
