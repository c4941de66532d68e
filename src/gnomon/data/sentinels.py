"""Sentinel values that may encode missing data, such as -999: warned of, not replaced."""

import warnings

import numpy as np

from gnomon.arrays import Array
from gnomon.data.table import Table
from gnomon.errors import DataWarning

SENTINELS = (-9.0, -99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0)

_MIN_ROWS = 2
# All other numbers of the column are at least this many times smaller.
_MIN_RATIO = 5.0
_MAX_COLUMNS = 12


def warn_of_sentinels(table: Table) -> None:
    """Issue one warning for the columns in which a sentinel value is far from all other numbers.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_of_sentinels(Table.of({"dose": [1.5, -999.0, 2.5, -999.0, 3.0]}))
    >>> str(caught[0].message)[:46]
    "-999 occurs 2 times in column 'dose', far from"
    """
    if table.is_sparse:
        return
    names = [name for name in table.names if table.kinds[name] == "quantitative"]
    suspects = [
        (name, *sentinel) for name in names if (sentinel := _sentinel(table.column(name).values)) is not None
    ]
    if not suspects:
        return
    name, value, count = suspects[0]
    others = [each for each, _, _ in suspects[1:_MAX_COLUMNS]]
    more = f" (likewise in {', '.join(map(repr, others))})" if others else ""
    sentinel_value = DataWarning(
        f"{value:g} occurs {count:,} times in column {name!r}, far from all other numbers{more}; pass "
        "{missing} if it means a missing value",
        column=name,
        settings={"missing": (f"{value:g}",)},
    )
    warnings.warn(sentinel_value, stacklevel=4)


def _sentinel(values: Array) -> tuple[float, int] | None:
    """The sentinel value of a column, and the number of rows that hold it."""
    ends = (np.nanmin(values), np.nanmax(values)) if not np.isnan(values).all() else ()
    for end in ends:
        if float(end) not in SENTINELS:
            continue
        is_end = values == end
        others = values[~is_end & ~np.isnan(values)]
        is_apart = len(others) > 0 and np.abs(others).max() <= abs(end) / _MIN_RATIO
        # A negative value is also suspect where all others are nonnegative.
        is_alone = end < 0 and len(others) > 0 and others.min() >= 0
        if is_end.sum() >= _MIN_ROWS and (is_apart or is_alone):
            return float(end), int(is_end.sum())
    return None
