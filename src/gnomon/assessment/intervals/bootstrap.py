"""Bootstrap confidence intervals: percentile, basic, bias-corrected and accelerated (BCa), studentized.

Each is a function of bootstrap replicates of a statistic (Efron & Tibshirani 1993, Davison & Hinkley 1997).
`samples` draws the rows of bootstrap samples, by whole groups (clusters) and within strata.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals.critical import Bounds, check_level
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed
from gnomon.seeds import generator as generator_of

MIN_DEFINED = 0.95


def percentile_bootstrap(
    statistic: Callable[[Integers], float],
    group: Any,
    level: float = 0.95,
    *,
    times: int = 1000,
    stratum: Any | None = None,
    random_state: Seed = 0,
) -> Bounds:
    """Percentile bootstrap interval of a statistic; groups (or rows) are drawn with replacement.

    >>> values = np.arange(100.0)
    >>> low, high = percentile_bootstrap(lambda rows: values[rows].mean(), np.arange(100))
    >>> 42 < low < 46 and 53 < high < 57
    True
    """
    check_level(level)
    group, stratum = np.asarray(group), None if stratum is None else np.asarray(stratum)
    replicates = [_value_or_nan(statistic, rows) for rows in samples(group, times, stratum, random_state)]
    return percentile_interval(np.array(replicates), level)


def samples(
    group: Array, times: int, stratum: Array | None = None, random_state: Seed = 0
) -> Iterator[Integers]:
    """Row indices of bootstrap samples: as many groups as there are, with replacement, in each stratum.

    stratum: stratum of each row; the rows of one group must be of one stratum.

    >>> [len(rows) for rows in samples(np.arange(5), 3)]
    [5, 5, 5]
    """
    return (rows for rows, _ in draws(group, times, stratum, random_state))


def draws(
    group: Array, times: int, stratum: Array | None = None, random_state: Seed = 0
) -> Iterator[tuple[Integers, Integers]]:
    """As `samples`, with the number of the draw of each row: a group drawn twice counts as two groups.

    >>> rows, draw = next(draws(np.array(["x", "x", "y"]), 1))
    >>> len(np.unique(draw))
    2
    """
    _check_times(times)
    code, size = np.unique(group, return_inverse=True, return_counts=True)[1:]
    if len(size) < 2:
        raise DesignError(
            f"the bootstrap needs at least 2 held-out rows (or groups), not {len(size)}; hold out more"
        )
    members = _members(code, len(size), stratum)
    in_order, start = np.argsort(code, kind="stable"), np.cumsum(size) - size
    random = generator_of(random_state)
    for _ in range(times):
        drawn = np.concatenate([each[random.integers(len(each), size=len(each))] for each in members])
        draw = np.repeat(np.arange(len(drawn)), size[drawn])
        within = np.arange(len(draw)) - np.repeat(np.cumsum(size[drawn]) - size[drawn], size[drawn])
        yield in_order[start[drawn][draw] + within], draw


def percentile_interval(replicates: Any, level: float = 0.95) -> Bounds:
    """Percentile bootstrap interval: the central quantiles of the replicates.

    >>> [round(bound, 3) for bound in percentile_interval(np.arange(101.0), 0.9)]
    [5.0, 95.0]
    """
    low, high = np.quantile(defined(replicates), [(1 - check_level(level)) / 2, (1 + level) / 2])
    return float(low), float(high)


def basic_bootstrap_interval(value: float, replicates: Any, level: float = 0.95) -> Bounds:
    """Basic (reverse percentile) bootstrap interval: the percentile interval reflected about the value.

    >>> [round(bound, 3) for bound in basic_bootstrap_interval(60.0, np.arange(101.0), 0.9)]
    [25.0, 115.0]
    """
    low, high = percentile_interval(replicates, level)
    return 2 * value - high, 2 * value - low


def bca_interval(value: float, replicates: Any, influence: Any, level: float = 0.95) -> Bounds:
    """BCa interval: bias-corrected (z) and accelerated (a) bootstrap percentiles (Efron 1987).

    influence: empirical influence values of the rows (or groups), from `influence` or the jackknife.

    >>> [round(bound, 3) for bound in bca_interval(50.0, np.arange(101.0), np.array([-1.0, 0.0, 1.0]), 0.9)]
    [5.0, 95.0]
    """
    usable = defined(replicates)
    share = (np.mean(usable < value) + np.mean(usable <= value)) / 2
    # A value beyond all replicates counts as half a replicate from the end, so that z is finite.
    z = float(ndtri(np.clip(share, 0.5 / len(usable), 1 - 0.5 / len(usable))))
    a = acceleration(influence)
    shifted = z + ndtri([(1 - check_level(level)) / 2, (1 + level) / 2])
    # Beyond 1/a the formula is no longer monotone; the extreme quantile is then the bound.
    scale = np.maximum(1 - a * shifted, 1e-6)
    low, high = np.quantile(usable, ndtr(z + shifted / scale))
    return float(low), float(high)


def acceleration(influence: Floats) -> float:
    """BCa acceleration: Σu³ / (6 (Σu²)^1.5) over influence values u, a sixth of the skewness of the value.

    >>> acceleration(np.array([-1.0, 0.0, 1.0]))
    0.0
    """
    influence = np.asarray(influence) - np.mean(influence)
    largest = float(np.max(np.abs(influence), initial=0.0))
    if largest == 0:
        return 0.0
    # Scaled by the largest, so that powers of tiny values do not underflow.
    influence = influence / largest
    return float(np.sum(influence**3)) / (6 * float(np.sum(influence**2)) ** 1.5)


def studentized_bootstrap_interval(
    value: float, error: float, replicates: Any, errors: Any, level: float = 0.95
) -> Bounds:
    """Studentized bootstrap (bootstrap-t) interval, from quantiles of (replicate - value) / standard error.

    >>> replicates, errors = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.ones(5)
    >>> [round(bound, 3) for bound in studentized_bootstrap_interval(3.0, 1.0, replicates, errors, 0.5)]
    [2.0, 4.0]
    """
    replicates, errors = np.asarray(replicates, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    usable = np.isfinite(replicates) & np.isfinite(errors) & (errors > 0)
    ratio = np.full(len(replicates), np.nan)
    ratio[usable] = (replicates[usable] - value) / errors[usable]
    low, high = percentile_interval(ratio, level)
    return value - high * error, value - low * error


def defined(replicates: Floats) -> Floats:
    """The finite replicates; an error where more than 5 % are undefined.

    >>> defined(np.array([1.0, 2.0]))
    array([1., 2.])
    """
    finite = np.asarray(replicates)[np.isfinite(replicates)]
    if len(finite) == 0 or len(finite) < MIN_DEFINED * len(replicates):
        raise DesignError(
            f"the measure is undefined in {len(replicates) - len(finite)} of {len(replicates)} bootstrap "
            "samples of the held-out rows; hold out more rows of the rare class"
        )
    return finite


def _value_or_nan(statistic: Callable[[Integers], float], rows: Integers) -> float:
    try:
        return statistic(rows)
    except DataError:
        return np.nan


def _members(code: Integers, n_groups: int, stratum: Array | None) -> list[Integers]:
    """The groups of each stratum."""
    if stratum is None:
        return [np.arange(n_groups)]
    first = np.unique(code, return_index=True)[1]
    of_group = np.asarray(stratum)[first]
    if not np.array_equal(of_group[code], stratum):
        row = int(np.argmax(of_group[code] != stratum))
        raise DesignError(
            f"row {row} is of another stratum than the first row of its group; groups are drawn as a whole: "
            "pass stratum=None"
        )
    return [np.flatnonzero(of_group == each) for each in np.unique(of_group)]


def _check_times(times: int) -> None:
    if isinstance(times, bool) or not isinstance(times, int | np.integer) or times < 1:
        raise ParameterError(f"times={times!r}: the number of bootstrap samples must be 1 or more")
