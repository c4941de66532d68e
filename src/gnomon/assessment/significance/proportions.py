"""Two independent samples, such as two classifiers on different rows: two-proportion z, Welch's t.

On the same rows use a paired test (`mcnemar`, or the paired t over rows): it removes the variance between
rows, which gives more power.
"""

from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import Bounds, critical_z, wilson_interval
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import ParameterError


def two_proportions_test(first: int, n_first: int, second: int, n_second: int) -> Outcome:
    """Two-proportion z test: that the independent proportions first/n_first and second/n_second are equal.

    >>> print(two_proportions_test(80, 100, 60, 100))
    two-proportion z: statistic 3.086, p = 0.002
    """
    _check(first, n_first)
    _check(second, n_second)
    pooled = (first + second) / (n_first + n_second)
    error = sqrt(pooled * (1 - pooled) * (1 / n_first + 1 / n_second))
    # The standard error is 0 only where both proportions are 0, or both 1.
    statistic = (first / n_first - second / n_second) / error if error else 0.0
    return Outcome("two-proportion z", statistic, float(2 * stats.norm.sf(abs(statistic))))


def two_proportions_interval(
    first: int, n_first: int, second: int, n_second: int, level: float = 0.95
) -> Bounds:
    """Newcombe's (1998) interval of the difference of two independent proportions, from Wilson intervals.

    >>> [round(bound, 3) for bound in two_proportions_interval(80, 100, 60, 100)]
    [0.073, 0.319]
    """
    _check(first, n_first)
    _check(second, n_second)
    critical_z(level)
    p, q = first / n_first, second / n_second
    (p_low, p_high), (q_low, q_high) = wilson_interval(p, n_first, level), wilson_interval(q, n_second, level)
    return p - q - sqrt((p - p_low) ** 2 + (q_high - q) ** 2), p - q + sqrt(
        (p_high - p) ** 2 + (q - q_low) ** 2
    )


def two_means_test(first: Any, second: Any) -> Outcome:
    """Welch's t test (1947) that the means of two independent samples are equal.

    >>> print(two_means_test([1.0, 2.0, 3.0], [2.0, 4.0, 9.0]))
    Welch's t: statistic -1.389 (2.306 degrees of freedom), p = 0.28
    """
    samples = [check_differences(each) for each in (first, second)]
    errors = [float(np.var(each, ddof=1)) / len(each) for each in samples]
    difference = float(np.mean(samples[0]) - np.mean(samples[1]))
    if sum(errors) == 0:
        # Two constant samples: the standard error is taken to be the absolute difference.
        return Outcome(
            "Welch's t", float(np.sign(difference)), float(2 * stats.t.sf(1, 1)) if difference else 1.0, (1,)
        )
    freedom = sum(errors) ** 2 / sum(e * e / (len(each) - 1) for e, each in zip(errors, samples))
    statistic = difference / sqrt(sum(errors))
    return Outcome("Welch's t", statistic, float(2 * stats.t.sf(abs(statistic), freedom)), (freedom,))


def _check(count: int, n: int) -> None:
    if not (n >= 1 and 0 <= count <= n and count == int(count) and n == int(n)):
        raise ParameterError(f"{count!r} of {n!r}: both must be integers, 0 <= count <= n and n >= 1")
