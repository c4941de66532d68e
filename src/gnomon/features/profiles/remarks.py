"""What is odd about a column, in words: constant, like an identifier, skewed, mostly zero."""

from __future__ import annotations

from math import isfinite

from gnomon.data.column import Column
from gnomon.data.suspects import DISTINCT_SHARE, MIN_ROWS
from gnomon.features.profiles.column import ColumnProfile

MANY_MISSING = 0.05
MANY_LEVELS = 50
SKEWED = 2.0
MOSTLY = 0.5
ALMOST_ALL = 0.95
_FEWEST_COUNTED = 20


def remarks_on(found: ColumnProfile, column: Column) -> tuple[str, ...]:
    """The remarks on a column, the gravest first.

    >>> from gnomon.data.column import column_of
    >>> from gnomon.features.profiles.column import profile_column
    >>> column = column_of("x", [1.0, 1.0, 1.0, None])
    >>> remarks_on(profile_column(column), column)
    ('constant', '25% missing')
    """
    if found.n_present == 0:
        return ("all missing",)
    said = [_variety(found, column), _missing(found), _frequent(found)]
    if found.kind == "quantitative":
        said += [_infinite(found), _zeros(found), _skew(found)]
    return tuple(filter(None, said))


def _variety(found: ColumnProfile, column: Column) -> str:
    if found.distinct == 1:
        return "constant"
    if found.kind == "quantitative":
        is_many = found.n_present > _FEWEST_COUNTED and found.distinct == found.n_present
        is_whole = (
            isfinite(found.minimum) and found.maximum / 2 - found.minimum / 2 == (found.n_present - 1) / 2
        )
        counts = (
            is_many and is_whole and bool((column.values[~column.missing] % 1 == found.minimum % 1).all())
        )
        return "numbers the rows, like an identifier" if counts else ""
    if found.kind == "text":
        return "free text"
    if found.kind == "date":
        return ""
    if found.n_present >= MIN_ROWS and found.distinct > DISTINCT_SHARE * found.n_present:
        return "almost no value twice, like an identifier"
    return f"many levels ({found.distinct:,})" if found.distinct > MANY_LEVELS else ""


def _missing(found: ColumnProfile) -> str:
    share = found.missing / found.n_rows if found.n_rows else 0.0
    return f"{share:.0%} missing" if share >= MANY_MISSING else ""


def _frequent(found: ColumnProfile) -> str:
    """One level, not the only one, that almost all rows have."""
    if found.distinct < 2 or not found.levels:
        return ""
    level, rows = max(found.levels, key=lambda each: each[1])
    if rows < ALMOST_ALL * found.n_present:
        return ""
    # Rounded up to 100 % it would contradict that there are other levels.
    share = min(f"{rows / found.n_present:.1%}", "99.9%", key=lambda each: float(each[:-1]))
    return f"{level[:40]!r} in {share} of rows"


def _infinite(found: ColumnProfile) -> str:
    return f"{found.infinite:,} infinite" if found.infinite else ""


def _zeros(found: ColumnProfile) -> str:
    is_said = found.distinct > 2 and found.zeros >= MOSTLY * found.n_present
    return f"{found.zeros / found.n_present:.0%} zeros" if is_said else ""


def _skew(found: ColumnProfile) -> str:
    if found.distinct <= 2 or not isfinite(found.skewness) or abs(found.skewness) <= SKEWED:
        return ""
    return f"skewed ({found.skewness:+.1f})"
