"""Splits from a scikit-learn splitter or from (training, held-out) pairs of row numbers."""

import warnings
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from sklearn.model_selection import (
    BaseShuffleSplit,
    RepeatedStratifiedKFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    StratifiedShuffleSplit,
    TimeSeriesSplit,
)
from sklearn.utils.metadata_routing import get_routing_for_object

from gnomon.arrays import Array, Integers
from gnomon.assessment.design import Pair, SplitDesign, Splits
from gnomon.assessment.fold_assignment import strata
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError

STRATIFIED = (StratifiedKFold, StratifiedShuffleSplit, StratifiedGroupKFold, RepeatedStratifiedKFold)


def adopt(task: Task, source: Any) -> Splits:
    """Splits from a scikit-learn splitter, or from (training, held-out) pairs, checked.

    The design is inferred from the rows, and from the class of the splitter where rows do not show it
    (whether rows are ordered by time, whether held-out rows were drawn at random).

    >>> task = Task(np.zeros((4, 1)), [0, 1, 0, 1])
    >>> adopt(task, [([0, 1], [2, 3]), ([2, 3], [0, 1])]).design.method
    'k-fold'
    """
    splitter = source if hasattr(source, "split") and not isinstance(source, str) else None
    pairs = source if splitter is None else pairs_of(splitter, task)
    if not isinstance(pairs, Iterable) or isinstance(pairs, str):
        raise DesignError(
            f"{source!r} is not a resampling plan; pass one such as k_fold(5), Splits, a scikit-learn "
            "splitter, or (training, held-out) pairs of row numbers"
        )
    checked = [_check_pair(task, number, pair) for number, pair in enumerate(pairs)]
    if not checked:
        raise DesignError("there are no splits; pass at least one (training, held-out) pair")
    train, held_out = ([pair[part] for pair in checked] for part in (0, 1))
    are_the_others = all(_is_partition(pair, task.n_rows) for pair in checked)
    method, folds, by_time = _method(task, checked, are_the_others, splitter)
    design = SplitDesign(
        method,
        folds,
        len(checked) // folds,
        stratified=_is_stratified(task, held_out, method, folds, splitter),
        grouped=task.group is not None and _keeps_groups(task.group, checked),
        random_state=None,
        n_rows=task.n_rows,
        by_time=by_time,
    )
    return Splits(held_out, design, None if are_the_others else train)


def pairs_of(splitter: Any, task: Task) -> list[Any]:
    """The (training, held-out) pairs of row numbers of a scikit-learn splitter."""
    target = task.codes if task.codes is not None else task.y
    group = None if _ignores_groups(splitter) else task.group
    return list(splitter.split(np.zeros((task.n_rows, 1)), target, group))


def _ignores_groups(splitter: Any) -> bool:
    """Whether it is a splitter of scikit-learn's without use for groups: it warns of them always.

    `adopt` warns where a group is really split.
    """
    if not hasattr(splitter, "get_metadata_routing"):
        return False
    return "groups" not in get_routing_for_object(splitter).split.requests


def _method(task: Task, pairs: list[Pair], are_the_others: bool, splitter: Any) -> tuple[str, int, bool]:
    """Name of the method, folds of a repeat, and whether splits follow time."""
    held_out = [pair[1] for pair in pairs]
    repeats = _n_partitions(held_out, task.n_rows) if are_the_others else 0
    if repeats:
        folds = len(pairs) // repeats
        if repeats == 1 and folds < task.n_rows and _are_blocks(task.time, held_out):
            return "blocked", folds, True
        return "leave-one-out" if folds == task.n_rows else "k-fold", folds, False
    by_time = _is_by_time(task, pairs, splitter)
    if len(pairs) == 1 or isinstance(splitter, BaseShuffleSplit):
        return "hold-out", 1, by_time
    if by_time:
        return "rolling", len(pairs), True
    if _leaves_groups_out(task.group, held_out):
        return "leave-groups-out", len(pairs), False
    return "custom", 1, False


def _is_by_time(task: Task, pairs: list[Pair], splitter: Any) -> bool:
    """Whether every split trains on the past only; without `task.time`, whether it is a TimeSeriesSplit."""
    in_order = isinstance(splitter, TimeSeriesSplit)
    if task.time is None:
        return in_order
    for number, (train, held_out) in enumerate(pairs):
        if task.time[train].max() >= task.time[held_out].min():
            if in_order:
                warnings.warn(
                    f"split {number} of TimeSeriesSplit, which orders rows by number, trains on rows that "
                    "are not earlier in task.time than some held-out rows; use rolling(...), which orders "
                    "rows by time",
                    DataWarning,
                    stacklevel=5,
                )
            return False
    return True


