"""Group columns: identifiers of a person, household or batch that several rows share, inferred from values.

Rows of one level of such a column are similar: in other columns, which are constant within a person and
differ between persons, and in the target. A measurement such as age has repeated values too; but then rows
with nearby values are as similar. So the intraclass correlation of a level is computed within blocks of ten
neighboring levels; levels without an order form one block.
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
from gnomon.experiments.checks.names import looks_like_group
from gnomon.experiments.checks.permutation_test import permutation_p_value

MIN_LEVELS = 10
MAX_ROWS_A_LEVEL = 100
MIN_REPEATED = 10
LARGEST_LEVEL = 0.1
BESIDE = 10
MAX_ROWS = 5000
SAME = 0.5
MIN_ICC = 0.03
MIN_ICC_OF_OTHERS = 0.12
ALPHA = 0.01
NESTED = 0.9
MIN_SAME = 2


@dataclass(frozen=True)
class Group:
    """A column that identifies groups, with the evidence.

    same: columns that are constant within nearly every group and differ between groups. icc: intraclass
    correlation of the target, from 0 (no more than between groups) to 1; p: its permutation p-value,
    corrected for the number of columns tried. others: the median intraclass correlation of other columns.

    >>> Group("patient", ("sex",), 0.4, 0.001, 0.2).has_effect
    True
    """

    name: str
    same: tuple[str, ...]
    icc: float
    p: float
    others: float

    @property
    def has_effect(self) -> bool:
        """Whether the target has an intraclass correlation beyond chance."""
        return self.icc >= MIN_ICC and self.p <= ALPHA

    @property
    def is_clear(self) -> bool:
        """Whether other columns support it: they are constant or correlated within groups."""
        return bool(self.same) or self.others >= MIN_ICC_OF_OTHERS


def groups_of(task: Task) -> list[Group]:
    """The columns that identify groups of rows, without attributes of a group.

    >>> random = np.random.default_rng(0)
    >>> who = np.repeat(random.permutation(40), 5)
    >>> height, age = random.integers(150, 190, size=40)[who], random.integers(60, size=200)
    >>> columns = {"nr": who, "height": height, "age": age}
    >>> [(each.name, each.same) for each in groups_of(Task(columns, random.normal(size=40)[who]))]
    [('nr', ('height',))]
    """
    if task not in _CACHE:
        _CACHE[task] = list(_groups(task))
    return _CACHE[task]


_CACHE: "WeakKeyDictionary[Task, list[Group]]" = WeakKeyDictionary()


def _groups(task: Task) -> Iterator[Group]:
    table = task.table
    if table.is_sparse:
        return
    candidates = [name for name in table.names if is_shared(table.column(name))]
    levels = {name: np.unique(table.column(name).values, return_inverse=True)[1] for name in candidates}
    assessed = [_assessed(task, name, len(candidates)) for name in candidates]
    groups = [each for each in assessed if each is not None]
    for group in groups:
        if not any(_is_inner(each, group, levels) for each in groups if each is not group):
            yield group


def _is_inner(inner: Group, outer: Group, levels: dict[str, Array]) -> bool:
    """Whether one column's groups are nested in another's, which is then an attribute of the group.

    Of two columns with the same groups the finer is retained, else the first.
    """
    if outer.has_effect and not inner.has_effect:
        return False
    a, b = levels[inner.name], levels[outer.name]
    return _is_nested(a, b) and (not _is_nested(b, a) or int(a.max()) > int(b.max()))


def is_shared(column: Column) -> bool:
    """Whether a column has many levels, some of them repeated, with not too many rows per level.

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
        len(count) >= MIN_LEVELS
        and len(present) - len(count) >= MIN_REPEATED
        and len(present) / len(count) <= MAX_ROWS_A_LEVEL
    )


