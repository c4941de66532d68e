"""How well one column alone tells the target, on rows that had no part in learning the rule."""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln
from scipy.stats import rankdata

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task
from gnomon.ties import first_largest

MOST_BINS = 32
ROWS_A_BIN = 20
SELDOM = 0.05
FEW_TURNS = 5
MOST_STEPS = 12
NO_CHANCE = 1e-6


def told_by(column: Column, task: Task, rows: Integers) -> float:
    """The share of the target that a column tells: 1 for all of it, 0 for nothing beyond a guess.

    Two rules are learned on every other row and measured on the rest, and vice versa: what most often
    goes with the same level or bin, and what went with the nearest number, provided that the target changes
    seldom along the column (else copies of rows would tell it). Of classes the share is that of the balanced
    accuracy between a guess and 1, of numbers the share of the variance of their ranks; the greater of the
    two rules counts.

    >>> task = Task({"a": np.arange(40.0)}, ["low"] * 20 + ["high"] * 20)
    >>> told_by(task.table.column("a"), task, np.arange(40))
    1.0
    """
    if task.codes is None:
        return told_of(column, rows, rankdata(np.asarray(task.y)[rows]), is_class=False)
    return told_of(column, rows, task.codes[rows], is_class=True)


def told_of(column: Column, rows: Integers, target: Array, *, is_class: bool) -> float:
    """The same of any target of these rows: codes of classes, or ranks of numbers.

    >>> task = Task({"a": np.arange(40.0)}, ["low"] * 20 + ["high"] * 20)
    >>> told_of(task.table.column("a"), np.arange(40), np.arange(40) // 30, is_class=True) > 0.8
    True
    """
    levels = [_bins(column, rows)]
    halves = [_Half(np.arange(len(rows)) % 2 == each) for each in (0, 1)]
    values = None
    if column.kind == "quantitative":
        values = _filled(_apart(column.values[rows].astype(np.float64)))
        if not _changes_seldom(values, target, is_class=is_class):
            values = None
    shares = []
    for half in halves:
        made = levels if values is None else [*levels, _nearest(values, half.learn)]
        shares.append([_share(each, target, half, is_class) for each in made])
    return float(np.max(np.mean(shares, axis=0)))


def is_there_by_class(column: Column, codes: Integers) -> int | None:
    """The class whose rows alone have a value, or alone have none; None where there is no such class.

    >>> from gnomon.data.column import column_of
    >>> is_there_by_class(column_of("died_in", [None, None, 1984, 1991]), np.array([0, 0, 1, 1]))
    1
    """
    is_missing = column.missing
    if not is_missing.any() or is_missing.all():
        return None
    for side in (~is_missing, is_missing):
        here = np.unique(codes[side])
        if len(here) == 1 and bool((side == (codes == here[0])).all()):
            return int(here[0])
    return None


def is_step_of_numbers(column: Column, target: Floats, rows: Integers) -> bool:
    """Whether every value of a column has a stretch of the numbers to itself, and chance would not do that.

    >>> from gnomon.data.column import column_of
    >>> weight = np.arange(40.0) * 100
    >>> is_step_of_numbers(column_of("is low", weight < 1000), weight, np.arange(40))
    True
    """
    code = np.unique(np.where(column.missing, -1, column.values)[rows], return_inverse=True)[1]
    counts = np.bincount(code)
    if not 2 <= len(counts) <= MOST_STEPS:
        return False
    along = code[np.lexsort((code, target[rows]))]
    if np.count_nonzero(np.diff(along)) != len(counts) - 1:
        return False
    # All orders of the rows are as likely by chance; these are the orders of the blocks.
    orders = gammaln(len(counts) + 1) + float(np.sum(gammaln(counts + 1))) - gammaln(len(code) + 1)
    return bool(orders < np.log(NO_CHANCE))


def _share(level: Integers, target: Array, half: "_Half", is_class: bool) -> float:
    if is_class:
        return _of_classes(level, target, int(target.max()) + 1, half)
    return _of_numbers(level, target, half)


def is_function_of_classes(column: Column, task: Task) -> bool:
    """Whether a column has one value in each class, and not the same in all of them.

    >>> task = Task({"a": [1.0, 1.0, 2.0, 2.0, 2.0, 2.0]}, ["x", "x", "y", "y", "z", "z"])
    >>> is_function_of_classes(task.table.column("a"), task)
    True
    """
    if task.codes is None or task.classes is None:
        return False
    values = np.where(column.missing, -1, np.unique(column.values, return_inverse=True)[1])
    least, greatest = np.full(len(task.classes), np.iinfo(np.int64).max), np.full(len(task.classes), -2)
    np.minimum.at(least, task.codes, values)
    np.maximum.at(greatest, task.codes, values)
    is_there = greatest > -2
    is_constant = bool((least[is_there] == greatest[is_there]).all())
    return is_constant and len(np.unique(greatest[is_there])) > 1


