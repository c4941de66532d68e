"""Dates written as text: which way of writing they follow, and the numbers they are made of."""

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
    "%d-%b-%y", "%b %Y", "%B %Y",
    "%b-%d-%Y", "%Y-%b-%d", "%Y-%b", "%Y %b", "%Y%b", "%Y-%m-%d", "%d%b%Y", "%b %d %Y", "%B %d %Y",
    "%a, %d %b %Y", "%a %d %b %Y", "%A, %B %d, %Y", "%A, %d %B %Y",
)  # fmt: skip
_FORMATS = (*(day + time for day in _DAYS for time in _TIMES), "%a %b %d %H:%M:%S %Y")

# Ways of writing that stand side by side in one column, and the share of words that are no dates at all.
BESIDE = " | "
MOST_WAYS, MOST_ODD = 3, 0.02
_SAMPLE = 200
_LIKE_A_DATE = re.compile(
    r"\d{1,4}[-/. ]?[A-Za-z\d]{1,9}[-/. ,]+\d{1,4}|^\d{1,2}[A-Za-z]{3}\d{4}"
    r"|[A-Za-z]{3,9}[-/. ,]*(\d{1,2},?[-. ]+)?\d{4}|\d{4}[-/. ]?[A-Za-z]{3,9}"
)


def date_formats(words: Sequence[str]) -> list[str]:
    """The ways of writing a date that all these words follow, the likeliest first; none if they are no dates.

    >>> date_formats(["2026-03-31", "2026-04-01 12:30"])
    ['ISO8601']
    >>> date_formats(["3/4/2026", "4/5/2026"]), date_formats(["3/4/2026", "31/5/2026"])
    (['%m/%d/%Y', '%d/%m/%Y'], ['%d/%m/%Y'])
    >>> date_formats(["1974Q1", "1974Q2"]), date_formats(["tea", "coffee"])
    (['quarter'], [])
    >>> date_formats(["2026-03-31", "4/5/2026", "5 May 2026"])
    ['%m/%d/%Y | %d %b %Y | %Y-%m-%d']
    """
    found = list(words)
    if not found or not _may_be_dates(found):
        return []
    if all(_LOOKS_LIKE_ISO.match(word) for word in found) and _reads(found, ISO):
        return [ISO]
    if all(_QUARTER.match(word) for word in found):
        return [QUARTER]
    # A handful of words rules most formats out, at no cost.
    likely = [each for each in _FORMATS if _reads(found[:20], each)]
    return [each for each in likely if _reads(found, each)] or _side_by_side(found)


def _may_be_dates(words: Sequence[str]) -> bool:
    """Whether nearly all of some words look like a date, so that it is worth to try how they are written."""
    some = spaced_out(words, _SAMPLE)
    n_alike = sum(bool(_LOOKS_LIKE_ISO.match(word) or _LIKE_A_DATE.search(word)) for word in some)
    n_alike += sum(bool(_QUARTER.match(word)) for word in some)
    return n_alike >= min((1 - MOST_ODD) * len(some), len(some) - (len(some) >= 1 / MOST_ODD))


def _side_by_side(words: Sequence[str]) -> list[str]:
    """A few ways of writing that together read nearly all words; none if there are no such."""
    ways: list[str] = []
    left = spaced_out(words, _SAMPLE)
    while left and len(ways) < MOST_WAYS:
        is_read = [~np.isnan(seconds_of(left, each)) for each in (*_FORMATS, ISO)]
        best = int(np.argmax([read.sum() for read in is_read]))
        if not is_read[best].any():
            break
        ways.append((*_FORMATS, ISO)[best])
        left = [word for word, read in zip(left, is_read[best]) if not read]
    if not ways or (len(ways) == 1 and len(words) < 1 / MOST_ODD):
        return []
    format = BESIDE.join(ways)
    n_odd = int(np.isnan(seconds_of(words, format)).sum())
    return [format] if n_odd <= MOST_ODD * len(words) else []


def spaced_out(words: Sequence[Any], most: int) -> list[Any]:
    """So many of the words, evenly spaced.

    >>> spaced_out("abcdef", 3)
    ['a', 'c', 'f']
    """
    places = np.linspace(0, len(words) - 1, min(len(words), most)).astype(np.int64)
    return [words[place] for place in places.tolist()]


