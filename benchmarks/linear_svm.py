"""Linear support vector machines and kernel ridge against scikit-learn's, at the least objective of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse
import sklearn.kernel_ridge
import sklearn.svm
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import StandardScaler

import gnomon as gn
from benchmarks.case import Case, largest_difference
from benchmarks.grids import FOLDS, numbers


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield dense(100_000 // scale, 50, "squared_hinge", wanted=2)
    yield dense(20_000 // scale, 50, "hinge", wanted=2)
    yield sparse(200_000 // scale, 50_000 // scale, "squared_hinge", wanted=1.5)
    yield sparse(200_000 // scale, 50_000 // scale, "hinge", wanted=1.5)
    yield ridge_prices(2_000 // scale, 20)


def dense(n_rows: int, n_columns: int, loss: str, wanted: float) -> Case:
    """scikit-learn's best form: the primal where it has one, else the dual, which may not converge."""
    X, y = numbers(n_rows, n_columns)
    y = (y > np.median(y)).astype(int)
    X = StandardScaler().fit_transform(X)
    peer = sklearn.svm.LinearSVC(loss=loss, dual=loss == "hinge", random_state=0)
    name = f"LinearSVC {loss}, {n_rows:,} x {n_columns}"
    return _case(name, X, y, loss, peer, wanted)


def sparse(n_rows: int, n_columns: int, loss: str, wanted: float) -> Case:
    """Rows like documents: fifty words each, some of them telling of their class, on one length."""
    random = np.random.default_rng(0)
    y = random.integers(2, size=n_rows)
    words = random.zipf(1.3, size=(n_rows, 50)) % n_columns
    telling = random.random((n_rows, 50)) < 0.05
    words[telling] = (
        (y[:, None] * 200 + random.integers(200, size=(n_rows, 50)))[telling] + 1000
    ) % n_columns
    places = (np.repeat(np.arange(n_rows), 50), words.ravel())
    counts = scipy.sparse.csr_matrix((np.ones(words.size), places), (n_rows, n_columns))
    lengths = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
    X = scipy.sparse.csr_matrix(scipy.sparse.diags_array(1 / lengths) @ counts)
    peer = sklearn.svm.LinearSVC(loss=loss, dual=True, random_state=0)
    return _case(f"LinearSVC {loss}, sparse {n_rows:,} x {n_columns:,}", X, y, loss, peer, wanted)


def ridge_prices(n_rows: int, n_columns: int) -> Case:
    X, y = numbers(n_rows, n_columns)
    prices = np.logspace(-3, 3, 20)
    search = GridSearchCV(
        sklearn.kernel_ridge.KernelRidge(kernel="rbf"),
        {"alpha": prices},
        cv=FOLDS,
        n_jobs=2,
        refit=False,
        scoring="neg_mean_squared_error",
    )
    task = gn.Task(X, y, kind="regression")
    path = [gn.KernelRidge(alpha=price, kernel="rbf") for price in prices]
    return Case(
        "linear_svm",
        f"KernelRidge, 20 alpha x 10 folds, {n_rows:,} x {n_columns}",
        "GridSearchCV, 2 jobs",
        lambda: np.array([each.score("mean_squared_error") for each in gn.resample_each(task, path, FOLDS)]),
        lambda: -search.fit(X, y).cv_results_["mean_test_score"],
        lambda scores: float(scores.min()),
        "least squared error",
        largest_difference,
    )


def _case(name: str, X: Any, y: Any, loss: str, peer: Any, wanted: float) -> Case:
    return Case(
        "linear_svm",
        name,
        f"scikit-learn, {'dual' if peer.dual else 'primal'}",
        lambda: gn.LinearSVC(loss=loss, random_state=0).fit(X, y),
        lambda: peer.fit(X, y),
        partial(_objective, X, y, loss),
        "objective",
        lambda ours, theirs: largest_difference(
            _objective(X, y, loss, ours) / _objective(X, y, loss, theirs), 1.0
        ),
        wanted=wanted,
    )


def _objective(X: Any, y: Any, loss: str, model: Any) -> float:
    w, b = model.coef_[0], float(model.intercept_[0])
    missing = np.maximum(1 - np.where(y == model.classes_[1], 1, -1) * (X @ w + b), 0.0)
    return float(w @ w + b * b) / 2 + float(np.sum(missing**2 if loss == "squared_hinge" else missing))
