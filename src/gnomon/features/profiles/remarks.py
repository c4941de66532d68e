"""Remarks on anomalies of a column: constant, like an identifier, skewed, mostly zero."""

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
_MIN_ROW_NUMBERS = 20


def remarks_on(profile: ColumnProfile, column: Column) -> tuple[str, ...]:
    """The remarks on a column, the most severe first.

    >>> from gnomon.data.column import column_of
    >>> from gnomon.features.profiles.column import profile_column
    >>> column = column_of("x", [1.0, 1.0, 1.0, None])
    >>> remarks_on(profile_column(column), column)
    ('constant', '25% missing')
    """
    if profile.n_present == 0:
        return ("all missing",)
    remarks = [_variety(profile, column), _missing(profile), _frequent(profile)]
    if profile.kind == "quantitative":
        remarks += [_infinite(profile), _zeros(profile), _skew(profile)]
    return tuple(filter(None, remarks))


def _variety(profile: ColumnProfile, column: Column) -> str:
    if profile.distinct == 1:
        return "constant"
    if profile.kind == "quantitative":
        is_many = profile.n_present > _MIN_ROW_NUMBERS and profile.distinct == profile.n_present
        is_whole = (
            isfinite(profile.minimum)
            and profile.maximum / 2 - profile.minimum / 2 == (profile.n_present - 1) / 2
        )
        counts = (
            is_many and is_whole and bool((column.values[~column.missing] % 1 == profile.minimum % 1).all())
        )
        return "row numbers, like an identifier" if counts else ""
    if profile.kind == "text":
        return "free text"
    if profile.kind == "date":
        return ""
    if profile.n_present >= MIN_ROWS and profile.distinct > DISTINCT_SHARE * profile.n_present:
        return "almost only unique values, like an identifier"
    return f"many levels ({profile.distinct:,})" if profile.distinct > MANY_LEVELS else ""


def _missing(profile: ColumnProfile) -> str:
    share = profile.missing / profile.n_rows if profile.n_rows else 0.0
    return f"{share:.0%} missing" if share >= MANY_MISSING else ""


def _frequent(profile: ColumnProfile) -> str:
    """A dominant level: almost all rows have it, but not all."""
    if profile.distinct < 2 or not profile.levels:
        return ""
    level, rows = max(profile.levels, key=lambda each: each[1])
    if rows < ALMOST_ALL * profile.n_present:
        return ""
    # Rounding up to 100 % would contradict that there are other levels.
    share = min(f"{rows / profile.n_present:.1%}", "99.9%", key=lambda each: float(each[:-1]))
    return f"{level[:40]!r} in {share} of rows"


def _infinite(profile: ColumnProfile) -> str:
    return f"{profile.infinite:,} infinite" if profile.infinite else ""


def _zeros(profile: ColumnProfile) -> str:
    is_remarkable = profile.distinct > 2 and profile.zeros >= MOSTLY * profile.n_present
    return f"{profile.zeros / profile.n_present:.0%} zeros" if is_remarkable else ""


def _skew(profile: ColumnProfile) -> str:
    if profile.distinct <= 2 or not isfinite(profile.skewness) or abs(profile.skewness) <= SKEWED:
        return ""
    return f"skewed ({profile.skewness:+.1f})"
