"""Warnings about identifiers, names and dates that would be treated as categorical features."""

import re
import warnings

from gnomon.data.column import Column
from gnomon.data.table import Table
from gnomon.errors import ColumnRoleWarning

MIN_ROWS = 10
DISTINCT_SHARE = 0.9

_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}([ T]\d{1,2}:\d{2}.*)?$")


def warn_of_suspects(table: Table) -> None:
    """Issue a ColumnRoleWarning for each categorical column that holds dates, or is an identifier.

    >>> warn_of_suspects(Table.of({"town": ["Rome", "Oslo"]}))
    """
    for name in table.names:
        if table.kinds[name] == "categorical":
            column = table.column(name)
            if holds_dates(column):
                _warn(name, "holds dates, which are treated as categories, not as numbers")
            elif is_identifier(column):
                _warn(
                    name,
                    "has almost only unique values, like an identifier, so nothing can be learned from it",
                )


def holds_dates(column: Column) -> bool:
    """Whether every level of a column looks like a date.

    >>> from gnomon.data.column import column_of
    >>> holds_dates(column_of("day", ["2026-03-31", "1/4/2026"]))
    True
    """
    return bool(column.levels) and all(_DATE.match(str(level)) for level in column.levels)


def is_identifier(column: Column) -> bool:
    """Whether almost every value of a column is unique.

    >>> from gnomon.data.column import column_of
    >>> is_identifier(column_of("name", list("abcdefghijkl")))
    True
    """
    n_present = int((column.values >= 0).sum())
    return n_present >= MIN_ROWS and len(column.levels) > DISTINCT_SHARE * n_present


def _warn(name: str, problem: str) -> None:
    fix = "gn.preprocessing.prepared_estimator handles it; else drop it, or use it as {group} or {time}"
    roles = {"group": ..., "time": ...}
    warnings.warn(
        ColumnRoleWarning(f"column {name!r} {problem}; {fix}", column=name, settings=roles), stacklevel=4
    )
