"""Confidence intervals for a mean and a variance: of independent values, overlapping splits, and rows.

Each function takes numbers and returns (lower, upper).
"""

from math import sqrt
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.intervals.critical import (
    Bounds,
    check_values,
    critical_chi_squared,
    critical_t,
    critical_z,
    symmetric_interval,
)
from gnomon.assessment.measures.facts import mean
from gnomon.data.units import SQUARED, unit_of
from gnomon.errors import DesignError, ParameterError


def z_interval(values: Any, level: float = 0.95, *, ddof: int = 1, deviation: float | None = None) -> Bounds:
    """Normal (z) confidence interval for the mean of many independent values: mean ± z s / √n.

    deviation: the standard deviation of one value, where known; else s is estimated with divisor n - ddof.

    >>> [round(bound, 4) for bound in z_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.1533, 0.3133]
    >>> [round(bound, 4) for bound in z_interval(np.array([8, 4, 7, 11, 5]) / 30, deviation=0.1)]
    [0.1457, 0.321]
    """
    if deviation is not None and not 0 <= deviation < np.inf:
        raise ParameterError(f"deviation={deviation!r}: a known standard deviation must be 0 or more")
    if deviation is None:
        values = check_values(values)
        deviation = float(np.std(values, ddof=ddof))
    return symmetric_interval(mean(values), critical_z(level), deviation / sqrt(len(values)))


def t_interval(values: Any, level: float = 0.95, *, ddof: int = 1) -> Bounds:
    """Student's t confidence interval for the mean of independent normal values: mean ± t s / √n.

    >>> [round(bound, 4) for bound in t_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.12, 0.3467]
    """
    values = check_values(values)
    error = float(np.std(values, ddof=ddof)) / sqrt(len(values))
    return symmetric_interval(float(np.mean(values)), critical_t(level, len(values) - 1), error)


def variance_interval(values: Any, level: float = 0.95) -> Bounds:
    """Chi-squared confidence interval for the variance of normal values: (n - 1) s² / critical values.

    Unlike the interval of a mean it is not robust to non-normality, even in large samples.

    >>> [round(bound, 5) for bound in variance_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.00299, 0.06881]
    """
    values = check_values(values)
    low, high = critical_chi_squared(level, len(values) - 1)
    total = float(np.sum(np.square(values - np.mean(values))))
    return total / high, total / low


def deviation_interval(values: Any, level: float = 0.95) -> Bounds:
    """Chi-squared confidence interval for the standard deviation of normal values.

    >>> [round(bound, 4) for bound in deviation_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.0547, 0.2623]
    """
    low, high = variance_interval(values, level)
    return sqrt(low), sqrt(high)


def corrected_t_interval(
    values: Any,
    test_to_train: float,
    level: float = 0.95,
    *,
    overlap: float | None = None,
    freedom: int | None = None,
) -> Bounds:
    """Corrected resampled t interval for the mean of scores of overlapping training sets.

    Nadeau & Bengio (2003): the variance of the mean of m scores is s² (1/m + test_to_train), not s²/m.
    test_to_train: ratio of held-out to training rows. overlap: replaces 1/m where rows are held out several
    times (see `corrected_error`). freedom: degrees of freedom of t, if not m - 1.

    >>> [round(bound, 4) for bound in corrected_t_interval(np.array([8, 4, 7, 11, 5]) / 30, 1 / 4)]
    [0.0633, 0.4034]
    """
    error = corrected_error(values, test_to_train, overlap)
    critical = critical_t(level, len(values) - 1 if freedom is None else freedom)
    return symmetric_interval(float(np.mean(values)), critical, error)


def corrected_error(values: Array, test_to_train: float, overlap: float | None = None) -> float:
    """Corrected standard error of the mean of scores of overlapping splits: s √(1/m + test_to_train).

    overlap: mean share of rows that two held-out sets have in common, each set with itself included. It is
    1/m where no row is held out twice, and larger where repeats hold the same rows out again.

    >>> corrected_error(np.array([1.0, 3.0]), 0.5) == sqrt(2)
    True
    """
    values = check_values(values)
    shared = 1 / len(values) if overlap is None else overlap
    unit = unit_of(values, SQUARED)
    return float(np.std(values / unit, ddof=1)) * unit * sqrt(shared + test_to_train)


def rows_t_interval(
    values: Any, weight: Any | None = None, group: Any | None = None, level: float = 0.95
) -> Bounds:
    """Student's t interval for a weighted mean over independent rows, or cluster-robust over groups.

    >>> values = np.array([0.1, 0.4, 0.4, 0.7])
    >>> rows_t_interval(values) == t_interval(values)
    True
    """
    values = np.asarray(values, dtype=np.float64)
    weight = None if weight is None else np.asarray(weight, dtype=np.float64)
    error, freedom = rows_error(values, weight, None if group is None else np.asarray(group))
    return symmetric_interval(mean(values, weight), critical_t(level, freedom), error)


def rows_error(values: Array, weight: Array | None, group: Array | None) -> tuple[float, int]:
    """Standard error of a weighted mean over rows, by linearization, and its degrees of freedom.

    >>> rows_error(np.array([1.0, 3.0]), None, None)
    (1.0, 1)
    """
    if weight is not None:
        # Rows of weight 0 do not count toward the degrees of freedom.
        counts = weight > 0
        values, weight = values[counts], weight[counts]
        group = None if group is None else group[counts]
    if len(values) == 0:
        raise DesignError("a variance needs rows of positive weight, and there are 0 rows; hold out more")
    share = np.full(len(values), 1 / len(values)) if weight is None else weight / np.sum(weight)
    influence = share * (values - mean(values, weight))
    if group is not None:
        influence = np.bincount(np.unique(group, return_inverse=True)[1], influence)
    if len(influence) < 2:
        raise DesignError(
            f"the variance over rows needs at least 2 independent rows (or groups), and there is "
            f"{len(influence)}; hold out more"
        )
    unit = unit_of(influence, SQUARED)
    return sqrt(len(influence) / (len(influence) - 1) * float(np.sum((influence / unit) ** 2))) * unit, len(
        influence
    ) - 1
