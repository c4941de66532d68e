"""Power and sample size of the Wilcoxon signed-rank test and the sign test over data sets."""

from math import ceil, log2, pi, sqrt

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import check_level, critical_z
from gnomon.assessment.power.needed import Needed, first, positive
from gnomon.assessment.significance.student import check_power, power_t
from gnomon.errors import ParameterError

MAX_SETS = 2000


def data_sets_needed(
    difference: float, sd: float, level: float = 0.95, power: float = 0.8, test: str = "wilcoxon"
) -> Needed:
    """Number of data sets needed to detect a mean difference, for normal differences with this sd.

    sd: standard deviation of the difference over data sets. test: "wilcoxon" or "sign". The asymptotic
    relative efficiency of the signed-rank test is 3/π for normal differences, and neither test can be
    significant with fewer than 6 data sets at the 95 % level.

    >>> print(data_sets_needed(0.02, 0.03))
    21 data sets detect a difference of 0.02 with 80 % power
    """
    ratio = positive("difference", difference) / positive("sd", sd)
    check_power(power, check_level(level))
    if test == "sign":
        return Needed(
            _sign_sets(float(stats.norm.cdf(ratio)), level, power), "data sets", abs(difference), power
        )
    if test != "wilcoxon":
        raise ParameterError(f"test={test!r}: it must be 'wilcoxon' or 'sign'")
    minimum = ceil(1 - log2(1 - level))
    number = first(lambda n: n >= minimum and wilcoxon_power(difference, sd, n, level) >= power)
    return Needed(number, "data sets", abs(difference), power)


def wilcoxon_power(difference: float, sd: float, n_sets: int, level: float = 0.95) -> float:
    """Power of the Wilcoxon signed-rank test over data sets, for normal differences.

    >>> round(wilcoxon_power(0.02, 0.03, 21), 2)
    0.81
    """
    if 2.0 ** (1 - n_sets) > 1 - check_level(level):
        return 0.0
    return power_t(difference, positive("sd", sd) / sqrt(3 / pi * n_sets), n_sets - 1, level)


def sign_power(wins: float, n_sets: int, level: float = 0.95) -> float:
    """Exact power of the sign test; wins: the true proportion of data sets that one learner wins.

    >>> round(sign_power(0.8, 20), 2)
    0.8
    """
    if not 0 <= wins <= 1:
        raise ParameterError(f"wins={wins!r}: it must be a proportion from 0 to 1")
    tails = stats.binom.cdf(np.arange(n_sets + 1), n_sets, 0.5)
    k = int(np.searchsorted(tails, (1 - check_level(level)) / 2, side="right"))
    return float(stats.binom.cdf(k - 1, n_sets, wins) + stats.binom.sf(n_sets - k, n_sets, wins))


def _sign_sets(wins: float, level: float, power: float) -> int:
    """The number from which on the power is sufficient: the power of an exact test is a sawtooth in n."""
    reach = critical_z(level) / 2 + float(stats.norm.ppf(power)) * sqrt(wins * (1 - wins))
    about = (reach / (wins - 0.5)) ** 2
    if about > MAX_SETS:
        raise ParameterError(
            f"more than {MAX_SETS} data sets are needed; use a larger difference or less power"
        )
    tried = range(1, ceil(1.5 * about) + 30)
    return 1 + max(n_sets for n_sets in tried if sign_power(wins, n_sets, level) < power)
