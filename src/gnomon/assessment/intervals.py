"""An Estimate is a value with its interval; the procedures that find the interval are plain functions.

Each takes numbers and gives (lower, upper). Which of them is valid for which design is said in `estimation`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import floor, isfinite, log10, sqrt

import numpy as np
from scipy import stats
from scipy.special import expit, logit

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import mean
from gnomon.assessment.measures.ranking import placements
from gnomon.errors import DataError, DesignError, ParameterError

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """A value with its interval, how that was found, and in one sentence why this is valid.

    >>> print(Estimate(0.912, 0.884, 0.94, 0.95, "corrected t", "30 splits share training rows."))
    0.912 [0.884, 0.940] (95 %, corrected t)
    """

    value: float
    lower: float
    upper: float
    level: float
    method: str
    why: str

    def __str__(self) -> str:
        value, lower, upper = rounded(self.value, self.lower, self.upper)
        return f"{value} [{lower}, {upper}] ({100 * self.level:g} %, {self.method})"


def rounded(*numbers: float) -> tuple[str, ...]:
    """Numbers as text, to the digits that their spread bears out.

    >>> rounded(3025.31, 2800.2, 3250.9)
    ('3025', '2800', '3251')
    """
    spread = max(numbers) - min(numbers)
    decimals = 1 - floor(log10(spread)) if spread > 0 and isfinite(spread) else 3
    if max(abs(number) for number in numbers) < 10:
        decimals = max(decimals, 3)
    return tuple(f"{number:.{min(max(decimals, 0), 8)}f}" for number in numbers)


def wilson(share: float, n: float, level: float = 0.95) -> Bounds:
    """Wilson's (1927) interval for a share of n independent cases.

    >>> [round(bound, 4) for bound in wilson(22 / 30, 30)]
    [0.5555, 0.8582]
    """
    z = critical_z(level)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def z_interval(values: Array, level: float = 0.95, *, ddof: int = 1) -> Bounds:
    """Normal interval for the mean of many independent values: mean ± z s / √n.

    >>> [round(bound, 4) for bound in z_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.1533, 0.3133]
    """
    return _about(float(np.mean(values)), critical_z(level), _spread(values, ddof) / sqrt(len(values)))


def t_interval(values: Array, level: float = 0.95, *, ddof: int = 1) -> Bounds:
    """Student's interval for the mean of few independent normal values: mean ± t s / √n.

    >>> [round(bound, 4) for bound in t_interval(np.array([8, 4, 7, 11, 5]) / 30)]
    [0.12, 0.3467]
    """
    error = _spread(values, ddof) / sqrt(len(values))
    return _about(float(np.mean(values)), critical_t(level, len(values) - 1), error)


def corrected_t(values: Array, test_to_train: float, level: float = 0.95) -> Bounds:
    """Interval for the mean of scores whose training sets overlap (Nadeau & Bengio 2003).

    test_to_train: held-out rows as a share of training rows; the variance of the mean of m scores is taken
    as s² (1/m + test_to_train), not as s²/m.

    >>> [round(bound, 4) for bound in corrected_t(np.array([8, 4, 7, 11, 5]) / 30, 1 / 4)]
    [0.0633, 0.4034]
    """
    error = corrected_error(values, test_to_train)
    return _about(float(np.mean(values)), critical_t(level, len(values) - 1), error)


def corrected_error(values: Array, test_to_train: float) -> float:
    """Standard error of the mean of overlapping scores: s √(1/m + test_to_train).

    >>> corrected_error(np.array([1.0, 3.0]), 0.5) == sqrt(2)
    True
    """
    return _spread(values, 1) * sqrt(1 / len(values) + test_to_train)


def rows_t(
    values: Array, weight: Array | None = None, group: Array | None = None, level: float = 0.95
) -> Bounds:
    """Student's interval for a weighted mean over independent rows, or over rows of independent groups.

    >>> values = np.array([0.1, 0.4, 0.4, 0.7])
    >>> rows_t(values) == t_interval(values)
    True
    """
    error, freedom = rows_error(values, weight, group)
    return _about(mean(values, weight), critical_t(level, freedom), error)


def rows_error(values: Array, weight: Array | None, group: Array | None) -> tuple[float, int]:
    """Standard error of a weighted mean over rows, by linearisation, and its degrees of freedom.

    >>> rows_error(np.array([1.0, 3.0]), None, None)
    (1.0, 1)
    """
    if weight is not None:
        # A row without weight is no evidence.
        counts = weight > 0
        values, weight = values[counts], weight[counts]
        group = None if group is None else group[counts]
    share = np.full(len(values), 1 / len(values)) if weight is None else weight / np.sum(weight)
    pull = share * (values - mean(values, weight))
    if group is not None:
        pull = np.bincount(np.unique(group, return_inverse=True)[1], pull)
    if len(pull) < 2:
        raise DesignError(
            f"the spread over rows needs 2 independent rows (or groups) or more, and there is {len(pull)}; "
            "hold out more"
        )
    return sqrt(len(pull) / (len(pull) - 1) * float(np.sum(pull**2))), len(pull) - 1


def delong(positive: Array, score: Array, weight: Array | None = None, level: float = 0.95) -> Bounds:
    """DeLong's (1988) interval for AUC, on the logit scale so that it stays within 0 and 1.

    Where the scores separate the classes without fault, the spread is nil, and the bound is Wilson's for as
    many independent pairs as the smaller class has rows.

    >>> positive = np.array([1, 1, 0, 1, 0, 0], dtype=bool)
    >>> [round(bound, 3) for bound in delong(positive, np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.1]))]
    [0.261, 0.995]
    """
    parts = auc_parts(positive, score, weight)
    area = min(max(mean(*parts[0]), 0.0), 1.0)
    if min(area, 1 - area) < 1e-12:
        return wilson(area, min(len(parts[0][0]), len(parts[1][0])), level)
    error = auc_error(*parts) / (area * (1 - area))
    low, high = _about(float(logit(area)), critical_z(level), error)
    return float(expit(low)), float(expit(high))


Part = tuple[Floats, Array | None]


def auc_parts(positive: Array, score: Array, weight: Array | None) -> tuple[Part, Part]:
    """The share of negatives below each positive, and of positives above each negative, with weights.

    >>> (above, _), (below, _) = auc_parts(np.array([True, False, False]), np.array([0.5, 0.1, 0.9]), None)
    >>> above, below
    (array([0.5]), array([1., 0.]))
    """
    w_positive, w_negative = (None, None) if weight is None else (weight[positive], weight[~positive])
    above = placements(score[positive], score[~positive], w_negative)
    below = 1 - placements(score[~positive], score[positive], w_positive)
    return (above, w_positive), (below, w_negative)


def auc_error(above: Part, below: Part) -> float:
    """Standard error of AUC: DeLong's two sums, over positives and over negatives.

    >>> auc_error((np.array([0.5, 1.0]), None), (np.array([1.0, 0.5]), None))
    0.3535533905932738
    """
    return sqrt(rows_error(*above, None)[0] ** 2 + rows_error(*below, None)[0] ** 2)


def percentile_bootstrap(
    statistic: Callable[[Integers], float],
    group: Array,
    level: float = 0.95,
    *,
    times: int = 1000,
) -> Bounds:
    """Quantiles of a statistic over rows drawn with replacement; groups (or rows) are drawn whole.

    >>> values = np.arange(100.0)
    >>> low, high = percentile_bootstrap(lambda rows: values[rows].mean(), np.arange(100))
    >>> 42 < low < 46 and 53 < high < 57
    True
    """
    check_level(level)
    generator = np.random.default_rng(0)
    code = np.unique(group, return_inverse=True)[1]
    n_groups = int(code.max()) + 1
    if n_groups < 2:
        raise DesignError(
            "a bootstrap needs 2 held-out rows (or groups) or more, and there is 1; hold out more"
        )
    found = []
    for _ in range(times):
        drawn = np.bincount(generator.integers(n_groups, size=n_groups), minlength=n_groups)
        try:
            found.append(statistic(np.repeat(np.arange(len(code)), drawn[code])))
        except DataError:
            continue
    if len(found) < 0.95 * times:
        raise DesignError(
            f"the measure is undefined in {times - len(found)} of {times} bootstrap samples of the held-out "
            "rows; hold out more rows of the rare class"
        )
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def critical_z(level: float) -> float:
    """Half-width of the central `level` of the standard normal.

    >>> round(critical_z(0.95), 5)
    1.95996
    """
    return float(stats.norm.ppf(0.5 + check_level(level) / 2))


def critical_t(level: float, freedom: int) -> float:
    """Half-width of the central `level` of Student's t.

    >>> round(critical_t(0.95, 4), 4)
    2.7764
    """
    return float(stats.t.ppf(0.5 + check_level(level) / 2, freedom))


def check_level(level: float) -> float:
    """The level, if it is one.

    >>> check_level(0.9)
    0.9
    """
    if not 0 < level < 1:
        raise ParameterError(
            f"level={level!r}: the level of an interval is above 0 and below 1, such as 0.95"
        )
    return level


def _spread(values: Array, ddof: int) -> float:
    if len(values) < 2:
        raise DesignError(
            f"{len(values)} split has no spread, so no interval; use k_fold, or repeated(plan, times=10)"
        )
    return float(np.std(values, ddof=ddof))


def _about(centre: float, critical: float, error: float) -> Bounds:
    return centre - critical * error, centre + critical * error
