"""The profile of one column: counts, quartiles, histogram, and association with the target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.data.suspects import DISTINCT_SHARE, holds_dates, is_identifier
from gnomon.features.association import FeatureAssociation, column_association
from gnomon.features.automatic.column_use import is_text
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.profiles.bars import histogram, top_levels
from gnomon.features.statistics import mean, skewness, standard_deviation

# Permutation tests are run up to this size; larger tables use the p-value of the asymptotic test.
_MAX_PERMUTED_ROWS, _MAX_PERMUTED_LEVELS = 5_000, 50
# Of a mean, relative to the largest magnitude.
_ROUNDING = 1e-14


@dataclass(frozen=True)
class ColumnProfile:
    """The profile of one column: descriptive statistics, histogram, and association with the target.

    kind: quantitative, ordinal, categorical, boolean, date or text. distinct: number of distinct values.
    infinite, zeros: number of such values. minimum to skewness: of finite numbers. first, last: of dates.
    edges, counts: the histogram of numbers and dates (in seconds since 1970). levels: the most frequent
    levels and their counts. measure, value, p_value: association with the target.

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
        """Number of non-missing values."""
        return self.n_rows - self.missing


def profile_column(column: Column, target: Column | None = None) -> ColumnProfile:
    """The profile of a column, without remarks. target: the column to measure association with.

    >>> from gnomon.data.column import column_of
    >>> profile_column(column_of("town", ["Rome", "Oslo", "Rome"])).levels
    (('Rome', 2), ('Oslo', 1))
    """
    present = column.values[~column.missing]
    profile = ColumnProfile(
        column.name, column.kind, len(column.values), int(column.missing.sum()), len(np.unique(present))
    )
    if column.kind == "quantitative":
        profile = _of_numbers(profile, present.astype(np.float64, copy=False))
    else:
        profile = _of_levels(profile, column)
    if target is None or not _is_testable(profile, column):
        return profile
    association = column_association(*_finite(column, target), n_permutations=_n_permutations(column, target))
    return replace(
        profile, measure=association.measure, value=association.value, p_value=_p_value(association)
    )


def _of_numbers(profile: ColumnProfile, present: Floats) -> ColumnProfile:
    finite = present[np.isfinite(present)]
    profile = replace(
        profile, infinite=len(present) - len(finite), zeros=len(present) - int(np.count_nonzero(present))
    )
    if not len(finite):
        return profile
    lowest, lower, middle, upper, highest = np.quantile(finite, [0, 0.25, 0.5, 0.75, 1])
    edges, counts = histogram(finite)
    return replace(
        profile,
        minimum=float(lowest),
        lower_quartile=float(lower),
        median=float(middle),
        upper_quartile=float(upper),
        maximum=float(highest),
        mean=_mean(finite),
        standard_deviation=standard_deviation(finite, ddof=1) if len(finite) > 1 else nan,
        skewness=skewness(finite),
        edges=edges,
        counts=counts,
    )


def _mean(finite: Floats) -> float:
    """The mean; 0 if it is rounding error, as of a centered column, which differs between machines."""
    average = mean(finite)
    return average if abs(average) > _ROUNDING * np.abs(finite).max() else 0.0


def _of_levels(profile: ColumnProfile, column: Column) -> ColumnProfile:
    words = [str(column.levels[code]) for code in np.unique(column.values[~column.missing])]
    formats = date_formats(words) if column.kind == "categorical" and holds_dates(column) else []
    if formats and words:
        return _of_dates(profile, column, formats[0])
    if is_text(column):
        profile = replace(profile, kind="text")
    levels = top_levels(column.values, column.levels, in_order=column.kind in ("ordinal", "boolean"))
    return replace(profile, levels=levels)


def _of_dates(profile: ColumnProfile, column: Column, format: str) -> ColumnProfile:
    of_level = seconds_of([str(level) for level in column.levels], format)
    codes = np.unique(column.values[~column.missing])
    order = codes[np.argsort(of_level[codes], kind="stable")]
    edges, counts = histogram(of_level[column.values[~column.missing]])
    first, last = (str(column.levels[code]) for code in (order[0], order[-1]))
    return replace(profile, kind="date", first=first, last=last, edges=edges, counts=counts)


def _is_testable(profile: ColumnProfile, column: Column) -> bool:
    """Whether association is meaningful: identifiers, texts and dates are associated with any target."""
    if profile.kind in ("text", "date") or profile.n_present - profile.infinite < 3:
        return False
    if column.kind == "quantitative":
        return True
    return not is_identifier(column) and profile.distinct <= DISTINCT_SHARE * profile.n_present


def _finite(column: Column, target: Column) -> tuple[Column, Column]:
    """The columns restricted to rows with finite numbers."""
    is_finite = np.ones(len(column.values), dtype=bool)
    for each in (column, target):
        if each.kind == "quantitative":
            is_finite &= ~np.isinf(each.values)
    if is_finite.all():
        return column, target
    one, other = (replace(each, values=each.values[is_finite]) for each in (column, target))
    return one, other


def _n_permutations(column: Column, target: Column) -> int | None:
    n_levels = max(len(column.levels), len(target.levels))
    is_small = len(column.values) <= _MAX_PERMUTED_ROWS and n_levels <= _MAX_PERMUTED_LEVELS
    return None if is_small else 0


def _p_value(association: FeatureAssociation) -> float:
    return nan if np.isnan(association.value) else association.p_value
