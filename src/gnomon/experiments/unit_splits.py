"""Split numbering of units: a stored unit as part of the design that uses it.

A unit stores only its own splits, numbered from 0, as several designs may share it, with different numbers of
repeats and at different positions.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import Splits
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError
from gnomon.experiments.design import Unit
from gnomon.experiments.record import TaskRecord
from gnomon.experiments.selected_settings import Chosen


def splits_of_unit(splits: Splits, unit: Unit) -> Splits:
    """The splits of a unit alone: numbered from 0, with a design of its repeats only.

    >>> import gnomon as gn
    >>> splits = gn.repeated(gn.k_fold(3), times=5).split(gn.load("iris"))
    >>> splits_of_unit(splits, Unit("k1", "iris", "kNN", 6, 9))
    Splits(stratified k-fold, 3 folds, 150 rows; 3 splits)
    """
    part = slice(unit.start, unit.stop)
    repeats = -(-(unit.stop - unit.start) // splits.design.folds)
    return Splits(
        splits.held_out[part],
        replace(splits.design, repeats=repeats, random_state=None),
        None if splits.train is None else splits.train[part],
    )


def predictions_of_unit(data: bytes, unit: Unit, task: TaskRecord, **named: Any) -> Predictions:
    """The predictions of a unit, from its bytes, in a design. named: its task and learner names there.

    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=2)))
    >>> unit, data = results._stored("iris", "GaussianNB")[1]
    >>> stored, placed = Predictions.from_bytes(data), predictions_of_unit(data, unit, results.task("iris"))
    >>> stored.split[0].item(), placed.split[0].item()
    (0, 3)
    """
    predictions = Predictions.from_bytes(data)
    return replace(
        predictions,
        split=design_split_numbers(predictions.split, unit, task),
        design=task.design,
        splits=task.splits["fingerprint"],
        **named,
    )


def selections_of_unit(data: bytes, unit: Unit, task: TaskRecord) -> Chosen | None:
    """The selected settings of a unit, from its bytes, as part of a design; None without selection.

    >>> import gnomon as gn
    >>> plan = gn.repeated(gn.k_fold(3), times=2)
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), plan, inner=gn.k_fold(2)))
    >>> unit, data = results._stored("iris", "KNeighborsClassifier")[1]
    >>> selections_of_unit(data, unit, results.task("iris")).split
    array([3, 4, 5])
    """
    chosen = Chosen.from_bytes(data)
    if chosen is None:
        return None
    return replace(chosen, split=design_split_numbers(chosen.split, unit, task))


def design_split_numbers(split: Array, unit: Unit, task: TaskRecord) -> Integers:
    """The split numbers of a unit in its design, from those that it has alone.

    >>> from gnomon import Design, GaussianNB, k_fold, load, repeated
    >>> from gnomon.experiments.record import record_of
    >>> record = record_of(Design(load("iris"), GaussianNB(), repeated(k_fold(3), times=2)))
    >>> design_split_numbers(np.array([0, 0, 1, 2]), record.units[1], record.tasks[0])
    array([3, 3, 4, 5])
    """
    numbers = task.numbers
    if numbers is None:
        # In a record of an earlier version units were stored with the numbers of the design.
        return split
    index = np.cumsum(np.diff(split, prepend=split[0]) != 0)
    mine = numbers[unit.start : unit.stop]
    if index[-1] >= len(mine):
        raise DataError(
            f"the unit {unit.key} has {index[-1] + 1} splits, but its design requires {len(mine)}; run the "
            "design again, in another store"
        )
    return mine[index].astype(split.dtype)
