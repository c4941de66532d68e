"""Units in their place: what is stored under a key, as part of the design that asks for it.

A unit knows nothing but its own rows, as several designs may share it: it has another number of repeats
around it in each, and may stand at another place.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import Splits
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DataError
from gnomon.experiments.chosen import Chosen
from gnomon.experiments.design import Unit
from gnomon.experiments.record import TaskRecord


def alone(splits: Splits, unit: Unit) -> Splits:
    """The splits of a unit as if there were no others: numbered from 0, with a design of that many repeats.

    >>> import gnomon as gn
    >>> splits = gn.repeated(gn.k_fold(3), times=5).split(gn.load("iris"))
    >>> alone(splits, Unit("k1", "iris", "kNN", 6, 9))
    Splits(stratified k-fold, 3 folds, 150 rows; 3 splits)
    """
    places = slice(unit.start, unit.stop)
    repeats = -(-(unit.stop - unit.start) // splits.design.folds)
    return Splits(
        splits.held_out[places],
        replace(splits.design, repeats=repeats, random_state=None),
        None if splits.train is None else splits.train[places],
    )


def placed(data: bytes, unit: Unit, task: TaskRecord, **named: Any) -> Predictions:
    """The predictions of a unit, from its bytes, as part of a design. named: what they are called there.

    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.repeated(gn.k_fold(3), times=2)))
    >>> unit, data = results._stored("iris", "GaussianNB")[1]
    >>> Predictions.from_bytes(data).split[0].item(), placed(data, unit, results.task("iris")).split[0].item()
    (0, 3)
    """
    found = Predictions.from_bytes(data)
    return replace(
        found,
        split=in_place(found.split, unit, task),
        design=task.design,
        splits=task.splits["fingerprint"],
        **named,
    )


def placed_choices(data: bytes, unit: Unit, task: TaskRecord) -> Chosen | None:
    """The choices of a unit, from its bytes, as part of a design; None where nothing was chosen.

    >>> import gnomon as gn
    >>> plan = gn.repeated(gn.k_fold(3), times=2)
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), plan, inner=gn.k_fold(2)))
    >>> unit, data = results._stored("iris", "KNeighborsClassifier")[1]
    >>> placed_choices(data, unit, results.task("iris")).split
    array([3, 4, 5])
    """
    found = Chosen.from_bytes(data)
    return None if found is None else replace(found, split=in_place(found.split, unit, task))


def in_place(split: Array, unit: Unit, task: TaskRecord) -> Integers:
    """The numbers that the splits of a unit have in the design, for those that it has by itself.

    >>> from gnomon import Design, GaussianNB, k_fold, load, repeated
    >>> from gnomon.experiments.record import record_of
    >>> record = record_of(Design(load("iris"), GaussianNB(), repeated(k_fold(3), times=2)))
    >>> in_place(np.array([0, 0, 1, 2]), record.units[1], record.tasks[0])
    array([3, 3, 4, 5])
    """
    numbers = task.numbers
    if numbers is None:
        # Of a record of an earlier version, whose units were stored with the numbers that they have in it.
        return split
    place = np.cumsum(np.diff(split, prepend=split[0]) != 0)
    mine = numbers[unit.start : unit.stop]
    if place[-1] >= len(mine):
        raise DataError(
            f"the unit {unit.key} holds {place[-1] + 1} splits, and its design asks for {len(mine)}; run the "
            "design again, in another store"
        )
    return mine[place].astype(split.dtype)
