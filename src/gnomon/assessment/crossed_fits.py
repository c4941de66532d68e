"""Nested selection of learners that summarize, where inner folds were dealt for all outer splits at once.

Each row is summarized once, in its cell; every training set, inner or outer, is a sum over cells. The models
that hold out one inner fold, one for each outer split and setting, predict its rows together.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from operator import add
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import Collected, describe
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import NestedSplits, Splits
from gnomon.assessment.splits.crossing import CrossedSplits, Crossing, without
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, leave_each_out, take
from gnomon.sharing.train import Shared, Trained, families_of

# Of so many rows, the places of those that are kept.
Kept = Callable[[int], Integers]


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
    >>> [len(found[0].row) for found, _ in fits.inner_results(labels_only=True)]
    [100, 100, 100]
    """

    def __init__(self, task: Task, path: Sequence[Learner], cut: NestedSplits) -> None:
        self._task, self._path, self._cut = task, path, cut
        self._current: tuple[int, _CellSums] | None = None

    def inner_results(
        self, *, labels_only: bool, errors_only: Kept | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """For each outer split what every setting predicts, and its errors; see `Fits`."""
        described = [describe(learner) for learner in self._path]
        for repeat in range(len(self._cut.crossings)):
            errors = None
            if errors_only is not None and self._task.classes is None:
                rooms, errors = self._some_collected(repeat, errors_only)
            if errors is None:
                rooms = self._collected(repeat, labels_only)
            for outer, each in enumerate(rooms):
                found = [room.predictions(*name) for room, name in zip(each, described)]
                yield found, None if errors is None else errors[outer]

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """The choice of each outer split, trained on its rows."""
        outer = self._cut.outer
        for place, setting in enumerate(chosen.tolist()):
            repeat, fold = divmod(place, outer.design.folds)
            (model,) = self._shared.fitted([self._path[setting]], self._sums(repeat).without(fold))
            held_out = outer.held_out[place]
            yield place, Trained(setting, place, model, self._shared.rows.examples(held_out), held_out)

    @cached_property
    def _shared(self) -> Shared:
        return Shared(self._path[0], self._task)

    def _sums(self, repeat: int) -> "_CellSums":
        # One repeat at a time, so that one set of summaries is in memory.
        if self._current is None or self._current[0] != repeat:
            self._current = (repeat, _CellSums(self._shared, self._cut.crossings[repeat]))
        return self._current[1]

    def _collected(self, repeat: int, labels_only: bool) -> list[list[Collected]]:
        """For each outer split of a repeat, the predictions of every setting."""
        crossing = self._cut.crossings[repeat]
        rooms = self._rooms(self._inner_splits(repeat), labels_only)
        is_plain = labels_only or self._task.classes is None
        for fold, models in enumerate(self._models(repeat)):
            (_predict_together if is_plain else _predict_apart)(
                rooms, models, self._shared.rows.examples(crossing.block(fold)), crossing, fold
            )
        return rooms

    def _some_collected(self, repeat: int, kept: Kept) -> tuple[list[list[Collected]], Floats | None]:
        """The predictions for some rows, and the errors: outer splits x settings x inner splits."""
        sums = self._sums(repeat)
        splits = [each.some(kept(len(each.held_out_rows))) for each in self._inner_splits(repeat)]
        rooms = self._rooms(splits, labels_only=True)
        errors = np.empty((len(splits), len(self._path), len(splits[0])))
        for fold, models in enumerate(self._models(repeat)):
            for outer, each in enumerate(models):
                errors[outer, :, fold] = type(each[0]).squared_errors_each(each, sums.held_out(outer, fold))
            if np.isnan(errors[:, :, fold]).any():
                return rooms, None
            _predict_some(rooms, models, self._shared.rows, splits, fold)
        return rooms, errors

    def _models(self, repeat: int) -> Iterator[list[list[Learner]]]:
        """For each inner fold the models that hold it out: outer splits, and for each of them settings."""
        n_inner, n_outer = self._cut.crossings[repeat].sizes.shape
        for fold in range(n_inner):
            data = (self._sums(repeat).without(outer, fold) for outer in range(n_outer))
            yield [list(self._shared.fitted(self._path, each)) for each in data]

    def _inner_splits(self, repeat: int) -> list[CrossedSplits]:
        n_outer = self._cut.outer.design.folds
        inner = self._cut.inner[repeat * n_outer : (repeat + 1) * n_outer]
        return [each for each in inner if isinstance(each, CrossedSplits)]

    def _rooms(self, splits: Sequence[Splits], labels_only: bool) -> list[list[Collected]]:
        n_settings = len(self._path)
        return [Collected.for_each(self._task, each, n_settings, labels_only=labels_only) for each in splits]


class _CellSums:
    """Summaries of all cells without those of an outer fold, and without those of an inner one too."""

    def __init__(self, shared: Shared, crossing: Crossing) -> None:
        _refuse_no_weight(shared.rows.weight, crossing)
        self._without = [leave_each_out([shared.prepare(rows) for rows in cells]) for cells in crossing.cells]

    def without(self, outer: int, inner: int | None = None) -> Any:
        """The sum of the rest, in which nothing was subtracted."""
        return reduce(add, [each[outer] for place, each in enumerate(self._without) if place != inner])

    def held_out(self, outer: int, inner: int) -> Any:
        """The sum of what an inner split of an outer split holds out."""
        return self._without[inner][outer]


def can_be_crossed(path: Sequence[Any], cut: NestedSplits) -> bool:
    """Whether settings are of one learner that summarizes, and the folds were dealt at once.

    >>> import gnomon as gn
    >>> can_be_crossed([gn.Ridge()], gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("diabetes")))
    False
    """
    is_summed = all(isinstance(each, Learner) and each.summarizes for each in path)
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


def _predict_some(
    rooms: list[list[Collected]],
    models: list[list[Learner]],
    rows: Rows,
    splits: Sequence[Splits],
    fold: int,
) -> None:
    """Numbers of the models of each outer split for the rows of an inner fold that are kept of it."""
    for outer, each in enumerate(models):
        held_out = splits[outer].held_out[fold]
        found = type(each[0]).predict_each(each, rows.examples(held_out))
        for setting, (model, predicted) in enumerate(zip(each, found)):
            rooms[outer][setting].put(Trained(setting, fold, model, None, held_out), predicted)


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
