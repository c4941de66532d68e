"""Decision trees: one exact tree, every depth by ten folds, and the whole pruning path by ten folds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sklearn.tree
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, KFold

from benchmarks.case import Case, largest_difference, share_equal
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.size_curves import depth_curve, pruning_curve

FOLDS = KFold(10, shuffle=True, random_state=0)


def cases(size: str) -> Iterator[Case]:
    quick = size == "quick"
    n_rows, n_columns = (10_000, 20) if quick else (100_000, 50)
    yield tree(n_rows, n_columns)
    yield binned_peer(n_rows, n_columns)
    yield answers(n_rows, n_columns)
    yield depths(*((3_000, 10) if quick else (20_000, 20)))
    yield prices(*((1_000, 10) if quick else (5_000, 20)))


def tree(n_rows: int, n_columns: int) -> Case:
    X, y = _classes(n_rows, n_columns)
    test, truth = _classes(n_rows, n_columns, part=1)
    return Case(
        "trees",
        f"one exact tree, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: DecisionTreeClassifier().fit(X, y).predict(test),
        lambda: sklearn.tree.DecisionTreeClassifier(random_state=0).fit(X, y).predict(test),
        lambda predicted: float(np.mean(predicted == truth)),
        "accuracy",
        share_equal,
        wanted=10,
    )


def binned_peer(n_rows: int, n_columns: int) -> Case:
    X, y = _classes(n_rows, n_columns)
    test, truth = _classes(n_rows, n_columns, part=1)
    return Case(
        "trees",
        f"one exact tree against a binned one, {n_rows:,} x {n_columns}",
        "snapml",
        lambda: DecisionTreeClassifier().fit(X, y).predict(test),
        _snapml(X, y, test),
        lambda predicted: float(np.mean(predicted == truth)),
        "accuracy",
        share_equal,
    )


def answers(n_rows: int, n_columns: int) -> Case:
    X, y = _classes(n_rows, n_columns)
    ours = DecisionTreeClassifier().fit(X, y)
    theirs = sklearn.tree.DecisionTreeClassifier(random_state=0).fit(X, y)
    return Case(
        "trees",
        f"predict, {n_rows:,} x {n_columns}",
        "scikit-learn",
        lambda: ours.predict_proba(X),
        lambda: theirs.predict_proba(X),
        lambda shares: float(np.mean(shares.argmax(axis=1) == y)),
        "accuracy",
        largest_difference,
    )


def depths(n_rows: int, n_columns: int) -> Case:
    X, y = _classes(n_rows, n_columns)
    grid = list(range(1, 21))
    search = GridSearchCV(
        sklearn.tree.DecisionTreeClassifier(random_state=0),
        {"max_depth": grid},
        cv=FOLDS,
        n_jobs=2,
        refit=False,
    )
    return Case(
        "trees",
        f"depths 1..20 x 10 folds, {n_rows:,} x {n_columns}",
        "GridSearchCV(n_jobs=2)",
        lambda: depth_curve(DecisionTreeClassifier(), X, y, FOLDS.split(X), grid).loss,
        lambda: 1 - search.fit(X, y).cv_results_["mean_test_score"],
        lambda loss: float(loss.min()),
        "least error",
        largest_difference,
        wanted=15,
    )


def prices(n_rows: int, n_columns: int) -> Case:
    X, y = _classes(n_rows, n_columns)
    path = pruning_curve(DecisionTreeClassifier(), X, y, list(FOLDS.split(X))[:1]).sizes
    # The peer tries some of the prices, spread over the path, and its time is scaled.
    some = np.unique(np.linspace(0, len(path) - 1, 20).astype(int))
    search = GridSearchCV(
        sklearn.tree.DecisionTreeClassifier(random_state=0),
        {"ccp_alpha": path[some]},
        cv=FOLDS,
        n_jobs=2,
        refit=False,
    )
    return Case(
        "trees",
        f"all {len(path)} subtrees of the pruning path x 10 folds, {n_rows:,} x {n_columns}",
        f"GridSearchCV(n_jobs=2), {len(some)} subtrees",
        lambda: pruning_curve(DecisionTreeClassifier(), X, y, FOLDS.split(X)).loss[some],
        lambda: 1 - search.fit(X, y).cv_results_["mean_test_score"],
        lambda loss: float(loss.min()),
        "least error",
        largest_difference,
        wanted=10,
    )


def _classes(n_rows: int, n_columns: int, part: int = 0) -> tuple[Any, Any]:
    """Halves of one table, in values that float32 holds: trees of scikit-learn cut those."""
    X, y = make_classification(
        2 * n_rows,
        n_columns,
        n_informative=n_columns // 5,
        n_redundant=n_columns // 10,
        flip_y=0.05,
        random_state=0,
    )
    rows = slice(part * n_rows, (part + 1) * n_rows)
    return X[rows].astype(np.float32).astype(np.float64), y[rows]


def _snapml(X: Any, y: Any, test: Any) -> Any:
    """The job done by snapml; None where it is not installed."""
    try:
        import snapml
    except ImportError:
        return None
    small, few = X.astype(np.float32), test.astype(np.float32)
    return lambda: snapml.DecisionTreeClassifier(n_jobs=2).fit(small, y).predict(few)
