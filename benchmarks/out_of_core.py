"""Fits on blocks of rows against scikit-learn's partial_fit, or its fit on all rows in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sklearn.cluster
import sklearn.decomposition
import sklearn.linear_model
import sklearn.naive_bayes

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal

ROWS_OF_A_BLOCK = 50_000


def cases(size: str) -> Iterator[Case]:
    n_rows = 100_000 if size == "quick" else 1_000_000
    yield bayes(n_rows, 50)
    yield components(n_rows, 50)
    yield ridge(n_rows, 50)
    yield clusters(n_rows, 20)


def bayes(n_rows: int, n_columns: int) -> Case:
    X, labels = clouds(n_rows, n_columns)

    def peer() -> Any:
        model = sklearn.naive_bayes.GaussianNB()
        for rows, y in zip(parts(X), parts(labels)):
            model.partial_fit(rows, y, classes=np.arange(3))
        return model

    return Case(
        "out_of_core",
        f"GaussianNB, Dask blocks, {n_rows:,} x {n_columns}",
        "partial_fit, rows in memory",
        lambda: gn.GaussianNB().fit(blocks(X), labels),
        peer,
        lambda model: float(np.mean(model.predict(X[:10_000]) == labels[:10_000])),
        "accuracy",
        lambda ours, other: largest_difference(ours.theta_, other.theta_),
    )


def components(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)

    def peer() -> Any:
        model = sklearn.decomposition.IncrementalPCA(5)
        for rows in parts(X):
            model.partial_fit(rows)
        return model

    return Case(
        "out_of_core",
        f"PCA(5), Dask blocks, {n_rows:,} x {n_columns}",
        "IncrementalPCA, rows in memory",
        lambda: gn.PCA(5).fit(blocks(X)),
        peer,
        lambda model: float(model.explained_variance_ratio_.sum()),
        "variance kept",
        lambda ours, other: largest_difference(ours.explained_variance_, other.explained_variance_),
    )


def ridge(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)
    y = X @ np.linspace(1, 2, n_columns) + np.random.default_rng(1).normal(size=n_rows)
    return Case(
        "out_of_core",
        f"Ridge, Dask blocks, {n_rows:,} x {n_columns}",
        "scikit-learn, rows in memory",
        lambda: gn.Ridge().fit(blocks(X), y),
        lambda: sklearn.linear_model.Ridge().fit(X, y),
        lambda model: float(model.score(X[:10_000], y[:10_000])),
        "r2",
        lambda ours, other: largest_difference(ours.coef_, other.coef_),
    )


def clusters(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)
    start = X[:8].copy()
    return Case(
        "out_of_core",
        f"KMeans(8) from given centres, Dask blocks, {n_rows:,} x {n_columns}",
        "scikit-learn, rows in memory",
        lambda: gn.KMeans(8, init=start, tol=1e-2).fit(blocks(X)),
        lambda: sklearn.cluster.KMeans(8, init=start, n_init=1, tol=1e-2).fit(X),
        lambda model: float(model.inertia_),
        "inertia",
        lambda ours, other: share_equal(ours.labels_, other.labels_),
    )


def clouds(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    """Three classes on unlike scales."""
    random = np.random.default_rng(0)
    labels = random.integers(3, size=n_rows)
    scale = np.linspace(1, 3, n_columns)
    return random.normal(size=(n_rows, n_columns)) * scale + labels[:, None] * np.cos(scale), labels


def parts(array: Any) -> list[Any]:
    return np.array_split(array, -(-len(array) // ROWS_OF_A_BLOCK))


def blocks(X: Any) -> Any:
    """The rows as Dask has them; not copied, so that what is timed is what is done with blocks."""
    import dask.array

    return dask.array.from_array(X, chunks=(ROWS_OF_A_BLOCK, -1), name=False)
