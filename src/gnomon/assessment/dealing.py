"""Dealing rows to folds: as equal in size as can be, by stratum, and with groups kept together."""

import warnings
from collections.abc import Sequence

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError


def strata(task: Task, stratify: bool | None) -> Integers | None:
    """The stratum of each row, or None when rows are dealt without regard to any.

    The strata are `task.stratum` where that is given, else the classes. stratify: None means whenever there
    are strata.

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
            "name a column by Task(..., stratum=...), or leave stratify out"
        )
    return None


def deal(n_rows: int, k: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """Fold of each row: sizes differ by at most one, and so do the counts of every stratum.

    >>> stratum = np.array([0, 0, 0, 0, 1, 1])
    >>> fold = deal(6, 2, stratum, np.random.default_rng(0))
    >>> np.bincount(fold[stratum == 0]).tolist(), np.bincount(fold[stratum == 1]).tolist()
    ([2, 2], [1, 1])
    """
    # One round of dealing goes on where the stratum before it ended, so neither size nor stratum can drift.
    fold = np.empty(n_rows, dtype=np.int64)
    fold[_shuffled(n_rows, stratum, generator)] = np.arange(n_rows) % k
    return generator.permutation(k)[fold]


def deal_across(fold: Integers, k: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """Inner fold of each row, where rows are in outer folds already.

    Without any one outer fold, the counts of a stratum in the inner folds differ by at most two.

    >>> inner = deal_across(np.array([0, 1] * 4), 2, None, np.random.default_rng(0))
    >>> np.bincount(inner[::2]).tolist(), np.bincount(inner[1::2]).tolist()
    ([2, 2], [2, 2])
    """
    # Along a stratum each outer fold is one run of consecutive places, and so is all before and after it.
    n_rows, n_outer = len(fold), int(fold.max()) + 1
    code = fold if stratum is None else stratum * n_outer + fold
    order = _shuffled(n_rows, code.astype(np.min_scalar_type(int(code.max()))), generator)
    # A start of its own for each stratum, or small strata that are alike would all leave out the same cells.
    sizes = np.bincount(code[order] // n_outer)
    start = generator.integers(k, size=len(sizes)) - np.cumsum(sizes) + sizes
    inner = np.empty(n_rows, dtype=np.int64)
    inner[order] = (np.arange(n_rows) + np.repeat(start, sizes)) % k
    return inner


def draw(n_rows: int, n_held: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """The rows to hold out, in order: every stratum gives its share of them to within one row.

    >>> draw(8, 4, np.array([0, 0, 0, 0, 1, 1, 1, 1]), np.random.default_rng(0)).tolist()
    [0, 2, 4, 5]
    """
    # Systematic sampling: a step of n_held / n_rows along the shuffled strata, from a random start.
    place = np.arange(n_rows) * n_held + int(generator.integers(n_rows))
    is_held = (place + n_held) // n_rows > place // n_rows
    return np.sort(_shuffled(n_rows, stratum, generator)[is_held])


def latest(task: Task, n_held: int) -> Integers:
    """The last rows in time, at least n_held: no training row is as late as any of them.

    >>> latest(Task(np.zeros((4, 1)), [0, 1, 0, 1], time=[3, 1, 2, 3]), 1).tolist()
    [0, 3]
    """
    place = order_in_time(task)
    cut = np.sort(place)[task.n_rows - n_held]
    if cut == 0:
        raise DesignError(
            f"the {n_held} latest rows of task {task.name!r} reach back to its earliest time, so none is "
            "earlier to train on; give a finer time, or hold out less"
        )
    refuse_cut_groups(task, [np.flatnonzero(place < cut)], [np.flatnonzero(place >= cut)], "chronological")
    return np.flatnonzero(place >= cut)


def order_in_time(task: Task) -> Integers:
    """The place of each row in time: 0 for the earliest, the same for equal times.

    >>> order_in_time(Task(np.zeros((4, 1)), [0, 1, 0, 1], time=[30, 10, 20, 30])).tolist()
    [2, 0, 1, 2]
    """
    if task.time is None:
        raise DesignError(f"a plan in order of time needs Task(..., time=...); {task.name!r} has no time")
    return _codes(task.time)


def refuse_cut_groups(
    task: Task, train: Sequence[Integers], held_out: Sequence[Integers], manner: str
) -> None:
    """Raise DesignError where time would cut a group in two.

    >>> refuse_cut_groups(Task(np.zeros((2, 1)), [0, 1]), [np.array([0])], [np.array([1])], "rolling")
    """
    if task.group is None:
        return
    for mine, held in zip(train, held_out):
        on_both_sides = np.intersect1d(task.group[mine], task.group[held])
        if len(on_both_sides):
            raise DesignError(
                f"group {on_both_sides.tolist()[0]!r} has rows before and after a cut in time, and a group "
                f"is never cut; leave the group out of the task, or use a plan that is not {manner}"
            )


def deal_groups(
    group: Array, stratum: Integers | None, shares: Floats, generator: np.random.Generator
) -> Integers:
    """Fold of each row, with the rows of a group together and each fold near its share of every stratum.

    Greedy: groups go in order of falling size (sizes within a factor of two in random order, so that
    repeats differ), each to the fold where the sum over folds f and strata c of a_fc² / (share_f n_c²) grows
    least; that sum is smallest when every fold has its exact share.

    >>> group = np.array(["x", "x", "y", "y", "z", "z", "z", "z"])
    >>> fold = deal_groups(group, None, np.array([0.5, 0.5]), np.random.default_rng(0))
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
    """The rows of each fold, in order.

    >>> [rows.tolist() for rows in rows_by_fold(np.array([1, 0, 1]))]
    [[1], [0, 2]]
    """
    order = np.argsort(fold, kind="stable")
    return np.split(order, np.cumsum(np.bincount(fold))[:-1])


