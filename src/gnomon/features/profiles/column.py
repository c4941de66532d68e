"""The profile of one column: counts, quartiles, bars, and how it goes with the target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.data.suspects import DISTINCT_SHARE, MIN_ROWS, holds_dates, is_identifier
from gnomon.features.association import FeatureAssociation, column_association
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.profiles.bars import histogram, top_levels
from gnomon.features.statistics import mean, skewness, standard_deviation

FEWEST_WORDS = 3.0

# A p value counted from shuffles is worth its time up to this size; larger tables take that of the test.
_MAX_SHUFFLED_ROWS, _MAX_SHUFFLED_LEVELS = 5_000, 50
_WORDS_LOOKED_AT = 200


@dataclass(frozen=True)
class ColumnProfile:
    """What a column holds.

    kind: quantitative, ordinal, categorical, boolean, date or text. distinct: different values. infinite,
    zeros: how many values are. minimum to skewness: of finite numbers (of dates, minimum and maximum in
    words). edges, counts: the histogram of numbers and dates (in seconds since 1970). levels: the most
    frequent ones, with their rows. measure, value, p_value: of the association with the target.

    >>> from gnomon.data.column import column_of
    >>> profile_column(column_of("age", [31.0, 45.0, None])).distinct
    2
    """

    name: str
    kind: str
    n_rows: int
    missing: int
    distinct: int
    infinite: int = 0
    zeros: int = 0
    minimum: float = nan
    lower_quartile: float = nan
    median: float = nan
    upper_quartile: float = nan
    maximum: float = nan
    mean: float = nan
    standard_deviation: float = nan
    skewness: float = nan
    first: str = ""
    last: str = ""
    edges: tuple[float, ...] = ()
    counts: tuple[int, ...] = ()
    levels: tuple[tuple[str, int], ...] = ()
    measure: str = ""
    value: float = nan
    p_value: float = nan
    remarks: tuple[str, ...] = ()

    @property
    def n_present(self) -> int:
        """How many values are not missing."""
        return self.n_rows - self.missing


def profile_column(column: Column, target: Column | None = None) -> ColumnProfile:
    """The profile of a column, without remarks. target: what its association is measured with.

    >>> from gnomon.data.column import column_of
    >>> profile_column(column_of("town", ["Rome", "Oslo", "Rome"])).levels
    (('Rome', 2), ('Oslo', 1))
    """
    present = column.values[~column.missing]
    found = ColumnProfile(
        column.name, column.kind, len(column.values), int(column.missing.sum()), len(np.unique(present))
    )
    if column.kind == "quantitative":
        found = _of_numbers(found, present.astype(np.float64, copy=False))
    else:
        found = _of_levels(found, column)
    if target is None or not _can_go_together(found, column):
        return found
    association = column_association(*_finite(column, target), n_permutations=_shuffles(column, target))
    return replace(found, measure=association.measure, value=association.value, p_value=_p_value(association))


def _of_numbers(found: ColumnProfile, present: Floats) -> ColumnProfile:
    finite = present[np.isfinite(present)]
    found = replace(
        found, infinite=len(present) - len(finite), zeros=len(present) - int(np.count_nonzero(present))
    )
    if not len(finite):
        return found
    lowest, lower, middle, upper, highest = np.quantile(finite, [0, 0.25, 0.5, 0.75, 1])
    edges, counts = histogram(finite)
    return replace(
        found,
        minimum=float(lowest),
        lower_quartile=float(lower),
        median=float(middle),
        upper_quartile=float(upper),
        maximum=float(highest),
        mean=mean(finite),
        standard_deviation=standard_deviation(finite, ddof=1) if len(finite) > 1 else nan,
        skewness=skewness(finite),
        edges=edges,
        counts=counts,
    )


def _of_levels(found: ColumnProfile, column: Column) -> ColumnProfile:
    words = [str(column.levels[code]) for code in np.unique(column.values[~column.missing])]
    formats = date_formats(words) if column.kind == "categorical" and holds_dates(column) else []
    if formats and words:
        return _of_dates(found, column, formats[0])
    if column.kind == "categorical" and _is_text(words, found.n_present):
        found = replace(found, kind="text")
    levels = top_levels(column.values, column.levels, in_order=column.kind in ("ordinal", "boolean"))
    return replace(found, levels=levels)


def _of_dates(found: ColumnProfile, column: Column, format: str) -> ColumnProfile:
    of_level = seconds_of([str(level) for level in column.levels], format)
    places = np.unique(column.values[~column.missing])
    order = places[np.argsort(of_level[places], kind="stable")]
    edges, counts = histogram(of_level[column.values[~column.missing]])
    first, last = (str(column.levels[place]) for place in (order[0], order[-1]))
    return replace(found, kind="date", first=first, last=last, edges=edges, counts=counts)


def _is_text(words: list[str], n_present: int) -> bool:
    """Whether most values are sentences of their own."""
    if n_present < MIN_ROWS or 2 * len(words) <= n_present:
        return False
    return float(np.mean([len(word.split()) for word in words[:_WORDS_LOOKED_AT]])) >= FEWEST_WORDS


def _can_go_together(found: ColumnProfile, column: Column) -> bool:
    """Names, sentences and dates have (almost) a level for each row, which goes with anything."""
    if found.kind in ("text", "date") or found.n_present - found.infinite < 3:
        return False
    if column.kind == "quantitative":
        return True
    return not is_identifier(column) and found.distinct <= DISTINCT_SHARE * found.n_present


def _finite(column: Column, target: Column) -> tuple[Column, Column]:
    """The rows in which numbers are finite."""
    kept = np.ones(len(column.values), dtype=bool)
    for each in (column, target):
        if each.kind == "quantitative":
            kept &= ~np.isinf(each.values)
    if kept.all():
        return column, target
    one, other = (replace(each, values=each.values[kept]) for each in (column, target))
    return one, other


def _shuffles(column: Column, target: Column) -> int | None:
    n_levels = max(len(column.levels), len(target.levels))
    is_small = len(column.values) <= _MAX_SHUFFLED_ROWS and n_levels <= _MAX_SHUFFLED_LEVELS
    return None if is_small else 0


def _p_value(association: FeatureAssociation) -> float:
    return nan if np.isnan(association.value) else association.p_value
