"""What a column looks like beside a measurement: an identifier, a group, a time."""

import re
import warnings

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.data.column import Column
from gnomon.data.suspects import DISTINCT_SHARE, FEWEST_ROWS, holds_dates, is_identifier
from gnomon.data.task import Task
from gnomon.data.units import SQUARED, unit_of

WORDS_OF_GROUPS = (
    "patient|subject|person|user|customer|client|household|family|session|batch|device|participant|student"
    "|school|hospital|company|account|speaker|author|animal|donor|cell_?line"
)
_GROUP = re.compile(
    rf"(?i:(^|[_\W])(id|{WORDS_OF_GROUPS}|group)s?([_\W]|$))"
    rf"|^(?i:{WORDS_OF_GROUPS})s?([A-Z\d]|(?i:id|no|nr|number|code|key)$)|[a-z](Id|ID)$"
)
# Not in the plural: years and days are durations.
_TIME = re.compile(r"(^|[_\W])(date|time|timestamp|datetime|year|month|week|day|quarter)([_\W]|$)", re.I)
FEWEST_LEVELS = 10
MOST_ROWS_A_LEVEL = 50
FEWEST_OTHERS = 3
ALIKE = 0.7


def is_row_number(column: Column) -> bool:
    """Whether a column holds whole numbers, hardly one twice, that count rows or name them.

    >>> from gnomon.data.column import column_of
    >>> is_row_number(column_of("nr", range(100, 120))), is_row_number(column_of("age", [31, 45, 31] * 9))
    (True, False)
    """
    if column.kind != "quantitative":
        return is_identifier(column)
    present = column.values[~column.missing]
    if len(present) < FEWEST_ROWS or not _are_whole(present):
        return False
    n_distinct = len(np.unique(present))
    if n_distinct <= DISTINCT_SHARE * len(present):
        return False
    is_dense = present.max() - present.min() < 2 * len(present)
    return bool(is_dense) or looks_like_group(column.name)


def looks_like_group(name: str) -> bool:
    """Whether a name is one that identifiers and groups have.

    >>> [looks_like_group(name) for name in ("patient_id", "userid", "idle", "personal", "width")]
    [True, True, False, False, False]
    """
    return bool(_GROUP.search(name))


def looks_like_time(column: Column) -> bool:
    """Whether a column holds dates, or numbers under a name of time with many values.

    >>> from gnomon.data.column import column_of
    >>> looks_like_time(column_of("day", ["2026-03-31", "2026-04-01"]))
    True
    """
    if column.kind != "quantitative":
        return holds_dates(column)
    return bool(_TIME.search(column.name)) and len(np.unique(column.values)) >= FEWEST_LEVELS


def time_of(column: Column) -> Array:
    """The order in time that a column tells: its numbers, or its dates where they can be read.

    >>> from gnomon.data.column import column_of
    >>> time_of(column_of("day", ["2026-03-31", "2026-04-01"])).tolist()
    [0, 1]
    """
    if column.kind == "quantitative":
        return column.values
    import pandas

    with warnings.catch_warnings():
        # Whether a day or a month comes first is a guess; either gives an order.
        warnings.simplefilter("ignore")
        words = np.array([str(each) for each in column.levels])
        read = pandas.to_datetime(words, errors="coerce", format="mixed", utc=True)
    place = np.argsort(np.argsort(read.to_numpy(), kind="stable"), kind="stable")
    return place[column.values]


def group_columns(task: Task) -> list[str]:
    """The columns that look like groups: many levels, each in a few rows, which are alike or named as groups.

    >>> group_columns(Task({"patient": [f"p{n // 3}" for n in range(60)], "age": range(60)}, [0, 1] * 30))
    ['patient']
    """
    return [
        name
        for name in task.table.names
        if _is_shared(task.table.column(name)) and (looks_like_group(name) or _are_alike(task, name))
    ]


def content_columns(task: Task) -> list[str]:
    """The columns that say what a row is like: all but those that number it or name its group.

    >>> content_columns(Task({"number": range(60), "age": [31.5, 45.0, 52.0] * 20}, [0, 1] * 30))
    ['age']
    """
    table = task.table
    if table.is_sparse:
        return list(table.names)
    groups = group_columns(task)
    return [name for name in table.names if name not in groups and not is_row_number(table.column(name))]


def group_codes(column: Column) -> Integers:
    """The number of each row's group; rows without a value are groups of their own.

    >>> from gnomon.data.column import column_of
    >>> group_codes(column_of("who", ["a", None, "a", None])).tolist()
    [0, 1, 0, 2]
    """
    code = np.unique(column.values, return_inverse=True)[1].astype(np.int64)
    code[column.missing] = len(code) + np.arange(int(column.missing.sum()))
    return np.unique(code, return_inverse=True)[1].astype(np.int64)


def _is_shared(column: Column) -> bool:
    present = column.values[~column.missing]
    if len(present) == 0 or (column.kind == "quantitative" and not _are_whole(present)):
        return False
    n_levels = len(np.unique(present))
    return n_levels >= FEWEST_LEVELS and 1.5 <= len(present) / n_levels <= MOST_ROWS_A_LEVEL


def _are_alike(task: Task, name: str) -> bool:
    """Whether a column of words has levels whose rows are nearly the same in most columns of numbers.

    By the share of variance between levels, 1 - within / total, each by its degrees of freedom.
    """
    table = task.table
    others = [each for each in table.names if table.kinds[each] == "quantitative"]
    if name in others or table.is_sparse or len(others) < FEWEST_OTHERS:
        return False
    level = np.unique(table.column(name).values, return_inverse=True)[1]
    count = np.bincount(level)
    if len(level) <= len(count):
        return False
    between = []
    for values in (table.column(each).values for each in others):
        values = values / unit_of(values, SQUARED)
        mean = np.bincount(level, values) / count
        within = np.mean((values - mean[level]) ** 2) * len(level) / (len(level) - len(count))
        total = np.var(values, ddof=1)
        between.append(float(1 - within / total) if total > 0 else 0.0)
    return float(np.nan_to_num(np.median(np.array(between)))) > ALIKE


def _are_whole(values: Array) -> bool:
    return bool(np.all(np.isfinite(values)) and np.all(values == np.round(values)))
