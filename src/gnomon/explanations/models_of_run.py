"""Refitted models of a run: for each split the selected hyperparameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.assessment.resample import as_path
from gnomon.assessment.splits import Splits
from gnomon.experiments.design import Design, Unit
from gnomon.experiments.hyperparameter_grids import Tuning
from gnomon.experiments.results import Results
from gnomon.explanations.effort import Effort, is_lazy
from gnomon.sharing.train import Trained, train_each


@dataclass(frozen=True)
class ModelsOfRun:
    """A learner on a task of a run, whose models can be refitted by split.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))
    >>> models = ModelsOfRun(gn.run(design), design, "iris", "GaussianNB")
    >>> [trained.split for trained in models.trained([0, 2])]
    [0, 1]
    """

    results: Results
    design: Design
    task: str
    learner: str

    @property
    def splits(self) -> Splits:
        """The splits of the task."""
        return self.design.splits[self.task]

    @property
    def effort(self) -> Effort:
        """The run time of a split, from the times recorded by the run."""
        splits, learner = self.splits, self.design.learners[self.learner]
        seconds = self.results.seconds(self.task, self.learner) / len(splits)
        if self.results.record.is_nested:
            # The run fitted every setting; one of them is refitted.
            seconds /= len(self.design.paths[self.learner])
        return Effort(
            seconds,
            float(np.mean(splits.held_out_sizes)),
            float(np.mean(splits.train_sizes)),
            self.design.tasks[self.task].table.n_columns,
            is_lazy(learner),
        )

    def some_splits(self, n_splits: int) -> list[int]:
        """Indices of evenly spaced splits to refit: of the first repetition, or of all for hold-out."""
        splits = self.splits
        first = np.arange(len(splits))
        if splits.design.folds > 1:
            first = np.flatnonzero(splits.repeat == splits.repeat[0])
        some = np.linspace(0, len(first) - 1, min(n_splits, len(first))).round().astype(np.int64)
        return [int(first[index]) for index in some]

    def trained(self, indices: list[int]) -> Iterator[Trained]:
        """The models of these splits, numbered from 0 in this order."""
        task = self.design.tasks[self.task]
        for number, index in enumerate(indices):
            path = as_path([self._model(index)], task)
            for each in train_each(path, task, self.splits.take([index])):
                yield replace(each, split=number)

    def usual(self) -> Any:
        """The learner; in a nested design with the most frequently selected hyperparameters."""
        unit = self._units[0]
        learner, _ = self.design.learners_of(unit)
        if not isinstance(learner, Tuning):
            return learner
        times = np.bincount(list(self._chosen.values()), minlength=len(learner.path))
        return learner.path[int(np.argmax(times))]

    def _model(self, index: int) -> Any:
        unit = next(each for each in self._units if each.start <= index < each.stop)
        learner, _ = self.design.learners_of(unit)
        if not isinstance(learner, Tuning):
            return learner
        return learner.path[self._chosen[int(self.splits.number[index])]]

    @property
    def _units(self) -> list[Unit]:
        return [
            unit
            for unit in self.results.record.units
            if unit.task == self.task and unit.learner == self.learner
        ]

    @property
    def _chosen(self) -> dict[int, int]:
        """The index in the path of the setting selected in each split."""
        tuned = self.results.tuned(self.task, self.learner)
        return {
            int(split): int(index) for _, chosen in tuned for split, index in zip(chosen.split, chosen.place)
        }