def _assessed(task: Task, name: str, n_tried: int) -> Group | None:
    column = task.table.column(name)
    rows, level, block = _sampled(column)
    if len(np.unique(level)) < MIN_LEVELS or len(rows) - len(np.unique(level)) < MIN_REPEATED:
        return None
    correlations, same = [], []
    for other in task.table.names:
        if other == name:
            continue
        values = _coded(task.table.column(other), rows)
        if len(np.unique(values)) > 1:
            is_class = values.dtype.kind in "iu"
            correlations.append(intraclass_correlation(level, block, values, is_class=is_class))
            if correlations[-1] >= SAME and _is_same(values, level):
                same.append(other)
    others = float(np.median(correlations)) if correlations else 0.0
    group = Group(name, tuple(same), 0.0, 1.0, others)
    has_order = column.kind in ("quantitative", "ordinal")
    if group.is_clear or looks_like_group(name) or not has_order:
        group = _with_effect(group, task, (rows, level, block), n_tried)
    return group if group.has_effect or len(same) >= MIN_SAME else None


def _with_effect(
    group: Group, task: Task, sample: tuple[Integers, Integers, Integers], n_tried: int
) -> Group:
    """The same with the intraclass correlation of the target."""
    if task.y is None or task.kind == "clustering":
        return group
    rows, level, block = sample
    is_class = task.codes is not None
    y: Array = task.codes[rows] if task.codes is not None else rankdata(np.asarray(task.y)[rows])
    icc = intraclass_correlation(level, block, y, is_class=is_class)
    if icc < MIN_ICC:
        return replace(group, icc=icc)
    p = n_tried * permutation_p_value(
        lambda permuted: intraclass_correlation(level, block, permuted, is_class=is_class),
        y,
        block=block,
        times=int(np.ceil(2 * n_tried / ALPHA)) - 1,
        enough=ALPHA / n_tried,
    )
    return replace(group, icc=icc, p=min(p, 1.0))


def _sampled(column: Column) -> tuple[Integers, Integers, Integers]:
    """A sample of rows with repeated levels, their levels and their blocks of ten neighboring levels.

    From large tables whole blocks are sampled. Levels with very many rows, such as zero hours, are no groups.
    """
    rows = np.flatnonzero(~column.missing)
    level = np.unique(column.values[rows], return_inverse=True)[1]
    count = np.bincount(level)
    is_selected = ((count > 1) & (count <= max(LARGEST_LEVEL * len(rows), 2)))[level]
    rows, level = rows[is_selected], np.unique(level[is_selected], return_inverse=True)[1].astype(np.int64)
    block = level // BESIDE
    if len(rows) > MAX_ROWS:
        order = np.random.default_rng(0).permutation(int(block.max()) + 1)
        enough = int(np.searchsorted(np.cumsum(np.bincount(block)[order]), MAX_ROWS)) + 1
        is_selected = np.isin(block, order[:enough])
        rows, level, block = rows[is_selected], level[is_selected], block[is_selected]
        level = np.unique(level, return_inverse=True)[1].astype(np.int64)
    has_order = column.kind in ("quantitative", "ordinal")
    return rows, level, np.unique(block, return_inverse=True)[1] if has_order else np.zeros_like(block)


def intraclass_correlation(level: Integers, block: Integers, values: Array, *, is_class: bool) -> float:
    """Intraclass correlation of values within levels, given blocks: 0 by chance, 1 if constant in each level.

    The sum of squares between levels minus its mean over all permutations of the values within blocks, in
    units of the total variance. Classes are one-hot encoded.

    >>> level = np.repeat(np.arange(30), 2)
    >>> round(intraclass_correlation(level, np.zeros(60, dtype=int), level.astype(float), is_class=False), 2)
    1.02
    """
    if is_class:
        between, total = _classes_beyond_blocks(level, block, np.unique(values, return_inverse=True)[1])
    else:
        between, total = _beyond_blocks(level, block, np.asarray(values, dtype=np.float64))
    # Variance between blocks is excluded, so the degrees of freedom are fewer than the number of levels.
    n_levels, n_blocks = max(int(level.max()) + 1, 2), len(np.unique(block))
    freedom = (len(level) - n_levels) * (n_levels - n_blocks) / (n_levels - 1)
    return between / (total * freedom) if total > 0 and freedom > 0 else 0.0


