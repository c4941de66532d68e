"""Columns that name what several rows share: a person, a household, a batch. Known by values, not names.

The rows of one level of such a column are alike: in other columns, which are the same for all rows of a
person and differ from one to the next, and in the target. A measurement has equal values too, such as an age;
but then rows of nearly equal values are as alike. So the rows of one level are compared with those of the
levels beside it, ten at a time; levels without an order are compared with all others.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Floats, Integers
from gnomon.data.column import Column
from gnomon.data.suspects import holds_dates
from gnomon.data.task import Task
from gnomon.experiments.checks.chance import share_by_chance
from gnomon.experiments.checks.names import looks_like_group

FEWEST_LEVELS = 10
MOST_ROWS_A_LEVEL = 100
FEWEST_REPEATED = 10
LARGEST_LEVEL = 0.1
BESIDE = 10
MOST_ROWS = 5000
SAME = 0.5
ALIKE = 0.03
ALIKE_IN_OTHERS = 0.12
BY_CHANCE = 0.01
NESTED = 0.9
FEWEST_SAME = 2


@dataclass(frozen=True)
class Group:
    """A column that names groups, and what says so.

    same: columns with one value in nearly every group, which differ from group to group. likeness: how alike
    the target is within groups, from 0 (no more than between rows of other groups) to 1; p: how likely that
    is by chance, for all columns tried together. others: the median likeness of the other columns.

    >>> Group("patient", ("sex",), 0.4, 0.001, 0.2).has_effect
    True
    """

    name: str
    same: tuple[str, ...]
    likeness: float
    p: float
    others: float

    @property
    def has_effect(self) -> bool:
        """Whether the target is alike within groups, beyond chance."""
        return self.likeness >= ALIKE and self.p <= BY_CHANCE

    @property
    def is_clear(self) -> bool:
        """Whether other columns say so too, in which rows of a group are alike."""
        return bool(self.same) or self.others >= ALIKE_IN_OTHERS


def groups_of(task: Task) -> list[Group]:
    """The columns that name groups of rows, those that others are traits of.

    >>> random = np.random.default_rng(0)
    >>> who = np.repeat(random.permutation(40), 5)
    >>> height, age = random.integers(150, 190, size=40)[who], random.integers(60, size=200)
    >>> columns = {"nr": who, "height": height, "age": age}
    >>> [(each.name, each.same) for each in groups_of(Task(columns, random.normal(size=40)[who]))]
    [('nr', ('height',))]
    """
    if task not in _KNOWN:
        _KNOWN[task] = list(_found(task))
    return _KNOWN[task]


_KNOWN: "WeakKeyDictionary[Task, list[Group]]" = WeakKeyDictionary()


def _found(task: Task) -> Iterator[Group]:
    table = task.table
    if table.is_sparse:
        return
    candidates = [name for name in table.names if is_shared(table.column(name))]
    levels = {name: np.unique(table.column(name).values, return_inverse=True)[1] for name in candidates}
    found = [_judged(task, name, len(candidates)) for name in candidates]
    groups = [each for each in found if each is not None]
    for group in groups:
        if not any(_is_inner(each, group, levels) for each in groups if each is not group):
            yield group


def _is_inner(inner: Group, outer: Group, levels: dict[str, Array]) -> bool:
    """Whether the groups of one column lie whole in those of another, which then tells a trait of the group.

    Of two columns that make the same groups the finer stays, else the first.
    """
    if outer.has_effect and not inner.has_effect:
        return False
    a, b = levels[inner.name], levels[outer.name]
    return _is_nested(a, b) and (not _is_nested(b, a) or int(a.max()) > int(b.max()))


def is_shared(column: Column) -> bool:
    """Whether a column has many levels, several of them in some rows, none in very many.

    >>> from gnomon.data.column import column_of
    >>> is_shared(column_of("who", [n // 3 for n in range(60)])), is_shared(column_of("x", [0.5, 1.5] * 30))
    (True, False)
    """
    present = column.values[~column.missing]
    if len(present) == 0 or (column.kind == "quantitative" and not _are_whole(present)):
        return False
    if column.kind == "boolean" or (column.kind != "quantitative" and holds_dates(column)):
        return False
    count = np.unique(present, return_counts=True)[1]
    return bool(
        len(count) >= FEWEST_LEVELS
        and len(present) - len(count) >= FEWEST_REPEATED
        and len(present) / len(count) <= MOST_ROWS_A_LEVEL
    )


def _judged(task: Task, name: str, n_tried: int) -> Group | None:
    column = task.table.column(name)
    rows, level, block = _drawn(column)
    if len(np.unique(level)) < FEWEST_LEVELS or len(rows) - len(np.unique(level)) < FEWEST_REPEATED:
        return None
    likenesses, same = [], []
    for other in task.table.names:
        if other == name:
            continue
        values = _coded(task.table.column(other), rows)
        if len(np.unique(values)) > 1:
            likenesses.append(alike(level, block, values, is_class=values.dtype.kind in "iu"))
            if likenesses[-1] >= SAME and _is_same(values, level):
                same.append(other)
    others = float(np.median(likenesses)) if likenesses else 0.0
    found = Group(name, tuple(same), 0.0, 1.0, others)
    has_order = column.kind in ("quantitative", "ordinal")
    if found.is_clear or looks_like_group(name) or not has_order:
        found = _with_effect(found, task, (rows, level, block), n_tried)
    return found if found.has_effect or len(same) >= FEWEST_SAME else None


def _with_effect(found: Group, task: Task, drawn: tuple[Integers, Integers, Integers], n_tried: int) -> Group:
    """The same with how alike the target is within groups."""
    if task.y is None or task.kind == "clustering":
        return found
    rows, level, block = drawn
    is_class = task.codes is not None
    y: Array = task.codes[rows] if task.codes is not None else rankdata(np.asarray(task.y)[rows])
    likeness = alike(level, block, y, is_class=is_class)
    if likeness < ALIKE:
        return replace(found, likeness=likeness)
    p = n_tried * share_by_chance(
        lambda dealt: alike(level, block, dealt, is_class=is_class),
        y,
        block=block,
        times=int(np.ceil(2 * n_tried / BY_CHANCE)) - 1,
        enough=BY_CHANCE / n_tried,
    )
    return replace(found, likeness=likeness, p=min(p, 1.0))


def _drawn(column: Column) -> tuple[Integers, Integers, Integers]:
    """Some rows of levels that several rows have, with their levels and blocks of ten levels side by side.

    Of large tables whole blocks are drawn. Levels of very many rows, such as zero hours, name no group.
    """
    rows = np.flatnonzero(~column.missing)
    level = np.unique(column.values[rows], return_inverse=True)[1]
    count = np.bincount(level)
    is_kept = ((count > 1) & (count <= max(LARGEST_LEVEL * len(rows), 2)))[level]
    rows, level = rows[is_kept], np.unique(level[is_kept], return_inverse=True)[1].astype(np.int64)
    block = level // BESIDE
    if len(rows) > MOST_ROWS:
        order = np.random.default_rng(0).permutation(int(block.max()) + 1)
        enough = int(np.searchsorted(np.cumsum(np.bincount(block)[order]), MOST_ROWS)) + 1
        is_kept = np.isin(block, order[:enough])
        rows, level, block = rows[is_kept], level[is_kept], block[is_kept]
        level = np.unique(level, return_inverse=True)[1].astype(np.int64)
    has_order = column.kind in ("quantitative", "ordinal")
    return rows, level, np.unique(block, return_inverse=True)[1] if has_order else np.zeros_like(block)


def alike(level: Integers, block: Integers, values: Array, *, is_class: bool) -> float:
    """How alike values are within levels, beyond the rows of their block: 0 by chance, 1 where all are equal.

    The sum of squares between levels less its mean over all ways to deal the values within the blocks, in
    units of the variance of all values. Classes count as one column of 0 and 1 each.

    >>> level = np.repeat(np.arange(30), 2)
    >>> round(alike(level, np.zeros(60, dtype=int), level.astype(float), is_class=False), 2)
    1.02
    """
    if is_class:
        found, total = _classes_beyond_blocks(level, block, np.unique(values, return_inverse=True)[1])
    else:
        found, total = _beyond_blocks(level, block, np.asarray(values, dtype=np.float64))
    # What differs between blocks is not counted, so that less than all of a group's own variance can be.
    n_levels, n_blocks = max(int(level.max()) + 1, 2), len(np.unique(block))
    freedom = (len(level) - n_levels) * (n_levels - n_blocks) / (n_levels - 1)
    return found / (total * freedom) if total > 0 and freedom > 0 else 0.0


def _beyond_blocks(level: Integers, block: Integers, values: Floats) -> tuple[float, float]:
    """The sum of squares between levels beyond the mean of all dealings, and the variance of all values."""
    values = values - values.mean()
    size = np.bincount(block)
    mean = np.bincount(block, values) / size
    variance = np.maximum(np.bincount(block, values**2) / size - mean**2, 0.0)
    n_level = np.bincount(level)
    home = np.zeros(len(n_level), dtype=np.int64)
    home[level] = block
    # A sum over n of N rows drawn without putting back has variance n s² (N - n) / (N - 1).
    spread = variance[home] * (size[home] - n_level) / np.maximum(size[home] - 1, 1)
    between = float(np.sum(np.bincount(level, values) ** 2 / n_level))
    return between - float(np.sum(n_level * mean[home] ** 2 + spread)), float(np.mean(values**2))


def _classes_beyond_blocks(level: Integers, block: Integers, codes: Integers) -> tuple[float, float]:
    """The same, summed over a column of 0 and 1 for each class, from the counts n_lc of class c in level l.

    With N_bc in block b the sum is Σ n_lc² / n_l - Σ N_bc² / N_b - Σ V_b (N_b - n_l) / (N_b - 1), where
    V_b = 1 - Σ (N_bc / N_b)²; so names of rows cost no more than two classes.
    """
    n_level, size = np.bincount(level), np.bincount(block)
    home = np.zeros(len(n_level), dtype=np.int64)
    home[level] = block
    within = np.bincount(block, _own_counts(block, codes)) / size
    variance = 1 - within / size
    spread = variance[home] * (size[home] - n_level) / np.maximum(size[home] - 1, 1)
    between = float(np.sum(_own_counts(level, codes) / n_level[level]))
    shares = np.bincount(codes) / len(codes)
    return between - float(np.sum(within) + np.sum(spread)), float(1 - shares @ shares)


def _own_counts(part: Integers, codes: Integers) -> Integers:
    """For each row, how many rows of its part have its code."""
    pair = np.unique(part * (int(codes.max()) + 1) + codes, return_inverse=True)[1]
    return np.bincount(pair)[pair]


def _coded(column: Column, rows: Integers) -> Array:
    """Values as ranks, or as codes of levels; missing ones are a level of their own."""
    if column.kind == "quantitative":
        values = column.values[rows]
        return rankdata(np.where(np.isfinite(values), values, np.inf))
    return column.values[rows]


def _is_same(values: Array, level: Integers) -> bool:
    """Whether values are equal within nearly all levels, and not another name of the level."""
    n_pairs = len(np.unique(np.column_stack([values.astype(np.float64), level]), axis=0))
    n_levels = int(level.max()) + 1
    is_name = n_pairs == n_levels == len(np.unique(values))
    return n_pairs <= 1.1 * n_levels and not is_name


def _is_nested(inner: Integers, outer: Integers) -> bool:
    """Whether the rows of a level of one column are nearly all in one level of the other."""
    pair = np.unique(np.column_stack([inner, outer]), axis=0, return_counts=True)
    size = np.bincount(inner)
    largest = np.zeros(len(size), dtype=np.int64)
    np.maximum.at(largest, pair[0][:, 0], pair[1])
    shared = size > 1
    return bool(largest[shared].sum() >= NESTED * size[shared].sum()) if shared.any() else False


def _are_whole(values: Array) -> bool:
    return bool(np.all(np.isfinite(values)) and np.all(values == np.round(values)))
