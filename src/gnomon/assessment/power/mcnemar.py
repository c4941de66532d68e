"""Power and sample size of McNemar's test by Connor's (1987) formula."""

from math import ceil, sqrt

from scipy import stats

from gnomon.assessment.intervals import critical_z
from gnomon.assessment.power.needed import Needed, positive
from gnomon.assessment.significance.student import check_power
from gnomon.errors import ParameterError


def mcnemar_power(difference: float, discordant: float, n_rows: int, level: float = 0.95) -> float:
    """Power of McNemar's test on n rows for a difference of two proportions (Connor 1987).

    discordant: the proportion of rows that exactly one of the two learners predicts correctly; at least the
    difference.

    >>> round(mcnemar_power(0.05, 0.15, 500), 2)
    0.83
    """
    size = _size(difference, discordant)
    reach = size * sqrt(n_rows) - critical_z(level) * sqrt(discordant)
    spread = sqrt(discordant - size**2)
    return float(stats.norm.cdf(reach / spread)) if spread else float(reach > 0)


def mcnemar_rows_needed(
    difference: float, discordant: float, level: float = 0.95, power: float = 0.8
) -> Needed:
    """Sample size of McNemar's test: the number of held-out rows needed (Connor 1987).

    >>> print(mcnemar_rows_needed(0.05, 0.15))
    469 rows detect a difference of 0.05 with 80 % power
    """
    size = _size(difference, discordant)
    reach = critical_z(level) * sqrt(discordant)
    reach += float(stats.norm.ppf(check_power(power, level))) * sqrt(discordant - size**2)
    return Needed(ceil((reach / size) ** 2), "rows", size, power)


def _size(difference: float, discordant: float) -> float:
    size = positive("difference", difference)
    if not size <= discordant <= 1:
        raise ParameterError(
            f"discordant={discordant!r}: it must be a proportion from the difference, {size:g}, to 1"
        )
    return size