def _are_blocks(time: Array | None, held_out: list[Integers]) -> bool:
    """Whether the held-out sets follow each other in time without overlap."""
    if time is None:
        return False
    in_order = sorted(((time[rows].min(), time[rows].max()) for rows in held_out), key=lambda ends: ends[0])
    return all(before[1] < after[0] for before, after in pairwise(in_order))


def _leaves_groups_out(group: Array | None, held_out: list[Integers]) -> bool:
    """Whether every combination of a fixed number of groups is held out once, as whole groups."""
    if group is None:
        return False
    code = np.unique(group, return_inverse=True)[1]
    sizes = np.bincount(code)
    held_out_groups = [np.unique(code[rows]) for rows in held_out]
    are_whole = all(len(rows) == sizes[groups].sum() for rows, groups in zip(held_out, held_out_groups))
    distinct = {tuple(groups.tolist()) for groups in held_out_groups}
    every = comb(len(sizes), len(held_out_groups[0])) == len(held_out)
    same_size = len({len(groups) for groups in distinct}) == 1
    return are_whole and every and len(distinct) == len(held_out) and same_size


def _is_stratified(task: Task, held_out: list[Integers], method: str, folds: int, splitter: Any) -> bool:
    """Whether the splitter is stratified, or each stratum's counts differ by at most one between folds."""
    if isinstance(splitter, STRATIFIED):
        return True
    stratum = strata(task, None)
    if method != "k-fold" or stratum is None:
        return False
    counts = np.array([np.bincount(stratum[rows], minlength=int(stratum.max()) + 1) for rows in held_out])
    return bool((np.ptp(counts.reshape(-1, folds, counts.shape[1]), axis=1) <= 1).all())


def _keeps_groups(group: Array, pairs: list[Pair]) -> bool:
    for number, (train, held_out) in enumerate(pairs):
        cut = np.intersect1d(group[train], group[held_out])
        if len(cut):
            warnings.warn(
                f"split {number} has group {cut.tolist()[0]!r} in both the training and the held-out rows, "
                "so its scores are optimistic; use a plan of Gnomon's or a Group splitter, which do not "
                "split groups",
                DataWarning,
                stacklevel=4,
            )
            return False
    return True


def _check_pair(task: Task, number: int, pair: Any) -> tuple[Integers, Integers]:
    if not isinstance(pair, Sequence | np.ndarray) or len(pair) != 2:
        raise DesignError(
            f"split {number} is not a pair of training and held-out rows; pass pairs such as ([0, 1], [2])"
        )
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
            f"split {number} has row {shared} in both the training and the held-out rows; remove it from one"
        )
    if np.bincount(held_out).max() > 1:
        raise DesignError(
            f"split {number} holds out row {np.argmax(np.bincount(held_out))} more than once; list it once, "
            "and use Task(..., weight=...) to weight it"
        )
    return train, held_out


def _row_numbers(task: Task, number: int, rows: Array) -> Integers:
    rows = np.asarray(rows)
    if rows.dtype == np.bool_ and len(rows) == task.n_rows:
        rows = np.flatnonzero(rows)
    if rows.ndim != 1 or (rows.size and not np.issubdtype(rows.dtype, np.integer)):
        raise DesignError(
            f"split {number}: rows must be a list of integers, not {rows.dtype} of shape {rows.shape}"
        )
    if rows.size and not 0 <= rows.min() <= rows.max() < task.n_rows:
        wrong = rows.min() if rows.min() < 0 else rows.max()
        raise DesignError(f"split {number} has row {wrong}, but task {task.name!r} has {task.n_rows} rows")
    return rows.astype(np.int64)


def _n_partitions(held_out: list[Integers], n_rows: int) -> int:
    """How many partitions of all rows, with equally many folds, the held-out sets form; 0 if none."""
    sizes = np.cumsum([len(rows) for rows in held_out])
    ends = np.flatnonzero(sizes % n_rows == 0) + 1
    repeats = int(sizes[-1] // n_rows)
    folds = len(held_out) // max(repeats, 1)
    if repeats == 0 or ends.tolist() != [folds * (each + 1) for each in range(repeats)]:
        return 0
    rounds = [held_out[folds * each : folds * (each + 1)] for each in range(repeats)]
    return repeats if all(_is_partition(each, n_rows) for each in rounds) else 0


def _is_partition(sets: Iterable[Integers], n_rows: int) -> bool:
    """Whether every row is in exactly one of the sets."""
    return bool((np.bincount(np.concatenate(list(sets)), minlength=n_rows) == 1).all())
