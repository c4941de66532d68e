"""The rows of a table by the values of one column: its levels, or its quartiles."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.data.column import Column
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.profiles.column import ColumnProfile, profile_column
from gnomon.features.profiles.remarks import remarks_on
from gnomon.features.profiles.words import number_in_words

FEWEST_ROWS = 20
MAX_LEVELS = 6
MISSING = "missing"


def row_groups(column: Column) -> list[tuple[str, Integers]]:
    """The rows of each group of a column, with its name; nothing for identifiers and free text.

    Numbers and dates are cut at their quartiles, unless they have few different values; of levels the six
    most frequent stand alone. Groups of less than twenty rows are put together, or left out.

    >>> from gnomon.data.column import column_of
    >>> [(name, len(rows)) for name, rows in row_groups(column_of("age", [*range(100)] * 2))][:2]
    [('≤ 24.75', 50), ('> 24.75 to 49.5', 50)]
    """
    found = profile_column(column)
    is_name = any("identifier" in each for each in remarks_on(found, column))
    if found.kind == "text" or is_name or found.distinct < 2:
        return []
    groups = _of_numbers(column, found) if column.kind == "quantitative" or found.kind == "date" else []
    groups = groups or _of_levels(column)
    absent = np.flatnonzero(column.missing)
    groups += [(MISSING, absent)] if len(absent) >= FEWEST_ROWS else []
    large = [(name, rows) for name, rows in groups if len(rows) >= FEWEST_ROWS]
    return large if len(large) > 1 else []


def _of_numbers(column: Column, found: ColumnProfile) -> list[tuple[str, Integers]]:
    values = column.values if column.kind == "quantitative" else _seconds(column)
    is_there = np.isfinite(values)
    if found.distinct <= MAX_LEVELS and column.kind == "quantitative":
        return [
            (number_in_words(value), np.flatnonzero(values == value)) for value in np.unique(values[is_there])
        ]
    cuts = np.unique(np.quantile(values[is_there], [0.25, 0.5, 0.75]))
    place = np.where(is_there, np.searchsorted(cuts, values, side="left"), -1)
    names = _between([_word(column, cut) for cut in cuts])
    return [(name, np.flatnonzero(place == number)) for number, name in enumerate(names)]


def _of_levels(column: Column) -> list[tuple[str, Integers]]:
    if column.kind == "quantitative":
        return []
    counts = np.bincount(column.values[column.values >= 0], minlength=len(column.levels))
    top = np.argsort(-counts, kind="stable")[:MAX_LEVELS]
    large = [int(place) for place in (sorted(top) if column.kind != "categorical" else top)]
    large = [place for place in large if counts[place] >= FEWEST_ROWS]
    groups = [(str(column.levels[place]), np.flatnonzero(column.values == place)) for place in large]
    rest: Flags = (column.values >= 0) & ~np.isin(column.values, large)
    return [*groups, ("other levels", np.flatnonzero(rest))]


def _seconds(column: Column) -> Floats:
    """The dates of a column as seconds; where they are written in several ways, none."""
    levels = [str(level) for level in column.levels]
    formats = date_formats(levels)
    of_level = seconds_of(levels, formats[0]) if formats else np.full(len(levels), np.nan)
    return np.where(column.values < 0, np.nan, of_level[column.values])


def _word(column: Column, cut: float) -> str:
    if column.kind == "quantitative":
        return number_in_words(cut)
    return str(np.datetime64(int(cut), "s").astype("datetime64[D]"))


def _between(cuts: list[str]) -> list[str]:
    """What to call the values up to the first cut, between cuts, and above the last."""
    inner = [f"> {low} to {high}" for low, high in pairwise(cuts)]
    return [f"≤ {cuts[0]}", *inner, f"> {cuts[-1]}"]
