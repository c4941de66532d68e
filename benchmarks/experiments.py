"""Nested selection: ten folds, five within each, twelve learners with default grids on six bundled sets.

The peer is GridSearchCV inside cross_validate with the same folds, settings and cores. It works some of the
outer folds only, and its time is scaled to all of them. Two further cases weigh the honest protocol against
careless ones: a grid against one setting, and nesting against plain folds for learners that summarize.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from benchmarks.case import Case
from gnomon.experiments.grid import default_grid
from gnomon.experiments.hyperparameter_grids import GridSearch

OUTER, INNER = gn.k_fold(10), gn.k_fold(5)
SETS = ("iris", "wine", "heart", "breast-cancer", "breast-cancer-marks", "digits")
QUICK_SETS = ("iris", "heart")

# What scikit-learn calls the parameters of its histogram boosting.
RENAMED = {"n_estimators": "max_iter"}


@dataclass(frozen=True)
class Pair:
    """A learner of ours and its namesake; renamed: parameters that go by another name there."""

    ours: Callable[[], Any]
    peer: Callable[[], Any]
    renamed: dict[str, str]


PAIRS = {
    "KNeighborsClassifier": Pair(lambda: gn.KNeighborsClassifier(), KNeighborsClassifier, {}),
    "DecisionTreeClassifier": Pair(
        lambda: gn.DecisionTreeClassifier(), lambda: DecisionTreeClassifier(random_state=0), {}
    ),
    "DecisionStump": Pair(
        lambda: gn.DecisionStump(), lambda: DecisionTreeClassifier(max_depth=1, random_state=0), {}
    ),
    "LogisticRegression": Pair(lambda: gn.LogisticRegression(), LogisticRegression, {}),
    "LinearSVC": Pair(lambda: gn.LinearSVC(), lambda: LinearSVC(random_state=0), {}),
    "SVC": Pair(lambda: gn.SVC(), SVC, {}),
    "RandomForestClassifier": Pair(
        lambda: gn.RandomForestClassifier(random_state=0), lambda: RandomForestClassifier(random_state=0), {}
    ),
    "GradientBoostingClassifier": Pair(
        lambda: gn.GradientBoostingClassifier(random_state=0),
        lambda: HistGradientBoostingClassifier(random_state=0),
        RENAMED,
    ),
    "AdaBoostClassifier": Pair(
        lambda: gn.AdaBoostClassifier(random_state=0), lambda: AdaBoostClassifier(random_state=0), {}
    ),
    "BaggingClassifier": Pair(
        lambda: gn.BaggingClassifier(random_state=0), lambda: BaggingClassifier(random_state=0), {}
    ),
    "GaussianNB": Pair(lambda: gn.GaussianNB(), GaussianNB, {}),
    "LinearDiscriminantAnalysis": Pair(
        lambda: gn.LinearDiscriminantAnalysis(), LinearDiscriminantAnalysis, {}
    ),
}


def cases(size: str) -> Iterator[Case]:
    names = QUICK_SETS if size == "quick" else SETS
    tasks = [gn.load(name) for name in names]
    folds = 1 if size == "quick" else 2
    yield against_grid_search(list(PAIRS), tasks, folds, workers=2)
    for name in PAIRS:
        yield against_grid_search([name], tasks, folds)
    yield against_one_setting(list(PAIRS), tasks, workers=2)
    for name in PAIRS:
        if default_grid(PAIRS[name].ours()):
            yield against_one_setting([name], tasks)
    yield from summarizing(20_000 if size == "quick" else 200_000)


def against_grid_search(names: list[str], tasks: list[Any], folds: int, workers: int = 1) -> Case:
    """Some learners on all sets: nested selection here, GridSearchCV inside cross_validate there."""
    pairs = [PAIRS[name] for name in names]
    n_settings = sum(len(_settings(pair.ours())) for pair in pairs)
    what = names[0] if len(names) == 1 else f"{len(names)} learners"

    def peer() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.mean([_searched(pair, task, folds) for pair in pairs for task in tasks])

    return Case(
        "experiments",
        f"{what}, {n_settings} settings, nested 10 x 5, {len(tasks)} sets",
        "GridSearchCV in cross_validate(n_jobs=2)",
        lambda: _nested([GridSearch(pair.ours()) for pair in pairs], tasks, workers),
        peer,
        float,
        "mean accuracy",
        lambda ours, other: f"differ by {abs(ours - other):.3f} ({folds} of 10 outer folds)",
        wanted=15,
        peer_share=folds / 10,
    )


def against_one_setting(names: list[str], tasks: list[Any], workers: int = 1) -> Case:
    """Grids against the same nested design at one setting a learner, its defaults."""
    kinds = [PAIRS[name].ours for name in names]
    what = names[0] if len(names) == 1 else f"{len(names)} learners"
    return Case(
        "experiments",
        f"{what}: default grid against one setting, {len(tasks)} sets",
        "one setting, nested",
        lambda: _nested([GridSearch(kind()) for kind in kinds], tasks, workers),
        lambda: _nested([GridSearch(kind(), None) for kind in kinds], tasks, workers),
        float,
        "mean accuracy",
        lambda ours, one: f"gains {ours - one:.3f}",
        wanted=0.5,
    )


def summarizing(n_rows: int) -> Iterator[Case]:
    """Nested selection against plain folds, for learners that summarize."""
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, 50))
    numbers = gn.Task(X, X @ random.normal(size=50) + random.normal(size=n_rows), kind="regression")
    classes = gn.Task(X, (X[:, 0] + X[:, 1] + random.normal(size=n_rows) > 0).astype(np.int64))
    for learner, task in (
        (gn.Ridge(), numbers),
        (gn.LinearDiscriminantAnalysis(), classes),
        (gn.GaussianNB(), classes),
    ):
        yield against_plain_folds(learner, task)


def against_plain_folds(learner: Any, task: Any) -> Case:
    return Case(
        "experiments",
        f"{type(learner).__name__}, nested 10 x 5 against plain 10 folds, {task.n_rows:,} x 50",
        "plain 10 folds",
        lambda: _nested([GridSearch(learner)], [task]),
        lambda: gn.run(gn.Design(task, learner, OUTER)).estimate().value,
        float,
        "score",
        lambda ours, plain: f"differ by {abs(ours - plain):.1e}",
        wanted=1 / 1.5,
    )


def _nested(choices: list[GridSearch], tasks: list[Any], workers: int = 1) -> float:
    """The mean accuracy over learners and sets."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = gn.run(gn.Design(tasks, choices, OUTER, inner=INNER), workers=workers)
        places = [(task.name, learner) for task in tasks for learner in results.learners]
        return float(
            np.mean([results.estimate(task=task, learner=learner).value for task, learner in places])
        )


def _searched(pair: Pair, task: Any, folds: int) -> float:
    """The mean accuracy of some outer folds; the inner folds are the very rows that ours have."""
    settings = [
        {pair.renamed.get(name, name): [value] for name, value in each.items()}
        for each in _settings(pair.ours())
    ]
    cut = gn.nested(OUTER, INNER).split(task)
    scores = []
    for (train, held_out), inner in list(zip(cut.outer, cut.inner))[:folds]:
        place = np.full(task.n_rows, -1)
        place[train] = np.arange(len(train))
        within = [(place[mine], place[held]) for mine, held in inner]
        search = GridSearchCV(pair.peer(), settings, cv=within, scoring="accuracy", n_jobs=2)
        found = cross_validate(search, task.encoded, task.y, cv=[(train, held_out)], scoring="accuracy")
        scores.append(found["test_score"][0])
    return float(np.mean(scores))


def _settings(learner: Any) -> list[dict[str, Any]]:
    names = list(default_grid(learner))
    return [{name: each.get_params()[name] for name in names} for each in GridSearch(learner).path()]
