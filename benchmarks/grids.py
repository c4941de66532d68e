"""The headline: ten folds of twenty or thirty settings, against scikit-learn's GridSearchCV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from benchmarks.case import Case, largest_difference

FOLDS = KFold(10, shuffle=True, random_state=0)


def cases(size: str) -> Iterator[Case]:
    yield ridge(*((20_000, 30) if size == "quick" else (100_000, 50)))
    yield neighbors(*((4_000, 8) if size == "quick" else (20_000, 10)))
    yield stump(*((5_000, 10) if size == "quick" else (40_000, 20)))


def ridge(n_rows: int, n_columns: int) -> Case:
    X, y = numbers(n_rows, n_columns)
    alphas = np.logspace(-3, 3, 20)
    return _case(
        f"Ridge, 20 alphas x 10 folds, {n_rows:,} x {n_columns}",
        gn.Task(X, y, kind="regression"),
        [gn.Ridge(alpha) for alpha in alphas],
        "mean_squared_error",
        GridSearchCV(
            Ridge(), {"alpha": alphas}, cv=FOLDS, n_jobs=2, refit=False, scoring="neg_mean_squared_error"
        ),
        -1,
        wanted=20,
    )


def neighbors(n_rows: int, n_columns: int) -> Case:
    X, y = classes(n_rows, n_columns)
    return _case(
        f"kNN, k = 1..30 x 10 folds, {n_rows:,} x {n_columns}",
        gn.Task(X, y, kind="classification"),
        [gn.KNeighborsClassifier(k) for k in range(1, 31)],
        "accuracy",
        GridSearchCV(
            KNeighborsClassifier(),
            {"n_neighbors": range(1, 31)},
            cv=FOLDS,
            n_jobs=2,
            refit=False,
            scoring="accuracy",
        ),
        1,
        wanted=8,
    )


def stump(n_rows: int, n_columns: int) -> Case:
    X, y = classes(n_rows, n_columns)
    # Trees of scikit-learn cut float32 values: give both the same ones.
    X = X.astype(np.float32).astype(np.float64)
    leaves = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    grid = {"criterion": ["gini", "entropy"], "min_samples_leaf": leaves}
    return _case(
        f"stump, 20 settings x 10 folds, {n_rows:,} x {n_columns}",
        gn.Task(X, y, kind="classification"),
        [
            gn.DecisionStump(criterion=criterion, min_samples_leaf=leaf)
            for criterion in grid["criterion"]
            for leaf in leaves
        ],
        "accuracy",
        GridSearchCV(
            DecisionTreeClassifier(max_depth=1, random_state=0),
            grid,
            cv=FOLDS,
            n_jobs=2,
            refit=False,
            scoring="accuracy",
        ),
        1,
        wanted=4,
    )


def numbers(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    return X, X @ random.normal(size=n_columns) + random.normal(size=n_rows)


def classes(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    return X, (X[:, 0] + X[:, 1] + random.normal(size=n_rows) > 0).astype(np.int64)


def _case(
    name: str, task: Any, path: list[Any], measure: str, search: GridSearchCV, sign: int, wanted: float
) -> Case:
    """Both sides give the scores of every setting (row) in every fold (column)."""

    def ours() -> Any:
        return np.array([each.per_split(measure) for each in gn.resample_each(task, path, FOLDS)])

    def peer() -> Any:
        table = search.fit(task.X, task.y).cv_results_
        return sign * np.array([table[f"split{fold}_test_score"] for fold in range(10)]).T

    return Case(
        "grids",
        name,
        "GridSearchCV(n_jobs=2)",
        ours,
        peer,
        lambda scores: float(scores.mean(axis=1).min() if sign < 0 else scores.mean(axis=1).max()),
        measure,
        largest_difference,
        wanted,
    )
