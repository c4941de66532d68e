"""A power law through a learning curve: score(n) = a + b n^-c, with what it is sure of and what not."""

import warnings
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.curves.power_fit import covariance_of_points, fit_curves, heights, redrawn
from gnomon.assessment.intervals import Estimate, check_level, rounded
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike
from gnomon.errors import DataError, DataWarning, DesignError, ParameterError
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd

FEWEST_POINTS = 4


@dataclass(frozen=True, eq=False, repr=False)
class PowerLaw:
    """score(n) = a + b n^-c, and other such curves that fit the points about as well.

    curve: a, b, c. others: the same, one row a redrawn curve. rows: where the points were. is_flat: whether
    the points show no gain beyond their noise.

    >>> rows = np.array([10, 20, 40, 80, 160])
    >>> jitter = np.random.default_rng(0).normal(0, 0.002, (5, 10))
    >>> law = learning_curve_power_law(
    ...     rows, (0.9 - rows**-0.5)[:, None] + jitter, measure="accuracy", test_to_train=0.1
    ... )
    >>> [round(number, 1) for number in law.curve]
    [0.9, -1.0, 0.5]
    >>> 1500 < law.rows_needed(0.88).value < 5000
    True
    """

    measure: Measure
    curve: tuple[float, float, float]
    others: Floats
    rows: Integers
    level: float
    is_flat: bool

    def at(self, rows: float) -> Estimate:
        """The score to be expected after training on so many rows."""
        if not rows >= 1:
            raise ParameterError(f"at(rows={rows!r}): give a number of training rows of at least 1")
        curves = np.concatenate([[self.curve], self.others])
        values = np.clip(heights(curves, np.array([rows]))[:, 0], *self.measure.range)
        return self._estimate(float(values[0]), values[1:], self._reach(rows))

    @property
    def asymptote(self) -> Estimate:
        """The score that no number of rows goes beyond."""
        return self._estimate(self.curve[0], self.others[:, 0], self._reach(inf))

    def rows_needed(self, score: float) -> Estimate:
        """The training rows that this score needs; infinite where the curve never gets there."""
        low, high = self.measure.range
        if not low <= score <= high:
            raise ParameterError(f"rows_needed({score!r}): {self.measure.name} is from {low:g} to {high:g}")
        value = float(self._rows_for(np.array([self.curve]), score)[0])
        values = self._rows_for(self.others, score)
        never = float(np.mean(np.isinf(values)))
        short = f"the fitted curve ends at {self.curve[0]:.4g} and never gets to {score:g}."
        why = self._reach(value) if value < inf else short
        if never:
            why += f" In {100 * never:.0f} % of the curves that fit as well, no number of rows is enough."
        return self._estimate(value, values, why)

    def frame(self, rows: Any = None) -> "pd.DataFrame":
        """One line a number of rows: score and interval; by default to ten times the rows there are."""
        import pandas as pd

        grid = np.geomspace(self.rows[0], 10 * self.rows[-1], 40) if rows is None else np.asarray(rows)
        found = [self.at(float(each)) for each in grid]
        return pd.DataFrame(
            {
                "rows": grid,
                "score": [each.value for each in found],
                "lower": [each.lower for each in found],
                "upper": [each.upper for each in found],
            }
        )

    def __str__(self) -> str:
        a, b, c = self.curve
        end = "; the points show no gain beyond their noise" if self.is_flat else ""
        rest = f" {'-' if b < 0 else '+'} {abs(b):.3g} n^-{c:.3g}" if b else ""
        limit = rounded(self.asymptote.value, self.asymptote.lower, self.asymptote.upper)
        return (
            f"{self.measure.name} = {a:.4g}{rest}, "
            f"limit {limit[0]} [{limit[1]}, {limit[2]}] ({100 * self.level:g} %){end}"
        )

    __repr__ = __str__

    def _rows_for(self, curves: Floats, score: float) -> Floats:
        a, b, c = curves.T
        gap = self.measure.sign * (a - score)
        is_flat = b == 0
        with np.errstate(over="ignore"):
            found = (np.abs(b) / np.where(gap > 0, gap, 1.0)) ** (1 / c)
        found = np.where(is_flat, np.where(gap >= 0, 1.0, inf), np.where(gap > 0, found, inf))
        return np.maximum(np.ceil(found), 1.0)

    def _estimate(self, value: float, values: Floats, why: str) -> Estimate:
        # Quantiles that are values themselves: there is nothing between a number and infinity.
        tails = [(1 - self.level) / 2, (1 + self.level) / 2]
        low, high = np.quantile(values, tails, method="inverted_cdf")
        return Estimate(value, float(min(low, value)), float(max(high, value)), self.level, "power law", why)

    def _reach(self, rows: float) -> str:
        why = (
            f"a power law through {len(self.rows)} points from {self.rows[0]} to {self.rows[-1]} rows; the "
            "interval is for that law, and says nothing of other shapes"
        )
        if rows > 10 * self.rows[-1]:
            why += f"; this is beyond ten times the {self.rows[-1]} rows there are: take it as a guess"
        if self.is_flat:
            why += "; the points show no gain beyond their noise, so the exponent is unknown"
        return why + "."


