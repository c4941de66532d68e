"""The fits of nested cross-validation: all settings on inner training sets, the selected on outer ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer, add_each, describe
from gnomon.assessment.crossed_fits import CrossedFits, RowSample, can_be_crossed
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import NestedSplits
from gnomon.data.task import Task
from gnomon.sharing.train import Trained, train_each


class Fits(Protocol):
    """Interface of the fits of nested cross-validation."""

    def inner_results(
        self, *, labels_only: bool, errors_only: RowSample | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """For each outer split, the predictions of every setting for its inner held-out rows.

        labels_only: no probabilities and scores. errors_only: only mean squared errors of all rows are
        needed. Where they follow from sufficient statistics, they are yielded with the predictions (settings
        x inner splits), and the predictions are of the subsample of rows that errors_only returns.
        """

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """Number of each outer split and its selected setting, trained on its training rows."""


def fits_of(task: Task, path: Sequence[Any], cut: NestedSplits) -> Fits:
    """CrossedFits where learners have sufficient statistics and folds are crossed, else RowFits.

    >>> import gnomon as gn
    >>> cut = gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("iris"))
    >>> fits = fits_of(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean()], cut)
    >>> [len(each) for each, _ in fits.inner_results(labels_only=True)]
    [2, 2, 2]
    """
    return (CrossedFits if can_be_crossed(path, cut) else RowFits)(task, path, cut)


class RowFits:
    """Fits from rows, with computation shared between splits and settings by `train_each`.

    >>> import gnomon as gn
    >>> cut = gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("iris"))
    >>> fits = RowFits(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean()], cut)
    >>> [(split, type(each.learner).__name__) for split, each in fits.train_chosen(np.array([1, 0, 1]))]
    [(1, 'GaussianNB'), (0, 'NearestMean'), (2, 'NearestMean')]
    """

    def __init__(self, task: Task, path: Sequence[Any], cut: NestedSplits) -> None:
        self._task, self._path, self._cut = task, path, cut

    def inner_results(
        self, *, labels_only: bool, errors_only: RowSample | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """One pass over all inner splits, so that prepared data are shared over splits and settings."""
        models = train_each(list(self._path), self._task, self._cut.every_inner)
        described = [describe(learner) for learner in self._path]
        start = 0
        for inner in self._cut.inner:
            buffers = PredictionBuffer.for_each(self._task, inner, len(self._path), labels_only=labels_only)
            for _ in range(len(inner)):
                some = [replace(each, split=each.split - start) for each in islice(models, len(self._path))]
                add_each(buffers, some)
            yield [each.predictions(*name) for each, name in zip(buffers, described)], None
            start += len(inner)

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """As in `Fits`; equal settings are trained in one pass."""
        for setting in np.unique(chosen):
            where = np.flatnonzero(chosen == setting)
            for trained in train_each([self._path[setting]], self._task, self._cut.outer.take(where)):
                split = int(where[trained.split])
                yield split, replace(trained, setting=int(setting), split=split)
