"""Row numbers cut elsewhere (by hand, or by a scikit-learn splitter), taken over as Splits."""

import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import SplitDesign, Splits
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError


def adopt(task: Task, pairs: Iterable[Any]) -> Splits:
    """Splits from (training, held-out) pairs, checked; what kind of design they are is read off the rows.

    >>> task = Task(np.zeros((4, 1)), [0, 1, 0, 1])
    >>> adopt(task, [([0, 1], [2, 3]), ([2, 3], [0, 1])]).design.method
    'k-fold'
    """
    checked = [_check_pair(task, number, pair) for number, pair in enumerate(pairs)]
    if not checked:
        raise DesignError("there is not one split; give at least one (training, held-out) pair")
    train = [pair[0] for pair in checked]
    held_out = [pair[1] for pair in checked]
    are_the_others = all(_share_out(pair, task.n_rows) for pair in checked)
    repeats = _times_shared_out(held_out, task.n_rows) if are_the_others else 0
    if repeats:
        method, folds = "k-fold", len(checked) // repeats
    else:
        method, folds, repeats = ("hold-out" if len(checked) == 1 else "custom"), 1, len(checked)
    is_grouped = task.group is not None and _keeps_groups(task.group, checked)
    design = SplitDesign(method, folds, repeats, False, is_grouped, None, task.n_rows)
    return Splits(held_out, design, None if are_the_others else train)


def pairs_of(splitter: Any, task: Task) -> list[Any]:
    """The pairs of row numbers that a scikit-learn splitter makes of a task."""
    target = task.codes if task.codes is not None else task.y
    with warnings.catch_warnings():
        # A splitter that ignores groups warns of it; `adopt` does, where a group is really cut.
        warnings.filterwarnings("ignore", message="The groups parameter is ignored")
        return list(splitter.split(np.zeros((task.n_rows, 1)), target, task.group))


def _keeps_groups(group: Array, pairs: list[tuple[Integers, Integers]]) -> bool:
    for number, (train, held_out) in enumerate(pairs):
        cut = np.intersect1d(group[train], group[held_out])
        if len(cut):
            warnings.warn(
                f"split {number} has group {cut.tolist()[0]!r} both in training and held out, so its "
                "scores flatter; use a plan of Gnomon's or a Group splitter, which keep groups together",
                DataWarning,
                stacklevel=4,
            )
            return False
    return True


def _check_pair(task: Task, number: int, pair: Any) -> tuple[Integers, Integers]:
    train, held_out = (_row_numbers(task, number, rows) for rows in pair)
    if not len(train) or not len(held_out):
        raise DesignError(
            f"split {number} has {len(train)} training and {len(held_out)} held-out rows; drop it"
        )
    is_training = np.zeros(task.n_rows, dtype=np.bool_)
    is_training[train] = True
    if is_training[held_out].any():
        shared = held_out[is_training[held_out]].min()
        raise DesignError(
            f"split {number} trains on row {shared}, which it also holds out; keep the two apart"
        )
    return train, held_out


def _row_numbers(task: Task, number: int, rows: Array) -> Integers:
    rows = np.asarray(rows)
    if rows.dtype == np.bool_:
        rows = np.flatnonzero(rows)
    if rows.ndim != 1 or (rows.size and not np.issubdtype(rows.dtype, np.integer)):
        raise DesignError(
            f"split {number}: rows must be a list of whole numbers, not {rows.dtype} of {rows.shape}"
        )
    if rows.size and not 0 <= rows.min() <= rows.max() < task.n_rows:
        raise DesignError(
            f"split {number} names row {rows.max()}, and task {task.name!r} has {task.n_rows} rows"
        )
    return rows.astype(np.int64)


def _times_shared_out(held_out: list[Integers], n_rows: int) -> int:
    """How often the held-out sets share out all rows, in equal numbers of folds; 0 if they do not."""
    sizes = np.cumsum([len(rows) for rows in held_out])
    ends = np.flatnonzero(sizes % n_rows == 0) + 1
    repeats = int(sizes[-1] // n_rows)
    folds = len(held_out) // max(repeats, 1)
    if repeats == 0 or ends.tolist() != [folds * (each + 1) for each in range(repeats)]:
        return 0
    rounds = [held_out[folds * each : folds * (each + 1)] for each in range(repeats)]
    return repeats if all(_share_out(each, n_rows) for each in rounds) else 0


def _share_out(sets: Iterable[Integers], n_rows: int) -> bool:
    """Whether every row is in exactly one of the sets."""
    return bool((np.bincount(np.concatenate(list(sets)), minlength=n_rows) == 1).all())
