"""Single fits and predictions, against scikit-learn's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sklearn.linear_model
import sklearn.metrics
import sklearn.naive_bayes
import sklearn.neighbors

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal
from benchmarks.grids import classes, numbers
from gnomon.assessment.measures.ranking import auc


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield from bayes(1_000_000 // scale, 50)
    yield ridge(1_000_000 // scale, 50)
    yield neighbors(100_000 // scale, 10, 10_000 // scale, "kd_tree", wanted=4)
    yield neighbors(100_000 // scale, 100, 10_000 // scale, "brute", wanted=3)
    yield ranking(1_000_000 // scale)


def bayes(n_rows: int, n_columns: int) -> Iterator[Case]:
    X, y = classes(n_rows, n_columns)
    ours, theirs = gn.GaussianNB().fit(X, y), sklearn.naive_bayes.GaussianNB().fit(X, y)
    name = f"{n_rows:,} x {n_columns}"
    yield Case(
        "fits",
        f"GaussianNB fit, {name}",
        "scikit-learn",
        lambda: gn.GaussianNB().fit(X, y).var_,
        lambda: sklearn.naive_bayes.GaussianNB().fit(X, y).var_,
        lambda variances: float(variances.mean()),
        "mean variance",
        largest_difference,
        wanted=8,
    )
    yield Case(
        "fits",
        f"GaussianNB predict, {name}",
        "scikit-learn",
        lambda: ours.predict(X),
        lambda: theirs.predict(X),
        lambda predicted: float(np.mean(predicted == y)),
        "accuracy",
        share_equal,
        wanted=15,
    )


def ridge(n_rows: int, n_columns: int) -> Case:
    X, y = numbers(n_rows, n_columns)
    return Case(
        "fits",
        f"Ridge fit, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: gn.Ridge().fit(X, y).coef_,
        lambda: sklearn.linear_model.Ridge().fit(X, y).coef_,
        lambda coefficients: float(np.linalg.norm(coefficients)),
        "|w|",
        largest_difference,
        wanted=4,
    )


def neighbors(n_rows: int, n_columns: int, n_queries: int, algorithm: str, wanted: float) -> Case:
    X, y = classes(n_rows, n_columns)
    queries = np.random.default_rng(1).normal(size=(n_queries, n_columns))
    ours = gn.KNeighborsClassifier().fit(X, y)
    ours.kneighbors(queries[:1])
    theirs = sklearn.neighbors.KNeighborsClassifier(algorithm=algorithm, n_jobs=2).fit(X, y)
    return Case(
        "fits",
        f"kNN search, {n_rows:,} x {n_columns}, {n_queries:,} queries",
        f"scikit-learn {algorithm}",
        lambda: ours.kneighbors(queries, return_distance=False),
        lambda: theirs.kneighbors(queries, return_distance=False),
        lambda near: float(np.mean(y[near])),
        "mean label",
        share_equal,
        wanted,
    )


def ranking(n_rows: int) -> Case:
    random = np.random.default_rng(0)
    truth = random.integers(2, size=n_rows)
    score = random.normal(size=n_rows) + truth
    return Case(
        "fits",
        f"AUC, {n_rows:,}",
        "scikit-learn",
        lambda: auc(truth, score),
        lambda: sklearn.metrics.roc_auc_score(truth, score),
        float,
        "AUC",
        largest_difference,
    )
