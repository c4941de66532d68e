"""The use of a raw column: as a feature of some kind, or dropped, with the reason."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.data.column import KINDS, Column, column_of
from gnomon.data.suspects import DISTINCT_SHARE, MIN_ROWS
from gnomon.errors import ParameterError
from gnomon.features.automatic.dates import MAX_UNPARSED, date_formats, informative_parts, seconds_of
from gnomon.features.automatic.raw_columns import word

ALL_KINDS = (*KINDS, "date", "text")
# Free text has at least MIN_WORDS words on average; with repeated values, more words and many distinct texts.
MIN_WORDS = 3.0
MIN_WORDS_REPEATED, MIN_TEXTS_REPEATED = 5.0, 100
_CONSTANT = "has the same value in every row"
_ID = re.compile(
    r"(?i:(^|[_\W])(id|uuid|guid|key|index|row_?(nr|number|names?))([_\W]|$)|^unnamed: ?\d+$|^$)"
    r"|[a-z](Id|ID)$"
)
_TIME = re.compile(r"(?i)(^|[_\W])(date|time|timestamp|datetime|year|month|week|day|quarter)s?([_\W]|$)")


@dataclass(frozen=True)
class ColumnUse:
    """The use of one column: its kind, its levels or dates, and the reason if it is dropped.

    kind: quantitative, ordinal, categorical, boolean, date or text. left_out: the reason why the column is
    dropped, empty if it is used. note: a remark on a column that is used. n_missing: number of missing
    values. levels: of an ordinal or Boolean column. n_levels: number of distinct values. date: format, first
    day and parts. changed: whether the kind differs from the table's.

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
        """The fraction of missing values."""
        return self.n_missing / self.n_rows if self.n_rows else 0.0


def use_of(column: Column, kind: str | None = None, *, keep: bool = False) -> ColumnUse:
    """The use of a column.

    kind: the declared kind, None to infer; "date %d/%m/%Y" declares the date format too. keep: use the
    column even if it looks uninformative.

    >>> from gnomon.data.column import column_of
    >>> use_of(column_of("nr", range(1, 31))).left_out
    'is a row number'
    >>> use_of(column_of("day", ["2026-03-31", "2026-04-01"])).kind
    'date'
    """
    declared, _, format = (kind or "").partition(" ")
    if declared and declared not in ALL_KINDS:
        raise ParameterError(
            f"{{kinds}}: unknown kind; use one of {', '.join(ALL_KINDS)}, or a date format such as "
            "'date %d/%m/%Y'",
            column=column.name,
            settings={"kinds": {column.name: kind}},
        )
    n_missing = int(column.missing.sum())
    use = ColumnUse(column.name, column.kind, n_rows=len(column.values), n_missing=n_missing)
    if n_missing == len(column.values):
        return replace(use, left_out="has only missing values")
    if not declared or declared == "date":
        dated = _as_date(column, format, use, is_declared=declared == "date")
        if dated is not None:
            is_constant = dated.n_levels == 1 and not n_missing and not keep
            return replace(dated, left_out=_CONSTANT) if is_constant else dated
    if declared == "text" or (not declared and is_text(column)):
        n_texts = len(np.unique(column.values[~column.missing]))
        return replace(use, kind="text", changed=True, n_levels=n_texts)
    if declared and declared != column.kind:
        column = column_of(column.name, column.labels, declared)
        use = replace(use, kind=declared, changed=True)
    distinct = np.unique(column.values[~column.missing])
    leveled = column.kind in ("ordinal", "boolean")
    use = replace(use, levels=column.levels if leveled else (), n_levels=len(distinct))
    reason = "" if keep else _uninformative_reason(column, distinct, is_declared=bool(declared))
    return replace(use, left_out=reason)


