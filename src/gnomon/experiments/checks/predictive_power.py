"""Predictive power score: how well one column alone predicts the target on rows not used for fitting."""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln
from scipy.stats import rankdata

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.data.column import Column
from gnomon.data.task import Task
from gnomon.ties import first_largest

MAX_BINS = 32
ROWS_A_BIN = 20
MAX_CHANGES = 0.05
EXTRA_CHANGES = 5
MAX_STEPS = 12
STEP_ALPHA = 1e-6


def predictive_power(column: Column, task: Task, rows: Integers) -> float:
    """The predictive power of a column: 1 if it determines the target, 0 if it is no better than a baseline.

    Two rules are evaluated by two-fold cross-validation on alternate rows: the prediction of the same level
    or bin, and that of the nearest value (1-NN), if the target changes seldom along the column (else
    duplicate rows would predict it). For classes it is the balanced accuracy rescaled from chance level (0)
    to 1, for numbers R² of their ranks; the better rule counts.

    >>> task = Task({"a": np.arange(40.0)}, ["low"] * 20 + ["high"] * 20)
    >>> predictive_power(task.table.column("a"), task, np.arange(40))
    1.0
    """
    if task.codes is None:
        return predictive_power_for(column, rows, rankdata(np.asarray(task.y)[rows]), is_class=False)
    return predictive_power_for(column, rows, task.codes[rows], is_class=True)


def predictive_power_for(column: Column, rows: Integers, target: Array, *, is_class: bool) -> float:
    """The same for any target of these rows: class codes, or ranks of numbers.

    >>> task = Task({"a": np.arange(40.0)}, ["low"] * 20 + ["high"] * 20)
    >>> predictive_power_for(task.table.column("a"), np.arange(40), np.arange(40) // 30, is_class=True) > 0.8
    True
    """
    levels = [_bins(column, rows)]
    halves = [_Half(np.arange(len(rows)) % 2 == each) for each in (0, 1)]
    values = None
    if column.kind == "quantitative":
        values = _filled(_without_overflow(column.values[rows].astype(np.float64)))
        if not _changes_seldom(values, target, is_class=is_class):
            values = None
    powers = []
    for half in halves:
        rules = levels if values is None else [*levels, _nearest(values, half.fit_rows)]
        powers.append([_power(each, target, half, is_class) for each in rules])
    return float(np.max(np.mean(powers, axis=0)))


def is_there_by_class(column: Column, codes: Integers) -> int | None:
    """The only class whose rows have a value, or have none; None if there is no such class.

    >>> from gnomon.data.column import column_of
    >>> is_there_by_class(column_of("died_in", [None, None, 1984, 1991]), np.array([0, 0, 1, 1]))
    1
    """
    is_missing = column.missing
    if not is_missing.any() or is_missing.all():
        return None
    for rows in (~is_missing, is_missing):
        here = np.unique(codes[rows])
        if len(here) == 1 and bool((rows == (codes == here[0])).all()):
            return int(here[0])
    return None


def is_step_of_numbers(column: Column, target: Floats, rows: Integers) -> bool:
    """Whether a column is a step function of a numeric target, and not by chance.

    >>> from gnomon.data.column import column_of
    >>> weight = np.arange(40.0) * 100
    >>> is_step_of_numbers(column_of("is low", weight < 1000), weight, np.arange(40))
    True
    """
    code = np.unique(np.where(column.missing, -1, column.values)[rows], return_inverse=True)[1]
    counts = np.bincount(code)
    if not 2 <= len(counts) <= MAX_STEPS:
        return False
    along = code[np.lexsort((code, target[rows]))]
    if np.count_nonzero(np.diff(along)) != len(counts) - 1:
        return False
    # By chance all orders of the rows are equally likely; these are the orders in blocks.
    orders = gammaln(len(counts) + 1) + float(np.sum(gammaln(counts + 1))) - gammaln(len(code) + 1)
    return bool(orders < np.log(STEP_ALPHA))


def _power(level: Integers, target: Array, half: "_Half", is_class: bool) -> float:
    if is_class:
        return _of_classes(level, target, int(target.max()) + 1, half)
    return _of_numbers(level, target, half)


def is_function_of_classes(column: Column, task: Task) -> bool:
    """Whether a column is constant within each class, but not over all classes.

    >>> task = Task({"a": [1.0, 1.0, 2.0, 2.0, 2.0, 2.0]}, ["x", "x", "y", "y", "z", "z"])
    >>> is_function_of_classes(task.table.column("a"), task)
    True
    """
    if task.codes is None or task.classes is None:
        return False
    values = np.where(column.missing, -1, np.unique(column.values, return_inverse=True)[1])
    lowest, highest = np.full(len(task.classes), np.iinfo(np.int64).max), np.full(len(task.classes), -2)
    np.minimum.at(lowest, task.codes, values)
    np.maximum.at(highest, task.codes, values)
    is_present = highest > -2
    is_constant = bool((lowest[is_present] == highest[is_present]).all())
    return is_constant and len(np.unique(highest[is_present])) > 1


