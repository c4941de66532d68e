"""What a unit costs beside its learning: queue, workers and store, with learners that learn nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import cross_val_predict

from benchmarks.case import Case
from gnomon import Design, Results, Task, k_fold, repeated, run

UNITS_A_SECOND = 1000


class Empty(ClassifierMixin, BaseEstimator):
    """Predicts the first class."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def fit(self, X: Any, y: Any) -> Empty:
        """Learn nothing."""
        self.classes_ = np.array(["no", "yes"])
        return self

    def predict(self, X: Any) -> Any:
        """The first class for every row."""
        return np.repeat(self.classes_[:1], len(X))


def cases(size: str) -> Iterator[Case]:
    n_units = 400 if size == "quick" else 4000
    yield overhead(n_units, "this process", 1)
    yield overhead(n_units, "two processes", 2)


def overhead(n_units: int, name: str, workers: Any) -> Case:
    values = np.random.default_rng(0).normal(size=(40, 2))
    task = Task(values, np.where(values[:, 0] > 0, "yes", "no"), name="forty rows")
    plan = repeated(k_fold(2), times=n_units // 20)
    design = Design(task, [Empty(number) for number in range(20)], plan)
    design.units()
    labels = np.where(values[:, 0] > 0, "yes", "no")
    return Case(
        "queue",
        f"{n_units:,} units of empty learners to a file, {name}",
        "loop of cross_val_predict, nothing kept",
        lambda: _kept(design, workers),
        lambda: [cross_val_predict(Empty(), values, labels, cv=2) for _ in range(n_units)],
        lambda results: float(len(results)),
        "units",
        lambda ours, peer: "",
        within=n_units / UNITS_A_SECOND,
    )


def _kept(design: Design, workers: Any) -> set[str]:
    """The keys of the units that the file holds in the end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.gnomon"
        results: Results = run(design, path, workers)
        with results._opened() as store:
            return store.keys()