def learning_curve_power_law(
    rows: Array,
    scores: Array,
    *,
    measure: MeasureLike,
    test_to_train: float,
    level: float = 0.95,
    times: int = 1000,
    random_state: Seed = 0,
) -> PowerLaw:
    """Fit score(n) = a + b n^-c to held-out scores (points x splits), taking more rows as no worse.

    test_to_train: held-out rows as a share of training rows, by which scores of splits are correlated.

    >>> rows, jitter = np.array([10, 30, 90, 270]), np.random.default_rng(0).normal(0, 0.01, (4, 5))
    >>> print(
    ...     learning_curve_power_law(
    ...         rows, (2 + 9 / rows)[:, None] + jitter, measure="log_loss", test_to_train=0.25
    ...     )
    ... )
    log_loss = 1.996 + 8.93 n^-0.995, limit 1.996 [1.959, 2.025] (95 %)
    """
    check_level(level)
    found = find_measure(measure)
    rows, scores = np.asarray(rows), np.asarray(scores, dtype=np.float64)
    _check_points(rows, scores)
    points, covariance = scores.mean(axis=1), covariance_of_points(scores, test_to_train)
    error = np.sqrt(np.diag(covariance))
    # A point without spread is not without error; it gets a tenth of the largest.
    weight = 1 / np.maximum(error, 0.1 * error.max()) ** 2 if error.any() else np.ones(len(rows))
    best = fit_curves(rows, points[None, :], weight, found)
    fitted = heights(best, rows)[0]
    if error.any():
        # Where the points lie further off the curve than their errors allow, the law itself is in doubt.
        covariance *= max(1.0, float(np.sum(weight * (points - fitted) ** 2)) / (len(rows) - 3))
    freedom = scores.shape[1] - 1
    others = redrawn(fitted, covariance, freedom, times, generator(random_state))
    is_flat = _is_flat(rows, points, covariance, weight, freedom, level, found.sign)
    if is_flat:
        _warn_of_flatness(rows, found)
    a, b, c = best[0].tolist()
    others = fit_curves(rows, others, weight, found)
    return PowerLaw(found, (a, b, c), others, rows.astype(np.int64), level, is_flat)


def _check_points(rows: Array, scores: Floats) -> None:
    if scores.shape[:1] != rows.shape or scores.ndim != 2:
        raise DataError(
            f"rows has shape {rows.shape} and scores {scores.shape}; give scores as points x splits"
        )
    if len(rows) < FEWEST_POINTS or (np.diff(rows) <= 0).any() or rows[0] < 1:
        raise DesignError(
            f"a power law has three unknowns, and there are {len(rows)} points; give sizes= of "
            f"{FEWEST_POINTS} or more rising numbers of rows"
        )
    if scores.shape[1] < 2:
        raise DesignError(
            "one split has no spread, so nothing can be said of how sure the curve is; "
            "use repeated(hold_out(0.2), times=30), or k_fold(10)"
        )
    if not np.isfinite(scores).all():
        raise DataError("a score is not finite; leave that size or split out")


def _is_flat(
    rows: Array, points: Floats, covariance: Floats, weight: Floats, freedom: int, level: float, sign: int
) -> bool:
    """Whether the gain could be nil: a straight line through the points against 1/√n has no sure slope."""
    z = 1 / np.sqrt(rows)
    lever = weight * (z - np.average(z, weights=weight))
    slope = -sign * float(lever @ (points - points[0]))
    error = np.sqrt(np.maximum(lever @ covariance @ lever, 0.0))
    return bool(slope <= stats.t.ppf((1 + level) / 2, freedom) * error)


def _warn_of_flatness(rows: Array, measure: Measure) -> None:
    warnings.warn(
        f"{measure.name} is not shown to gain from {rows[0]} to {rows[-1]} training rows, so a curve through "
        "it says little; use smaller sizes, or more repeats",
        DataWarning,
        stacklevel=3,
    )
