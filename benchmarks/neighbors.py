"""Search of nearest rows, and the choice of k, against the fastest peers: exact float64 answers from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from benchmarks.grids import FOLDS, classes
from gnomon.learners.neighbors.choose_k import choose_neighbors

K = 5


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield search(100_000 // scale, 10_000 // scale, 10, "scikit-learn kd_tree", _sklearn_tree, wanted=4)
    for name, peer, n_columns in (("intelex kd_tree", _intelex_tree, 10), ("faiss IndexFlatL2", _faiss, 100)):
        if _works(peer):
            yield search(100_000 // scale, 10_000 // scale, n_columns, name, peer, wanted=1)
    yield curve(20_000 // scale, 10)


def search(
    n_rows: int,
    n_queries: int,
    n_columns: int,
    peer_name: str,
    peer: Callable[[Any, Any], Any],
    wanted: float,
) -> Case:
    random = np.random.default_rng(0)
    X, queries = random.normal(size=(n_rows, n_columns)), random.normal(size=(n_queries, n_columns))
    y = np.zeros(n_rows)
    return Case(
        "neighbors",
        f"{K} nearest of {n_rows:,} x {n_columns}, {n_queries:,} queries",
        peer_name,
        lambda: gn.KNeighborsRegressor(K).fit(X, y).kneighbors(queries)[1],
        lambda: peer(X, queries),
        lambda near: float(np.linalg.norm(queries - X[near[:, -1]], axis=1).mean()),
        "mean distance to the last",
        share_equal,
        wanted,
    )


def curve(n_rows: int, n_columns: int) -> Case:
    X, y = classes(n_rows, n_columns)
    values = list(range(1, 31))
    search = GridSearchCV(
        KNeighborsClassifier(), {"n_neighbors": values}, cv=FOLDS, n_jobs=2, refit=False, scoring="accuracy"
    )
    return Case(
        "neighbors",
        f"error of k = 1..30 x 10 folds, {n_rows:,} x {n_columns}",
        "GridSearchCV(n_jobs=2)",
        lambda: choose_neighbors(gn.KNeighborsClassifier(), X, y, values=values).error,
        lambda: 1 - search.fit(X, y).cv_results_["mean_test_score"],
        lambda error: float(error.min()),
        "least error",
        largest_difference,
        wanted=10,
    )


def _works(peer: Callable[[Any, Any], Any]) -> bool:
    try:
        peer(np.eye(K + 1), np.eye(K + 1))
    except ImportError:
        return False
    return True


def _sklearn_tree(X: Any, queries: Any) -> Any:
    model = NearestNeighbors(n_neighbors=K, algorithm="kd_tree", n_jobs=2)
    return model.fit(X).kneighbors(queries, return_distance=False)


def _intelex_tree(X: Any, queries: Any) -> Any:
    from sklearnex import neighbors  # type: ignore[import-untyped]

    return neighbors.NearestNeighbors(n_neighbors=K, algorithm="kd_tree").fit(X).kneighbors(queries)[1]


def _faiss(X: Any, queries: Any) -> Any:
    """Single precision, so its last digits and near ties may differ."""
    import faiss

    index = faiss.IndexFlatL2(X.shape[1])
    index.add(X.astype(np.float32))
    return index.search(queries.astype(np.float32), K)[1]
