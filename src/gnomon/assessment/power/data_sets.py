"""What tests over data sets can see: Wilcoxon's and the sign test."""

from math import ceil, log2, pi, sqrt

import numpy as np
from scipy import stats

from gnomon.assessment.intervals import check_level, critical_z
from gnomon.assessment.power.needed import Needed, first, positive
from gnomon.assessment.significance.student import check_power, power_t
from gnomon.errors import ParameterError

MOST_SETS = 2000


def data_sets_needed(
    difference: float, sd: float, level: float = 0.95, power: float = 0.8, test: str = "wilcoxon"
) -> Needed:
    """How many data sets show a mean difference whose spread from set to set is normal with this sd.

    test: "wilcoxon" or "sign". The signed ranks of normal differences are worth 3/π of a t's data sets, and
    neither test can refuse anything with fewer than 6 at the 95 % level.

    >>> print(data_sets_needed(0.02, 0.03))
    21 data sets see a difference of 0.02 with 80 % power
    """
    ratio = positive("difference", difference) / positive("sd", sd)
    check_power(power, check_level(level))
    if test == "sign":
        return Needed(
            _sign_sets(float(stats.norm.cdf(ratio)), level, power), "data sets", abs(difference), power
        )
    if test != "wilcoxon":
        raise ParameterError(f"test={test!r}: it must be 'wilcoxon' or 'sign'")
    least = ceil(1 - log2(1 - level))
    number = first(lambda n: n >= least and wilcoxon_power(difference, sd, n, level) >= power)
    return Needed(number, "data sets", abs(difference), power)


def wilcoxon_power(difference: float, sd: float, n_sets: int, level: float = 0.95) -> float:
    """The chance that Wilcoxon's test over data sets finds a mean difference, if differences are normal.

    >>> round(wilcoxon_power(0.02, 0.03, 21), 2)
    0.81
    """
    if 2.0 ** (1 - n_sets) > 1 - check_level(level):
        return 0.0
    return power_t(difference, positive("sd", sd) / sqrt(3 / pi * n_sets), n_sets - 1, level)


def sign_power(wins: float, n_sets: int, level: float = 0.95) -> float:
    """The chance that the sign test finds that one wins this share of data sets; exact.

    >>> round(sign_power(0.8, 20), 2)
    0.8
    """
    if not 0 <= wins <= 1:
        raise ParameterError(f"wins={wins!r}: a share of data sets is from 0 to 1")
    tails = stats.binom.cdf(np.arange(n_sets + 1), n_sets, 0.5)
    k = int(np.searchsorted(tails, (1 - check_level(level)) / 2, side="right"))
    return float(stats.binom.cdf(k - 1, n_sets, wins) + stats.binom.sf(n_sets - k, n_sets, wins))


def _sign_sets(wins: float, level: float, power: float) -> int:
    """The power of an exact test rises in teeth: the number from which on it stays enough."""
    reach = critical_z(level) / 2 + float(stats.norm.ppf(power)) * sqrt(wins * (1 - wins))
    about = (reach / (wins - 0.5)) ** 2
    if about > MOST_SETS:
        raise ParameterError(
            f"more than {MOST_SETS} data sets would be needed; ask for a larger difference or less power"
        )
    tried = range(1, ceil(1.5 * about) + 30)
    return 1 + max(n_sets for n_sets in tried if sign_power(wins, n_sets, level) < power)
