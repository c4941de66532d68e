"""Sign test of paired differences, and the distribution-free confidence interval of their median."""

from typing import Any

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import Bounds, check_level
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome


def sign_test(differences: Any) -> Outcome:
    """Sign test: exact binomial test of equally likely positive and negative differences; zeros are dropped.

    >>> print(sign_test([0.1, 0.2, 0.1, 0.3, 0.2, -0.1, 0.0]))
    sign test: statistic 5, p = 0.22
    """
    values = check_differences(differences, min_count=1)
    plus, minus = int(np.sum(values > 0)), int(np.sum(values < 0))
    if plus + minus == 0:
        return Outcome("sign test", 0.0, 1.0)
    return Outcome("sign test", float(plus), float(stats.binomtest(plus, plus + minus).pvalue))


def median_interval(differences: Any, level: float = 0.95) -> Bounds:
    """Confidence interval of the median by order statistics; infinite where values are too few for the level.

    >>> median_interval([1, 2, 3, 4, 5, 6, 7, 8])
    (1.0, 8.0)
    """
    values = np.sort(check_differences(differences, min_count=1))
    # k is the largest integer with P(Binomial(n, 1/2) < k) <= (1 - level)/2.
    cumulative = stats.binom.cdf(np.arange(len(values)), len(values), 0.5)
    k = int(np.searchsorted(cumulative, (1 - check_level(level)) / 2, side="right"))
    return (float(values[k - 1]), float(values[-k])) if k else (-np.inf, np.inf)
