"""Subgroups of rows by one column: its levels, or its quartiles."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.data.column import Column
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.profiles.column import ColumnProfile, profile_column
from gnomon.features.profiles.remarks import remarks_on
from gnomon.features.profiles.words import number_in_words

MIN_ROWS = 20
MAX_LEVELS = 6
MISSING = "missing"


def row_groups(column: Column) -> list[tuple[str, Integers]]:
    """The rows of each group of a column, with its name; none for identifiers and free text.

    Numbers and dates are binned at their quartiles, unless they have few distinct values; the six most
    frequent levels are groups. Groups of fewer than 20 rows are merged or dropped.

    >>> from gnomon.data.column import column_of
    >>> [(name, len(rows)) for name, rows in row_groups(column_of("age", [*range(100)] * 2))][:2]
    [('≤ 24.75', 50), ('> 24.75 to 49.5', 50)]
    """
    described = profile_column(column)
    is_name = any("identifier" in each for each in remarks_on(described, column))
    if described.kind == "text" or is_name or described.distinct < 2:
        return []
    groups = (
        _of_numbers(column, described) if column.kind == "quantitative" or described.kind == "date" else []
    )
    groups = groups or _of_levels(column)
    absent = np.flatnonzero(column.missing)
    groups += [(MISSING, absent)] if len(absent) >= MIN_ROWS else []
    large = [(name, rows) for name, rows in groups if len(rows) >= MIN_ROWS]
    return large if len(large) > 1 else []


def _of_numbers(column: Column, described: ColumnProfile) -> list[tuple[str, Integers]]:
    values = column.values if column.kind == "quantitative" else _seconds(column)
    is_finite = np.isfinite(values)
    if described.distinct <= MAX_LEVELS and column.kind == "quantitative":
        return [
            (number_in_words(value), np.flatnonzero(values == value))
            for value in np.unique(values[is_finite])
        ]
    cuts = np.unique(np.quantile(values[is_finite], [0.25, 0.5, 0.75]))
    bins = np.where(is_finite, np.searchsorted(cuts, values, side="left"), -1)
    names = _between([_word(column, cut) for cut in cuts])
    return [(name, np.flatnonzero(bins == number)) for number, name in enumerate(names)]


def _of_levels(column: Column) -> list[tuple[str, Integers]]:
    if column.kind == "quantitative":
        return []
    counts = np.bincount(column.values[column.values >= 0], minlength=len(column.levels))
    top = np.argsort(-counts, kind="stable")[:MAX_LEVELS]
    large = [int(code) for code in (sorted(top) if column.kind != "categorical" else top)]
    large = [code for code in large if counts[code] >= MIN_ROWS]
    groups = [(str(column.levels[code]), np.flatnonzero(column.values == code)) for code in large]
    rest: Flags = (column.values >= 0) & ~np.isin(column.values, large)
    return [*groups, ("other levels", np.flatnonzero(rest))]


def _seconds(column: Column) -> Floats:
    """The dates of a column as seconds; NaN if they have several formats."""
    levels = [str(level) for level in column.levels]
    formats = date_formats(levels)
    of_level = seconds_of(levels, formats[0]) if formats else np.full(len(levels), np.nan)
    return np.where(column.values < 0, np.nan, of_level[column.values])


def _word(column: Column, cut: float) -> str:
    if column.kind == "quantitative":
        return number_in_words(cut)
    return str(np.datetime64(int(cut), "s").astype("datetime64[D]"))


def _between(cuts: list[str]) -> list[str]:
    """The names of the intervals between cut points."""
    inner = [f"> {low} to {high}" for low, high in pairwise(cuts)]
    return [f"≤ {cuts[0]}", *inner, f"> {cuts[-1]}"]