def _beyond_blocks(level: Integers, block: Integers, values: Floats) -> tuple[float, float]:
    """The sum of squares between levels minus its permutation mean, and the total variance."""
    values = values - values.mean()
    size = np.bincount(block)
    mean = np.bincount(block, values) / size
    variance = np.maximum(np.bincount(block, values**2) / size - mean**2, 0.0)
    n_level = np.bincount(level)
    block_of = np.zeros(len(n_level), dtype=np.int64)
    block_of[level] = block
    # A sum of n of N values sampled without replacement has variance n s² (N - n) / (N - 1).
    expected = variance[block_of] * (size[block_of] - n_level) / np.maximum(size[block_of] - 1, 1)
    between = float(np.sum(np.bincount(level, values) ** 2 / n_level))
    return between - float(np.sum(n_level * mean[block_of] ** 2 + expected)), float(np.mean(values**2))


def _classes_beyond_blocks(level: Integers, block: Integers, codes: Integers) -> tuple[float, float]:
    """The same, summed over a column of 0 and 1 for each class, from the counts n_lc of class c in level l.

    With N_bc in block b the sum is Σ n_lc² / n_l - Σ N_bc² / N_b - Σ V_b (N_b - n_l) / (N_b - 1), where
    V_b = 1 - Σ (N_bc / N_b)²; so the cost does not grow with the number of classes.
    """
    n_level, size = np.bincount(level), np.bincount(block)
    block_of = np.zeros(len(n_level), dtype=np.int64)
    block_of[level] = block
    within = np.bincount(block, _own_counts(block, codes)) / size
    variance = 1 - within / size
    expected = variance[block_of] * (size[block_of] - n_level) / np.maximum(size[block_of] - 1, 1)
    between = float(np.sum(_own_counts(level, codes) / n_level[level]))
    shares = np.bincount(codes) / len(codes)
    return between - float(np.sum(within) + np.sum(expected)), float(1 - shares @ shares)


def _own_counts(part: Integers, codes: Integers) -> Integers:
    """For each row, how many rows of its part have its code."""
    pair = np.unique(part * (int(codes.max()) + 1) + codes, return_inverse=True)[1]
    return np.bincount(pair)[pair]


def _coded(column: Column, rows: Integers) -> Array:
    """Values as ranks, or as level codes; missing values are a separate level."""
    if column.kind == "quantitative":
        values = column.values[rows]
        return rankdata(np.where(np.isfinite(values), values, np.inf))
    return column.values[rows]


def _is_same(values: Array, level: Integers) -> bool:
    """Whether values are constant within nearly all levels, and not a relabeling of the levels."""
    n_pairs = len(np.unique(np.column_stack([values.astype(np.float64), level]), axis=0))
    n_levels = int(level.max()) + 1
    is_name = n_pairs == n_levels == len(np.unique(values))
    return n_pairs <= 1.1 * n_levels and not is_name


def _is_nested(inner: Integers, outer: Integers) -> bool:
    """Whether nearly all rows of each level of one column lie in one level of the other."""
    pair = np.unique(np.column_stack([inner, outer]), axis=0, return_counts=True)
    size = np.bincount(inner)
    largest = np.zeros(len(size), dtype=np.int64)
    np.maximum.at(largest, pair[0][:, 0], pair[1])
    shared = size > 1
    return bool(largest[shared].sum() >= NESTED * size[shared].sum()) if shared.any() else False


def _are_whole(values: Array) -> bool:
    return bool(np.all(np.isfinite(values)) and np.all(values == np.round(values)))
