"""Principal components against scikit-learn's solvers, to the same variances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse
import sklearn.decomposition

import gnomon as gn
from benchmarks.case import Case, largest_difference
from gnomon.learners.projections.dimension import choose_components


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield components(1_000_000 // scale, 50, 5, "covariance_eigh", wanted=1.5)
    yield components(1_000_000 // scale, 50, 5, "auto", wanted=1.5)
    yield components(100_000 // scale, 200, 10, "covariance_eigh", wanted=1)
    yield components(300, 5_000 // scale, 10, "full", wanted=1)
    yield few_of_many(5_000 // scale, 5_000 // scale, 10)
    yield few_of_many(2_000 // scale, 8_000 // scale, 10)
    yield singular_values(50_000 // scale, 20_000 // scale)
    yield held_out(200_000 // scale, 50)


def components(n_rows: int, n_columns: int, k: int, solver: str, wanted: float) -> Case:
    X = np.random.default_rng(0).normal(size=(n_rows, n_columns)) * np.geomspace(3, 1, n_columns)
    return Case(
        "projections",
        f"PCA fit, {n_rows:,} x {n_columns:,}, {k} components",
        f"scikit-learn {solver}",
        lambda: gn.PCA(k).fit(X).explained_variance_,
        lambda: sklearn.decomposition.PCA(k, svd_solver=solver, random_state=0).fit(X).explained_variance_,
        lambda variances: float(variances.sum()),
        "variance kept",
        largest_difference,
        wanted,
    )


def few_of_many(n_rows: int, n_columns: int, k: int) -> Case:
    """Thirty factors and noise; the peer's answer is near, ours to all digits."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 30)) @ random.normal(size=(30, n_columns))
    X += random.normal(size=X.shape)
    return Case(
        "projections",
        f"PCA fit, {n_rows:,} x {n_columns:,} of 30 factors, {k} components",
        "scikit-learn randomized",
        lambda: gn.PCA(k).fit(X).explained_variance_,
        lambda: (
            sklearn.decomposition.PCA(k, svd_solver="randomized", random_state=0).fit(X).explained_variance_
        ),
        lambda variances: float(variances.sum()),
        "variance kept",
        largest_difference,
    )


def singular_values(n_rows: int, n_columns: int) -> Case:
    """Counts of words, some of them more frequent by topic."""
    random = np.random.default_rng(0)
    topic, chosen = random.integers(10, size=n_rows), random.random((n_rows, 40)) < 0.5
    words = np.where(chosen, 50 * topic[:, None], 0) + random.zipf(1.3, size=(n_rows, 40)) % n_columns
    places = (np.repeat(np.arange(n_rows), 40), words.ravel() % n_columns)
    X: Any = scipy.sparse.csr_matrix((np.ones(words.size), places), (n_rows, n_columns))
    return Case(
        "projections",
        f"TruncatedSVD fit, sparse {n_rows:,} x {n_columns:,}, 10 components",
        "scikit-learn arpack",
        lambda: gn.TruncatedSVD(10, random_state=0).fit(X).singular_values_,
        lambda: (
            sklearn.decomposition.TruncatedSVD(10, algorithm="arpack", random_state=0).fit(X).singular_values_
        ),
        lambda values: float(values.sum()),
        "sum of singular values",
        largest_difference,
    )


def held_out(n_rows: int, n_columns: int) -> Case:
    """Ten folds of every number of components; the peer refits each fold for each of five numbers."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 5)) @ random.normal(size=(5, n_columns)) + random.normal(
        size=(n_rows, n_columns)
    )
    fold = np.arange(n_rows) % 10

    def peer() -> Any:
        found = []
        for k in (1, 3, 5, 7, 9):
            model = sklearn.decomposition.PCA(k, svd_solver="covariance_eigh")
            found.append(np.mean([model.fit(X[fold != f]).score(X[fold == f]) for f in range(10)]))
        return np.array(found)

    return Case(
        "projections",
        f"held-out likelihood of components, 10 folds, {n_rows:,} x {n_columns}",
        "scikit-learn, scaled to all numbers",
        lambda: choose_components(X).likelihood.mean(axis=0)[[1, 3, 5, 7, 9]],
        peer,
        lambda likelihood: float(likelihood.max()),
        "best likelihood",
        largest_difference,
        peer_share=5 / (n_columns - 1),
    )
