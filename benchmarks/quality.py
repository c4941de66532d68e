"""Accuracy of committees on eight real data sets, beside scikit-learn's on the same folds over many seeds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import sklearn.ensemble
from sklearn.base import is_regressor
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score

import gnomon as gn
from benchmarks.case import Case

SETS = (
    "iris", "wine", "breast-cancer", "digits", "heart", "breast-cancer-marks", "diabetes", "auto",
)  # fmt: skip
PAIRS = (
    (gn.RandomForestClassifier, sklearn.ensemble.RandomForestClassifier),
    (gn.RandomForestRegressor, sklearn.ensemble.RandomForestRegressor),
    (gn.GradientBoostingClassifier, sklearn.ensemble.HistGradientBoostingClassifier),
    (gn.GradientBoostingRegressor, sklearn.ensemble.HistGradientBoostingRegressor),
    (gn.AdaBoostClassifier, sklearn.ensemble.AdaBoostClassifier),
)


def cases(size: str) -> Iterator[Case]:
    n_seeds = 2 if size == "quick" else 10
    for name in SETS:
        task = gn.load(name)
        for ours, peer in PAIRS:
            if is_regressor(ours()) == (task.kind == "regression"):
                yield committee(task, ours, peer, n_seeds)


def committee(task: gn.Task, ours: Any, peer: Any, n_seeds: int) -> Case:
    return Case(
        "quality",
        f"{ours.__name__} on {task.name}, {n_seeds} seeds x 5 folds",
        f"scikit-learn {peer.__name__}",
        partial(scores, ours, task, n_seeds),
        partial(scores, peer, task, n_seeds),
        lambda found: float(np.mean(found)),
        "R²" if task.kind == "regression" else "accuracy",
        within_noise,
    )


def scores(learner: Any, task: gn.Task, n_seeds: int) -> Any:
    """(seeds, folds): the same folds for every learner, dealt anew for each seed."""
    X = np.asarray(task.encoded, dtype=np.float64)
    cut = KFold if task.kind == "regression" else StratifiedKFold
    return np.array(
        [
            cross_val_score(learner(random_state=seed), X, task.y, cv=cut(5, shuffle=True, random_state=seed))
            for seed in range(n_seeds)
        ]
    )


def within_noise(ours: Any, theirs: Any) -> str:
    """The difference of the means, in standard errors over the seeds."""
    difference = (ours - theirs).mean(axis=1)
    error = difference.std(ddof=1) / np.sqrt(len(difference)) if len(difference) > 1 else np.nan
    return f"differ by {difference.mean():+.4f} ({difference.mean() / max(error, 1e-12):+.1f} errors)"
