"""Power-law extrapolation of a learning curve: score(n) = a + b n^-c, with uncertainty."""

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

MIN_POINTS = 4


@dataclass(frozen=True, eq=False, repr=False)
class PowerLaw:
    """A fitted power law score(n) = a + b n^-c, with parametric bootstrap replicates.

    curve: a, b, c. others: the same, one row per bootstrap replicate. rows: training set sizes of the points.
    is_flat: whether the points show no significant improvement.

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
        """The predicted score for a number of training rows, with its interval."""
        if not rows >= 1:
            raise ParameterError(f"at(rows={rows!r}): it must be a number of training rows of at least 1")
        curves = np.concatenate([[self.curve], self.others])
        values = np.clip(heights(curves, np.array([rows]))[:, 0], *self.measure.range)
        return self._estimate(float(values[0]), values[1:], self._reach(rows))

    @property
    def asymptote(self) -> Estimate:
        """The limit of the score for infinitely many training rows, with its interval."""
        return self._estimate(self.curve[0], self.others[:, 0], self._reach(inf))

    def rows_needed(self, score: float) -> Estimate:
        """The number of training rows needed for this score; infinite if the curve never reaches it."""
        low, high = self.measure.range
        if not low <= score <= high:
            raise ParameterError(
                f"rows_needed({score!r}): it must be in the range of {self.measure.name}, {low:g} to {high:g}"
            )
        value = float(self._rows_for(np.array([self.curve]), score)[0])
        values = self._rows_for(self.others, score)
        never = float(np.mean(np.isinf(values)))
        short = f"the limit of the fitted curve is {self.curve[0]:.4g}, so it never reaches {score:g}."
        why = self._reach(value) if value < inf else short
        if never:
            why += f" In {100 * never:.0f} % of the bootstrap curves no number of rows is enough."
        return self._estimate(value, values, why)

    def frame(self, rows: Any = None) -> "pd.DataFrame":
        """One row per number of training rows: score and interval; by default up to ten times the largest."""
        import pandas as pd

        grid = np.geomspace(self.rows[0], 10 * self.rows[-1], 40) if rows is None else np.asarray(rows)
        estimates = [self.at(float(each)) for each in grid]
        return pd.DataFrame(
            {
                "rows": grid,
                "score": [each.value for each in estimates],
                "lower": [each.lower for each in estimates],
                "upper": [each.upper for each in estimates],
            }
        )

    def __str__(self) -> str:
        a, b, c = self.curve
        end = "; no significant improvement with more rows" if self.is_flat else ""
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
            rows = (np.abs(b) / np.where(gap > 0, gap, 1.0)) ** (1 / c)
        rows = np.where(is_flat, np.where(gap >= 0, 1.0, inf), np.where(gap > 0, rows, inf))
        return np.maximum(np.ceil(rows), 1.0)

    def _estimate(self, value: float, values: Floats, why: str) -> Estimate:
        # Quantiles without interpolation, as values may be infinite.
        tails = [(1 - self.level) / 2, (1 + self.level) / 2]
        low, high = np.quantile(values, tails, method="inverted_cdf")
        return Estimate(value, float(min(low, value)), float(max(high, value)), self.level, "power law", why)

    def _reach(self, rows: float) -> str:
        why = (
            f"a power law through {len(self.rows)} points from {self.rows[0]} to {self.rows[-1]} rows; the "
            "interval assumes that the power law holds"
        )
        if rows > 10 * self.rows[-1]:
            why += f"; extrapolation beyond ten times the {self.rows[-1]} rows is unreliable"
        if self.is_flat:
            why += "; the points show no significant improvement, so the exponent is unknown"
        return why + "."


def learning_curve_power_law(
    rows: Any,
    scores: Any,
    *,
    measure: MeasureLike,
    test_to_train: float,
    level: float = 0.95,
    times: int = 1000,
    random_state: Seed = 0,
) -> PowerLaw:
    """Power-law fit of a learning curve: score(n) = a + b n^-c, monotone in the number of rows.

    rows: training set sizes. scores: held-out scores, points x splits. test_to_train: ratio of held-out to
    training rows, for the correlation of splits. level: confidence level. times: number of parametric
    bootstrap replicates.

    >>> rows, jitter = np.array([10, 30, 90, 270]), np.random.default_rng(0).normal(0, 0.01, (4, 5))
    >>> print(
    ...     learning_curve_power_law(
    ...         rows, (2 + 9 / rows)[:, None] + jitter, measure="log_loss", test_to_train=0.25
    ...     )
    ... )
    log_loss = 1.996 + 8.93 n^-0.995, limit 1.996 [1.959, 2.025] (95 %)
    """
    check_level(level)
    measure = find_measure(measure)
    rows, scores = np.asarray(rows), np.asarray(scores, dtype=np.float64)
    _check_points(rows, scores)
    points, covariance = scores.mean(axis=1), covariance_of_points(scores, test_to_train)
    error = np.sqrt(np.diag(covariance))
    # A point of zero variance gets a tenth of the largest standard error.
    weight = 1 / np.maximum(error, 0.1 * error.max()) ** 2 if error.any() else np.ones(len(rows))
    best = fit_curves(rows, points[None, :], weight, measure)
    fitted = heights(best, rows)[0]
    if error.any():
        # Lack of fit (reduced chi-squared above 1) inflates the covariance.
        covariance *= max(1.0, float(np.sum(weight * (points - fitted) ** 2)) / (len(rows) - 3))
    freedom = scores.shape[1] - 1
    others = redrawn(fitted, covariance, freedom, times, generator(random_state))
    is_flat = _is_flat(rows, points, covariance, weight, freedom, level, measure.sign)
    if is_flat:
        _warn_of_flatness(rows, measure)
    a, b, c = best[0].tolist()
    others = fit_curves(rows, others, weight, measure)
    return PowerLaw(measure, (a, b, c), others, rows.astype(np.int64), level, is_flat)


def _check_points(rows: Array, scores: Floats) -> None:
    if scores.shape[:1] != rows.shape or scores.ndim != 2:
        raise DataError(
            f"rows has shape {rows.shape} and scores {scores.shape}; pass scores as points x splits"
        )
    if len(rows) < MIN_POINTS or (np.diff(rows) <= 0).any() or rows[0] < 1:
        raise DesignError(
            f"a power law has three parameters, and there are {len(rows)} points; use sizes= of at least "
            f"{MIN_POINTS} increasing numbers of rows"
        )
    if scores.shape[1] < 2:
        raise DesignError(
            "the uncertainty of the curve cannot be estimated from one split; "
            "use repeated(hold_out(0.2), times=30), or k_fold(10)"
        )
    if not np.isfinite(scores).all():
        raise DataError("a score is not finite; drop that size or split")


def _is_flat(
    rows: Array, points: Floats, covariance: Floats, weight: Floats, freedom: int, level: float, sign: int
) -> bool:
    """Whether the slope of a regression line of the scores on 1/√n is not significant."""
    z = 1 / np.sqrt(rows)
    lever = weight * (z - np.average(z, weights=weight))
    slope = -sign * float(lever @ (points - points[0]))
    error = np.sqrt(np.maximum(lever @ covariance @ lever, 0.0))
    return bool(slope <= stats.t.ppf((1 + level) / 2, freedom) * error)


def _warn_of_flatness(rows: Array, measure: Measure) -> None:
    warnings.warn(
        f"{measure.name} does not improve significantly from {rows[0]} to {rows[-1]} training rows, so the "
        "power law is not informative; use smaller sizes, or more repeats",
        DataWarning,
        stacklevel=3,
    )
