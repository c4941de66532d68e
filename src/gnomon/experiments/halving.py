"""Successive halving: many hyperparameter settings on few rows, the best of them on more, the last on all.

Jamieson & Talwalkar (2016): each rung retains one setting in `factor` and trains it on `factor` times the
rows. A setting that is good only with many rows can be eliminated early, in exchange for less computation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.fold_assignment import draw, strata
from gnomon.assessment.measures.facts import Measure
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task
from gnomon.errors import GnomonError, ParameterError
from gnomon.seeds import child, generator
from gnomon.ties import best_first


@dataclass(frozen=True)
class SuccessiveHalving:
    """Successive halving of hyperparameter settings.

    factor: the reduction factor; the best 1/factor of the settings of a rung continue. min_rows: number of
    training rows in the first rung (minimum resources), if there are as many.

    >>> [share.round(2).item() for share in SuccessiveHalving(factor=3).shares(n_settings=9, n_rows=900)]
    [0.11, 0.33, 1.0]
    """

    factor: int = 3
    min_rows: int = 50

    def __post_init__(self) -> None:
        for name, minimum in (("factor", 2), ("min_rows", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
                raise ParameterError(
                    f"SuccessiveHalving({name}={value!r}): it must be an integer of at least {minimum}"
                )

    def shares(self, n_settings: int, n_rows: int) -> Floats:
        """The fraction of the training rows at each rung; the last is 1."""
        by_settings = ceil(log(n_settings) / log(self.factor) - 1e-9)
        by_rows = int(log(max(n_rows / self.min_rows, 1)) / log(self.factor) + 1e-9)
        return np.array(
            [self.factor**-rung for rung in range(min(by_settings, by_rows), -1, -1)], dtype=float
        )


def survivors(
    task: Task, path: Sequence[Any], inner: Splits, measure: Measure, halving: SuccessiveHalving
) -> tuple[Integers, Floats]:
    """Indices of the settings that reach the last rung, and the score at which each setting was eliminated.

    The score of those that reach it is NaN, as they have not been evaluated on all rows yet.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> task, path = gn.load("digits"), [gn.KNeighborsClassifier(k) for k in (1, 5, 300)]
    >>> inner = gn.k_fold(3).split(task)
    >>> survivors(task, path, inner, find_measure("accuracy"), SuccessiveHalving(factor=3, min_rows=300))[0]
    array([0])
    """
    remaining = np.arange(len(path))
    scores = np.full(len(path), np.nan)
    n_rows = int(inner.train_sizes.min())
    for share in halving.shares(len(path), n_rows)[:-1]:
        candidates = [path[index] for index in remaining.tolist()]
        rung_scores = _scores(task, candidates, _subsampled(task, inner, float(share)), measure)
        n_retained = max(len(remaining) // halving.factor, 1)
        # A setting that cannot be fitted on so few rows continues.
        order = best_first(np.where(np.isnan(rung_scores), np.inf, measure.sign * rung_scores))
        scores[remaining] = rung_scores
        remaining = np.sort(remaining[order[:n_retained]])
        scores[remaining] = np.nan
    return remaining, scores


def _scores(task: Task, path: Sequence[Any], inner: Splits, measure: Measure) -> Floats:
    """The score of each setting; NaN for one that cannot be fitted."""
    try:
        return np.array([each.score(measure) for each in resample_each(task, path, inner, prepare=False)])
    except (GnomonError, ValueError):
        if len(path) == 1:
            return np.array([np.nan])
        return np.concatenate([_scores(task, [each], inner, measure) for each in path])


def _subsampled(task: Task, inner: Splits, share: float) -> Splits:
    """The same held-out rows, with a stratified fraction of each training set."""
    stratum = strata(task, None)
    train = []
    for index, (rows, _) in enumerate(inner):
        size = max(round(share * len(rows)), 1)
        within = None if stratum is None else stratum[rows]
        train.append(rows[draw(len(rows), size, within, generator(child(0, index)))])
    return Splits(inner.held_out, inner.design, train, inner.number)
