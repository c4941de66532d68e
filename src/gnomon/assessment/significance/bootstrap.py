"""Paired bootstrap test: held-out rows (or whole groups) are resampled, the same for both learners."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

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
    weight: Any | None = None,
    group: Any | None = None,
    level: float = 0.95,
    times: int = 2000,
    random_state: Seed = 0,
) -> tuple[Outcome, Bounds, float]:
    """Paired bootstrap: p, percentile interval and standard error of a difference on the same rows.

    difference: a function of row weights: the number of times each row was drawn, times its weight. group:
    cluster bootstrap, in which whole groups are drawn. p is the smallest 1 - level at which the percentile
    interval excludes 0.

    >>> gains = np.array([0.1, 0.3, 0.2, -0.1, 0.4, 0.2, 0.1, 0.3])
    >>> outcome, (low, high), error = paired_bootstrap(lambda w: float(gains @ w / w.sum()), 8)
    >>> outcome.p < 0.05 < low < outcome.statistic < high
    True
    """
    replicates = bootstrap_differences(
        difference, n_rows, weight=weight, group=group, times=times, random_state=random_state
    )
    plain = np.ones(n_rows) if weight is None else np.asarray(weight, dtype=np.float64)
    return outcome_of_replicates(replicates, difference(plain), level)


def outcome_of_replicates(
    replicates: Floats, observed: float, level: float = 0.95
) -> tuple[Outcome, Bounds, float]:
    """p, percentile interval and standard error from bootstrap replicates; NaN where undefined.

    >>> outcome, bounds, _ = outcome_of_replicates(np.linspace(-0.1, 0.9, 1001), 0.4)
    >>> round(outcome.p, 2), [round(bound, 3) for bound in bounds]
    (0.2, [-0.075, 0.875])
    """
    defined = replicates[~np.isnan(replicates)]
    if len(defined) < 0.95 * len(replicates):
        raise DesignError(
            f"the measure is undefined in {len(replicates) - len(defined)} of {len(replicates)} bootstrap "
            "samples; hold out more rows of the rare class"
        )
    low, high = np.quantile(defined, [(1 - check_level(level)) / 2, (1 + level) / 2])
    fewer = min(int(np.sum(defined <= 0)), int(np.sum(defined >= 0)))
    p = min(1.0, 2 * (1 + fewer) / (1 + len(defined)))
    error = float(np.std(defined, ddof=1))
    return Outcome("paired bootstrap", observed, p), (float(low), float(high)), error


def bootstrap_differences(
    difference: Callable[[Floats], float],
    n_rows: int,
    *,
    weight: Array | None = None,
    group: Array | None = None,
    times: int = 2000,
    random_state: Seed = 0,
) -> Floats:
    """Bootstrap replicates of the difference; NaN where it is undefined.

    >>> len(bootstrap_differences(lambda w: float(w[0]), 3, times=50))
    50
    """
    unit = np.arange(n_rows) if group is None else np.unique(group, return_inverse=True)[1]
    n_units = int(unit.max()) + 1
    if n_units < 2:
        raise DesignError("the bootstrap needs at least 2 held-out rows (or groups); hold out more")
    random = generator(random_state)
    replicates = np.full(times, np.nan)
    for replicate in range(times):
        times_drawn = np.bincount(random.integers(n_units, size=n_units), minlength=n_units)
        drawn = times_drawn[unit].astype(np.float64)
        with suppress(DataError):
            replicates[replicate] = difference(drawn if weight is None else drawn * weight)
    return replicates