def times_drawn(n_rows: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    """How often each row comes up in as many draws with replacement as there are rows (in its stratum).

    >>> int(times_drawn(5, None, np.random.default_rng(0)).sum())
    5
    """
    if stratum is None:
        return np.bincount(generator.integers(n_rows, size=n_rows), minlength=n_rows)
    members = [rows for rows in rows_by_fold(stratum) if len(rows)]
    drawn = np.concatenate([generator.choice(rows, len(rows)) for rows in members])
    return np.bincount(drawn, minlength=n_rows)


def strata_of_groups(task: Task, stratum: Integers, *, must: bool) -> Integers | None:
    """The stratum of each group, in order of groups; None where some group lies in several.

    must: raise DesignError in place of None.

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
            f"stratify=True, but group {names[code[several[0]]].item()!r} lies in several strata, and groups "
            "are drawn whole; leave stratify out"
        )
    return None


def check_folds(task: Task, k: int, stratum: Integers | None) -> None:
    """Refuse more folds than rows or groups; warn of a stratum that cannot be in every fold.

    >>> check_folds(Task([[1.0], [2.0]], [0.5, 1.5], kind="regression"), 3, None)
    Traceback (most recent call last):
        ...
    gnomon.errors.DesignError: k=3 folds of 2 rows; use k <= 2, or leave_one_out()
    """
    if task.n_rows < 2:
        raise DesignError(f"folds need 2 rows or more, and task {task.name!r} has {task.n_rows}; gather more")
    if k > task.n_rows:
        raise DesignError(f"k={k} folds of {task.n_rows} rows; use k <= {task.n_rows}, or leave_one_out()")
    if task.group is not None:
        n_groups = len(np.unique(task.group))
        if k > n_groups:
            raise DesignError(
                f"k={k} folds of {n_groups} groups, and a group is never cut; use k <= {n_groups}"
            )
    if stratum is not None:
        warn_of_rare(task, k, np.bincount(stratum))


def warn_of_rare(task: Task, k: int, counts: Integers) -> None:
    """Warn of a stratum that cannot be in every fold; counts: rows of each stratum.

    >>> warn_of_rare(Task(np.zeros((4, 1)), [0, 0, 1, 1]), 2, np.array([2, 2]))
    """
    there = np.flatnonzero(counts)
    least = int(there[np.argmin(counts[there])])
    if counts[least] < k:
        fewer = f"use k <= {counts[least]}, or " if counts[least] > 1 else ""
        warnings.warn(
            f"{_stratum_name(task, least)} has {counts[least]} rows for k={k} folds, "
            f"so some folds hold none of it; {fewer}gather more of its rows",
            DataWarning,
            stacklevel=5,
        )


def warn_of_absent(task: Task, held_out: Integers, stratum: Integers | None) -> None:
    """Warn of a stratum of which no row is held out, so that nothing is learned of how it is predicted.

    >>> warn_of_absent(Task(np.zeros((4, 1)), [0, 0, 1, 1]), np.array([1, 2]), np.array([0, 0, 1, 1]))
    """
    if stratum is None:
        return
    n_strata = int(stratum.max()) + 1
    there, held = (np.bincount(codes, minlength=n_strata) for codes in (stratum, stratum[held_out]))
    absent = np.flatnonzero((there > 0) & (held == 0))
    if len(absent):
        warnings.warn(
            f"no row of {_stratum_name(task, int(absent[0]))} is held out, as only {there[absent[0]]} of "
            f"{task.n_rows} rows are of it; hold out a larger share, or use k_fold",
            DataWarning,
            stacklevel=4,
        )


def _shuffled(n_rows: int, stratum: Integers | None, generator: np.random.Generator) -> Integers:
    order = generator.permutation(n_rows)
    return order if stratum is None else order[np.argsort(stratum[order], kind="stable")]


def _group_table(group: Integers, stratum: Integers | None) -> Floats:
    """Rows of each group, in all (column 0) and by stratum (a column for each that occurs)."""
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