def is_text(column: Column) -> bool:
    """Whether a column is free text: several words per value, and nearly unique or very many values.

    >>> from gnomon.data.column import column_of
    >>> is_text(column_of("remark", [f"cell {number} of the hall was clean" for number in range(20)]))
    True
    >>> is_text(column_of("city", ["Rome", "San Juan"] * 10))
    False
    """
    n_present = len(column.values) - int(column.missing.sum())
    if column.kind != "categorical" or n_present < MIN_ROWS:
        return False
    distinct = np.unique(column.values[~column.missing])
    sample = distinct[np.linspace(0, len(distinct) - 1, min(len(distinct), 200)).astype(np.int64)]
    words = np.mean([len(str(column.levels[code]).split()) for code in sample])
    is_repeated = 2 * len(distinct) <= n_present
    if is_repeated:
        return bool(words >= MIN_WORDS_REPEATED and len(distinct) >= MIN_TEXTS_REPEATED)
    return bool(words >= MIN_WORDS)


def _uninformative_reason(column: Column, distinct: Any, *, is_declared: bool) -> str:
    """Why a column is uninformative; empty if it is informative."""
    n_present = len(column.values) - int(column.missing.sum())
    if len(distinct) == 1 and n_present == len(column.values):
        return _CONSTANT
    if n_present < MIN_ROWS or is_declared:
        return ""
    if column.kind == "quantitative":
        return _identifier_reason(column, distinct, n_present)
    if column.kind == "categorical" and 2 * len(distinct) > n_present:
        return "has almost only unique values, like an identifier"
    return ""


def _identifier_reason(column: Column, distinct: Any, n_present: int) -> str:
    if _TIME.search(column.name) or len(distinct) <= DISTINCT_SHARE * n_present:
        return ""
    if not np.array_equal(distinct, np.round(distinct)):
        return ""
    if _ID.search(column.name):
        return "has almost only unique values, and the name of an identifier"
    is_count = distinct[0] in (0, 1) and len(distinct) == n_present
    return "is a row number" if is_count and distinct[-1] - distinct[0] == n_present - 1 else ""


def _as_date(column: Column, format: str, use: ColumnUse, *, is_declared: bool) -> ColumnUse | None:
    """The column as dates, if all values (or nearly all) are dates."""
    if column.kind == "quantitative":
        if not is_declared and not _TIME.search(column.name):
            return None
        present = column.values[~column.missing]
        if (present < 1e7).any() or (present >= 1e8).any():
            return _raise_not_a_date(column) if is_declared else None
        words, formats = [word(each) for each in np.unique(present)], [format or "%Y%m%d"]
        formats = [each for each in formats if not np.isnan(seconds_of(words, each)).any()]
    else:
        words = [str(column.levels[code]) for code in np.unique(column.values[~column.missing])]
        formats = [format] if format else date_formats(words)
    if not formats:
        return _raise_not_a_date(column) if is_declared else None
    seconds = seconds_of(words, formats[0])
    is_unparsed = np.isnan(seconds)
    if is_unparsed.mean() > MAX_UNPARSED:
        return _raise_not_a_date(column)
    first = str(np.datetime64(int(np.nanmin(seconds)), "s"))
    date = {"format": formats[0], "first": first, "parts": informative_parts(seconds)}
    note = ""
    if is_unparsed.any():
        unparsed = [each for each, is_bad in zip(words, is_unparsed) if is_bad]
        shown = ", ".join(repr(each) for each in unparsed[:3]) + (" and more" if len(unparsed) > 3 else "")
        note = f"values that are not dates ({shown}) count as missing"
        use = replace(use, n_missing=use.n_missing + _count_rows(column, unparsed))
    if len(formats) > 1:
        note = (
            f"the date format may be {' or '.join(formats[:2])}; kinds={{{column.name!r}: "
            f"'date {formats[1]}'}} selects the second"
        )
    return replace(use, kind="date", date=date, note=note, n_levels=len(words), changed=True)


def _count_rows(column: Column, words: list[str]) -> int:
    """The number of rows with one of these values."""
    if column.kind == "quantitative":
        return 0
    is_in = np.isin([str(level) for level in column.levels], words)
    return int(is_in[column.values[~column.missing]].sum())


def _raise_not_a_date(column: Column) -> ColumnUse:
    raise ParameterError(
        "{kinds}: the values of the column are not dates in one format; declare the format, such as "
        "'date %d/%m/%Y', or another kind",
        column=column.name,
        settings={"kinds": {column.name: "date"}},
    )
