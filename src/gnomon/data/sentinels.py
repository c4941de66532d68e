"""Numbers that may stand for missing values, such as -999: they are told of, and left as they are."""

import warnings

import numpy as np

from gnomon.arrays import Array
from gnomon.data.table import Table
from gnomon.errors import DataWarning

SENTINELS = (-9.0, -99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0)

_FEWEST_ROWS = 2
# All other numbers of a column are this many times smaller.
_APART = 5.0
_MOST_COLUMNS = 12


def tell_sentinels(table: Table) -> None:
    """Issue one warning for the columns in which such a number stands apart from all others.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as told:
    ...     warnings.simplefilter("always")
    ...     tell_sentinels(Table.of({"dose": [1.5, -999.0, 2.5, -999.0, 3.0]}))
    >>> str(told[0].message)[:45]
    "-999 stands 2 times in column 'dose', far fro"
    """
    if table.is_sparse:
        return
    names = [name for name in table.names if table.kinds[name] == "quantitative"]
    found = [(name, *seen) for name in names if (seen := _sentinel(table.column(name).values)) is not None]
    if not found:
        return
    name, value, count = found[0]
    others = [each for each, _, _ in found[1:_MOST_COLUMNS]]
    more = f" (likewise in {', '.join(map(repr, others))})" if others else ""
    text = (
        f"{value:g} stands {count:,} times in column {name!r}, far from all other numbers{more}; pass "
        f"missing=({f'{value:g}'!r},) if it means a missing value"
    )
    warnings.warn(text, DataWarning, stacklevel=4)


def _sentinel(values: Array) -> tuple[float, int] | None:
    """The number that may mean a missing value, and in how many rows."""
    ends = (np.nanmin(values), np.nanmax(values)) if not np.isnan(values).all() else ()
    for end in ends:
        if float(end) not in SENTINELS:
            continue
        is_end = values == end
        others = values[~is_end & ~np.isnan(values)]
        is_apart = len(others) > 0 and np.abs(others).max() * _APART <= abs(end)
        # Below zero it stands apart, too, where nothing else is.
        is_alone = end < 0 and len(others) > 0 and others.min() >= 0
        if is_end.sum() >= _FEWEST_ROWS and (is_apart or is_alone):
            return float(end), int(is_end.sum())
    return None
