"""A learner trained on bootstrap samples of all rows, and measured on each sample, on all rows and on the
rows that the sample missed. What these numbers say of its performance is in `optimism`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.intervals import added_up, corrected_error, rows_error
from gnomon.assessment.measures.facts import Measure, find_measure, mean
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap
from gnomon.assessment.validity import mean_overlap
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd

MOST_PREDICTIONS = 2_000_000
MOST_SHIFTS = 200


@dataclass(frozen=True, eq=False)
class BootstrapScores:
    """Scores of a learner over bootstrap samples, each sample by itself and put together.

    apparent: trained and measured on all rows. on_sample, on_all, on_missed: of each sample's model, measured
    on its sample, on all rows, and on the rows that it missed (NaN where the measure is undefined there).
    out_of_bag: for a mean over rows, each row's mean over the models that missed it, averaged over rows (the
    leave-one-out bootstrap of Efron & Tibshirani 1997); for others the mean of on_missed. error, freedom: its
    standard error and degrees of freedom. no_information: the score if truth and prediction had nothing to
    do with each other.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> scores = bootstrap_scores(gn.load("iris"), DummyClassifier(), "error", times=10)
    >>> round(scores.no_information, 2), scores.frame().shape
    (0.67, (10, 3))
    """

    measure: Measure
    n_rows: int
    apparent: float
    on_sample: Floats
    on_all: Floats
    on_missed: Floats
    out_of_bag: float
    error: float
    freedom: int
    no_information: float

    def frame(self) -> pd.DataFrame:
        """One line a sample."""
        import pandas as pd

        columns = {"on sample": self.on_sample, "on all": self.on_all, "on missed": self.on_missed}
        return pd.DataFrame(columns, index=pd.RangeIndex(len(self.on_all), name="sample"))


def bootstrap_scores(
    task: Task,
    learner: Any,
    measure: MeasureLike,
    times: int = 200,
    *,
    stratify: bool = False,
    random_state: Seed = 0,
) -> BootstrapScores:
    """Train on `times` bootstrap samples (groups drawn whole) and once on all rows, and measure each.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> round(scores.apparent, 2), round(scores.out_of_bag, 2)
    (0.04, 0.05)
    """
    found = find_measure(measure)
    drawn = bootstrap(times, stratify=stratify, random_state=random_state).split(task)
    assert drawn.train is not None
    everything = np.arange(task.n_rows)
    whole = next(_predicted(task, learner, found, [everything]))
    table = np.empty((times, 3))
    missed = _Missed(task, times)
    for place, (truth, given) in enumerate(_predicted(task, learner, found, list(drawn.train))):
        train, held_out = drawn.train[place], drawn.held_out[place]
        sets = (train, everything, held_out)
        table[place] = [_measured(found, truth, given, task.weight, rows) for rows in sets]
        if found.each is not None:
            missed.add(place, found.each(truth, given), train, held_out)
    n_undefined = int(np.isnan(table[:, :2]).any(axis=1).sum())
    if n_undefined:
        raise DesignError(
            f"{found.name} is undefined on {n_undefined} of {times} bootstrap samples of task {task.name!r}; "
            "use stratify=True, or more rows of the rare class"
        )
    value, error, freedom = missed.summary() if found.each is not None else _over_samples(table[:, 2], drawn)
    return BootstrapScores(
        measure=found,
        n_rows=task.n_rows,
        apparent=_measured(found, *whole, task.weight, everything),
        on_sample=table[:, 0],
        on_all=table[:, 1],
        on_missed=table[:, 2],
        out_of_bag=value,
        error=error,
        freedom=freedom,
        no_information=no_information(found, *whole, task.weight),
    )


def no_information(measure: Measure, truth: Array, given: Array, weight: Array | None = None) -> float:
    """The measure where every prediction meets every truth: predictions shifted along the rows.

    All shifts of up to 200 rows (for a mean over rows, that is all pairs); of more, 200 random shifts along
    the rows in random order.

    >>> no_information(find_measure("error"), np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]))
    0.5
    """
    n_rows = len(truth)
    random = np.random.default_rng(0)
    shifts = random.permutation(n_rows)[:MOST_SHIFTS]
    order = random.permutation(n_rows)
    truth, given, weight = truth[order], given[order], None if weight is None else weight[order]
    return float(np.mean([measure.function(truth, np.roll(given, each, axis=0), weight) for each in shifts]))


def _predicted(
    task: Task, learner: Any, measure: Measure, train: list[Integers]
) -> Iterator[tuple[Array, Array]]:
    """Truth and prediction of all rows by the model of each training set, some sets at a time."""
    everything = np.arange(task.n_rows)
    step = max(1, MOST_PREDICTIONS // task.n_rows)
    for first in range(0, len(train), step):
        some = train[first : first + step]
        design = SplitDesign("bootstrap", 1, len(some), False, task.group is not None, None, task.n_rows)
        predictions = resample(task, learner, Splits([everything] * len(some), design, some))
        yield from _spans(predictions, measure, task.n_rows)


def _spans(predictions: Predictions, measure: Measure, n_rows: int) -> Iterator[tuple[Array, Array]]:
    truth, given = predictions.given(measure)
    for start in range(0, len(truth), n_rows):
        yield truth[start : start + n_rows], given[start : start + n_rows]


def _measured(measure: Measure, truth: Array, given: Array, weight: Array | None, rows: Integers) -> float:
    try:
        return measure.function(truth[rows], given[rows], None if weight is None else weight[rows])
    except DataError:
        return np.nan


def _over_samples(on_missed: Floats, drawn: Splits) -> tuple[float, float, int]:
    """The mean over samples, with the error of overlapping splits."""
    values = on_missed[np.isfinite(on_missed)]
    if len(values) < 0.95 * len(on_missed):
        raise DesignError(
            f"the measure is undefined on the rows that {len(on_missed) - len(values)} of {len(on_missed)} "
            "bootstrap samples missed; use stratify=True, or more rows of the rare class"
        )
    size = [len(rows) for rows in drawn.held_out]
    ratio = float(np.mean(size / drawn.train_sizes))
    # Samples miss the same rows again and again, which are no new ones.
    overlap = mean_overlap(np.concatenate(drawn.held_out), np.repeat(np.arange(len(size)), size))
    return mean(values), corrected_error(values, ratio, overlap), len(values) - 1


class _Missed:
    """Sums over samples that give each row's mean over the models that missed it, and the error of it all."""

    def __init__(self, task: Task, times: int) -> None:
        units = np.arange(task.n_rows) if task.group is None else task.group
        self.unit = np.unique(units, return_inverse=True)[1]
        self.n_units = int(self.unit.max()) + 1
        self.size = np.bincount(self.unit)
        weight = np.ones(task.n_rows) if task.weight is None else task.weight
        self.share = weight / np.sum(weight)
        self.total, self.n_missed = np.zeros(task.n_rows), np.zeros(task.n_rows)
        # Of each sample: the sum of share x value over the rows missed, and the sum of their shares.
        self.sums = np.zeros((times, 2))
        self.counts, self.counts_sums = np.zeros(self.n_units), np.zeros((self.n_units, 2))

    def add(self, place: int, values: Floats, train: Integers, held_out: Integers) -> None:
        """One sample: the values of all rows, the rows drawn and the rows missed."""
        self.total[held_out] += values[held_out]
        self.n_missed[held_out] += 1
        share = self.share[held_out]
        self.sums[place] = np.dot(share, values[held_out]), np.sum(share)
        counts = np.bincount(self.unit[train], minlength=self.n_units) / self.size
        self.counts += counts
        self.counts_sums += np.outer(counts, self.sums[place])

    def summary(self) -> tuple[float, float, int]:
        """The value, its standard error and degrees of freedom.

        Efron & Tibshirani (1997, eq. 36-39): the jackknife-after-bootstrap. Values are taken about their
        mean, which changes nothing in expectation but spares noise; what noise a finite number of samples
        leaves is taken off (Wager, Hastie & Efron 2014); and the error is no less than the rows allow.
        """
        seen = self.n_missed > 0
        share = np.where(seen, self.share, 0.0)
        each = np.divide(self.total, self.n_missed, out=np.zeros(len(seen)), where=seen)
        value = mean(each, share)
        pull = added_up(share / share.sum() * (each - value), self.unit)
        moved, noise = self._moved(value)
        n = self.n_units
        variance = float(np.sum(((2 + 1 / (n - 1)) * pull + moved) ** 2)) - noise
        least, freedom = rows_error(each[seen], share[seen], self.unit[seen])
        return value, max(sqrt(max(variance, 0.0)), least), freedom

    def _moved(self, value: float) -> tuple[Floats, float]:
        """How the value moves with how often each unit is drawn, and how much of the squares is noise."""
        times, n = len(self.sums), self.n_units
        about = np.array([1.0, -value])
        q = self.sums @ about
        scale = (1 - 1 / n) ** -n
        moved = scale * (self.counts_sums @ about / times - self.counts / times * np.mean(q))
        return moved, scale**2 * (n - 1) * float(np.var(q)) / times
