"""Successive halving: many settings on few rows, the better ones on more, the best on all.

Jamieson & Talwalkar (2016): each rung keeps one setting in `factor` and trains it on `factor` times the rows.
A setting that needs many rows to show its worth can be lost early; that is the price of the time saved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.dealing import draw, strata
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import GnomonError, ParameterError
from gnomon.seeds import child, generator
from gnomon.ties import best_first


@dataclass(frozen=True)
class SuccessiveHalving:
    """How settings are raced.

    factor: one setting in so many goes on. least_rows: training rows of the first rung, if there are as many.

    >>> [share.round(2).item() for share in SuccessiveHalving(factor=3).shares(n_settings=9, n_rows=900)]
    [0.11, 0.33, 1.0]
    """

    factor: int = 3
    least_rows: int = 50

    def __post_init__(self) -> None:
        for name, least in (("factor", 2), ("least_rows", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ParameterError(
                    f"SuccessiveHalving({name}={value!r}): it must be a whole number of at least {least}"
                )

    def shares(self, n_settings: int, n_rows: int) -> Floats:
        """The share of the training rows at each rung; the last is 1."""
        by_settings = ceil(log(n_settings) / log(self.factor) - 1e-9)
        by_rows = int(log(max(n_rows / self.least_rows, 1)) / log(self.factor) + 1e-9)
        return np.array(
            [self.factor**-rung for rung in range(min(by_settings, by_rows), -1, -1)], dtype=float
        )


def survivors(
    task: Task, path: Sequence[Any], inner: Splits, measure: Measure, halving: SuccessiveHalving
) -> tuple[Integers, Floats]:
    """The settings that reach the last rung, in the order of the path, and the score where each one stopped.

    The score of those that reach it is NaN: they have not been measured on all rows yet.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures.facts import find_measure
    >>> task, path = gn.load("digits"), [gn.KNeighborsClassifier(k) for k in (1, 5, 300)]
    >>> inner = gn.k_fold(3).split(task)
    >>> survivors(task, path, inner, find_measure("accuracy"), SuccessiveHalving(factor=3, least_rows=300))[0]
    array([0])
    """
    left = np.arange(len(path))
    scores = np.full(len(path), np.nan)
    n_rows = int(inner.train_sizes.min())
    for share in halving.shares(len(path), n_rows)[:-1]:
        raced = [path[place] for place in left.tolist()]
        reached = _scores(task, raced, _narrowed(task, inner, float(share)), measure)
        kept = max(len(left) // halving.factor, 1)
        # A setting that so few rows cannot train is not judged by them, and goes on.
        order = best_first(np.where(np.isnan(reached), np.inf, measure.sign * reached))
        scores[left] = reached
        left = np.sort(left[order[:kept]])
        scores[left] = np.nan
    return left, scores


def _scores(task: Task, path: Sequence[Any], inner: Splits, measure: Measure) -> Floats:
    """The score of each setting; NaN for one that cannot be trained."""
    try:
        return np.array([each.score(measure) for each in resample_each(task, path, inner, prepare=False)])
    except (GnomonError, ValueError):
        if len(path) == 1:
            return np.array([np.nan])
        return np.concatenate([_scores(task, [each], inner, measure) for each in path])


def _narrowed(task: Task, inner: Splits, share: float) -> Splits:
    """The same held-out rows, with a share of the training rows, drawn by stratum and the split's place."""
    stratum = strata(task, None)
    train = []
    for place, (rows, _) in enumerate(inner):
        size = max(round(share * len(rows)), 1)
        within = None if stratum is None else stratum[rows]
        train.append(rows[draw(len(rows), size, within, generator(child(0, place)))])
    return Splits(inner.held_out, inner.design, train, inner.number)
