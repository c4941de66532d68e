"""Forests and gradient boosting against scikit-learn, scikit-learn-intelex and LightGBM, two threads each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import sklearn.datasets
import sklearn.ensemble
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import cross_val_score

import gnomon as gn
from benchmarks.case import Case, share_equal

THREADS = 2
SEEDS = 10


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
    yield from quality(2 if size == "quick" else SEEDS)


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


def quality(n_seeds: int) -> Iterator[Case]:
    """Mean accuracy (or R²) over folds and seeds on eight real data sets, forests of 100 trees."""
    for name, X, y, is_regression in real_sets():
        ours: Any = gn.RandomForestRegressor if is_regression else gn.RandomForestClassifier
        peer: Any = getattr(sklearn.ensemble, ours.__name__)
        yield Case(
            "forests",
            f"{ours.__name__} on {name}, {n_seeds} seeds x 5 folds",
            "scikit-learn",
            partial(_scores, ours, X, y, n_seeds),
            partial(_scores, peer, X, y, n_seeds),
            lambda scores: float(np.mean(scores)),
            "R²" if is_regression else "accuracy",
            _within_noise,
        )


def real_sets() -> Iterator[tuple[str, Any, Any, bool]]:
    """Eight real data sets that need no download."""
    for name in ("iris", "wine", "breast_cancer", "digits"):
        yield (name, *getattr(sklearn.datasets, f"load_{name}")(return_X_y=True), False)
    X, y = sklearn.datasets.load_digits(return_X_y=True)
    yield "digits 0 to 4 or not", X, y < 5, False
    X, y = sklearn.datasets.load_breast_cancer(return_X_y=True)
    yield "breast_cancer, ten means", X[:, :10], y, False
    yield ("diabetes", *sklearn.datasets.load_diabetes(return_X_y=True), True)
    X, y = sklearn.datasets.load_linnerud(return_X_y=True)
    yield "linnerud weight", X, y[:, 0], True


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


def _scores(learner: Any, X: Any, y: Any, n_seeds: int) -> Any:
    return np.array([cross_val_score(learner(100, random_state=seed), X, y, cv=5) for seed in range(n_seeds)])


def _within_noise(ours: Any, theirs: Any) -> str:
    """The difference of the means over seeds, in standard errors of the seeds' noise."""
    a, b = ours.mean(axis=1), theirs.mean(axis=1)
    error = np.sqrt((a.var(ddof=1) + b.var(ddof=1)) / len(a)) if len(a) > 1 else np.nan
    return f"differ by {a.mean() - b.mean():+.4f} ({(a.mean() - b.mean()) / max(error, 1e-12):+.1f} errors)"
