"""Selection of columns against scikit-learn's, on the same folds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import sklearn.discriminant_analysis
import sklearn.linear_model
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.model_selection import cross_val_score

import gnomon as gn
from benchmarks.case import Case, share_equal
from gnomon.features.select.backward import BackwardElimination
from gnomon.features.select.forward import ForwardSelection


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    n_rows = 5_000 // scale
    peer = sklearn.linear_model
    yield forward("LinearRegression", gn.LinearRegression(), peer.LinearRegression(), n_rows, 100)
    yield forward("LogisticRegression", gn.LogisticRegression(), peer.LogisticRegression(), n_rows, 10)
    yield backward(n_rows)
    discriminant = sklearn.discriminant_analysis.LinearDiscriminantAnalysis()
    yield forward("LinearDiscriminantAnalysis", gn.LinearDiscriminantAnalysis(), discriminant, n_rows, None)


def forward(name: str, learner: Any, peer: Any, n_rows: int, wanted: float | None) -> Case:
    """8 of 30 columns, 5 folds."""
    is_regression = name == "LinearRegression"
    X, y = rows(n_rows, is_regression)
    return Case(
        "wrappers",
        f"forward selection 8 of 30, {name}, 5 folds, {n_rows:,} rows",
        "SequentialFeatureSelector",
        lambda: ForwardSelection(learner, n_features_to_select=8).fit(X, y).support_,
        lambda: SequentialFeatureSelector(peer, n_features_to_select=8, cv=5).fit(X, y).support_,
        partial(score, peer, X, y),
        "r2" if is_regression else "accuracy",
        share_equal,
        wanted=wanted,
    )


def backward(n_rows: int) -> Case:
    """From 30 columns down to 22."""
    X, y = rows(n_rows, True)
    peer = SequentialFeatureSelector(
        sklearn.linear_model.LinearRegression(), n_features_to_select=22, cv=5, direction="backward"
    )
    return Case(
        "wrappers",
        f"backward elimination to 22 of 30, LinearRegression, 5 folds, {n_rows:,} rows",
        "SequentialFeatureSelector",
        lambda: BackwardElimination(gn.LinearRegression(), n_features_to_select=22).fit(X, y).support_,
        lambda: peer.fit(X, y).support_,
        partial(score, sklearn.linear_model.LinearRegression(), X, y),
        "r2",
        share_equal,
    )


def rows(n_rows: int, is_regression: bool) -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 30))
    signal = X @ np.concatenate([np.linspace(1, 0.2, 12), np.zeros(18)])
    if is_regression:
        return X, signal + random.normal(size=n_rows)
    return X, (signal + random.logistic(size=n_rows) > 0).astype(int)


def score(learner: Any, X: Any, y: Any, support: Any) -> float:
    return float(cross_val_score(learner, X[:, support], y, cv=5).mean())
