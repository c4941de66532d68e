"""Bagging and AdaBoost against scikit-learn's, judged on rows that neither side was trained on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import sklearn.ensemble

import gnomon as gn
from benchmarks.case import Case, share_equal
from gnomon.arrays import Floats, Integers


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield boosted_stumps(100_000 // scale, 50, 100 // scale, "error", wanted=50)
    yield boosted_stumps(100_000 // scale, 50, 100 // scale, "gini", wanted=None)
    yield boosted_predictions(100_000 // scale, 50, 100 // scale)
    yield bagged_trees(100_000 // scale, 50, 20)


def boosted_stumps(n_rows: int, n_columns: int, n_rounds: int, criterion: str, wanted: float | None) -> Case:
    """The peer trains a tenth of the rounds: each costs the same."""
    X, y, new, truth = halves(n_rows, n_columns)
    part = max(n_rounds // 10, 1)

    def ours() -> Any:
        return gn.AdaBoostClassifier(n_estimators=n_rounds, criterion=criterion).fit(X, y)

    return Case(
        "ensembles",
        f"AdaBoost fit, {n_rounds} {criterion} stumps, {n_rows:,} x {n_columns}",
        "scikit-learn (gini)",
        ours,
        lambda: sklearn.ensemble.AdaBoostClassifier(n_estimators=part, random_state=0).fit(X, y),
        lambda model: float(np.mean(_of_first(model, new, part) == truth)),
        f"accuracy after {part} rounds",
        lambda a, b: share_equal(_of_first(a, new, part), _of_first(b, new, part)),
        wanted=wanted,
        peer_share=part / n_rounds,
    )


def boosted_predictions(n_rows: int, n_columns: int, n_rounds: int) -> Case:
    X, y, new, truth = halves(n_rows, n_columns)
    some = slice(0, min(n_rows, 10_000))
    ours = gn.AdaBoostClassifier(n_estimators=n_rounds, criterion="gini").fit(X[some], y[some])
    theirs = sklearn.ensemble.AdaBoostClassifier(n_estimators=n_rounds, random_state=0).fit(X[some], y[some])
    return Case(
        "ensembles",
        f"AdaBoost predict, {n_rounds} stumps, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: ours.predict(new),
        lambda: theirs.predict(new),
        lambda predicted: float(np.mean(predicted == truth)),
        "accuracy",
        share_equal,
    )


def bagged_trees(n_rows: int, n_columns: int, n_trees: int) -> Case:
    """The peer trains a tenth of the trees, with both threads."""
    X, y, new, truth = halves(n_rows, n_columns)
    part = max(n_trees // 10, 2)

    return Case(
        "ensembles",
        f"bagging fit, {n_trees} trees, {n_rows:,} x {n_columns}",
        f"scikit-learn, {part} trees",
        lambda: gn.BaggingClassifier(n_estimators=n_trees).fit(X, y),
        lambda: sklearn.ensemble.BaggingClassifier(n_estimators=part, n_jobs=2, random_state=0).fit(X, y),
        lambda model: float(np.mean(_of_first(model, new, part) == truth)),
        f"accuracy of {part} trees",
        lambda a, b: share_equal(_of_first(a, new, part), _of_first(b, new, part)),
        wanted=15,
        peer_share=part / n_trees,
    )


def halves(n_rows: int, n_columns: int) -> tuple[Floats, Integers, Floats, Integers]:
    """Rows to train on and as many others: a curved boundary with noise."""
    random = np.random.default_rng(0)
    X = random.normal(size=(2 * n_rows, n_columns)).astype(np.float32).astype(np.float64)
    signal = X[:, 0] + X[:, 1] ** 2 + X[:, 2] * X[:, 3] + random.normal(size=len(X))
    y = (signal > 1).astype(np.int64)
    return X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:]


def _of_first(model: Any, X: Floats, number: int) -> Integers:
    """What the first so many members predict."""
    if not hasattr(model, "staged_predict"):
        return np.asarray(model.predict(X))
    return next(islice(model.staged_predict(X), number - 1, None))
