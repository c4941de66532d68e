"""Scores of a learner trained on bootstrap samples: on each sample, on all rows and on the out-of-bag rows.

The estimates from these scores are in `optimism`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.assessment.intervals import corrected_error, rows_error, sum_by_unit
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

MAX_PREDICTIONS = 2_000_000
MAX_SHIFTS = 200


@dataclass(frozen=True, eq=False)
class BootstrapScores:
    """Scores of a learner over bootstrap samples, by sample and aggregated.

    apparent: resubstitution score, trained and evaluated on all rows. on_sample, on_all, on_out_of_bag:
    scores of each sample's model on its sample, on all rows, and on its out-of-bag rows (NaN where
    undefined). out_of_bag: for a mean over rows, each row's mean over the models it is out of bag for,
    averaged over rows (the leave-one-out bootstrap of Efron & Tibshirani 1997); for others the mean of
    on_out_of_bag. error, freedom: its standard error and degrees of freedom. no_information: the expected
    score if truth and prediction were independent.

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
    on_out_of_bag: Floats
    out_of_bag: float
    error: float
    freedom: int
    no_information: float

    def frame(self) -> pd.DataFrame:
        """A data frame with a row per bootstrap sample."""
        import pandas as pd

        columns = {"on sample": self.on_sample, "on all": self.on_all, "on out-of-bag": self.on_out_of_bag}
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
    """Train on `times` bootstrap samples (of whole groups) and once on all rows, and evaluate each model.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> scores = bootstrap_scores(gn.load("iris"), GaussianNB(), "error", times=20)
    >>> round(scores.apparent, 2), round(scores.out_of_bag, 2)
    (0.04, 0.05)
    """
    resolved = find_measure(measure)
    drawn = bootstrap(times, stratify=stratify, random_state=random_state).split(task)
    assert drawn.train is not None
    all_rows = np.arange(task.n_rows)
    whole = next(_predicted(task, learner, resolved, [all_rows]))
    table = np.empty((times, 3))
    out_of_bag = _OutOfBag(task, times)
    for sample, (truth, predicted) in enumerate(_predicted(task, learner, resolved, list(drawn.train))):
        train, held_out = drawn.train[sample], drawn.held_out[sample]
        sets = (train, all_rows, held_out)
        table[sample] = [_measured(resolved, truth, predicted, task.weight, rows) for rows in sets]
        if resolved.each is not None:
            out_of_bag.add(sample, resolved.each(truth, predicted), train, held_out)
    n_undefined = int(np.isnan(table[:, :2]).any(axis=1).sum())
    if n_undefined:
        raise DesignError(
            f"{resolved.name} is undefined on {n_undefined} of {times} bootstrap samples of {task.name!r}; "
            "use stratify=True, or more rows of the rare class"
        )
    value, error, freedom = (
        out_of_bag.summary() if resolved.each is not None else _over_samples(table[:, 2], drawn)
    )
    return BootstrapScores(
        measure=resolved,
        n_rows=task.n_rows,
        apparent=_measured(resolved, *whole, task.weight, all_rows),
        on_sample=table[:, 0],
        on_all=table[:, 1],
        on_out_of_bag=table[:, 2],
        out_of_bag=value,
        error=error,
        freedom=freedom,
        no_information=no_information(resolved, *whole, task.weight),
    )


