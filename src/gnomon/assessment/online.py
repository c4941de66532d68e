"""The online protocol: predict the next rows, then learn from them, so that each is a test row at first.

The progressive loss is the mean over all predictions. It is about the models along the way, not the last one:
for independent rows, a model drawn from them at random has this error in expectation, and the deviations are
no larger than those of a hold-out set of as many rows (Blum, Kalai & Langford 1999).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.collecting import describe
from gnomon.assessment.intervals import Estimate, effective_rows, rows_t_interval, wilson_interval
from gnomon.assessment.measures.facts import Measure, find_measure, mean
from gnomon.assessment.predictions import MeasureLike
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.seeds import Seed, generator
from gnomon.sharing.prepared import take
from gnomon.sharing.train import features_for

if TYPE_CHECKING:
    import pandas as pd

WHY = "Each row was predicted before it was learned, so the mean is that of the models along the way"


@dataclass(frozen=True, eq=False, repr=False)
class Progressive:
    """The losses of a learner that predicted every row before it learned it.

    rows: numbers of the rows predicted, in order. seen: rows learned before each. loss: of each prediction.
    model: the learner after all rows. weight, group: of each row predicted, where the task has them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = prequential(gn.load("iris"), GaussianNB(), batch_size=10, shuffle=True, random_state=0)
    >>> found
    error of GaussianNB on 'iris', predicted before learned: 0.093 [0.055, 0.152] (95 %, Wilson)
    """

    task_name: str
    learner: str
    measure: Measure
    rows: Integers
    seen: Integers
    loss: Floats
    model: Any
    weight: Floats | None = None
    group: Array | None = None

    def estimate(self, *, level: float = 0.95, first: int | None = None) -> Estimate:
        """The progressive loss with its interval; first: of this many predictions, the earliest, only."""
        some = slice(first)
        loss, weight = self.loss[some], None if self.weight is None else self.weight[some]
        group = None if self.group is None else self.group[some]
        value = mean(loss, weight)
        if self.measure.is_share and group is None:
            bounds, method = wilson_interval(value, effective_rows(len(loss), weight), level), "Wilson"
        else:
            method = "t over rows" if group is None else "t over groups"
            bounds = rows_t_interval(loss, weight, group, level)
        return Estimate(value, *bounds, level, method, WHY)

    def frame(self, *, points: int = 50, level: float = 0.95) -> pd.DataFrame:
        """How the loss develops: its progressive mean with an interval, and its mean since the line before.

        points: about how many lines, in even steps of the rows predicted.
        """
        import pandas as pd

        least = 1 if self.measure.is_share and self.group is None else 2
        ends = np.unique(np.linspace(0, len(self.loss), points + 1).round().astype(np.int64))[1:]
        ends = ends[ends >= least] if (ends >= least).any() else ends[-1:]
        lines = []
        for begin, end in zip([0, *ends[:-1]], ends.tolist()):
            so_far = self.estimate(level=level, first=end)
            recent = mean(self.loss[begin:end], None if self.weight is None else self.weight[begin:end])
            lines.append((end, int(self.seen[end - 1]), recent, so_far.value, so_far.lower, so_far.upper))
        columns = ["predicted", "seen", "recent", "progressive", "lower", "upper"]
        return pd.DataFrame(lines, columns=columns)

    def __str__(self) -> str:
        return (
            f"{self.measure.name} of {self.learner} on {self.task_name!r}, predicted before learned: "
            f"{self.estimate()}"
        )

    __repr__ = __str__


def prequential(
    task: Task,
    learner: Any,
    *,
    batch_size: int = 1,
    measure: MeasureLike | None = None,
    warm_up: int | None = None,
    shuffle: bool = False,
    random_state: Seed = None,
) -> Progressive:
    """Predict the next batch of rows, then learn it by `partial_fit`, until all rows are learned.

    learner: any with partial_fit, unfitted. batch_size: rows between two updates. measure: a mean over rows;
    error or mean_squared_error if not given. warm_up: rows learned before the first prediction; if not given,
    one batch, or as many batches as it takes until a second class has come. Rows come in order of time where
    the task has one, else as they stand, or, with shuffle, at random.

    >>> import gnomon as gn
    >>> found = prequential(gn.load("iris"), gn.Perceptron(), shuffle=True, random_state=0)
    >>> len(found.loss) + found.seen[0]
    np.int64(150)
    """
    chosen = _checked_measure(task, measure)
    order = _order(task, shuffle, random_state)
    begin = _warm_up(task, order, batch_size, warm_up)
    model, X = clone(learner), features_for(learner, task)
    learn = _learner_of_rows(task, model, X)
    learn(order[:begin])
    predicted, seen = [], []
    for rows, n_seen in _batches(order, begin, batch_size):
        predicted.append(np.asarray(model.predict(take(X, rows))))
        seen.append(np.full(len(rows), n_seen))
        learn(rows)
    after = order[begin:]
    assert chosen.each is not None
    assert task.y is not None
    return Progressive(
        task.name,
        describe(learner)[0],
        chosen,
        after,
        np.concatenate(seen),
        np.asarray(chosen.each(task.y[after], np.concatenate(predicted)), dtype=np.float64),
        model,
        None if task.weight is None else task.weight[after],
        None if task.group is None else task.group[after],
    )


def _checked_measure(task: Task, measure: MeasureLike | None) -> Measure:
    if task.y is None or task.kind == "clustering":
        raise DesignError(f"task {task.name!r} has no target to predict; name one")
    usual = "error" if task.kind == "classification" else "mean_squared_error"
    found = find_measure(usual if measure is None else measure)
    if found.each is None or found.needs not in ("label", "number") or found.kind != task.kind:
        raise DesignError(
            f"{found.name} is no mean over single predictions of a {task.kind} task, and rows come one after "
            f"the other here; use {usual!r}"
        )
    return found


def _order(task: Task, shuffle: bool, random_state: Seed) -> Integers:
    # A row without weight teaches nothing and is no evidence.
    rows = np.arange(task.n_rows) if task.weight is None else np.flatnonzero(task.weight > 0)
    if task.time is None:
        return generator(random_state).permutation(rows) if shuffle else rows
    if shuffle:
        raise DesignError(
            f"task {task.name!r} has an order in time, which shuffle=True would undo; leave it out"
        )
    return rows[np.argsort(task.time[rows], kind="stable")]


def _warm_up(task: Task, order: Integers, batch_size: int, warm_up: int | None) -> int:
    if batch_size < 1:
        raise ParameterError(f"batch_size={batch_size!r}: give a whole number of at least 1")
    begin = warm_up
    if begin is None:
        needed = 1
        if task.codes is not None:
            needed += int(np.argmax(task.codes[order] != task.codes[order[0]]))
        begin = -(-needed // batch_size) * batch_size
    if not 1 <= begin < len(order):
        raise ParameterError(
            f"{begin} of {len(order)} rows would be learned before the first prediction; set warm_up= from 1 "
            f"to {len(order) - 1}, or a smaller batch_size={batch_size}"
        )
    return begin


def _batches(order: Integers, begin: int, batch_size: int) -> Iterator[tuple[Integers, int]]:
    for first in range(begin, len(order), batch_size):
        yield order[first : first + batch_size], first


def _learner_of_rows(task: Task, model: Any, X: Any) -> Any:
    """A function that teaches the model some rows of the task."""
    if not hasattr(model, "partial_fit"):
        raise DesignError(
            f"{type(model).__name__} has no partial_fit, so it cannot learn row after row; use one that has "
            "(GaussianNB, Perceptron, LogisticRegression), or resample with a plan along time"
        )
    takes = signature(model.partial_fit).parameters
    if task.weight is not None and "sample_weight" not in takes:
        raise DesignError(f"{type(model).__name__} learns no weights; drop the task's weight or this learner")
    once = {"classes": task.classes} if task.classes is not None and "classes" in takes else {}

    def learn(rows: Integers) -> None:
        assert task.y is not None
        weight = {} if task.weight is None else {"sample_weight": task.weight[rows]}
        model.partial_fit(take(X, rows), task.y[rows], **weight, **once)
        once.clear()

    return learn
