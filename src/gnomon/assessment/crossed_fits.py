"""Nested selection of learners that summarise, where inner folds were dealt for all outer splits at once.

Each row is summarised once, in its cell; every training set, inner or outer, is a sum over cells. The models
that hold out one inner fold, one for each outer split and setting, predict its rows together.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.collecting import Collected, describe
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import NestedSplits
from gnomon.assessment.splits.crossing import Crossing, without
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import leave_each_out, take
from gnomon.sharing.train import Shared, Trained, families_of


class CrossedFits:
    """Fits on the training sets of nested folds that were dealt at once.

    >>> import gnomon as gn
    >>> from gnomon.assessment.splits.crossing import CrossedSplits, cross
    >>> task = gn.load("iris")
    >>> outer = gn.k_fold(3).split(task)
    >>> fold = np.empty(150, dtype=int)
    >>> for place, rows in enumerate(outer.held_out):
    ...     fold[rows] = place
    >>> crossing = cross(fold, 2, task.codes, np.random.default_rng(0))
    >>> inner = [CrossedSplits(crossing, place, gn.k_fold(2).split(task).design) for place in range(3)]
    >>> fits = CrossedFits(task, [gn.GaussianNB()], NestedSplits(outer, tuple(inner), (crossing,)))
    >>> [len(found[0].row) for found in fits.inner_results(labels_only=True)]
    [100, 100, 100]
    """

    def __init__(self, task: Task, path: Sequence[Learner], cut: NestedSplits) -> None:
        self._task, self._path, self._cut = task, path, cut
        self._shared = Shared(path[0], task)
        self._sums = [_CellSums(self._shared, crossing) for crossing in cut.crossings]

    def inner_results(self, *, labels_only: bool) -> Iterator[list[Predictions]]:
        """For each outer split, what every setting predicts for the rows that its inner splits hold out."""
        described = [describe(learner) for learner in self._path]
        for repeat in range(len(self._sums)):
            for rooms in self._collected(repeat, labels_only):
                yield [each.predictions(*name) for each, name in zip(rooms, described)]

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """The choice of each outer split, trained on its rows."""
        outer = self._cut.outer
        for place, setting in enumerate(chosen.tolist()):
            repeat, fold = divmod(place, outer.design.folds)
            (model,) = self._shared.fitted([self._path[setting]], self._sums[repeat].without(fold))
            held_out = outer.held_out[place]
            yield place, Trained(setting, place, model, self._shared.rows.examples(held_out), held_out)

    def _collected(self, repeat: int, labels_only: bool) -> list[list[Collected]]:
        """For each outer split of a repeat, the predictions of every setting."""
        crossing, sums = self._cut.crossings[repeat], self._sums[repeat]
        n_inner, n_outer = crossing.sizes.shape
        inner = self._cut.inner[repeat * n_outer : (repeat + 1) * n_outer]
        rooms = [
            Collected.for_each(self._task, each, len(self._path), labels_only=labels_only) for each in inner
        ]
        is_plain = labels_only or self._task.classes is None
        for fold in range(n_inner):
            models = [
                list(self._shared.fitted(self._path, sums.without(outer, fold))) for outer in range(n_outer)
            ]
            (_predict_together if is_plain else _predict_apart)(
                rooms, models, self._shared.rows.examples(crossing.block(fold)), crossing, fold
            )
        return rooms


class _CellSums:
    """Summaries of all cells without those of an outer fold, and without those of an inner one too."""

    def __init__(self, shared: Shared, crossing: Crossing) -> None:
        _refuse_no_weight(shared.rows.weight, crossing)
        self._without = [leave_each_out([shared.prepare(rows) for rows in cells]) for cells in crossing.cells]

    def without(self, outer: int, inner: int | None = None) -> Any:
        """The sum of the rest, in which nothing was subtracted."""
        return reduce(add, [each[outer] for place, each in enumerate(self._without) if place != inner])


def can_be_crossed(path: Sequence[Any], cut: NestedSplits) -> bool:
    """Whether settings are of one learner that summarises, and the folds were dealt at once.

    >>> import gnomon as gn
    >>> can_be_crossed([gn.Ridge()], gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("diabetes")))
    False
    """
    is_summed = all(isinstance(each, Learner) and each.summarises for each in path)
    return bool(cut.crossings) and is_summed and len(families_of(path)) == 1


def _predict_together(
    rooms: list[list[Collected]], models: list[list[Learner]], X: Any, crossing: Crossing, fold: int
) -> None:
    """Labels or numbers of all models for all rows of an inner fold, without those it may not predict."""
    together = [model for each in models for model in each]
    found = iter(type(together[0]).predict_each(together, X))
    for outer, each in enumerate(models):
        hole, held_out = crossing.hole(outer, fold), crossing.held_out(outer, fold)
        for setting, model in enumerate(each):
            room, trained = rooms[outer][setting], Trained(setting, fold, model, None, held_out)
            room.put(trained, without(np.asarray(next(found)), hole))


def _predict_apart(
    rooms: list[list[Collected]], models: list[list[Learner]], X: Any, crossing: Crossing, fold: int
) -> None:
    """All that each model has to say on the rows of an inner fold that it may predict."""
    for outer, each in enumerate(models):
        hole, held_out = crossing.hole(outer, fold), crossing.held_out(outer, fold)
        examples = take(X, without(np.arange(X.shape[0]), hole))
        for setting, model in enumerate(each):
            rooms[outer][setting].add(Trained(setting, fold, model, examples, held_out))


def _refuse_no_weight(weight: Any, crossing: Crossing) -> None:
    """Raise DesignError if no row of some training set has any weight."""
    if weight is None:
        return
    has_any = np.array([[weight[rows].any() for rows in cells] for cells in crossing.cells])
    n_inner, n_outer = has_any.shape
    for inner, outer in np.ndindex(n_inner, n_outer):
        if not np.delete(np.delete(has_any, inner, axis=0), outer, axis=1).any():
            raise DesignError(
                f"all training rows of inner split {inner} in outer split {outer} have weight 0; use fewer "
                "folds, or stratify"
            )
