"""5x2 cross-validation tests: Dietterich's (1998) t and Alpaydin's (1999) combined F.

The two folds share no training row, so the variance within a repeat is unbiased; five repeats stabilize it.
"""

from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds, critical_t
from gnomon.assessment.significance.differences import ROUNDING, check_differences
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DesignError

DIFFERENCES = [[0.01, 0.03], [0.02, 0.01], [0.04, -0.01], [0.02, 0.03], [0.00, 0.02]]


def five_by_two_t_test(differences: Any) -> Outcome:
    """5x2cv t test (Dietterich 1998): first difference / pooled standard deviation, 5 degrees of freedom.

    differences: 5 repeats x 2 folds.

    >>> print(five_by_two_t_test(DIFFERENCES))
    5x2cv t: statistic 0.5345 (5 degrees of freedom), p = 0.62
    """
    values = _table(differences)
    statistic = float(values[0, 0]) / pooled_deviation(values) if values[0, 0] else 0.0
    return Outcome("5x2cv t", statistic, float(2 * stats.t.sf(abs(statistic), 5)), (5,))


def five_by_two_f_test(differences: Any) -> Outcome:
    """Combined 5x2cv F test (Alpaydin 1999): Σ d² / (2 Σ s²), an F of 10 and 5 degrees of freedom.

    >>> print(five_by_two_f_test(DIFFERENCES))
    5x2cv F: statistic 1.4 (10 and 5 degrees of freedom), p = 0.37
    """
    values = _table(differences)
    statistic = float(np.mean(values**2)) / pooled_deviation(values) ** 2 if values.any() else 0.0
    return Outcome("5x2cv F", statistic, float(stats.f.sf(statistic, 10, 5)), (10, 5))


def five_by_two_t_interval(differences: Any, level: float = 0.95) -> Bounds:
    """Confidence interval by inversion of the 5x2cv t test: first difference ± t s.

    >>> [round(bound, 4) for bound in five_by_two_t_interval(DIFFERENCES)]
    [-0.0381, 0.0581]
    """
    values = _table(differences)
    half_width = critical_t(level, 5) * pooled_deviation(values)
    return float(values[0, 0] - half_width), float(values[0, 0] + half_width)


def five_by_two_f_interval(differences: Any, level: float = 0.95) -> Bounds:
    """Confidence interval by inversion of the combined 5x2cv F test: Σ (d - δ)² ≤ 2 F Σ s².

    Where no δ satisfies this, Student's t interval of the five repeats is used.

    >>> [round(bound, 4) for bound in five_by_two_f_interval(DIFFERENCES)]
    [-0.0212, 0.0552]
    """
    values = _table(differences)
    center = float(np.mean(values))
    margin = stats.f.ppf(level, 10, 5) * pooled_deviation(values) ** 2 - float(np.var(values))
    error = float(np.std(values.mean(axis=1), ddof=1)) / sqrt(5)
    half_width = sqrt(margin) if margin > 0 else critical_t(level, 4) * error
    return center - half_width, center + half_width


def pooled_deviation(differences: Array) -> float:
    """Pooled standard deviation: √ of the mean over repeats of s² = (d₁ - mean)² + (d₂ - mean)².

    Where the two folds of every repeat are equal, it is the root mean square of the differences.

    >>> round(pooled_deviation(DIFFERENCES), 4)
    0.0187
    """
    values = _table(differences)
    pooled = sqrt(float(np.mean(np.diff(values, axis=1) ** 2)) / 2)
    magnitude = sqrt(float(np.mean(values**2)))
    return pooled if pooled > ROUNDING * magnitude else magnitude


def _table(differences: Array) -> Floats:
    values = np.asarray(differences, dtype=np.float64)
    if values.shape != (5, 2):
        raise DesignError(f"differences of shape {values.shape}: pass shape (5, 2), 5 repeats of 2 folds")
    return check_differences(values.ravel()).reshape(5, 2)
