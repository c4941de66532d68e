"""Critical values of the normal, Student's t and chi-squared, and the statistics they are compared with."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from gnomon.arrays import Array
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

Bounds = tuple[float, float]


def check_level(level: float) -> float:
    """The level, if it is one.

    >>> check_level(0.9)
    0.9
    """
    if not 0 < level < 1:
        raise ParameterError(
            f"level={level!r}: the level of an interval is above 0 and below 1, such as 0.95"
        )
    return level


def critical_z(level: float) -> float:
    """Half-width of the central `level` of the standard normal.

    >>> round(critical_z(0.95), 5)
    1.95996
    """
    return float(stats.norm.ppf(0.5 + check_level(level) / 2))


def critical_t(level: float, freedom: float) -> float:
    """Half-width of the central `level` of Student's t.

    >>> round(critical_t(0.95, 4), 4)
    2.7764
    """
    return float(stats.t.ppf(0.5 + check_level(level) / 2, freedom))


def critical_chi_squared(level: float, freedom: float) -> Bounds:
    """The two ends of the central `level` of chi-squared.

    >>> [round(value, 4) for value in critical_chi_squared(0.95, 4)]
    [0.4844, 11.1433]
    """
    tail = 0.5 - check_level(level) / 2
    return float(stats.chi2.ppf(tail, freedom)), float(stats.chi2.ppf(1 - tail, freedom))


def critical_values(
    freedoms: Sequence[int] = tuple(range(1, 31)), levels: Sequence[float] = (0.9, 0.95, 0.99)
) -> pd.DataFrame:
    """The table at the back of the book: a line for each degree of freedom, a column for each level.

    The last line, of infinite freedom, is the normal's.

    >>> critical_values([1, 4], [0.95])[0.95].round(3).tolist()
    [12.706, 2.776, 1.96]
    """
    import pandas as pd

    index = pd.Index([*map(float, freedoms), np.inf], name="freedom")
    columns = {
        level: [*(critical_t(level, each) for each in freedoms), critical_z(level)] for level in levels
    }
    return pd.DataFrame(columns, index=index)


def z_statistic(values: Array, mean: float, deviation: float) -> float:
    """√n (mean of the values - mean) / deviation: standard normal for many values with these two.

    >>> round(z_statistic(np.array([8, 4, 7, 11, 5]) / 30, 0.2, 0.1), 4)
    0.7454
    """
    if not deviation > 0:
        raise ParameterError(f"deviation={deviation!r}: a known standard deviation is above 0")
    values = several(values)
    return sqrt(len(values)) * (float(np.mean(values)) - mean) / deviation


def t_statistic(values: Array, mean: float = 0.0, *, ddof: int = 1) -> float:
    """√n (mean of the values - mean) / s: Student's t with n - 1 degrees of freedom for normal values.

    ddof: with 0, as some books print it, the statistic is √(n / (n - 1)) times as large as Student's.

    >>> round(t_statistic(np.array([8, 4, 7, 11, 5]) / 30, 0.2), 4)
    0.8165
    """
    values = several(values)
    deviation = float(np.std(values, ddof=ddof))
    if deviation == 0:
        raise DataError(
            f"the {len(values)} values are all {values[0]:g}, so a distance in units of their spread is "
            "undefined; give values that differ"
        )
    return sqrt(len(values)) * (float(np.mean(values)) - mean) / deviation


def variance_chi_squared(values: Array, deviation: float) -> float:
    """Σ (value - mean of the values)² / deviation²: chi-squared with n - 1 degrees of freedom.

    >>> round(variance_chi_squared(np.array([8, 4, 7, 11, 5]) / 30, 0.1), 4)
    3.3333
    """
    if not deviation > 0:
        raise ParameterError(f"deviation={deviation!r}: a known standard deviation is above 0")
    values = several(values)
    return float(np.sum(np.square(values - np.mean(values)))) / deviation**2


def several(values: Array) -> Array:
    """The values as numbers, if there are two or more and all are finite."""
    values = np.asarray(values, dtype=np.float64)
    if len(values) < 2:
        raise DesignError(
            f"{len(values)} split has no spread, so no interval; use k_fold, or repeated(plan, times=10)"
        )
    if not np.isfinite(values).all():
        place = int(np.argmin(np.isfinite(values)))
        raise DataError(f"value {place} is {values[place]}; an interval needs finite values")
    return values


def about(center: float, critical: float, error: float) -> Bounds:
    """center ± critical x error."""
    return center - critical * error, center + critical * error
