"""Five times two folds: Dietterich's (1998) t and Alpaydin's (1999) combined F.

Two folds share no training row, so the variance within a repeat is honest; five repeats steady it.
"""

from math import sqrt

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds, critical_t
from gnomon.assessment.significance.differences import ALIKE, check_differences
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DesignError

DIFFERENCES = [[0.01, 0.03], [0.02, 0.01], [0.04, -0.01], [0.02, 0.03], [0.00, 0.02]]


def five_by_two_t_test(differences: Array) -> Outcome:
    """The first difference over the pooled spread within repeats, on 5 degrees of freedom.

    differences: 5 repeats x 2 folds.

    >>> print(five_by_two_t_test(DIFFERENCES))
    5x2cv t: statistic 0.5345 (5 degrees of freedom), p = 0.62
    """
    values = _table(differences)
    statistic = float(values[0, 0]) / spread_of_folds(values) if values[0, 0] else 0.0
    return Outcome("5x2cv t", statistic, float(2 * stats.t.sf(abs(statistic), 5)), (5,))


def five_by_two_f_test(differences: Array) -> Outcome:
    """The sum of the ten squared differences over twice the sum of the variances, an F of 10 and 5.

    >>> print(five_by_two_f_test(DIFFERENCES))
    5x2cv F: statistic 1.4 (10 and 5 degrees of freedom), p = 0.37
    """
    values = _table(differences)
    statistic = float(np.mean(values**2)) / spread_of_folds(values) ** 2 if values.any() else 0.0
    return Outcome("5x2cv F", statistic, float(stats.f.sf(statistic, 10, 5)), (10, 5))


def five_by_two_t_interval(differences: Array, level: float = 0.95) -> Bounds:
    """The differences that the 5x2cv t does not refuse: first difference ± t s.

    >>> [round(bound, 4) for bound in five_by_two_t_interval(DIFFERENCES)]
    [-0.0381, 0.0581]
    """
    values = _table(differences)
    half = critical_t(level, 5) * spread_of_folds(values)
    return float(values[0, 0] - half), float(values[0, 0] + half)


def five_by_two_f_interval(differences: Array, level: float = 0.95) -> Bounds:
    """The differences δ that the combined F does not refuse: Σ (d - δ)² ≤ 2 F Σ s².

    Where the repeats differ so much that none is left, Student's interval of the five repeats stands in.

    >>> [round(bound, 4) for bound in five_by_two_f_interval(DIFFERENCES)]
    [-0.0212, 0.0552]
    """
    values = _table(differences)
    center = float(np.mean(values))
    room = stats.f.ppf(level, 10, 5) * spread_of_folds(values) ** 2 - float(np.var(values))
    error = float(np.std(values.mean(axis=1), ddof=1)) / sqrt(5)
    half = sqrt(room) if room > 0 else critical_t(level, 4) * error
    return center - half, center + half


def spread_of_folds(differences: Array) -> float:
    """√ of the mean over repeats of s² = (d₁ - mean)² + (d₂ - mean)².

    Where the two folds of every repeat are alike it is taken to be as large as the differences are.

    >>> round(spread_of_folds(DIFFERENCES), 4)
    0.0187
    """
    values = _table(differences)
    pooled = sqrt(float(np.mean(np.diff(values, axis=1) ** 2)) / 2)
    size = sqrt(float(np.mean(values**2)))
    return pooled if pooled > ALIKE * size else size


def _table(differences: Array) -> Floats:
    values = np.asarray(differences, dtype=np.float64)
    if values.shape != (5, 2):
        raise DesignError(
            f"differences of shape {values.shape}: 5x2cv has 5 repeats of 2 folds, shape (5, 2)"
        )
    return check_differences(values.ravel()).reshape(5, 2)
