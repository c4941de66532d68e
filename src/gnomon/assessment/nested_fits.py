"""The fits that nested selection asks for: settings on inner training sets, choices on outer ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Protocol

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import Collected, add_each, describe
from gnomon.assessment.crossed_fits import CrossedFits, Kept, can_be_crossed
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import NestedSplits
from gnomon.data.task import Task
from gnomon.sharing.train import Trained, train_each


class Fits(Protocol):
    """What nested selection needs of them."""

    def inner_results(
        self, *, labels_only: bool, errors_only: Kept | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """For each outer split, what every setting predicts for the rows that its inner splits hold out.

        labels_only: leave probabilities and scores out. errors_only: only mean squared errors are asked of
        all rows. Where sums tell them, they come with the predictions (settings x inner splits), and those
        are of some rows: of so many, the places that errors_only gives.
        """

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """The choice of each outer split by its place, trained on its rows."""


def fits_of(task: Task, path: Sequence[Any], cut: NestedSplits) -> Fits:
    """From sums over cells where learners summarize and inner folds were dealt at once; else from rows.

    >>> import gnomon as gn
    >>> cut = gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("iris"))
    >>> fits = fits_of(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean()], cut)
    >>> [len(each) for each, _ in fits.inner_results(labels_only=True)]
    [2, 2, 2]
    """
    return (CrossedFits if can_be_crossed(path, cut) else RowFits)(task, path, cut)


class RowFits:
    """Fits from rows, with what can be shared between splits and settings shared by the loop that trains.

    >>> import gnomon as gn
    >>> cut = gn.nested(gn.k_fold(3), gn.k_fold(2)).split(gn.load("iris"))
    >>> fits = RowFits(gn.load("iris"), [gn.GaussianNB(), gn.NearestMean()], cut)
    >>> [(place, type(each.learner).__name__) for place, each in fits.train_chosen(np.array([1, 0, 1]))]
    [(1, 'GaussianNB'), (0, 'NearestMean'), (2, 'NearestMean')]
    """

    def __init__(self, task: Task, path: Sequence[Any], cut: NestedSplits) -> None:
        self._task, self._path, self._cut = task, path, cut

    def inner_results(
        self, *, labels_only: bool, errors_only: Kept | None = None
    ) -> Iterator[tuple[list[Predictions], Floats | None]]:
        """One pass over all inner splits, so that preparation is shared over them and over all settings."""
        models = train_each(list(self._path), self._task, self._cut.every_inner)
        described = [describe(learner) for learner in self._path]
        start = 0
        for inner in self._cut.inner:
            collected = Collected.for_each(self._task, inner, len(self._path), labels_only=labels_only)
            for _ in range(len(inner)):
                some = [replace(each, split=each.split - start) for each in islice(models, len(self._path))]
                add_each(collected, some)
            yield [each.predictions(*name) for each, name in zip(collected, described)], None
            start += len(inner)

    def train_chosen(self, chosen: Integers) -> Iterator[tuple[int, Trained]]:
        """Equal choices are trained in one go."""
        for setting in np.unique(chosen):
            where = np.flatnonzero(chosen == setting)
            for trained in train_each([self._path[setting]], self._task, self._cut.outer.take(where)):
                place = int(where[trained.split])
                yield place, replace(trained, setting=int(setting), split=place)
