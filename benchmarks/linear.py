"""Linear learners against scikit-learn's, brought to the same objective (within 1e-6 of the least)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse
import sklearn.discriminant_analysis
import sklearn.linear_model
from sklearn.model_selection import GridSearchCV, cross_val_predict

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from benchmarks.grids import FOLDS, numbers

# At its default of 1e-4, scikit-learn's objective stays some 1e-6 above the least.
TOLERANCE = 1e-5


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield logistic(100_000 // scale, 50, 2, "lbfgs", wanted=2)
    yield logistic(100_000 // scale, 50, 2, "newton-cholesky", wanted=1)
    yield logistic(1_000_000 // scale, 50, 2, "lbfgs", wanted=2)
    yield logistic(100_000 // scale, 50, 10, "lbfgs", wanted=2)
    yield text(20_000 // scale, 50_000 // scale, 20)
    yield logistic_grid(20_000 // scale, 20)
    yield least_squares(1_000_000 // scale, 50)
    yield left_out(100_000 // scale, 50)
    yield lasso_path(20_000 // scale, 300)
    yield lasso_path(1_000 // scale, 2_000 // scale)
    for name in ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"):
        yield discriminant_fit(name, 300_000 // scale, 40)
        yield discriminant_folds(name, 300_000 // scale, 40)


def logistic(n_rows: int, n_columns: int, n_classes: int, solver: str, wanted: float) -> Case:
    X, y = softmax_classes(n_rows, n_columns, n_classes)
    peer = partial(sklearn.linear_model.LogisticRegression, solver=solver, tol=TOLERANCE, max_iter=1000)
    name = f"LogisticRegression, {n_rows:,} x {n_columns}, {n_classes} classes"
    return _logistic_case(name, f"scikit-learn {solver}", X, y, peer, wanted)


def text(n_rows: int, n_columns: int, n_classes: int) -> Case:
    """Rows like documents: a hundred words each, some of them telling of their class."""
    random = np.random.default_rng(0)
    y = random.integers(n_classes, size=n_rows)
    words = random.zipf(1.3, size=(n_rows, 100)) % n_columns
    telling = random.random((n_rows, 100)) < 0.05
    words[telling] = (y[:, None] * 50 + random.integers(50, size=(n_rows, 100)))[telling] % n_columns
    places = (np.repeat(np.arange(n_rows), 100), words.ravel())
    counts = scipy.sparse.csr_matrix((np.ones(words.size), places), (n_rows, n_columns))
    X = scipy.sparse.csr_matrix(counts.multiply(0.1))
    peer = partial(sklearn.linear_model.LogisticRegression, tol=TOLERANCE, max_iter=1000)
    name = f"LogisticRegression, sparse {n_rows:,} x {n_columns:,}, {n_classes} classes"
    return _logistic_case(name, "scikit-learn lbfgs", X, y, peer, wanted=1.5)


def logistic_grid(n_rows: int, n_columns: int) -> Case:
    X, y = softmax_classes(n_rows, n_columns, 2)
    prices = np.logspace(-3, 3, 20)
    search = GridSearchCV(
        sklearn.linear_model.LogisticRegression(tol=TOLERANCE, max_iter=1000),
        {"C": prices},
        cv=FOLDS,
        n_jobs=2,
        refit=False,
        scoring="accuracy",
    )
    task = gn.Task(X, y, kind="classification")
    path = [gn.LogisticRegression(C=C, tol=TOLERANCE) for C in prices]
    return Case(
        "linear",
        f"LogisticRegression, 20 C x 10 folds, {n_rows:,} x {n_columns}",
        "GridSearchCV, 2 jobs",
        lambda: np.array([each.score("accuracy") for each in gn.resample_each(task, path, FOLDS)]),
        lambda: search.fit(X, y).cv_results_["mean_test_score"],
        lambda scores: float(scores.max()),
        "best accuracy",
        largest_difference,
        wanted=8,
    )


def least_squares(n_rows: int, n_columns: int) -> Case:
    X, y = numbers(n_rows, n_columns)
    return Case(
        "linear",
        f"LinearRegression fit, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: gn.LinearRegression().fit(X, y).coef_,
        lambda: sklearn.linear_model.LinearRegression().fit(X, y).coef_,
        lambda coefficients: float(np.linalg.norm(coefficients)),
        "|w|",
        largest_difference,
        wanted=12,
    )


def left_out(n_rows: int, n_columns: int) -> Case:
    """Every row predicted by a ridge of all others; the peer, too, needs one decomposition only."""
    X, y = numbers(n_rows, n_columns)
    task = gn.Task(X, y, kind="regression")
    splits = gn.leave_one_out().split(task)
    peer = sklearn.linear_model.RidgeCV([1.0], store_cv_results=True, scoring=None)
    return Case(
        "linear",
        f"Ridge, leave one out, {n_rows:,} x {n_columns}",
        "scikit-learn RidgeCV",
        lambda: (y - gn.resample(task, gn.Ridge(), splits).predicted) ** 2,
        lambda: peer.fit(X, y).cv_results_[:, 0],
        lambda squares: float(squares.mean()),
        "mean squared error",
        largest_difference,
        wanted=1,
    )


def lasso_path(n_rows: int, n_columns: int) -> Case:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    y = X[:, :30] @ random.normal(size=30) + random.normal(size=n_rows)
    X, y = X - X.mean(axis=0), y - y.mean()
    alphas = np.abs(X.T @ y).max() / n_rows * np.geomspace(1, 1e-3, 100)

    def ours() -> Any:
        return gn.Lasso().path(X, y, alphas=alphas).drop(columns="constant").to_numpy().T

    def objective(path: Any) -> float:
        residual = y[:, None] - X @ path
        return float(np.mean(np.sum(residual**2, axis=0) / (2 * n_rows) + alphas * np.abs(path).sum(axis=0)))

    return Case(
        "linear",
        f"Lasso, 100 alphas, {n_rows:,} x {n_columns}",
        "scikit-learn lasso_path",
        ours,
        lambda: sklearn.linear_model.lasso_path(X, y, alphas=alphas, tol=1e-6, max_iter=10_000)[1],
        objective,
        "mean objective",
        largest_difference,
        wanted=2,
    )


def discriminant_fit(name: str, n_rows: int, n_columns: int) -> Case:
    X, y = softmax_classes(n_rows, n_columns, 4)
    ours, peer = getattr(gn, name), getattr(sklearn.discriminant_analysis, name)
    return Case(
        "linear",
        f"{name} fit, {n_rows:,} x {n_columns}, 4 classes",
        "scikit-learn",
        lambda: ours().fit(X, y).means_,
        lambda: peer().fit(X, y).means_,
        lambda means: float(np.linalg.norm(means)),
        "|means|",
        largest_difference,
        wanted=3,
    )


def discriminant_folds(name: str, n_rows: int, n_columns: int) -> Case:
    X, y = softmax_classes(n_rows, n_columns, 4)
    task = gn.Task(X, y, kind="classification")
    ours, peer = getattr(gn, name), getattr(sklearn.discriminant_analysis, name)
    return Case(
        "linear",
        f"{name}, 10 folds, {n_rows:,} x {n_columns}, 4 classes",
        "scikit-learn cross_val_predict",
        lambda: _in_order(gn.resample(task, ours(), FOLDS)),
        lambda: cross_val_predict(peer(), X, y, cv=FOLDS),
        lambda predicted: float(np.mean(predicted == y)),
        "accuracy",
        share_equal,
        wanted=15,
    )


def softmax_classes(n_rows: int, n_columns: int, n_classes: int) -> tuple[Any, Any]:
    """Normal columns, and classes drawn from linear scores of them."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    scores = X @ random.normal(size=(n_columns, n_classes)) / 2
    return X, (scores + random.gumbel(size=scores.shape)).argmax(axis=1)


def _logistic_case(name: str, peer_name: str, X: Any, y: Any, peer: Callable[[], Any], wanted: float) -> Case:
    def objective(model: Any) -> float:
        log = model.predict_log_proba(X)[np.arange(len(y)), y]
        return float((model.coef_**2).sum() / 2 - log.sum())

    return Case(
        "linear",
        name,
        peer_name,
        lambda: gn.LogisticRegression(tol=TOLERANCE).fit(X, y),
        lambda: peer().fit(X, y),
        objective,
        "objective",
        lambda a, b: f"objectives {objective(a) / objective(b) - 1:+.0e}",
        wanted,
    )


def _in_order(predictions: Any) -> Any:
    found = np.empty_like(predictions.predicted)
    found[predictions.row] = predictions.predicted
    return found
