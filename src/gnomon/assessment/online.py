"""Prequential (test-then-train, progressive) evaluation of online learners.

Each row is predicted first and then learned by `partial_fit`. The progressive loss is the mean over all
predictions. It estimates the error of a random one of the successive models, not of the last one: for
independent rows, with deviations no larger than those of a hold-out set of as many rows (Blum, Kalai &
Langford 1999).
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

WHY = "Each row was predicted before it was learned, so the mean is over the successive models"


@dataclass(frozen=True, eq=False, repr=False)
class Progressive:
    """The result of prequential (test-then-train) evaluation: the loss of every prediction.

    rows: the predicted row numbers, in order. seen: number of rows learned before each prediction. loss: of
    each prediction. model: the learner after all rows. weight, group: of each predicted row, if any.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> result = prequential(gn.load("iris"), GaussianNB(), batch_size=10, shuffle=True, random_state=0)
    >>> result
    prequential error of GaussianNB on 'iris': 0.093 [0.055, 0.152] (95 %, Wilson)
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
        """The progressive (prequential) loss with its interval; first: use only the first predictions."""
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
        """Learning curve: the progressive loss with its interval, and the mean loss since the previous point.

        points: approximate number of points, evenly spaced over the predicted rows.
        """
        import pandas as pd

        min_rows = 1 if self.measure.is_share and self.group is None else 2
        ends = np.unique(np.linspace(0, len(self.loss), points + 1).round().astype(np.int64))[1:]
        ends = ends[ends >= min_rows] if (ends >= min_rows).any() else ends[-1:]
        lines = []
        for begin, end in zip([0, *ends[:-1]], ends.tolist()):
            so_far = self.estimate(level=level, first=end)
            recent = mean(self.loss[begin:end], None if self.weight is None else self.weight[begin:end])
            lines.append((end, int(self.seen[end - 1]), recent, so_far.value, so_far.lower, so_far.upper))
        columns = ["predicted", "seen", "recent", "progressive", "lower", "upper"]
        return pd.DataFrame(lines, columns=columns)

    def __str__(self) -> str:
        return f"prequential {self.measure.name} of {self.learner} on {self.task_name!r}: {self.estimate()}"

    __repr__ = __str__


def prequential(
    task: Task,
    learner: Any,
    *,
    batch_size: int = 1,
    measure: MeasureLike | None = None,
    warm_up: int | None = None,
    shuffle: bool = False,
    random_state: Seed = 0,
) -> Progressive:
    """Prequential (test-then-train) evaluation: predict each batch of rows, then learn it by `partial_fit`.

    learner: any estimator with partial_fit, unfitted. batch_size: number of rows between two updates.
    measure: a mean over rows; by default error or mean_squared_error. warm_up: number of rows learned before
    the first prediction; by default one batch, or enough batches to include a second class. shuffle: random
    order of rows; by default the order of time if the task has one, else the order of the table.

    >>> import gnomon as gn
    >>> result = prequential(gn.load("iris"), gn.Perceptron(), shuffle=True, random_state=0)
    >>> len(result.loss) + result.seen[0]
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
        raise DesignError(f"task {task.name!r} has no target to predict; set a target column")
    default = "error" if task.kind == "classification" else "mean_squared_error"
    measure = find_measure(default if measure is None else measure)
    if measure.each is None or measure.needs not in ("label", "number") or measure.kind != task.kind:
        raise DesignError(
            f"{measure.name} is not a mean over rows of predicted {task.kind} values, as prequential "
            f"evaluation needs; use {default!r}"
        )
    return measure


def _order(task: Task, shuffle: bool, random_state: Seed) -> Integers:
    # Rows of weight 0 are neither learned nor scored.
    rows = np.arange(task.n_rows) if task.weight is None else np.flatnonzero(task.weight > 0)
    if task.time is None:
        return generator(random_state).permutation(rows) if shuffle else rows
    if shuffle:
        raise DesignError(
            f"task {task.name!r} has a time column, and shuffle=True would ignore it; use shuffle=False"
        )
    return rows[np.argsort(task.time[rows], kind="stable")]


def _warm_up(task: Task, order: Integers, batch_size: int, warm_up: int | None) -> int:
    if batch_size < 1:
        raise ParameterError(f"batch_size={batch_size!r}: it must be an integer of at least 1")
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
    """A function that calls the model's partial_fit on some rows of the task."""
    if not hasattr(model, "partial_fit"):
        raise DesignError(
            f"{type(model).__name__} has no partial_fit, so it cannot learn online; use one that has "
            "(GaussianNB, Perceptron, LogisticRegression), or resample with a rolling plan"
        )
    takes = signature(model.partial_fit).parameters
    if task.weight is not None and "sample_weight" not in takes:
        raise DesignError(
            f"{type(model).__name__}.partial_fit has no sample_weight; remove the task's weight, or use "
            "another learner"
        )
    once = {"classes": task.classes} if task.classes is not None and "classes" in takes else {}

    def learn(rows: Integers) -> None:
        assert task.y is not None
        weight = {} if task.weight is None else {"sample_weight": task.weight[rows]}
        model.partial_fit(take(X, rows), task.y[rows], **weight, **once)
        once.clear()

    return learn
