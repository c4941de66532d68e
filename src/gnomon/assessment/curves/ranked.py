"""Rows sorted by decreasing score, from which curves and their bootstrap samples are computed."""

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
    """Rows in decreasing order of score; rows of tied scores are one step.

    threshold: the distinct scores, decreasing. last: the last row of each step. positive, negative: weight of
    each row in its class, 0 in the other. unit: the independent units (groups), if not the rows.

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
        """Effective sample sizes of negatives and positives (Kish: (Σw)² / Σw²)."""
        weights = [
            each if self.unit is None else np.bincount(self.unit, each)
            for each in (self.negative, self.positive)
        ]
        negative, positive = (float(np.sum(each) ** 2 / np.sum(each**2)) for each in weights)
        return negative, positive

    def rule_of_three(self, level: float) -> Floats:
        """Upper bounds of the rates of negatives and positives without a case: 1 - (1 - level)^(1/n)."""
        return 1 - (1 - level) ** (1 / np.array(self.effective))

    def counts(self, times: Array | None = None) -> Counts:
        """Weight of negatives and positives at or above each threshold.

        times: counts of each row (as of a bootstrap sample); by default one.
        """
        negative = self.negative if times is None else self.negative * times
        positive = self.positive if times is None else self.positive * times
        return np.cumsum(negative)[self.last], np.cumsum(positive)[self.last]

    def resampled(self, times: int, random_state: seeds.Seed = 0) -> Iterator[Counts]:
        """The counts of bootstrap samples, stratified by class, or of whole units (cluster bootstrap).

        Samples of units without one of the classes are skipped; DesignError if more than 5 % are.
        """
        generator = seeds.generator(random_state)
        return self._by_row(times, generator) if self.unit is None else self._by_unit(times, generator)

    def reversed(self) -> "RankedRows":
        """The same rows with negated scores."""
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
                f"{lacking} of {times} bootstrap samples of groups have only one class; hold out more groups"
            )


def rank_rows(
    positive: Any, score: Any, weight: Array | None = None, group: Array | None = None
) -> RankedRows:
    """Sort rows by decreasing score; rows of weight 0 are dropped.

    positive: binary labels. group: group of each row, the independent units of a bootstrap.

    >>> rank_rows([True, False, False], [0.2, 0.7, 0.2]).counts()
    (array([1., 2.]), array([0., 1.]))
    """
    positive, score = _check_rows(positive, score)
    weight = weights(weight, len(score))
    unit = None if group is None else np.asarray(group)
    if unit is not None and unit.shape != score.shape:
        raise DataError(f"score has {len(score)} rows and group {len(unit)}; they must have the same length")
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
    """The number of bootstrap samples, checked to be at least 20.

    >>> check_times(2000)
    2000
    """
    if not (isinstance(times, int | np.integer) and times >= 20):
        raise ParameterError(f"times={times!r}: it must be an integer of at least 20, such as 2000")
    return int(times)


def _drawn(weight: Floats, n_above: Integers, generator: np.random.Generator) -> Floats:
    """Weight at or above each threshold in a bootstrap sample of one class.

    n_above: number of its rows at or above each threshold.
    """
    n_rows = len(weight)
    times = np.bincount(generator.integers(n_rows, size=n_rows), minlength=n_rows)
    return np.concatenate([[0.0], np.cumsum(times * weight)])[n_above]


def _check_rows(positive: Any, score: Any) -> tuple[Flags, Floats]:
    positive, score = np.asarray(positive), as_numbers("score", score)
    if positive.ndim != 1 or positive.shape != score.shape:
        raise DataError(
            f"positive has shape {positive.shape} and score {score.shape}; pass one of each per row"
        )
    positive = flags(positive, "positive")
    if np.isnan(score).any():
        raise DataError(f"row {int(np.argmax(np.isnan(score)))} has score NaN; pass a score for every row")
    return positive, score


def _check_classes(positive: Flags) -> None:
    if positive.all() or not positive.any():
        lacking = "is negative" if positive.any() else "is positive"
        raise DataError(
            f"no row {lacking} (of {len(positive)} of positive weight), so a curve over thresholds is "
            "undefined; pass rows of both classes"
        )
