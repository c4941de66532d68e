"""Critical values of the normal, Student's t and chi-squared distributions, and their test statistics."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

Bounds = tuple[float, float]


def check_level(level: float) -> float:
    """The validated confidence level.

    >>> check_level(0.9)
    0.9
    """
    if not 0 < level < 1:
        raise ParameterError(
            f"level={level!r}: the confidence level must be above 0 and below 1, such as 0.95"
        )
    return level


def critical_z(level: float) -> float:
    """Two-sided critical value of the standard normal distribution.

    >>> round(critical_z(0.95), 5)
    1.95996
    """
    return float(stats.norm.ppf(0.5 + check_level(level) / 2))


def critical_t(level: float, freedom: float) -> float:
    """Two-sided critical value of Student's t distribution; freedom: degrees of freedom.

    >>> round(critical_t(0.95, 4), 4)
    2.7764
    """
    return float(stats.t.ppf(0.5 + check_level(level) / 2, freedom))


def critical_chi_squared(level: float, freedom: float) -> Bounds:
    """Lower and upper critical values of the chi-squared distribution; freedom: degrees of freedom.

    >>> [round(value, 4) for value in critical_chi_squared(0.95, 4)]
    [0.4844, 11.1433]
    """
    tail = 0.5 - check_level(level) / 2
    return float(stats.chi2.ppf(tail, freedom)), float(stats.chi2.ppf(1 - tail, freedom))


def critical_values(
    freedoms: Sequence[int] = tuple(range(1, 31)), levels: Sequence[float] = (0.9, 0.95, 0.99)
) -> pd.DataFrame:
    """Table of critical values of Student's t: a row per degrees of freedom, a column per confidence level.

    The last row, of infinite degrees of freedom, is that of the normal distribution.

    >>> critical_values([1, 4], [0.95])[0.95].round(3).tolist()
    [12.706, 2.776, 1.96]
    """
    import pandas as pd

    index = pd.Index([*map(float, freedoms), np.inf], name="freedom")
    columns = {
        level: [*(critical_t(level, each) for each in freedoms), critical_z(level)] for level in levels
    }
    return pd.DataFrame(columns, index=index)


def z_statistic(values: Any, mean: float, deviation: float) -> float:
    """z statistic: √n (mean of the values - mean) / deviation, standard normal for large n.

    >>> round(z_statistic(np.array([8, 4, 7, 11, 5]) / 30, 0.2, 0.1), 4)
    0.7454
    """
    if not deviation > 0:
        raise ParameterError(f"deviation={deviation!r}: a known standard deviation is above 0")
    values = check_values(values)
    return sqrt(len(values)) * (float(np.mean(values)) - mean) / deviation


def t_statistic(values: Any, mean: float = 0.0, *, ddof: int = 1) -> float:
    """t statistic: √n (mean of the values - mean) / s, with n - 1 degrees of freedom for normal values.

    ddof: delta degrees of freedom of s; with 0, as in some books, it is √(n / (n - 1)) times Student's.

    >>> round(t_statistic(np.array([8, 4, 7, 11, 5]) / 30, 0.2), 4)
    0.8165
    """
    values = check_values(values)
    deviation = float(np.std(values, ddof=ddof))
    if deviation == 0:
        raise DataError(
            f"the {len(values)} values are all {values[0]:g}, so their standard deviation is 0 and t is "
            "undefined; pass values that differ"
        )
    return sqrt(len(values)) * (float(np.mean(values)) - mean) / deviation


def variance_chi_squared(values: Any, deviation: float) -> float:
    """Chi-squared statistic of a variance: Σ (value - mean)² / deviation², n - 1 degrees of freedom.

    >>> round(variance_chi_squared(np.array([8, 4, 7, 11, 5]) / 30, 0.1), 4)
    3.3333
    """
    if not deviation > 0:
        raise ParameterError(f"deviation={deviation!r}: a known standard deviation is above 0")
    values = check_values(values)
    return float(np.sum(np.square(values - np.mean(values)))) / deviation**2


def check_values(values: Array) -> Array:
    """The values as floats; an error unless there are two or more and all are finite."""
    values = np.asarray(values, dtype=np.float64)
    if len(values) < 2:
        raise DesignError(
            f"a variance needs at least 2 values, and there is {len(values)}; use k_fold, or "
            "repeated(plan, times=10)"
        )
    if not np.isfinite(values).all():
        index = int(np.argmin(np.isfinite(values)))
        raise DataError(f"value {index} is {values[index]}; an interval needs finite values")
    return values


def symmetric_interval(center: float, critical: float, error: float) -> Bounds:
    """center ± critical x error."""
    return center - critical * error, center + critical * error
