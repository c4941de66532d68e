"""A target that is the time between two columns of dates, or of times of day such as 1745 or 17:45."""

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.column import Column
from gnomon.data.suspects import holds_dates
from gnomon.data.table import Table
from gnomon.experiments.checks.rounding import decimals_of, rounding_unit

MIN_ROWS = 30
MIN_DISTINCT = 30
MAX_MOMENTS = 20
AGREE = 0.99
EXACT = 1e-6
DAY = 1440.0
MINUTES = (1.0, 60.0)
MAX_WIDTH = 5.0

_CLOCK = re.compile(r"([01]?\d|2[0-4]):([0-5]\d)(:[0-5]\d)?$")


@dataclass(frozen=True)
class Interval:
    """The columns that begin and end the interval.

    >>> Interval("admitted", "discharged").end
    'discharged'
    """

    start: str
    end: str


def intervals_of(total: Floats, table: Table, rows: Integers) -> list[Interval]:
    """The pairs of columns whose difference in time is the total, in any unit for dates.

    >>> random = np.random.default_rng(0)
    >>> start, minutes = random.integers(0, 1440, 60), random.integers(5, 300, 60).astype(float)
    >>> end = (start + minutes.astype(int)) % 1440
    >>> columns = {"leaves": start // 60 * 100 + start % 60, "arrives": end // 60 * 100 + end % 60}
    >>> intervals_of(minutes, Table.of(columns), np.arange(60))
    [Interval(start='leaves', end='arrives')]
    """
    columns = [table.column(name) for name in table.names]
    dates = {each.name: days_of(each)[rows] for each in columns if _has_dates(each)}
    clocks = {each.name: minutes[rows] for each in columns if (minutes := minutes_of(each)) is not None}
    return [*_pairs(total, dates, _is_span_of_dates), *_pairs(total, clocks, _is_span_of_day)]


def days_of(column: Column) -> Floats:
    """Days since 1970 of a column of dates; NaN where a value is missing or no date.

    >>> from gnomon.data.column import column_of
    >>> days_of(column_of("day", ["1970-01-02", "1970-01-04"])).tolist()
    [1.0, 3.0]
    """
    import pandas

    with warnings.catch_warnings():
        # Whether the day or the month comes first is ambiguous; differences show which.
        warnings.simplefilter("ignore")
        texts = np.array([str(each) for each in column.levels])
        parsed = pandas.to_datetime(texts, errors="coerce", format="mixed", utc=True)
    epoch = pandas.Timestamp("1970-01-01", tz="UTC")
    days = np.asarray((parsed - epoch) / pandas.Timedelta(days=1), dtype=np.float64)
    return np.where(column.missing, np.nan, days[column.values])


def minutes_of(column: Column) -> Floats | None:
    """Minutes since midnight of a column of times of day (1745 or 17:45); None if it holds none.

    Among integers below 2400 the last two digits are below 60 for a time of day only; by chance 30 distinct
    ones are so with probability 0.6 to the power of 30.

    >>> from gnomon.data.column import column_of
    >>> minutes_of(column_of("at", ["7:05", "17:45"])).tolist()
    [425.0, 1065.0]
    """
    if column.kind == "quantitative":
        present = np.unique(column.values[~column.missing]).astype(np.float64)
        if len(present) < MIN_DISTINCT or not _are_times(present):
            return None
        hours, minutes = np.divmod(column.values, 100)
        return np.asarray(60 * hours + minutes, dtype=np.float64)
    matches = [_CLOCK.match(str(level)) for level in column.levels]
    if not matches or not all(matches):
        return None
    level = np.array([60.0 * int(each[1]) + int(each[2]) for each in matches if each])
    return np.where(column.missing, np.nan, level[column.values])


def _are_times(values: Floats) -> bool:
    is_whole = values == np.round(values)
    return bool((is_whole & (values >= 0) & (values <= 2400) & (values % 100 < 60)).all())


def _has_dates(column: Column) -> bool:
    return column.kind != "quantitative" and holds_dates(column)


def _pairs(
    total: Floats, moments: dict[str, Floats], is_span: Callable[[Floats, Floats], bool]
) -> list[Interval]:
    """The ordered pairs of moments whose difference is the total by this criterion."""
    intervals = []
    for start, end in permutations(list(moments)[:MAX_MOMENTS], 2):
        gap = moments[end] - moments[start]
        is_present = np.isfinite(gap) & np.isfinite(total)
        if is_present.sum() >= max(MIN_ROWS, np.isfinite(total).sum() / 2):
            y = total[is_present]
            if len(np.unique(y)) > 2 and is_span(y, gap[is_present]):
                intervals.append(Interval(start, end))
    return intervals


def _is_span_of_dates(total: Floats, days: Floats) -> bool:
    """Whether the total increases linearly with the days, up to its rounding."""
    if np.std(days) == 0:
        return False
    fit, test = np.arange(0, len(days), 2), np.arange(1, len(days), 2)
    center = days[fit].mean()
    A = np.column_stack([days - center, np.ones(len(days))])
    slope, intercept = np.linalg.lstsq(A[fit], total[fit], rcond=None)[0]
    gap = np.abs(total - A @ np.array([slope, intercept]))[test]
    # Whole days between dates without a time are exact.
    is_whole = bool((days == np.round(days)).all()) and decimals_of(total) == 0
    tolerance = 0.0 if is_whole else 0.6 * rounding_unit(decimals_of(total))
    tolerance += EXACT * float(np.std(total[test]))
    is_coarse = tolerance > np.std(total[test]) / 10
    return bool(slope > 0 and not is_coarse and np.mean(gap <= tolerance) >= AGREE)


def _is_span_of_day(total: Floats, minutes: Floats) -> bool:
    """Whether the total is the difference in minutes or hours, modulo one day."""
    tolerance = 0.51 * rounding_unit(decimals_of(total))
    for unit in MINUTES:
        off = (minutes - unit * total + DAY / 2) % DAY - DAY / 2
        # By chance a row agrees with probability 2 · MAX_WIDTH / DAY at most.
        width = max(tolerance * unit, EXACT)
        if width <= MAX_WIDTH and np.mean(np.abs(off) <= width) >= AGREE:
            return True
    return False
