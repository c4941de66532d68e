"""Paired bootstrap: held-out rows (or whole groups) are drawn again, the same for both learners."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.intervals import Bounds, check_level
from gnomon.assessment.significance.outcome import Outcome
from gnomon.errors import DataError, DesignError
from gnomon.seeds import Seed, generator


def paired_bootstrap(
    difference: Callable[[Floats], float],
    n_rows: int,
    *,
    weight: Array | None = None,
    group: Array | None = None,
    level: float = 0.95,
    times: int = 2000,
    random_state: Seed = 0,
) -> tuple[Outcome, Bounds, float]:
    """p, percentile interval and standard error of a difference of two measures on the same rows.

    difference: of weights of rows, which say how often each was drawn (times the weight of the row). p is the
    smallest 1 - level at which the percentile interval leaves out 0.

    >>> gains = np.array([0.1, 0.3, 0.2, -0.1, 0.4, 0.2, 0.1, 0.3])
    >>> outcome, (low, high), error = paired_bootstrap(lambda w: float(gains @ w / w.sum()), 8)
    >>> outcome.p < 0.05 < low < outcome.statistic < high
    True
    """
    found = bootstrapped(
        difference, n_rows, weight=weight, group=group, times=times, random_state=random_state
    )
    plain = np.ones(n_rows) if weight is None else np.asarray(weight, dtype=np.float64)
    return read_samples(found, difference(plain), level)


def read_samples(found: Floats, observed: float, level: float = 0.95) -> tuple[Outcome, Bounds, float]:
    """p, percentile interval and standard error from the differences of many samples; NaN is undefined.

    >>> outcome, bounds, _ = read_samples(np.linspace(-0.1, 0.9, 1001), 0.4)
    >>> round(outcome.p, 2), [round(bound, 3) for bound in bounds]
    (0.2, [-0.075, 0.875])
    """
    defined = found[~np.isnan(found)]
    if len(defined) < 0.95 * len(found):
        raise DesignError(
            f"the measure is undefined in {len(found) - len(defined)} of {len(found)} samples of the "
            "held-out rows; hold out more rows of the rare class"
        )
    low, high = np.quantile(defined, [(1 - check_level(level)) / 2, (1 + level) / 2])
    fewer = min(int(np.sum(defined <= 0)), int(np.sum(defined >= 0)))
    p = min(1.0, 2 * (1 + fewer) / (1 + len(defined)))
    error = float(np.std(defined, ddof=1))
    return Outcome("paired bootstrap", observed, p), (float(low), float(high)), error


def bootstrapped(
    difference: Callable[[Floats], float],
    n_rows: int,
    *,
    weight: Array | None = None,
    group: Array | None = None,
    times: int = 2000,
    random_state: Seed = 0,
) -> Floats:
    """The difference over many samples of the rows; NaN where it is undefined.

    >>> len(bootstrapped(lambda w: float(w[0]), 3, times=50))
    50
    """
    unit = np.arange(n_rows) if group is None else np.unique(group, return_inverse=True)[1]
    n_units = int(unit.max()) + 1
    if n_units < 2:
        raise DesignError("a bootstrap needs 2 held-out rows (or groups) or more; hold out more")
    random = generator(random_state)
    found = np.full(times, np.nan)
    for place in range(times):
        times_drawn = np.bincount(random.integers(n_units, size=n_units), minlength=n_units)
        drawn = times_drawn[unit].astype(np.float64)
        with suppress(DataError):
            found[place] = difference(drawn if weight is None else drawn * weight)
    return found