@dataclass(frozen=True)
class _Half:
    """The rows on which a rule is fitted, and the others, on which it is tested."""

    fit_rows: Flags

    @property
    def test_rows(self) -> Flags:
        return ~self.fit_rows


def _bins(column: Column, rows: Integers) -> Integers:
    """The level of each row, or its equal-frequency bin; the last code is for missing values."""
    if column.kind != "quantitative":
        codes = column.values[rows]
        return np.where(codes < 0, len(column.levels), codes).astype(np.int64)
    values = _without_overflow(column.values[rows].astype(np.float64))
    missing = np.isnan(values)
    if missing.all():
        return np.zeros(len(values), dtype=np.int64)
    n_bins = int(np.clip(len(values) // ROWS_A_BIN, 2, MAX_BINS))
    edges = np.unique(values[~missing])
    if len(edges) > n_bins:
        edges = np.unique(np.quantile(values[~missing], np.linspace(0, 1, n_bins + 1)[1:-1]))
    return np.where(missing, len(edges) + 1, np.searchsorted(edges, values)).astype(np.int64)


def _without_overflow(values: Floats) -> Floats:
    """The values, divided by 4 where differences would overflow."""
    return values / 4 if np.nanmax(np.abs(values), initial=0.0) > 2.0**1000 else values


def _nearest(values: Floats, fit_rows: Flags) -> Integers:
    """For each row the index of the nearest value among the fitting rows."""
    known = np.unique(values[fit_rows])
    above = np.clip(np.searchsorted(known, values), 1, max(len(known) - 1, 1))
    if len(known) == 1:
        return np.zeros(len(values), dtype=np.int64)
    is_below = values - known[above - 1] <= known[above] - values
    return np.where(is_below, above - 1, above).astype(np.int64)


def _filled(values: Floats) -> Floats:
    """Missing and infinite values replaced by one number far below all others."""
    is_present = np.isfinite(values)
    if not is_present.any():
        return np.zeros(len(values))
    lowest, highest = values[is_present].min(), values[is_present].max()
    with np.errstate(over="ignore"):
        below = max(lowest - (highest - lowest) - 1.0, -np.finfo(np.float64).max)
    return np.where(is_present, values, below)


def _changes_seldom(values: Floats, target: Array, *, is_class: bool) -> bool:
    """Whether the target has few changes, or a small total variation, along the sorted values."""
    along = target[np.lexsort((target, values))].astype(np.float64)
    if is_class:
        return int(np.count_nonzero(np.diff(along))) <= MAX_CHANGES * len(along) + len(np.unique(along))
    extent = float(along.max() - along.min())
    return float(np.sum(np.abs(np.diff(along)))) <= (MAX_CHANGES * len(along) / 2 + EXTRA_CHANGES) * extent


def _of_classes(level: Integers, codes: Array, n_classes: int, half: _Half) -> float:
    """By the most likely class of each level, with balanced class weights."""
    truth = codes[half.test_rows]
    present = np.unique(truth)
    if len(present) < 2:
        return 0.0
    table = np.zeros((int(level.max()) + 1, n_classes))
    np.add.at(table, (level[half.fit_rows], codes[half.fit_rows]), 1.0)
    table /= np.maximum(table.sum(axis=0), 1.0)
    here = level[half.test_rows]
    # Levels absent from the fitting rows count as errors.
    is_right = (first_largest(table)[here] == truth) & (table.sum(axis=1)[here] > 0)
    balanced_accuracy = float(np.mean([np.mean(is_right[truth == each]) for each in present]))
    chance = 1 / len(present)
    return max((balanced_accuracy - chance) / (1 - chance), 0.0)


def _of_numbers(level: Integers, target: Floats, half: _Half) -> float:
    """R² of the mean target of each level."""
    truth = target[half.test_rows]
    total_squares = float(np.sum((truth - truth.mean()) ** 2)) if len(truth) else 0.0
    if total_squares == 0:
        return 0.0
    fitted = level[half.fit_rows]
    count = np.bincount(fitted, minlength=int(level.max()) + 1)
    total = np.bincount(fitted, target[half.fit_rows], minlength=len(count))
    mean = np.where(count > 0, total / np.maximum(count, 1), target[half.fit_rows].mean())
    return max(1 - float(np.sum((truth - mean[level[half.test_rows]]) ** 2)) / total_squares, 0.0)
