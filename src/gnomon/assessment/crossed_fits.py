"""Nested cross-validation from sufficient statistics, where inner and outer folds are crossed.

Each row is summarized once, in its cell; every training set, inner or outer, is a sum over cells. The models
that hold out one inner fold, one per outer split and setting, predict its rows in one batch.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from operator import add
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer, describe
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import NestedSplits, Splits
from gnomon.assessment.splits.crossing import CrossedSplits, Crossing, without
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, leave_each_out, take
from gnomon.sharing.train import Shared, Trained, families_of

# Maps a number of rows to the indices of a subsample of them.
RowSample = Callable[[int], Integers]


class CrossedFits:
    """Fits on the training sets of nested cross-validation with crossed folds.

    >>> import gnomon as gn
    >>> from gnomon.assessment.splits.crossing import CrossedSplits, cross
    >>> task = gn.load("iris")
    >>> outer = gn.k_fold(3).split(task)
    >>> fold = np.empty(150, dtype=int)
    >>> for number, rows in enumerate(outer.held_out):
    ...     fold[rows] = number
    >>> crossing = cross(fold, 2, task.codes, np.random.default_rng(0))
    >>> inner = [CrossedSplits(crossing, number, gn.k_fold(2).split(task).design) for number in range(3)]
    >>> fits = CrossedFits(task, [gn.GaussianNB()], NestedSplits(outer, tuple(inner), (crossing,)))
    >>> [len(results[0].row) for results, _ in fits.inner_results(labels_only=True)]
    [100, 100, 100]
    """

    def __init__(self, task: Task, path: Sequence[Learner], cut: NestedSplits) -> None:
        self._task, self._path, self._cut = task, path, cut
        self._current: tuple[int, _CellSums] | None = None

    def inner_results(
        self, *, labels_only: bool, errors_only: RowSample | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """For each outer split the predictions of every setting, and its errors; see `Fits`."""
        described = [describe(learner) for learner in self._path]
        for repeat in range(len(self._cut.crossings)):
            errors = None
            if errors_only is not None and self._task.classes is None:
                buffers, errors = self._some_collected(repeat, errors_only)
            if errors is None:
                buffers = self._collected(repeat, labels_only)
            for outer, each in enumerate(buffers):
                results = [buffer.predictions(*name) for buffer, name in zip(each, described)]
                yield results, None if errors is None else errors[outer]

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """The setting selected in each outer split, trained on its training rows."""
        outer = self._cut.outer
        for number, setting in enumerate(chosen.tolist()):
            repeat, fold = divmod(number, outer.design.folds)
            (model,) = self._shared.fitted([self._path[setting]], self._sums(repeat).without(fold))
            held_out = outer.held_out[number]
            yield number, Trained(setting, number, model, self._shared.rows.examples(held_out), held_out)

    @cached_property
    def _shared(self) -> Shared:
        return Shared(self._path[0], self._task)

    def _sums(self, repeat: int) -> "_CellSums":
        # One repeat at a time, so that only one set of summaries is in memory.
        if self._current is None or self._current[0] != repeat:
            self._current = (repeat, _CellSums(self._shared, self._cut.crossings[repeat]))
        return self._current[1]

    def _collected(self, repeat: int, labels_only: bool) -> list[list[PredictionBuffer]]:
        """For each outer split of a repeat, the predictions of every setting."""
        crossing = self._cut.crossings[repeat]
        buffers = self._buffers(self._inner_splits(repeat), labels_only)
        is_plain = labels_only or self._task.classes is None
        for fold, models in enumerate(self._models(repeat)):
            (_predict_in_batch if is_plain else _predict_one_by_one)(
                buffers, models, self._shared.rows.examples(crossing.block(fold)), crossing, fold
            )
        return buffers

    def _some_collected(
        self, repeat: int, sample: RowSample
    ) -> tuple[list[list[PredictionBuffer]], Floats | None]:
        """The predictions for some rows, and the errors: outer splits x settings x inner splits."""
        sums = self._sums(repeat)
        splits = [each.subset(sample(len(each.held_out_rows))) for each in self._inner_splits(repeat)]
        buffers = self._buffers(splits, labels_only=True)
        errors = np.empty((len(splits), len(self._path), len(splits[0])))
        for fold, models in enumerate(self._models(repeat)):
            for outer, each in enumerate(models):
                errors[outer, :, fold] = type(each[0]).squared_errors_each(each, sums.held_out(outer, fold))
            if np.isnan(errors[:, :, fold]).any():
                return buffers, None
            _predict_some(buffers, models, self._shared.rows, splits, fold)
        return buffers, errors

    def _models(self, repeat: int) -> Iterator[list[list[Learner]]]:
        """For each inner fold the models that hold it out: outer splits x settings."""
        n_inner, n_outer = self._cut.crossings[repeat].sizes.shape
        for fold in range(n_inner):
            data = (self._sums(repeat).without(outer, fold) for outer in range(n_outer))
            yield [list(self._shared.fitted(self._path, each)) for each in data]

    def _inner_splits(self, repeat: int) -> list[CrossedSplits]:
        n_outer = self._cut.outer.design.folds
        inner = self._cut.inner[repeat * n_outer : (repeat + 1) * n_outer]
        return [each for each in inner if isinstance(each, CrossedSplits)]

    def _buffers(self, splits: Sequence[Splits], labels_only: bool) -> list[list[PredictionBuffer]]:
        n_settings = len(self._path)
        return [
            PredictionBuffer.for_each(self._task, each, n_settings, labels_only=labels_only)
            for each in splits
        ]


class _CellSums:
    """Summaries of all cells except those of an outer fold, or of an outer and an inner fold."""

    def __init__(self, shared: Shared, crossing: Crossing) -> None:
        _refuse_no_weight(shared.rows.weight, crossing)
        self._without = [leave_each_out([shared.prepare(rows) for rows in cells]) for cells in crossing.cells]

    def without(self, outer: int, inner: int | None = None) -> Any:
        """The sum over the remaining cells, added up without any subtraction."""
        return reduce(add, [each[outer] for number, each in enumerate(self._without) if number != inner])

    def held_out(self, outer: int, inner: int) -> Any:
        """The sum over the held-out cells of an inner split of an outer split."""
        return self._without[inner][outer]


def can_be_crossed(path: Sequence[Any], cut: NestedSplits) -> bool:
    """Whether all settings are of one learner with sufficient statistics, and the folds are crossed.

    >>> import gnomon as gn
    >>> can_be_crossed([gn.Ridge()], gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("diabetes")))
    False
    """
    is_summed = all(isinstance(each, Learner) and each.summarizes for each in path)
    return bool(cut.crossings) and is_summed and len(families_of(path)) == 1


def _predict_in_batch(
    buffers: list[list[PredictionBuffer]], models: list[list[Learner]], X: Any, crossing: Crossing, fold: int
) -> None:
    """Labels or numbers of all models for an inner fold, excluding the rows of their own outer fold."""
    batch = [model for each in models for model in each]
    predictions = iter(type(batch[0]).predict_each(batch, X))
    for outer, each in enumerate(models):
        excluded, held_out = crossing.excluded(outer, fold), crossing.held_out(outer, fold)
        for setting, model in enumerate(each):
            buffer, trained = buffers[outer][setting], Trained(setting, fold, model, None, held_out)
            buffer.put(trained, without(np.asarray(next(predictions)), excluded))


def _predict_some(
    buffers: list[list[PredictionBuffer]],
    models: list[list[Learner]],
    rows: Rows,
    splits: Sequence[Splits],
    fold: int,
) -> None:
    """Predicted numbers of the models of each outer split for the subsampled rows of an inner fold."""
    for outer, each in enumerate(models):
        held_out = splits[outer].held_out[fold]
        batch = type(each[0]).predict_each(each, rows.examples(held_out))
        for setting, (model, predicted) in enumerate(zip(each, batch)):
            buffers[outer][setting].put(Trained(setting, fold, model, None, held_out), predicted)


def _predict_one_by_one(
    buffers: list[list[PredictionBuffer]], models: list[list[Learner]], X: Any, crossing: Crossing, fold: int
) -> None:
    """Labels, probabilities and scores of each model for its held-out rows of an inner fold."""
    for outer, each in enumerate(models):
        excluded, held_out = crossing.excluded(outer, fold), crossing.held_out(outer, fold)
        examples = take(X, without(np.arange(X.shape[0]), excluded))
        for setting, model in enumerate(each):
            buffers[outer][setting].add(Trained(setting, fold, model, examples, held_out))


def _refuse_no_weight(weight: Any, crossing: Crossing) -> None:
    """Raise DesignError if all rows of some training set have weight 0."""
    if weight is None:
        return
    has_any = np.array([[weight[rows].any() for rows in cells] for cells in crossing.cells])
    n_inner, n_outer = has_any.shape
    for inner, outer in np.ndindex(n_inner, n_outer):
        if not np.delete(np.delete(has_any, inner, axis=0), outer, axis=1).any():
            raise DesignError(
                f"all training rows of inner split {inner} in outer split {outer} have weight 0; use fewer "
                "folds, or stratified folds"
            )
