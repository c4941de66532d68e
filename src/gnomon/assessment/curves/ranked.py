"""Rows in falling order of score: one sort, from which every curve, and every bootstrap of it, is read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, seeds
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.assessment.measures.facts import as_numbers, weights
from gnomon.assessment.measures.tables import flags
from gnomon.errors import DataError, DesignError, ParameterError

Counts = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class RankedRows:
    """Scored rows in falling order of score; rows of equal score are one step.

    threshold: the distinct scores, falling. last: the last row of each step. positive, negative: weight of
    each row in its own class, 0 in the other. unit: what is drawn independently, where that is not the row.

    >>> rows = rank_rows([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1])
    >>> rows.threshold
    array([0.9, 0.8, 0.1])
    >>> rows.counts()
    (array([0., 1., 2.]), array([1., 3., 3.]))
    """

    threshold: Floats
    last: Integers
    positive: Floats
    negative: Floats
    unit: Integers | None = None

    @property
    def score(self) -> Floats:
        """The score of each row."""
        return np.repeat(self.threshold, np.diff(self.last, prepend=-1))

    @property
    def effective(self) -> tuple[float, float]:
        """How many rows of even weight, negative and positive, are worth as much (Kish: (Σw)² / Σw²)."""
        weights = [
            each if self.unit is None else np.bincount(self.unit, each)
            for each in (self.negative, self.positive)
        ]
        negative, positive = (float(np.sum(each) ** 2 / np.sum(each**2)) for each in weights)
        return negative, positive

    def unseen(self, level: float) -> Floats:
        """The largest rate, of negatives and of positives, that rows without one case leave open.

        If it were higher, n rows would all miss it with probability below 1 - level: 1 - (1 - level)^(1/n).
        """
        return 1 - (1 - level) ** (1 / np.array(self.effective))

    def counts(self, times: Array | None = None) -> Counts:
        """Weight of the negatives and of the positives at or above each threshold.

        times: how often each row counts; once if not given.
        """
        negative = self.negative if times is None else self.negative * times
        positive = self.positive if times is None else self.positive * times
        return np.cumsum(negative)[self.last], np.cumsum(positive)[self.last]

    def resampled(self, times: int, random_state: seeds.Seed = 0) -> Iterator[Counts]:
        """The counts of bootstrap samples: each class is drawn by itself, or whole units together.

        A sample of units that lacks a class is left out; where many do, that is refused.
        """
        generator = seeds.generator(random_state)
        return self._by_row(times, generator) if self.unit is None else self._by_unit(times, generator)

    def reversed(self) -> "RankedRows":
        """The same rows, each scored by minus its score."""
        first = np.concatenate([[0], self.last[:-1] + 1])
        return replace(
            self,
            threshold=0.0 - self.threshold[::-1],
            last=(len(self.positive) - 1 - first)[::-1],
            positive=self.positive[::-1],
            negative=self.negative[::-1],
            unit=None if self.unit is None else self.unit[::-1],
        )

    def _by_row(self, times: int, generator: np.random.Generator) -> Iterator[Counts]:
        classes = []
        for weight in (self.positive, self.negative):
            is_member = weight > 0
            classes.append((weight[is_member], np.cumsum(is_member, dtype=np.int64)[self.last]))
        for _ in range(times):
            positive, negative = (_drawn(weight, n_above, generator) for weight, n_above in classes)
            yield negative, positive

    def _by_unit(self, times: int, generator: np.random.Generator) -> Iterator[Counts]:
        assert self.unit is not None
        n_units, lacking = int(self.unit.max()) + 1, 0
        for _ in range(times):
            drawn = np.bincount(generator.integers(n_units, size=n_units), minlength=n_units)
            negative, positive = self.counts(drawn[self.unit])
            if negative[-1] > 0 and positive[-1] > 0:
                yield negative, positive
            else:
                lacking += 1
        if lacking > 0.05 * times:
            raise DesignError(
                f"{lacking} of {times} bootstrap samples of whole groups lack a class; hold out more groups"
            )


def rank_rows(
    positive: Any, score: Any, weight: Array | None = None, group: Array | None = None
) -> RankedRows:
    """Sort rows by score, the highest first; rows of no weight are left out.

    positive: whether each row is positive. group: rows of one group are one piece of evidence.

    >>> rank_rows([True, False, False], [0.2, 0.7, 0.2]).counts()
    (array([1., 2.]), array([0., 1.]))
    """
    positive, score = _check_rows(positive, score)
    weight = weights(weight, len(score))
    unit = None if group is None else np.asarray(group)
    if unit is not None and unit.shape != score.shape:
        raise DataError(f"there are {len(score)} scores and {len(unit)} groups; they must pair up")
    if not weight.all():
        keep = weight > 0
        positive, score, weight = positive[keep], score[keep], weight[keep]
        unit = None if unit is None else unit[keep]
    _check_classes(positive)
    rising, order = native.sort_columns(score[:, None], 1)
    falling, order = rising[0, ::-1], order[0, ::-1]
    last = np.flatnonzero(np.append(falling[1:] != falling[:-1], True))
    positive, weight = positive[order], weight[order]
    code = None if unit is None else np.unique(unit, return_inverse=True)[1][order]
    return RankedRows(falling[last], last, weight * positive, weight * ~positive, code)


def check_times(times: int) -> int:
    """The number of bootstrap samples, if they are enough to show a spread.

    >>> check_times(2000)
    2000
    """
    if not (isinstance(times, int | np.integer) and times >= 20):
        raise ParameterError(f"times={times!r}: a bootstrap needs 20 samples or more, such as 2000")
    return int(times)


def _drawn(weight: Floats, n_above: Integers, generator: np.random.Generator) -> Floats:
    """Weight at or above each threshold when rows of one class are drawn with replacement.

    n_above: how many of its rows are at or above each threshold.
    """
    n_rows = len(weight)
    times = np.bincount(generator.integers(n_rows, size=n_rows), minlength=n_rows)
    return np.concatenate([[0.0], np.cumsum(times * weight)])[n_above]


def _check_rows(positive: Any, score: Any) -> tuple[Flags, Floats]:
    positive, score = np.asarray(positive), as_numbers("score", score)
    if positive.ndim != 1 or positive.shape != score.shape:
        raise DataError(
            f"positive has shape {positive.shape} and score {score.shape}; give one of each a row"
        )
    positive = flags(positive, "positive")
    if np.isnan(score).any():
        raise DataError(
            f"row {int(np.argmax(np.isnan(score)))} has score NaN; a curve needs a score for every row"
        )
    return positive, score


def _check_classes(positive: Flags) -> None:
    if positive.all() or not positive.any():
        lacking = "is negative" if positive.any() else "is positive"
        raise DataError(
            f"no row {lacking} (of {len(positive)} with weight), so no curve over thresholds can be drawn; "
            "take rows of both classes together"
        )
