"""The role of a column other than a feature: a row number or identifier, a group, a time."""

import warnings

import numpy as np
from scipy.stats import rankdata

from gnomon.arrays import Array, Integers
from gnomon.data.column import Column
from gnomon.data.suspects import DISTINCT_SHARE, MIN_ROWS, is_identifier
from gnomon.data.task import Task
from gnomon.experiments.checks.groups import groups_of, is_shared
from gnomon.experiments.checks.names import looks_like_group

MAX_GAP_VARIATION = 1.2
MAX_STANDARD_ERRORS = 3.0


def is_row_number(column: Column) -> bool:
    """Whether a column holds nearly unique integers that number the rows, or has the name of an identifier.

    >>> from gnomon.data.column import column_of
    >>> is_row_number(column_of("nr", range(100, 120))), is_row_number(column_of("age", [31, 45, 31] * 9))
    (True, False)
    """
    if column.kind != "quantitative":
        return is_identifier(column)
    present = column.values[~column.missing]
    if len(present) < MIN_ROWS or not _are_whole(present):
        return False
    n_distinct = len(np.unique(present))
    if n_distinct <= DISTINCT_SHARE * len(present):
        return False
    is_dense = present.max() - present.min() < 2 * len(present)
    return bool(is_dense) or looks_like_group(column.name) or _numbers_file(present)


def time_of(column: Column) -> Array:
    """The time of each row from a column: its numbers, or the ranks of its parsed dates.

    >>> from gnomon.data.column import column_of
    >>> time_of(column_of("day", ["2026-03-31", "2026-04-01"])).tolist()
    [0, 1]
    """
    if column.kind == "quantitative":
        return column.values
    import pandas

    with warnings.catch_warnings():
        # Whether the day or the month comes first is ambiguous; either gives an order.
        warnings.simplefilter("ignore")
        texts = np.array([str(each) for each in column.levels])
        dates = pandas.to_datetime(texts, errors="coerce", format="mixed", utc=True)
    rank = np.argsort(np.argsort(dates.to_numpy(), kind="stable"), kind="stable")
    return rank[column.values]


def group_columns(task: Task) -> list[str]:
    """The columns that identify groups of rows, inferred from their values: see `groups`.

    >>> who = np.repeat(np.random.default_rng(0).permutation(20), 3)
    >>> traits = {"born": who**2 % 13, "male": who % 2}
    >>> group_columns(Task({"nr": who, **traits, "age": range(60)}, [0, 1] * 30))
    ['nr']
    """
    return [each.name for each in groups_of(task)]


def content_columns(task: Task) -> list[str]:
    """The feature columns proper: all but row numbers, identifiers and group columns.

    >>> content_columns(Task({"number": range(60), "age": [31.5, 45.0, 52.0] * 20}, [0, 1] * 30))
    ['age']
    """
    table = task.table
    if table.is_sparse:
        return list(table.names)
    groups = set(group_columns(task))
    # Even if unrelated to the target: an identifier must not hide that rows are duplicates.
    groups |= {name for name in table.names if looks_like_group(name) and is_shared(table.column(name))}
    return [name for name in table.names if name not in groups and not is_row_number(table.column(name))]


def group_codes(column: Column) -> Integers:
    """Integer code of each row's group; each row with a missing value is its own group.

    >>> from gnomon.data.column import column_of
    >>> group_codes(column_of("who", ["a", None, "a", None])).tolist()
    [0, 1, 0, 2]
    """
    code = np.unique(column.values, return_inverse=True)[1].astype(np.int64)
    code[column.missing] = len(code) + np.arange(int(column.missing.sum()))
    return np.unique(code, return_inverse=True)[1].astype(np.int64)


def _numbers_file(values: Array) -> bool:
    """Whether integers rise or fall from row to row by gaps like those of a random sample of numbered rows.

    Such gaps are exchangeable, with a standard deviation of at most about their mean. A measurement by which
    the file was sorted has far larger gaps in its tails; the gaps of a total that grows change with the row.
    """
    steps = np.diff(values / max(float(np.max(np.abs(values), initial=0.0)), 1.0))
    if len(steps) < MIN_ROWS or not ((steps > 0).all() or (steps < 0).all()):
        return False
    gaps = np.abs(steps)
    if float(np.std(gaps)) > MAX_GAP_VARIATION * float(np.mean(gaps)):
        return False
    rank = rankdata(gaps)
    if np.ptp(rank) == 0:
        return True
    drift = np.corrcoef(rank, np.arange(len(rank)))[0, 1]
    serial = np.corrcoef(rank[1:], rank[:-1])[0, 1] if np.ptp(rank[1:]) and np.ptp(rank[:-1]) else 0.0
    return bool(max(abs(drift), abs(serial)) <= MAX_STANDARD_ERRORS / np.sqrt(len(rank)))


def _are_whole(values: Array) -> bool:
    return bool(np.all(np.isfinite(values)) and np.all(values == np.round(values)))
