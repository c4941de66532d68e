"""Parsing of dates in text columns: date formats, and numeric date features (date parts)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

PARTS = ("days", "year", "month", "weekday", "hour")
ISO = "ISO8601"
QUARTER = "quarter"
DAY = 86400.0

_LOOKS_LIKE_ISO = re.compile(r"\d{4}-\d{1,2}(-\d{1,2}([ T]\d{1,2}:\d{2}.*)?)?$")
_QUARTER = re.compile(r"(\d{4})[-: ]?[Qq]([1-4])$")
_TIMES = (
    "", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", "T%H:%M:%S", " %I:%M %p", " %I:%M:%S %p", " %H:%M:%S %Z",
)  # fmt: skip
_DAYS = (
    "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y", "%m-%d-%Y",
    "%d.%m.%y", "%m/%d/%y", "%d/%m/%y", "%d %b %Y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y", "%d-%b-%Y",
    "%d-%b-%y", "%b %Y", "%B %Y", "%b-%Y", "%B-%Y",
    "%b-%d-%Y", "%Y-%b-%d", "%Y-%b", "%Y %b", "%Y%b", "%Y-%m-%d", "%d%b%Y", "%b %d %Y", "%B %d %Y",
    "%a, %d %b %Y", "%a %d %b %Y", "%A, %B %d, %Y", "%A, %d %B %Y",
)  # fmt: skip
_FORMATS = (*(day + time for day in _DAYS for time in _TIMES), "%a %b %d %H:%M:%S %Y")

# Formats mixed in one column, and the maximum fraction of values that are not dates.
FORMAT_SEPARATOR = " | "
MAX_FORMATS, MAX_UNPARSED = 3, 0.02
_SAMPLE = 200
_LIKE_A_DATE = re.compile(
    r"\d{1,4}[-/. ]?[A-Za-z\d]{1,9}[-/. ,]+\d{1,4}|^\d{1,2}[A-Za-z]{3}\d{4}"
    r"|[A-Za-z]{3,9}[-/. ,]*(\d{1,2},?[-. ]+)?\d{4}|\d{4}[-/. ]?[A-Za-z]{3,9}"
)


def date_formats(words: Sequence[str]) -> list[str]:
    """The date formats that parse all these strings, the most probable first; empty if they are not dates.

    >>> date_formats(["2026-03-31", "2026-04-01 12:30"])
    ['ISO8601']
    >>> date_formats(["3/4/2026", "4/5/2026"]), date_formats(["3/4/2026", "31/5/2026"])
    (['%m/%d/%Y', '%d/%m/%Y'], ['%d/%m/%Y'])
    >>> date_formats(["1974Q1", "1974Q2"]), date_formats(["tea", "coffee"])
    (['quarter'], [])
    >>> date_formats(["2026-03-31", "4/5/2026", "5 May 2026"])
    ['%m/%d/%Y | %d %b %Y | %Y-%m-%d']
    """
    values = list(words)
    if not values or not _may_be_dates(values):
        return []
    if all(_LOOKS_LIKE_ISO.match(word) for word in values) and _parses(values, ISO):
        return [ISO]
    if all(_QUARTER.match(word) for word in values):
        return [QUARTER]
    # A few strings exclude most formats quickly.
    likely = [each for each in _FORMATS if _parses(values[:20], each)]
    return [each for each in likely if _parses(values, each)] or _mixed_format(values)


def _may_be_dates(words: Sequence[str]) -> bool:
    """Whether nearly all strings of a sample look like dates, so that formats are worth trying."""
    sample = evenly_spaced(words, _SAMPLE)
    n_alike = sum(bool(_LOOKS_LIKE_ISO.match(word) or _LIKE_A_DATE.search(word)) for word in sample)
    n_alike += sum(bool(_QUARTER.match(word)) for word in sample)
    return n_alike >= min((1 - MAX_UNPARSED) * len(sample), len(sample) - (len(sample) >= 1 / MAX_UNPARSED))


def _mixed_format(words: Sequence[str]) -> list[str]:
    """A few formats that together parse nearly all strings; empty if there are none."""
    if len(words) < 2:
        return []
    formats: list[str] = []
    left = evenly_spaced(words, _SAMPLE)
    while left and len(formats) < MAX_FORMATS:
        is_read = [~np.isnan(seconds_of(left, each)) for each in (*_FORMATS, ISO)]
        best = int(np.argmax([read.sum() for read in is_read]))
        if not is_read[best].any():
            break
        formats.append((*_FORMATS, ISO)[best])
        left = [word for word, read in zip(left, is_read[best]) if not read]
    if not formats or (len(formats) == 1 and len(words) < 1 / MAX_UNPARSED):
        return []
    format = FORMAT_SEPARATOR.join(formats)
    n_odd = int(np.isnan(seconds_of(words, format)).sum())
    return [format] if n_odd <= MAX_UNPARSED * len(words) else []


def evenly_spaced(words: Sequence[Any], size: int) -> list[Any]:
    """A sample of the sequence, evenly spaced.

    >>> evenly_spaced("abcdef", 3)
    ['a', 'c', 'f']
    """
    index = np.linspace(0, len(words) - 1, min(len(words), size)).astype(np.int64)
    return [words[each] for each in index.tolist()]


def seconds_of(words: Sequence[Any], format: str) -> Floats:
    """Seconds since 1970 (UTC if a time zone is included); NaN for a string that does not match the format.

    >>> seconds_of(["1970-01-02", "soon"], "ISO8601")
    array([86400.,    nan])
    """
    if FORMAT_SEPARATOR in format:
        seconds = np.full(len(words), np.nan)
        for single in format.split(FORMAT_SEPARATOR):
            left = np.flatnonzero(np.isnan(seconds))
            seconds[left] = seconds_of([words[each] for each in left.tolist()], single)
        return seconds
    if format == QUARTER:
        words, format = [_month_of_quarter(str(each)) for each in words], ISO
    try:
        read = pd.to_datetime(pd.Series(list(words), dtype=object), format=format, errors="coerce", utc=True)
    except (ValueError, TypeError):
        raise ParameterError(
            f"dates: {format!r} is not a date format; use 'ISO8601' or a format such as '%d/%m/%Y'"
        ) from None
    return _seconds(read)


def seconds_of_times(times: Any) -> Floats:
    """Seconds since 1970 of a datetime column.

    >>> seconds_of_times(pd.Series(pd.to_datetime(["1970-01-02", None])))
    array([86400.,    nan])
    """
    return _seconds(pd.to_datetime(pd.Series(times), utc=True, errors="coerce"))


def parts_of(seconds: Floats, first: str, parts: Sequence[str]) -> Floats:
    """Date features (rows, parts): days since the first date, year, month 1-12, weekday 0-6 (Monday 0), hour.

    >>> parts_of(np.array([86400.0 * 1.5]), "1970-01-01", ["days", "month", "weekday", "hour"])
    array([[ 1.5,  1. ,  4. , 12. ]])
    """
    # NaT is the minimum int64.
    ticks = np.where(np.isnan(seconds), 0.0, np.round(seconds * 1e6)).astype(np.int64)
    ticks[np.isnan(seconds)] = np.iinfo(np.int64).min
    moments = pd.DatetimeIndex(ticks.view("datetime64[us]"))
    table = np.empty((len(seconds), len(parts)))
    for index, part in enumerate(parts):
        if part == "days":
            table[:, index] = (seconds - float(seconds_of([first], ISO)[0])) / DAY
        else:
            attribute = "day_of_week" if part == "weekday" else part
            table[:, index] = np.asarray(getattr(moments, attribute), dtype=np.float64)
    return table


def informative_parts(seconds: Floats) -> list[str]:
    """The date parts that vary among these dates, including the days since the first.

    >>> informative_parts(np.array([0.0, 86400.0]))
    ['days', 'weekday']
    """
    present = seconds[~np.isnan(seconds)]
    table = parts_of(present, "1970-01-01", PARTS)
    varies = [len(np.unique(column)) > 1 for column in table.T]
    return [part for part, is_varying in zip(PARTS, varies) if is_varying] or ["days"]


def check_dates(dates: Mapping[str, Any]) -> None:
    """Raise ParameterError unless each date column has a format, a first day and known parts.

    >>> check_dates({"when": {"format": "ISO8601", "first": "2026-01-01", "parts": ["days"]}})
    """
    for name, declared in dates.items():
        if not isinstance(declared, Mapping) or set(declared) != {"format", "first", "parts"}:
            raise ParameterError(
                f"PrepareTable(dates={{{name!r}: {declared!r}}}): pass format, first and parts, such as "
                "{'format': 'ISO8601', 'first': '2026-01-01', 'parts': ['days', 'month']}"
            )
        unknown = [part for part in declared["parts"] if part not in PARTS]
        if unknown or not declared["parts"]:
            raise ParameterError(
                f"PrepareTable(dates={{{name!r}: ...}}): parts are {declared['parts']!r}; use some of {PARTS}"
            )
        if np.isnan(seconds_of([declared["first"]], ISO)[0]):
            raise DataError(
                f"the first date of column {name!r} is {declared['first']!r}; write it as 2026-01-31"
            )


def _month_of_quarter(word: str) -> str:
    match = _QUARTER.match(word)
    return "" if match is None else f"{match[1]}-{3 * int(match[2]) - 2:02d}"


def _parses(words: Sequence[str], format: str) -> bool:
    return not np.isnan(seconds_of(words, format)).any()


def _seconds(times: Any) -> Floats:
    naive = times.dt.tz_localize(None).to_numpy().astype("datetime64[us]")
    seconds = naive.astype(np.int64) / 1e6
    seconds[np.isnat(naive)] = np.nan
    return np.asarray(seconds, dtype=np.float64)
