"""What a column of a raw table is good for: a feature of some kind, or to be left out, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.data.column import KINDS, Column, column_of
from gnomon.data.suspects import DISTINCT_SHARE, FEWEST_ROWS
from gnomon.errors import ParameterError
from gnomon.features.automatic.dates import MOST_ODD, date_formats, seconds_of, telling_parts
from gnomon.features.automatic.raw_columns import word

ALL_KINDS = (*KINDS, "date", "text")
# What has so many words on average is text where hardly a value is there twice; else it takes more of both.
FEWEST_WORDS = 3.0
REPEATED_WORDS, REPEATED_TEXTS = 5.0, 100
_CONSTANT = "has the same value in every row"
_ID = re.compile(
    r"(?i:(^|[_\W])(id|uuid|guid|key|index|row_?(nr|number|names?))([_\W]|$)|^unnamed: ?\d+$|^$)"
    r"|[a-z](Id|ID)$"
)
_TIME = re.compile(r"(?i)(^|[_\W])(date|time|timestamp|datetime|year|month|week|day|quarter)s?([_\W]|$)")


@dataclass(frozen=True)
class ColumnUse:
    """One column: its kind, what it holds, and why it is left out if it is.

    kind: quantitative, ordinal, categorical, boolean, date or text. left_out: the reason, if it is.
    note: what is worth knowing of a column that is used. n_missing: how many values are missing. levels: of
    an ordinal or Boolean column. n_levels: how many there are. date: its format, first day and parts.
    changed: whether the kind is another than the table's.

    >>> ColumnUse("age", "quantitative", n_rows=8, n_missing=2).share_missing
    0.25
    """

    name: str
    kind: str
    left_out: str = ""
    note: str = ""
    n_rows: int = 0
    n_missing: int = 0
    levels: tuple[Any, ...] = ()
    n_levels: int = 0
    date: dict[str, Any] | None = None
    changed: bool = False

    @property
    def share_missing(self) -> float:
        """The share of rows in which the value is missing."""
        return self.n_missing / self.n_rows if self.n_rows else 0.0


def use_of(column: Column, kind: str | None = None, *, keep: bool = False) -> ColumnUse:
    """What a column is good for.

    kind: the kind it is given, if not its own; "date %d/%m/%Y" says how dates are written, too. keep: it is
    used, whatever it looks like.

    >>> from gnomon.data.column import column_of
    >>> use_of(column_of("nr", range(1, 31))).left_out
    'counts the rows'
    >>> use_of(column_of("day", ["2026-03-31", "2026-04-01"])).kind
    'date'
    """
    asked, _, format = (kind or "").partition(" ")
    if asked and asked not in ALL_KINDS:
        raise ParameterError(
            f"kinds={{{column.name!r}: {kind!r}}}: there is no such kind; use one of "
            f"{', '.join(ALL_KINDS)}, or one such as 'date %d/%m/%Y'"
        )
    n_missing = int(column.missing.sum())
    found = ColumnUse(column.name, column.kind, n_rows=len(column.values), n_missing=n_missing)
    if n_missing == len(column.values):
        return replace(found, left_out="has no value at all")
    if not asked or asked == "date":
        dated = _as_date(column, format, found, must=asked == "date")
        if dated is not None:
            is_constant = dated.n_levels == 1 and not n_missing and not keep
            return replace(dated, left_out=_CONSTANT) if is_constant else dated
    if asked == "text" or (not asked and is_text(column)):
        n_texts = len(np.unique(column.values[~column.missing]))
        return replace(found, kind="text", changed=True, n_levels=n_texts)
    if asked and asked != column.kind:
        column = column_of(column.name, column.labels, asked)
        found = replace(found, kind=asked, changed=True)
    distinct = np.unique(column.values[~column.missing])
    leveled = column.kind in ("ordinal", "boolean")
    found = replace(found, levels=column.levels if leveled else (), n_levels=len(distinct))
    reason = "" if keep else _useless(column, distinct, is_declared=bool(asked))
    return replace(found, left_out=reason)


def is_text(column: Column) -> bool:
    """Whether a column of words is free text: several words a value, and hardly a value twice or very many.

    >>> from gnomon.data.column import column_of
    >>> is_text(column_of("remark", [f"room {number} was clean" for number in range(20)]))
    True
    >>> is_text(column_of("city", ["Rome", "San Juan"] * 10))
    False
    """
    n_present = len(column.values) - int(column.missing.sum())
    if column.kind != "categorical" or n_present < FEWEST_ROWS:
        return False
    distinct = np.unique(column.values[~column.missing])
    spread = distinct[np.linspace(0, len(distinct) - 1, min(len(distinct), 200)).astype(np.int64)]
    words = np.mean([len(str(column.levels[code]).split()) for code in spread])
    is_repeated = 2 * len(distinct) <= n_present
    if is_repeated:
        return bool(words >= REPEATED_WORDS and len(distinct) >= REPEATED_TEXTS)
    return bool(words >= FEWEST_WORDS)


def _useless(column: Column, distinct: Any, *, is_declared: bool) -> str:
    """Why nothing can be learned from a column; empty if something can."""
    n_present = len(column.values) - int(column.missing.sum())
    if len(distinct) == 1 and n_present == len(column.values):
        return _CONSTANT
    if n_present < FEWEST_ROWS or is_declared:
        return ""
    if column.kind == "quantitative":
        return _counts_or_names(column, distinct, n_present)
    if column.kind == "categorical" and 2 * len(distinct) > n_present:
        return "has hardly a value twice, like a name"
    return ""


def _counts_or_names(column: Column, distinct: Any, n_present: int) -> str:
    if _TIME.search(column.name) or len(distinct) <= DISTINCT_SHARE * n_present:
        return ""
    if not np.array_equal(distinct, np.round(distinct)):
        return ""
    if _ID.search(column.name):
        return "has hardly a value twice, and the name of an identifier"
    is_count = distinct[0] in (0, 1) and len(distinct) == n_present
    return "counts the rows" if is_count and distinct[-1] - distinct[0] == n_present - 1 else ""


def _as_date(column: Column, format: str, found: ColumnUse, *, must: bool) -> ColumnUse | None:
    """The column as dates, if all that it holds are dates."""
    if column.kind == "quantitative":
        if not must and not _TIME.search(column.name):
            return None
        present = column.values[~column.missing]
        if (present < 1e7).any() or (present >= 1e8).any():
            return _no_date(column) if must else None
        words, formats = [word(each) for each in np.unique(present)], [format or "%Y%m%d"]
        formats = [each for each in formats if not np.isnan(seconds_of(words, each)).any()]
    else:
        words = [str(column.levels[code]) for code in np.unique(column.values[~column.missing])]
        formats = [format] if format else date_formats(words)
    if not formats:
        return _no_date(column) if must else None
    seconds = seconds_of(words, formats[0])
    is_odd = np.isnan(seconds)
    if is_odd.mean() > MOST_ODD:
        return _no_date(column)
    first = str(np.datetime64(int(np.nanmin(seconds)), "s"))
    date = {"format": formats[0], "first": first, "parts": telling_parts(seconds)}
    note = ""
    if is_odd.any():
        odd = [each for each, strange in zip(words, is_odd) if strange]
        shown = ", ".join(repr(each) for each in odd[:3]) + (" and more" if len(odd) > 3 else "")
        note = f"what is no date ({shown}) counts as missing"
        found = replace(found, n_missing=found.n_missing + _times(column, odd))
    if len(formats) > 1:
        note = (
            f"may be read as {' or '.join(formats[:2])}; kinds={{{column.name!r}: 'date {formats[1]}'}} swaps"
        )
    return replace(found, kind="date", date=date, note=note, n_levels=len(words), changed=True)


def _times(column: Column, words: list[str]) -> int:
    """In how many rows one of these words stands."""
    if column.kind == "quantitative":
        return 0
    is_odd = np.isin([str(level) for level in column.levels], words)
    return int(is_odd[column.values[~column.missing]].sum())


def _no_date(column: Column) -> ColumnUse:
    raise ParameterError(
        f"kinds={{{column.name!r}: 'date'}}: not every value of the column is a date in one format; give the "
        "format, as in 'date %d/%m/%Y', or another kind"
    )