@dataclass(frozen=True)
class _Half:
    """The rows that a rule is learned on, and the others, which judge it."""

    learn: Flags

    @property
    def judge(self) -> Flags:
        return ~self.learn


def _bins(column: Column, rows: Integers) -> Integers:
    """The level of each row, or one of some bins of about equal size; the last is of missing values."""
    if column.kind != "quantitative":
        codes = column.values[rows]
        return np.where(codes < 0, len(column.levels), codes).astype(np.int64)
    values = _apart(column.values[rows].astype(np.float64))
    missing = np.isnan(values)
    if missing.all():
        return np.zeros(len(values), dtype=np.int64)
    n_bins = int(np.clip(len(values) // ROWS_A_BIN, 2, MOST_BINS))
    edges = np.unique(values[~missing])
    if len(edges) > n_bins:
        edges = np.unique(np.quantile(values[~missing], np.linspace(0, 1, n_bins + 1)[1:-1]))
    return np.where(missing, len(edges) + 1, np.searchsorted(edges, values)).astype(np.int64)


def _apart(values: Floats) -> Floats:
    """The values, or quarters of the largest numbers, between which the way is too long for a float."""
    return values / 4 if np.nanmax(np.abs(values), initial=0.0) > 2.0**1000 else values


def _nearest(values: Floats, learn: Flags) -> Integers:
    """For each row the place of the nearest value that was learned."""
    known = np.unique(values[learn])
    above = np.clip(np.searchsorted(known, values), 1, max(len(known) - 1, 1))
    if len(known) == 1:
        return np.zeros(len(values), dtype=np.int64)
    is_below = values - known[above - 1] <= known[above] - values
    return np.where(is_below, above - 1, above).astype(np.int64)


def _filled(values: Floats) -> Floats:
    """Missing and infinite values as one number, far below all others."""
    is_there = np.isfinite(values)
    if not is_there.any():
        return np.zeros(len(values))
    least, greatest = values[is_there].min(), values[is_there].max()
    with np.errstate(over="ignore"):
        below = max(least - (greatest - least) - 1.0, -np.finfo(np.float64).max)
    return np.where(is_there, values, below)


def _changes_seldom(values: Floats, target: Array, *, is_class: bool) -> bool:
    """Whether the target, along the rising values, changes in few places, or moves to and fro but little."""
    along = target[np.lexsort((target, values))].astype(np.float64)
    if is_class:
        return int(np.count_nonzero(np.diff(along))) <= SELDOM * len(along) + len(np.unique(along))
    extent = float(along.max() - along.min())
    return float(np.sum(np.abs(np.diff(along)))) <= (SELDOM * len(along) / 2 + FEW_TURNS) * extent


def _of_classes(level: Integers, codes: Array, n_classes: int, half: _Half) -> float:
    """By the likeliest class of each level, every class counted alike."""
    judged = codes[half.judge]
    present = np.unique(judged)
    if len(present) < 2:
        return 0.0
    table = np.zeros((int(level.max()) + 1, n_classes))
    np.add.at(table, (level[half.learn], codes[half.learn]), 1.0)
    table /= np.maximum(table.sum(axis=0), 1.0)
    here = level[half.judge]
    # A level that was not learned tells nothing.
    is_right = (first_largest(table)[here] == judged) & (table.sum(axis=1)[here] > 0)
    accuracy = float(np.mean([np.mean(is_right[judged == each]) for each in present]))
    guess = 1 / len(present)
    return max((accuracy - guess) / (1 - guess), 0.0)


def _of_numbers(level: Integers, target: Floats, half: _Half) -> float:
    """By the mean of each level."""
    judged = target[half.judge]
    spread = float(np.sum((judged - judged.mean()) ** 2)) if len(judged) else 0.0
    if spread == 0:
        return 0.0
    learned = level[half.learn]
    count = np.bincount(learned, minlength=int(level.max()) + 1)
    total = np.bincount(learned, target[half.learn], minlength=len(count))
    mean = np.where(count > 0, total / np.maximum(count, 1), target[half.learn].mean())
    return max(1 - float(np.sum((judged - mean[level[half.judge]]) ** 2)) / spread, 0.0)
