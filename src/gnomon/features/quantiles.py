"""Percentiles and other quantiles of a column, with a choice of the quantile rule.

The rule "floor" follows the definition that p percent of the rows lie below the percentile: of n sorted
values the one at index floor(n p / 100) from 0, so that the 80th percentile of 100 values is the 81st. All
methods of numpy.quantile are available by name; NumPy's default, "linear", differs from "floor".
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column, column_of
from gnomon.errors import DataError, ParameterError
from gnomon.features.kinds import check_permissible

RULES = (
    "floor",
    "linear",
    "lower",
    "higher",
    "nearest",
    "midpoint",
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
    "interpolated_inverted_cdf",
    "hazen",
    "weibull",
    "median_unbiased",
    "normal_unbiased",
)
ORDINAL_RULES = ("floor", "lower", "higher", "nearest", "inverted_cdf", "closest_observation")


def percentile(x: Any, p: float, *, rule: str = "floor", kind: str | None = None) -> Any:
    """The p-th percentile: the value below which p percent of the rows lie; for an ordinal column a level.

    x: numbers, or a Column. rule: "floor", or a method of numpy.quantile. kind: the kind of x; None to infer.

    >>> percentile(range(1, 101), 80), percentile(range(1, 101), 80, rule="linear")
    (81.0, 80.2)
    """
    return _quantiles(as_column(x, kind), [p], rule)[0]


def quartiles(x: Any, *, rule: str = "floor", kind: str | None = None) -> list[Any]:
    """The quartiles: 25th, 50th and 75th percentiles.

    >>> quartiles(range(1, 101))
    [26.0, 51.0, 76.0]
    """
    return _quantiles(as_column(x, kind), [25, 50, 75], rule)


def deciles(x: Any, *, rule: str = "floor", kind: str | None = None) -> list[Any]:
    """The deciles: 10th, 20th, ... and 90th percentiles.

    >>> deciles(range(1, 11))
    [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]
    """
    return _quantiles(as_column(x, kind), list(range(10, 100, 10)), rule)


def interquantile_range(
    x: Any, low: float = 25, high: float = 75, *, rule: str = "floor", kind: str | None = None
) -> float:
    """Interquantile range: the difference of two percentiles; by default the interquartile range (IQR).

    >>> interquantile_range(range(1, 101))
    50.0
    """
    column = as_column(x, kind)
    check_permissible("interquartile range", column)
    if not low <= high:
        raise ParameterError(f"low={low}, high={high}: low must be <= high")
    below, above = _quantiles(column, [low, high], rule)
    return float(above - below)


def as_column(x: Any, kind: str | None = None, name: str = "x") -> Column:
    """A Column unchanged, or one made from values, read as this kind.

    >>> as_column([3, 1], "categorical").levels
    (1, 3)
    """
    if isinstance(x, Column):
        return x if kind in (None, x.kind) else column_of(x.name, x.labels, kind)
    values = x if isinstance(x, np.ndarray) else list(x)
    return column_of(str(getattr(x, "name", None) or name), values, kind)


def present(column: Column) -> Array:
    """The non-missing values: numbers, or codes of levels; at least one.

    >>> present(as_column([3.0, None]))
    array([3.])
    """
    values = column.values[~column.missing]
    if len(values) == 0:
        raise DataError(f"column {column.name!r} has only missing values; no statistic is defined")
    if column.kind == "quantitative" and not np.isfinite(values).all():
        raise DataError(f"column {column.name!r} holds an infinite value; correct it or drop the row")
    return values


def quantile_values(values: Floats, percentages: list[float], rule: str) -> Floats:
    """The quantiles of numbers at these percentages.

    >>> quantile_values(np.array([3.0, 1.0, 2.0]), [50], "floor")
    array([2.])
    """
    ordered = np.sort(values)
    if rule != "floor":
        return np.asarray(np.quantile(ordered, np.asarray(percentages, dtype=float) / 100, method=rule))  # type: ignore[call-overload]
    # n p / 100 in exact arithmetic: 100 * 0.29 in floating point is below 29.
    index = [
        min(floor(len(ordered) * Fraction(str(percentage)) / 100), len(ordered) - 1)
        for percentage in percentages
    ]
    return ordered[index]


def _quantiles(column: Column, percentages: list[Any], rule: str) -> list[Any]:
    check_permissible("quantiles", column)
    if rule not in RULES:
        raise ParameterError(f"rule={rule!r}: use one of {', '.join(RULES)}")
    for percentage in percentages:
        if not 0 <= percentage <= 100:
            raise ParameterError(f"p={percentage!r}: it must be between 0 and 100")
    if column.kind == "quantitative":
        return [float(value) for value in quantile_values(present(column), percentages, rule)]
    if rule not in ORDINAL_RULES:
        raise ParameterError(
            f"rule={rule!r} interpolates, and column {column.name!r} is ordinal, without distances between "
            f"levels; use one of {', '.join(ORDINAL_RULES)}"
        )
    return [column.levels[int(code)] for code in quantile_values(present(column), percentages, rule)]
