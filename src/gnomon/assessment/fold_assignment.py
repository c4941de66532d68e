"""Fold assignment: folds of equal size, stratified folds and folds of whole groups."""

import warnings
from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError


def strata(task: Task, stratify: bool | None) -> Integers | None:
    """The stratum of each row, or None without stratification.

    The strata are `task.stratum` if present, else the classes. stratify: None stratifies whenever there are
    strata.

    >>> strata(Task([[1.0], [2.0], [3.0], [4.0]], ["a", "b", "b", "a"]), None)
    array([0, 1, 1, 0])
    """
    if stratify is False:
        return None
    if task.stratum is not None:
        return _codes(task.stratum)
    if task.codes is not None:
        return np.asarray(task.codes, dtype=np.int64)
    if stratify:
        raise DesignError(
            f"stratify=True, but task {task.name!r} has no classes and no stratum; "
            "set Task(..., stratum=...), or use stratify=False"
        )
    return None


def assign_folds(n_rows: int, k: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """Random (stratified) fold of each row; fold sizes and counts of every stratum differ by at most one.

    >>> stratum = np.array([0, 0, 0, 0, 1, 1])
    >>> fold = assign_folds(6, 2, stratum, np.random.default_rng(0))
    >>> np.bincount(fold[stratum == 0]).tolist(), np.bincount(fold[stratum == 1]).tolist()
    ([2, 2], [1, 1])
    """
    # Each stratum continues where the previous one ended, so that both sizes and strata stay balanced.
    fold = np.empty(n_rows, dtype=np.int64)
    fold[_shuffled(n_rows, stratum, generator)] = np.arange(n_rows) % k
    return generator.permutation(k)[fold]


def assign_inner_folds(
    fold: Integers, k: int, stratum: Integers | None, generator: np.random.Generator
) -> Integers:
    """Inner fold of each row, crossed with its outer fold (nested cross-validation).

    With any one outer fold left out, the counts of a stratum in the inner folds differ by at most two.

    >>> inner = assign_inner_folds(np.array([0, 1] * 4), 2, None, np.random.default_rng(0))
    >>> np.bincount(inner[::2]).tolist(), np.bincount(inner[1::2]).tolist()
    ([2, 2], [2, 2])
    """
    # Within a stratum each outer fold is a run of consecutive positions, and so are all before and after it.
    n_rows, n_outer = len(fold), int(fold.max()) + 1
    code = fold if stratum is None else stratum * n_outer + fold
    order = _shuffled(n_rows, code.astype(np.min_scalar_type(int(code.max()))), generator)
    # A random start per stratum, or small strata of equal size would all leave the same cells empty.
    sizes = np.bincount(code[order] // n_outer)
    start = generator.integers(k, size=len(sizes)) - np.cumsum(sizes) + sizes
    inner = np.empty(n_rows, dtype=np.int64)
    inner[order] = (np.arange(n_rows) + np.repeat(start, sizes)) % k
    return inner


def draw(n_rows: int, n_held: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """A random (stratified) hold-out set, sorted: each stratum is represented to within one row.

    >>> draw(8, 4, np.array([0, 0, 0, 0, 1, 1, 1, 1]), np.random.default_rng(0)).tolist()
    [0, 2, 4, 5]
    """
    # Systematic sampling: a step of n_held / n_rows along the shuffled strata, from a random start.
    position = np.arange(n_rows) * n_held + int(generator.integers(n_rows))
    is_held = (position + n_held) // n_rows > position // n_rows
    return np.sort(_shuffled(n_rows, stratum, generator)[is_held])


def latest(task: Task, n_held: int) -> Integers:
    """The latest rows in time, at least n_held: all training rows are earlier.

    >>> latest(Task(np.zeros((4, 1)), [0, 1, 0, 1], time=[3, 1, 2, 3]), 1).tolist()
    [0, 3]
    """
    rank = order_in_time(task)
    cut = np.sort(rank)[task.n_rows - n_held]
    if cut == 0:
        raise DesignError(
            f"the {n_held} latest rows of task {task.name!r} include its earliest time, so no row is left to "
            "train on; use a finer time column, or hold out fewer rows"
        )
    refuse_cut_groups(task, [np.flatnonzero(rank < cut)], [np.flatnonzero(rank >= cut)], "chronological")
    return np.flatnonzero(rank >= cut)


def order_in_time(task: Task) -> Integers:
    """The dense rank of each row in time: 0 for the earliest, the same for ties.

    >>> order_in_time(Task(np.zeros((4, 1)), [0, 1, 0, 1], time=[30, 10, 20, 30])).tolist()
    [2, 0, 1, 2]
    """
    if task.time is None:
        raise DesignError(f"a chronological plan needs Task(..., time=...); {task.name!r} has no time column")
    return _codes(task.time)


def refuse_cut_groups(
    task: Task, train: Sequence[Integers], held_out: Sequence[Integers], manner: str
) -> None:
    """Raise DesignError if a split in time would split a group.

    >>> refuse_cut_groups(Task(np.zeros((2, 1)), [0, 1]), [np.array([0])], [np.array([1])], "rolling")
    """
    if task.group is None:
        return
    for trained, held in zip(train, held_out):
        split_groups = np.intersect1d(task.group[trained], task.group[held])
        if len(split_groups):
            raise DesignError(
                f"group {split_groups.tolist()[0]!r} has both training and held-out rows, and groups are "
                f"never split; remove the group column from the task, or use a plan that is not {manner}"
            )


def assign_groups(
    group: Array, stratum: Integers | None, shares: Floats, generator: np.random.Generator
) -> Integers:
    """Fold of each row for (stratified) group k-fold: whole groups, near-equal shares of every stratum.

    Greedy: groups in decreasing order of size (sizes within a factor of two in random order, so that repeats
    differ), each to the fold where the sum over folds f and strata c of a_fc² / (share_f n_c²) increases
    least; that sum is smallest when every fold has its exact share.

    >>> group = np.array(["x", "x", "y", "y", "z", "z", "z", "z"])
    >>> fold = assign_groups(group, None, np.array([0.5, 0.5]), np.random.default_rng(0))
    >>> fold.tolist()
    [1, 1, 1, 1, 0, 0, 0, 0]
    """
    codes = _codes(group)
    table = _group_table(codes, stratum)
    sizes = table[:, 0]
    order = generator.permutation(len(sizes))
    order = order[np.argsort(-np.floor(np.log2(sizes[order])), kind="stable")]
    scale = 1.0 / table.sum(axis=0) ** 2
    held = np.zeros((len(shares), table.shape[1]))
    fold_of_group = np.empty(len(sizes), dtype=np.int64)
    for done, group_code in enumerate(order):
        row = table[group_code]
        cost = ((row * (2 * held + row)) @ scale) / shares
        empty = held[:, 0] == 0
        if len(order) - done <= empty.sum():
            cost[~empty] = np.inf
        fold = int(np.argmin(cost))
        held[fold] += row
        fold_of_group[group_code] = fold
    return fold_of_group[codes]


def rows_by_fold(fold: Integers) -> list[Integers]:
    """The sorted row numbers of each fold.

    >>> [rows.tolist() for rows in rows_by_fold(np.array([1, 0, 1]))]
    [[1], [0, 2]]
    """
    order = np.argsort(fold, kind="stable")
    return np.split(order, np.cumsum(np.bincount(fold))[:-1])


def times_drawn(n_rows: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """Bootstrap counts: how often each row is drawn with replacement, n draws of n rows (per stratum).

    >>> int(times_drawn(5, None, np.random.default_rng(0)).sum())
    5
    """
    if stratum is None:
        return np.bincount(generator.integers(n_rows, size=n_rows), minlength=n_rows)
    members = [rows for rows in rows_by_fold(stratum) if len(rows)]
    drawn = np.concatenate([generator.choice(rows, len(rows)) for rows in members])
    return np.bincount(drawn, minlength=n_rows)


def strata_of_groups(task: Task, stratum: Integers, *, must: bool) -> Integers | None:
    """The stratum of each group, in order of groups; None if some group has rows in several strata.

    must: raise DesignError instead of returning None.

    >>> task = Task(np.zeros((4, 1)), ["a", "a", "b", "b"], group=[7, 7, 9, 9])
    >>> strata_of_groups(task, np.array([0, 0, 1, 1]), must=False)
    array([0, 1])
    """
    assert task.group is not None
    names, first, code = np.unique(task.group, return_index=True, return_inverse=True)
    several = np.flatnonzero(stratum != stratum[first][code])
    if not len(several):
        return stratum[first]
    if must:
        raise DesignError(
            f"stratify=True, but group {names[code[several[0]]].item()!r} has rows in several strata, and "
            "whole groups are drawn; use stratify=False"
        )
    return None


def check_folds(task: Task, k: int, stratum: Integers | None) -> None:
    """Raise DesignError for more folds than rows or groups; warn of a stratum with fewer rows than folds.

    >>> check_folds(Task([[1.0], [2.0]], [0.5, 1.5], kind="regression"), 3, None)
    Traceback (most recent call last):
        ...
    gnomon.errors.DesignError: k=3 folds of 2 rows; use k <= 2, or leave_one_out()
    """
    if task.n_rows < 2:
        raise DesignError(
            f"cross-validation needs at least 2 rows, and task {task.name!r} has {task.n_rows}; add rows"
        )
    if k > task.n_rows:
        raise DesignError(f"k={k} folds of {task.n_rows} rows; use k <= {task.n_rows}, or leave_one_out()")
    if task.group is not None:
        n_groups = len(np.unique(task.group))
        if k > n_groups:
            raise DesignError(
                f"k={k} folds of {n_groups} groups, and groups are never split; use k <= {n_groups}"
            )
    if stratum is not None:
        warn_of_rare(task, k, np.bincount(stratum))


def warn_of_rare(task: Task, k: int, counts: Integers) -> None:
    """Warn of a stratum with fewer rows than folds; counts: rows of each stratum.

    >>> warn_of_rare(Task(np.zeros((4, 1)), [0, 0, 1, 1]), 2, np.array([2, 2]))
    """
    present = np.flatnonzero(counts)
    rarest = int(present[np.argmin(counts[present])])
    if counts[rarest] < k:
        fewer = f"use k <= {counts[rarest]}, or " if counts[rarest] > 1 else ""
        warnings.warn(
            f"{_stratum_name(task, rarest)} has {counts[rarest]} rows for k={k} folds, "
            f"so some folds have none of it; {fewer}add rows of it",
            DataWarning,
            stacklevel=5,
        )


def warn_of_absent(task: Task, held_out: Integers, stratum: Integers | None) -> None:
    """Warn of a stratum without held-out rows, whose predictions are then not evaluated.

    >>> warn_of_absent(Task(np.zeros((4, 1)), [0, 0, 1, 1]), np.array([1, 2]), np.array([0, 0, 1, 1]))
    """
    if stratum is None:
        return
    n_strata = int(stratum.max()) + 1
    counts, held = (np.bincount(codes, minlength=n_strata) for codes in (stratum, stratum[held_out]))
    absent = np.flatnonzero((counts > 0) & (held == 0))
    if len(absent):
        warnings.warn(
            f"no row of {_stratum_name(task, int(absent[0]))} is held out, as it has only "
            f"{counts[absent[0]]} of {task.n_rows} rows; hold out a larger fraction, or use k_fold",
            DataWarning,
            stacklevel=4,
        )


def _shuffled(n_rows: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    order = generator.permutation(n_rows)
    return order if stratum is None else order[np.argsort(stratum[order], kind="stable")]


def _group_table(group: Integers, stratum: Integers | None) -> Floats:
    """Number of rows of each group, in total (column 0) and by stratum (one column each)."""
    sizes = np.bincount(group).astype(np.float64)
    if stratum is None:
        return sizes[:, None]
    stratum = _codes(stratum)
    n_strata = int(stratum.max()) + 1
    counts = np.bincount(group * n_strata + stratum, minlength=len(sizes) * n_strata)
    return np.column_stack([sizes, counts.reshape(len(sizes), n_strata)])


def _codes(values: Array) -> Integers:
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _stratum_name(task: Task, code: int) -> str:
    if task.stratum is not None:
        return f"stratum {np.unique(task.stratum).tolist()[code]!r}"
    assert task.classes is not None
    return f"class {task.classes.tolist()[code]!r}"
