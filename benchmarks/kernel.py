"""Support vector machines against scikit-learn's and scikit-learn-intelex's, at the same dual objective."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import sklearn.svm
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, StratifiedKFold

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from gnomon.learners.kernel.kernel_rows import kernel_sums
from gnomon.learners.kernel.resolving import resolve

FOLDS = StratifiedKFold(5, shuffle=True, random_state=0)
PRICES = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
GAMMAS = (0.001, 0.01, 0.03, 0.1, 0.3)


def cases(size: str) -> Iterator[Case]:
    scale = 5 if size == "quick" else 1
    n = 10_000 // scale
    yield from fits("rbf, C=1", n, 20, {"gamma": 0.05}, {"scikit-learn": 3.5, "scikit-learn-intelex": 1.7})
    yield from fits(
        "rbf, C=100", n, 20, {"gamma": 0.05, "C": 100.0}, {"scikit-learn": 1.5, "scikit-learn-intelex": 1.5}
    )
    yield from fits("rbf, C=1", n, 200, {"gamma": 0.005}, {"scikit-learn": 6, "scikit-learn-intelex": 1})
    yield from fits("rbf, C=1", 3 * n, 20, {"gamma": 0.05}, {"scikit-learn": 3})
    yield from fits("linear, C=1", n, 20, {"kernel": "linear"}, {"scikit-learn": 3})
    yield from fits("poly, C=1", n, 20, {"kernel": "poly", "gamma": 0.05, "coef0": 1.0}, {"scikit-learn": 3})
    yield prediction(n, 20)
    yield regression(n, 20)
    yield search(4_000 // scale, 30)


def rows(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    """Two classes, each of four clouds, with some labels wrong; columns of mean 0 and spread 1."""
    X, y = make_classification(
        n_rows,
        n_columns,
        n_informative=10,
        n_redundant=5,
        n_clusters_per_class=4,
        flip_y=0.05,
        random_state=0,
    )
    return np.ascontiguousarray((X - X.mean(axis=0)) / X.std(axis=0)), y


def fits(
    name: str, n_rows: int, n_columns: int, settings: dict[str, Any], peers: dict[str, float]
) -> Iterator[Case]:
    """A fit against each peer that is installed; quality is the dual objective."""
    X, y = rows(n_rows, n_columns)

    def objective(model: Any) -> float:
        b = np.zeros((1, len(X)))
        b[0, model.support_] = np.asarray(model.dual_coef_)[0]
        asked = {"degree": 3, "coef0": 0.0, "kernel": "rbf", "gamma": 1.0, **settings}
        asked.pop("C", None)
        kernel = resolve(asked.pop("kernel"), **asked)
        used = np.flatnonzero(b[0])
        image = kernel_sums(kernel, X[used], X[used], np.ascontiguousarray(b[:, used]))[:, 0]
        return float(np.abs(b).sum() - b[0, used] @ image / 2)

    for peer, wanted in peers.items():
        machine = _machine(peer)
        if machine is not None:
            yield Case(
                "kernel",
                f"SVC, {name}, {n_rows:,} x {n_columns}",
                peer,
                partial(_fitted, gn.SVC, settings, X, y),
                partial(_fitted, machine, settings, X, y),
                objective,
                "dual objective",
                lambda a, b: share_equal(a.predict(X[:2000]), b.predict(X[:2000])),
                wanted,
            )


def prediction(n_rows: int, n_columns: int) -> Case:
    X, y = rows(n_rows, n_columns)
    ours, peer = gn.SVC(gamma=1 / n_columns).fit(X, y), sklearn.svm.SVC(gamma=1 / n_columns).fit(X, y)
    return Case(
        "kernel",
        f"SVC, decision_function, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: ours.decision_function(X),
        lambda: peer.decision_function(X),
        lambda scores: float(np.mean((scores > 0) == y)),
        "accuracy",
        largest_difference,
        wanted=10,
    )


def regression(n_rows: int, n_columns: int) -> Case:
    X, _ = rows(n_rows, n_columns)
    y = np.sin(X[:, 0]) + X[:, 1] + 0.1 * np.random.default_rng(0).normal(size=n_rows)
    return Case(
        "kernel",
        f"SVR, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: gn.SVR(gamma=1 / n_columns).fit(X, y).predict(X),
        lambda: sklearn.svm.SVR(gamma=1 / n_columns).fit(X, y).predict(X),
        lambda predicted: float(np.mean(np.abs(predicted - y))),
        "mean absolute error",
        largest_difference,
        wanted=3,
    )


def search(n_rows: int, n_columns: int) -> Case:
    """Five folds of 6 C x 5 gamma; quality is the best mean accuracy."""
    X, y = rows(n_rows, n_columns)
    task = gn.Task(X, y, kind="classification")
    path = [gn.SVC(C=C, gamma=gamma) for C in PRICES for gamma in GAMMAS]
    peer = GridSearchCV(
        sklearn.svm.SVC(), {"C": PRICES, "gamma": GAMMAS}, cv=FOLDS, n_jobs=2, refit=False, scoring="accuracy"
    )
    return Case(
        "kernel",
        f"SVC, 6 C x 5 gamma x 5 folds, {n_rows:,} x {n_columns}",
        "GridSearchCV, 2 jobs",
        lambda: np.array([each.score("accuracy") for each in gn.resample_each(task, path, FOLDS)]),
        lambda: peer.fit(X, y).cv_results_["mean_test_score"],
        lambda scores: float(np.max(scores)),
        "best accuracy",
        largest_difference,
        wanted=8,
    )


def _fitted(machine: Any, settings: dict[str, Any], X: Any, y: Any) -> Any:
    return machine(**settings).fit(X, y)


def _machine(name: str) -> Any:
    if name == "scikit-learn":
        return sklearn.svm.SVC
    try:
        return importlib.import_module("sklearnex.svm").SVC
    except ImportError:
        return None
