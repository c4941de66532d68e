"""Bootstrap intervals: percentile, basic, bias-corrected and accelerated (BCa), studentized.

Each reads the values of a statistic over samples with replacement (Efron & Tibshirani 1993, Davison &
Hinkley 1997). `samples` draws the rows of such samples, groups whole and strata each by itself.
"""

from collections.abc import Callable, Iterator

import numpy as np
from scipy.special import ndtr, ndtri

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.intervals.critical import Bounds, check_level
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed
from gnomon.seeds import generator as generator_of

LEAST_DEFINED = 0.95


def percentile_bootstrap(
    statistic: Callable[[Integers], float],
    group: Array,
    level: float = 0.95,
    *,
    times: int = 1000,
    stratum: Array | None = None,
    random_state: Seed = 0,
) -> Bounds:
    """Quantiles of a statistic over rows drawn with replacement; groups (or rows) are drawn whole.

    >>> values = np.arange(100.0)
    >>> low, high = percentile_bootstrap(lambda rows: values[rows].mean(), np.arange(100))
    >>> 42 < low < 46 and 53 < high < 57
    True
    """
    check_level(level)
    found = [_tried(statistic, rows) for rows in samples(group, times, stratum, random_state)]
    return percentile_interval(np.array(found), level)


def samples(
    group: Array, times: int, stratum: Array | None = None, random_state: Seed = 0
) -> Iterator[Integers]:
    """Row numbers of samples with replacement, as many groups (of each stratum) as there are.

    stratum: of every row; the rows of one group must be of one stratum.

    >>> [len(rows) for rows in samples(np.arange(5), 3)]
    [5, 5, 5]
    """
    return (rows for rows, _ in draws(group, times, stratum, random_state))


def draws(
    group: Array, times: int, stratum: Array | None = None, random_state: Seed = 0
) -> Iterator[tuple[Integers, Integers]]:
    """As `samples`, with the draw that each row came by: a group drawn twice counts as two groups.

    >>> rows, draw = next(draws(np.array(["x", "x", "y"]), 1))
    >>> len(np.unique(draw))
    2
    """
    _check_times(times)
    code, size = np.unique(group, return_inverse=True, return_counts=True)[1:]
    if len(size) < 2:
        raise DesignError(
            f"a bootstrap needs 2 held-out rows (or groups) or more, and there is {len(size)}; hold out more"
        )
    members = _members(code, len(size), stratum)
    in_order, start = np.argsort(code, kind="stable"), np.cumsum(size) - size
    random = generator_of(random_state)
    for _ in range(times):
        drawn = np.concatenate([each[random.integers(len(each), size=len(each))] for each in members])
        draw = np.repeat(np.arange(len(drawn)), size[drawn])
        within = np.arange(len(draw)) - np.repeat(np.cumsum(size[drawn]) - size[drawn], size[drawn])
        yield in_order[start[drawn][draw] + within], draw


def percentile_interval(replicates: Floats, level: float = 0.95) -> Bounds:
    """The central quantiles of the replicates.

    >>> [round(bound, 3) for bound in percentile_interval(np.arange(101.0), 0.9)]
    [5.0, 95.0]
    """
    low, high = np.quantile(defined(replicates), [(1 - check_level(level)) / 2, (1 + level) / 2])
    return float(low), float(high)


def basic_bootstrap_interval(value: float, replicates: Floats, level: float = 0.95) -> Bounds:
    """The percentile interval mirrored at the value: replicates err from it as it errs from the truth.

    >>> [round(bound, 3) for bound in basic_bootstrap_interval(60.0, np.arange(101.0), 0.9)]
    [25.0, 115.0]
    """
    low, high = percentile_interval(replicates, level)
    return 2 * value - high, 2 * value - low


def bca_interval(value: float, replicates: Floats, influence: Floats, level: float = 0.95) -> Bounds:
    """Quantiles shifted for bias (z) and for a spread that changes with the value (a) (Efron 1987).

    influence: how far each row (or group) pulls the value; from `influence`, or by jackknife.

    >>> [round(bound, 3) for bound in bca_interval(50.0, np.arange(101.0), np.array([-1.0, 0.0, 1.0]), 0.9)]
    [5.0, 95.0]
    """
    found = defined(replicates)
    share = (np.mean(found < value) + np.mean(found <= value)) / 2
    # A value beyond all replicates is taken as half a replicate from the end, not as infinitely far.
    z = float(ndtri(np.clip(share, 0.5 / len(found), 1 - 0.5 / len(found))))
    a = acceleration(influence)
    shifted = z + ndtri([(1 - check_level(level)) / 2, (1 + level) / 2])
    # Beyond 1/a the formula turns over; the last quantile is then the bound.
    scale = np.maximum(1 - a * shifted, 1e-6)
    low, high = np.quantile(found, ndtr(z + shifted / scale))
    return float(low), float(high)


def acceleration(influence: Floats) -> float:
    """Σu³ / (6 (Σu²)^1.5) over influences u: a sixth of the skewness of the value.

    >>> acceleration(np.array([-1.0, 0.0, 1.0]))
    0.0
    """
    influence = np.asarray(influence) - np.mean(influence)
    size = float(np.max(np.abs(influence), initial=0.0))
    if size == 0:
        return 0.0
    # In units of the largest, so that powers of tiny pulls do not vanish.
    influence = influence / size
    return float(np.sum(influence**3)) / (6 * float(np.sum(influence**2)) ** 1.5)


def studentized_bootstrap_interval(
    value: float, error: float, replicates: Floats, errors: Floats, level: float = 0.95
) -> Bounds:
    """Bootstrap-t: quantiles of (replicate - value) / its own error take the place of Student's.

    >>> replicates, errors = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.ones(5)
    >>> [round(bound, 3) for bound in studentized_bootstrap_interval(3.0, 1.0, replicates, errors, 0.5)]
    [2.0, 4.0]
    """
    usable = np.isfinite(replicates) & np.isfinite(errors) & (errors > 0)
    ratio = np.full(len(replicates), np.nan)
    ratio[usable] = (replicates[usable] - value) / errors[usable]
    low, high = percentile_interval(ratio, level)
    return value - high * error, value - low * error


def defined(replicates: Floats) -> Floats:
    """The replicates that are numbers; refused where more than one in twenty is not.

    >>> defined(np.array([1.0, 2.0]))
    array([1., 2.])
    """
    found = np.asarray(replicates)[np.isfinite(replicates)]
    if len(found) == 0 or len(found) < LEAST_DEFINED * len(replicates):
        raise DesignError(
            f"the measure is undefined in {len(replicates) - len(found)} of {len(replicates)} bootstrap "
            "samples of the held-out rows; hold out more rows of the rare class"
        )
    return found


def _tried(statistic: Callable[[Integers], float], rows: Integers) -> float:
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
            f"row {row} is of another stratum than the first row of its group; groups are drawn whole, so "
            "leave the stratum out"
        )
    return [np.flatnonzero(of_group == each) for each in np.unique(of_group)]


def _check_times(times: int) -> None:
    if isinstance(times, bool) or not isinstance(times, int | np.integer) or times < 1:
        raise ParameterError(f"times={times!r}: the number of bootstrap samples is a whole number from 1 up")