def no_information(measure: Measure, truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """No-information score: the expected measure if predictions and truth were independent.

    The mean over cyclic shifts of the predictions: all shifts for up to 200 rows (for a mean over rows, all
    pairs), else 200 random shifts of the rows in random order.

    >>> no_information(find_measure("error"), np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]))
    0.5
    """
    n_rows = len(truth)
    random = np.random.default_rng(0)
    shifts = random.permutation(n_rows)[:MAX_SHIFTS]
    order = random.permutation(n_rows)
    truth, predicted, weight = truth[order], predicted[order], None if weight is None else weight[order]
    return float(
        np.mean([measure.function(truth, np.roll(predicted, each, axis=0), weight) for each in shifts])
    )


def _predicted(
    task: Task, learner: Any, measure: Measure, train: list[Integers]
) -> Iterator[tuple[Array, Array]]:
    """Truth and prediction of all rows by the model of each training set, in blocks of training sets."""
    all_rows = np.arange(task.n_rows)
    step = max(1, MAX_PREDICTIONS // task.n_rows)
    for first in range(0, len(train), step):
        some = train[first : first + step]
        design = SplitDesign("bootstrap", 1, len(some), False, task.group is not None, None, task.n_rows)
        predictions = resample(task, learner, Splits([all_rows] * len(some), design, some))
        yield from _spans(predictions, measure, task.n_rows)


def _spans(predictions: Predictions, measure: Measure, n_rows: int) -> Iterator[tuple[Array, Array]]:
    truth, predicted = predictions.measure_inputs(measure)
    for start in range(0, len(truth), n_rows):
        yield truth[start : start + n_rows], predicted[start : start + n_rows]


def _measured(
    measure: Measure, truth: Array, predicted: Array, weight: Array | None, rows: Integers
) -> float:
    try:
        return measure.function(truth[rows], predicted[rows], None if weight is None else weight[rows])
    except DataError:
        return np.nan


def _over_samples(on_out_of_bag: Floats, drawn: Splits) -> tuple[float, float, int]:
    """The mean over samples, with the corrected standard error of overlapping splits."""
    values = on_out_of_bag[np.isfinite(on_out_of_bag)]
    if len(values) < 0.95 * len(on_out_of_bag):
        raise DesignError(
            f"the measure is undefined on the out-of-bag rows of {len(on_out_of_bag) - len(values)} of "
            f"{len(on_out_of_bag)} bootstrap samples; use stratify=True, or more rows of the rare class"
        )
    size = [len(rows) for rows in drawn.held_out]
    ratio = float(np.mean(size / drawn.train_sizes))
    # Rows are out of bag repeatedly, which the overlap accounts for.
    overlap = mean_overlap(np.concatenate(drawn.held_out), np.repeat(np.arange(len(size)), size))
    return mean(values), corrected_error(values, ratio, overlap), len(values) - 1


class _OutOfBag:
    """Sums over samples for the leave-one-out bootstrap: out-of-bag means of rows, and the standard error."""

    def __init__(self, task: Task, times: int) -> None:
        units = np.arange(task.n_rows) if task.group is None else task.group
        self.unit = np.unique(units, return_inverse=True)[1]
        self.n_units = int(self.unit.max()) + 1
        self.size = np.bincount(self.unit)
        weight = np.ones(task.n_rows) if task.weight is None else task.weight
        self.share = weight / np.sum(weight)
        self.total, self.n_out_of_bag = np.zeros(task.n_rows), np.zeros(task.n_rows)
        # Per sample: the sum of share x value over its out-of-bag rows, and the sum of their shares.
        self.sums = np.zeros((times, 2))
        self.counts, self.counts_sums = np.zeros(self.n_units), np.zeros((self.n_units, 2))

    def add(self, sample: int, values: Floats, train: Integers, held_out: Integers) -> None:
        """Add a sample: the values of all rows, the rows drawn and the out-of-bag rows."""
        self.total[held_out] += values[held_out]
        self.n_out_of_bag[held_out] += 1
        share = self.share[held_out]
        self.sums[sample] = np.dot(share, values[held_out]), np.sum(share)
        counts = np.bincount(self.unit[train], minlength=self.n_units) / self.size
        self.counts += counts
        self.counts_sums += np.outer(counts, self.sums[sample])

    def summary(self) -> tuple[float, float, int]:
        """The value, its standard error and degrees of freedom.

        Efron & Tibshirani (1997, eq. 36-39): the jackknife-after-bootstrap. Values are centered, which
        reduces Monte Carlo noise without bias; the Monte Carlo variance of a finite number of samples is
        subtracted (Wager, Hastie & Efron 2014); and the error is at least that over rows.
        """
        seen = self.n_out_of_bag > 0
        share = np.where(seen, self.share, 0.0)
        each = np.divide(self.total, self.n_out_of_bag, out=np.zeros(len(seen)), where=seen)
        value = mean(each, share)
        influences = sum_by_unit(share / share.sum() * (each - value), self.unit)
        covariance, noise = self._covariance(value)
        n = self.n_units
        variance = float(np.sum(((2 + 1 / (n - 1)) * influences + covariance) ** 2)) - noise
        error_over_rows, freedom = rows_error(each[seen], share[seen], self.unit[seen])
        return value, max(sqrt(max(variance, 0.0)), error_over_rows), freedom

    def _covariance(self, value: float) -> tuple[Floats, float]:
        """Covariance of the value with the draws of each unit, and the Monte Carlo variance of it."""
        times, n = len(self.sums), self.n_units
        about = np.array([1.0, -value])
        q = self.sums @ about
        scale = (1 - 1 / n) ** -n
        covariance = scale * (self.counts_sums @ about / times - self.counts / times * np.mean(q))
        return covariance, scale**2 * (n - 1) * float(np.var(q)) / times
