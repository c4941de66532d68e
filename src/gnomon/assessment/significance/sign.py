"""The sign test: how often the first wins, how often the second, whatever the size of the differences."""

import numpy as np
from scipy import stats

from gnomon.arrays import Array
from gnomon.assessment.intervals import Bounds, check_level
from gnomon.assessment.significance.differences import check_differences
from gnomon.assessment.significance.outcome import Outcome


def sign_test(differences: Array) -> Outcome:
    """Exact binomial test that plus and minus are as likely; zeros are left out.

    >>> print(sign_test([0.1, 0.2, 0.1, 0.3, 0.2, -0.1, 0.0]))
    sign test: statistic 5, p = 0.22
    """
    values = check_differences(differences, least=1)
    plus, minus = int(np.sum(values > 0)), int(np.sum(values < 0))
    if plus + minus == 0:
        return Outcome("sign test", 0.0, 1.0)
    return Outcome("sign test", float(plus), float(stats.binomtest(plus, plus + minus).pvalue))


def median_interval(differences: Array, level: float = 0.95) -> Bounds:
    """Interval of the median by order statistics; without end where the values are too few for the level.

    >>> median_interval([1, 2, 3, 4, 5, 6, 7, 8])
    (1.0, 8.0)
    """
    values = np.sort(check_differences(differences, least=1))
    # k is the largest number of values of which fewer lie on one side with probability (1 - level)/2 or less.
    cumulated = stats.binom.cdf(np.arange(len(values)), len(values), 0.5)
    k = int(np.searchsorted(cumulated, (1 - check_level(level)) / 2, side="right"))
    return (float(values[k - 1]), float(values[-k])) if k else (-np.inf, np.inf)