def seconds_of(words: Sequence[Any], format: str) -> Floats:
    """Seconds since 1970 (in UTC where a zone is given); NaN for a word that is no date in this format.

    >>> seconds_of(["1970-01-02", "soon"], "ISO8601")
    array([86400.,    nan])
    """
    if BESIDE in format:
        found = np.full(len(words), np.nan)
        for way in format.split(BESIDE):
            left = np.flatnonzero(np.isnan(found))
            found[left] = seconds_of([words[place] for place in left.tolist()], way)
        return found
    if format == QUARTER:
        words, format = [_month_of_quarter(str(each)) for each in words], ISO
    try:
        read = pd.to_datetime(pd.Series(list(words), dtype=object), format=format, errors="coerce", utc=True)
    except (ValueError, TypeError):
        raise ParameterError(
            f"dates: {format!r} is no way to write a date; use 'ISO8601' or one such as '%d/%m/%Y'"
        ) from None
    return _seconds(read)


def seconds_of_times(times: Any) -> Floats:
    """Seconds since 1970 of values that are dates already (a column of datetimes).

    >>> seconds_of_times(pd.Series(pd.to_datetime(["1970-01-02", None])))
    array([86400.,    nan])
    """
    return _seconds(pd.to_datetime(pd.Series(times), utc=True, errors="coerce"))


def parts_of(seconds: Floats, first: str, parts: Sequence[str]) -> Floats:
    """(rows, parts): days since the first date, year, month 1-12, weekday 0-6 from Monday, hour of the day.

    >>> parts_of(np.array([86400.0 * 1.5]), "1970-01-01", ["days", "month", "weekday", "hour"])
    array([[ 1.5,  1. ,  4. , 12. ]])
    """
    # NaT is the least whole number.
    ticks = np.where(np.isnan(seconds), 0.0, np.round(seconds * 1e6)).astype(np.int64)
    ticks[np.isnan(seconds)] = np.iinfo(np.int64).min
    moments = pd.DatetimeIndex(ticks.view("datetime64[us]"))
    table = np.empty((len(seconds), len(parts)))
    for place, part in enumerate(parts):
        if part == "days":
            table[:, place] = (seconds - float(seconds_of([first], ISO)[0])) / DAY
        else:
            reading = "day_of_week" if part == "weekday" else part
            table[:, place] = np.asarray(getattr(moments, reading), dtype=np.float64)
    return table


def telling_parts(seconds: Floats) -> list[str]:
    """The parts that differ between these dates, the days since the first among them.

    >>> telling_parts(np.array([0.0, 86400.0]))
    ['days', 'weekday']
    """
    present = seconds[~np.isnan(seconds)]
    table = parts_of(present, "1970-01-01", PARTS)
    differs = [len(np.unique(column)) > 1 for column in table.T]
    return [part for part, tells in zip(PARTS, differs) if tells] or ["days"]


def check_dates(dates: Mapping[str, Any]) -> None:
    """Raise ParameterError unless each date has a format, a first day and parts that are known.

    >>> check_dates({"when": {"format": "ISO8601", "first": "2026-01-01", "parts": ["days"]}})
    """
    for name, how in dates.items():
        if not isinstance(how, Mapping) or set(how) != {"format", "first", "parts"}:
            raise ParameterError(
                f"PrepareTable(dates={{{name!r}: {how!r}}}): give format, first and parts, as in "
                "{'format': 'ISO8601', 'first': '2026-01-01', 'parts': ['days', 'month']}"
            )
        strangers = [part for part in how["parts"] if part not in PARTS]
        if strangers or not how["parts"]:
            raise ParameterError(
                f"PrepareTable(dates={{{name!r}: ...}}): parts are {how['parts']!r}; use some of {PARTS}"
            )
        if np.isnan(seconds_of([how["first"]], ISO)[0]):
            raise DataError(f"the first date of column {name!r} is {how['first']!r}; write it as 2026-01-31")


def _month_of_quarter(word: str) -> str:
    found = _QUARTER.match(word)
    return "" if found is None else f"{found[1]}-{3 * int(found[2]) - 2:02d}"


def _reads(words: Sequence[str], format: str) -> bool:
    return not np.isnan(seconds_of(words, format)).any()


def _seconds(read: Any) -> Floats:
    bare = read.dt.tz_localize(None).to_numpy().astype("datetime64[us]")
    seconds = bare.astype(np.int64) / 1e6
    seconds[np.isnat(bare)] = np.nan
    return np.asarray(seconds, dtype=np.float64)
