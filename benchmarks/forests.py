"""Forests and gradient boosting against scikit-learn, scikit-learn-intelex and LightGBM, two threads each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import sklearn.datasets
import sklearn.ensemble
from sklearn.metrics import accuracy_score, log_loss

import gnomon as gn
from benchmarks.case import Case, share_equal

THREADS = 2


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    rows, columns = 100_000 // scale, 50
    peers: list[tuple[str, Callable[..., Any] | None, float]] = [
        ("scikit-learn", partial(sklearn.ensemble.RandomForestClassifier, n_jobs=THREADS), 16),
        ("scikit-learn-intelex", _intelex("RandomForestClassifier"), 3),
    ]
    for name, peer, wanted in peers:
        if peer is not None:
            yield forest_fit(rows, columns, name, peer, wanted)
    if peers[1][1] is not None:
        yield forest_predict(rows, columns, peers[1][1])
    yield extra_trees_fit(rows, columns)
    yield regression_forest_fit(rows // 5, columns)
    yield from boosting(rows, columns)


def forest_fit(rows: int, columns: int, name: str, peer: Callable[..., Any], wanted: float) -> Case:
    X, y, held_out, truth = two_classes(rows, columns)
    return Case(
        "forests",
        f"RandomForestClassifier, {rows:,} x {columns}, 100 trees",
        name,
        lambda: gn.RandomForestClassifier(100).fit(X, y).predict_proba(held_out),
        lambda: peer(100, random_state=0).fit(X, y).predict_proba(held_out),
        lambda found: _log_loss(truth, found),
        "log loss",
        partial(_accuracies, truth),
        wanted=wanted,
    )


def forest_predict(rows: int, columns: int, peer: Callable[..., Any]) -> Case:
    X, y, held_out, truth = two_classes(rows, columns)
    ours, theirs = gn.RandomForestClassifier(100).fit(X, y), peer(100, random_state=0).fit(X, y)
    return Case(
        "forests",
        f"RandomForestClassifier.predict, {len(truth):,} x {columns}, 100 trees",
        "scikit-learn-intelex",
        lambda: ours.predict(held_out),
        lambda: theirs.predict(held_out),
        lambda found: float(accuracy_score(truth, found)),
        "accuracy",
        share_equal,
        wanted=1,
    )


def extra_trees_fit(rows: int, columns: int) -> Case:
    X, y, held_out, truth = two_classes(rows, columns)
    peer = sklearn.ensemble.ExtraTreesClassifier(100, n_jobs=THREADS, random_state=0)
    return Case(
        "forests",
        f"ExtraTreesClassifier, {rows:,} x {columns}, 100 trees",
        "scikit-learn",
        lambda: gn.ExtraTreesClassifier(100).fit(X, y).predict_proba(held_out),
        lambda: peer.fit(X, y).predict_proba(held_out),
        lambda found: _log_loss(truth, found),
        "log loss",
        partial(_accuracies, truth),
    )


def regression_forest_fit(rows: int, columns: int) -> Case:
    X, y = sklearn.datasets.make_regression(
        rows + rows // 4, columns, n_informative=20, noise=20.0, random_state=0
    )
    held_out, truth = X[rows:], y[rows:]
    peer = sklearn.ensemble.RandomForestRegressor(20, n_jobs=THREADS, random_state=0)
    return Case(
        "forests",
        f"RandomForestRegressor, {rows:,} x {columns}, 20 trees",
        "scikit-learn",
        lambda: gn.RandomForestRegressor(20).fit(X[:rows], y[:rows]).predict(held_out),
        lambda: peer.fit(X[:rows], y[:rows]).predict(held_out),
        lambda found: float(1 - np.mean((found - truth) ** 2) / truth.var()),
        "R²",
        lambda ours, theirs: f"correlate {np.corrcoef(ours, theirs)[0, 1]:.4f}",
    )


def boosting(rows: int, columns: int) -> Iterator[Case]:
    try:
        from lightgbm import LGBMClassifier
    except ImportError:
        return
    X, y, held_out, truth = two_classes(rows, columns)
    peer = LGBMClassifier(n_estimators=100, num_leaves=31, n_jobs=THREADS, verbose=-1)
    yield Case(
        "forests",
        f"GradientBoostingClassifier, {rows:,} x {columns}, 100 rounds, 31 leaves",
        "LightGBM",
        lambda: gn.GradientBoostingClassifier(early_stopping=False).fit(X, y).predict_proba(held_out),
        lambda: peer.fit(X, y).predict_proba(held_out),
        lambda found: _log_loss(truth, found),
        "log loss",
        partial(_accuracies, truth),
        wanted=1 / 1.5,
    )


def two_classes(rows: int, columns: int) -> tuple[Any, Any, Any, Any]:
    """Two classes of several clusters, and a fifth as many rows again to be held out."""
    X, y = sklearn.datasets.make_classification(
        rows + rows // 5,
        columns,
        n_informative=20,
        n_redundant=10,
        flip_y=0.02,
        class_sep=0.7,
        random_state=0,
    )
    return X[:rows], y[:rows], X[rows:], y[rows:]


def _intelex(name: str) -> Callable[..., Any] | None:
    try:
        import sklearnex.ensemble
    except ImportError:
        return None
    return partial(getattr(sklearnex.ensemble, name), n_jobs=THREADS)


def _log_loss(truth: Any, shares: Any) -> float:
    return float(log_loss(truth, np.clip(shares, 1e-3, 1 - 1e-3)))


def _accuracies(truth: Any, ours: Any, theirs: Any) -> str:
    found = [np.mean(shares.argmax(axis=1) == truth) for shares in (ours, theirs)]
    return f"accuracy {found[0]:.4f} and {found[1]:.4f}"
