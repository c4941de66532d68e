"""Confidence region of the optimal operating point: its rates, threshold and expected cost.

The optimal point of a curve is optimistic, as it is chosen on the same rows. Region and cost are corrected by
the bootstrap estimate of the optimism (Efron 1983).
"""

from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from gnomon.arrays import Flags, Floats
from gnomon.assessment.curves.interpolation import first_minimum
from gnomon.assessment.curves.operating import Conditions, OperatingPoint, optimal_operating_point
from gnomon.assessment.curves.ranked import check_times
from gnomon.assessment.curves.roc import RocCurve, check_curve
from gnomon.assessment.intervals import Bounds, check_level, critical_z
from gnomon.seeds import Seed

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class OperatingRegion:
    """The optimal operating point with a joint confidence region for its rates.

    point: the optimal point on these rows. center: its (fpr, tpr) corrected for optimism. The region is the
    ellipse of points x with (x - center)ᵀ covariance⁻¹ (x - center) <= radius². threshold: interval of the
    optimal threshold. cost: expected cost corrected for optimism, with interval cost_bounds. In simulations
    with 20 to 300 rows per class, 92 to 98 % of the 95 % ellipses and cost_bounds covered the true values.

    >>> from gnomon.curves import roc_curve
    >>> generator = np.random.default_rng(0)
    >>> positive = np.arange(200) < 80
    >>> curve = roc_curve(positive, generator.normal(size=200) + 1.5 * positive)
    >>> region = operating_region(curve, cost_miss=2.0, times=500)
    >>> bool(region.contains(*region.center)), bool(region.contains(1.0, 0.0))
    (True, False)
    """

    point: OperatingPoint
    center: tuple[float, float]
    covariance: Floats
    radius: float
    threshold: Bounds
    cost: float
    cost_bounds: Bounds
    optimism: float
    level: float

    def contains(self, fpr: Any, tpr: Any) -> Flags:
        """Whether points are in the confidence region."""
        away = np.stack([np.asarray(fpr) - self.center[0], np.asarray(tpr) - self.center[1]], axis=-1)
        return np.asarray(_distances(away, self.covariance) <= self.radius**2)

    def outline(self, n_points: int = 100) -> Floats:
        """Points (fpr, tpr) on the boundary of the region, clipped to the unit square, for plotting."""
        angle = np.linspace(0, 2 * np.pi, n_points)
        circle = self.radius * np.stack([np.cos(angle), np.sin(angle)])
        points = np.linalg.cholesky(self.covariance) @ circle
        return np.clip(points.T + np.array(self.center), 0.0, 1.0)

    def frame(self) -> "pd.DataFrame":
        """One row each for fpr, tpr, threshold and cost, with intervals."""
        import pandas as pd

        reach = self.radius * np.sqrt(np.diag(self.covariance))
        low, middle, high = (np.clip(self.center + sign * reach, 0, 1) for sign in (-1, 0, 1))
        lines = {
            "fpr": (middle[0], low[0], high[0]),
            "tpr": (middle[1], low[1], high[1]),
            "threshold": (self.point.threshold, *self.threshold),
            "cost": (self.cost, *self.cost_bounds),
        }
        return pd.DataFrame.from_dict(lines, orient="index", columns=["value", "lower", "upper"])

    def __str__(self) -> str:
        low, high = self.threshold
        lower, upper = self.cost_bounds
        return (
            f"optimal threshold {self.point.threshold:.4g} [{low:.4g}, {high:.4g}], expected cost "
            f"{self.cost:.4g} [{lower:.4g}, {upper:.4g}] ({100 * self.level:g} %; uncorrected for optimism "
            f"{self.point.cost:.4g})"
        )

    __repr__ = __str__


def operating_region(
    curve: RocCurve,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
    level: float = 0.95,
    times: int = 2000,
    random_state: Seed = 0,
) -> OperatingRegion:
    """Confidence region of the optimal operating point, by a bootstrap stratified by class.

    With groups it is a cluster bootstrap. The region conditions on the fitted model: the variance over
    training sets is left out. cost_miss, cost_false_alarm, prevalence: as in `optimal_operating_point`.
    level: confidence level. times: number of bootstrap samples.

    >>> from gnomon.curves import roc_curve
    >>> curve = roc_curve([1, 0, 1, 1, 0, 1, 0, 0] * 10, list(range(80, 0, -1)))
    >>> region = operating_region(curve, times=200)
    >>> region.cost > region.point.cost
    True
    """
    check_curve(curve)
    check_level(level)
    check_times(times)
    conditions = Conditions(
        curve.prevalence if prevalence is None else prevalence, cost_miss, cost_false_alarm
    )
    point = optimal_operating_point(curve, **asdict(conditions))
    samples = _bootstrap(curve, conditions, times, random_state)
    covariance, radius = _ellipse(curve, point, samples, level)
    corrected = np.array([point.fpr, point.tpr]) - samples.optimism
    cost = float(conditions.cost(*corrected))
    half = critical_z(level) * _cost_error(curve, conditions, samples, level)
    tail = (1 - level) / 2
    ends = [
        np.quantile(samples.threshold, tail, method="lower"),
        np.quantile(samples.threshold, 1 - tail, method="higher"),
    ]
    return OperatingRegion(
        point=point,
        center=(float(corrected[0]), float(corrected[1])),
        covariance=covariance,
        radius=radius,
        threshold=(float(ends[0]), float(ends[1])),
        cost=cost,
        cost_bounds=(max(cost - half, 0.0), cost + half),
        optimism=cost - float(conditions.cost(point.fpr, point.tpr)),
        level=level,
    )


def rate_box(curve: RocCurve, threshold: float, level: float = 0.95) -> tuple[Bounds, Bounds]:
    """Joint confidence box for fpr and tpr at a fixed threshold (Clopper & Pearson 1934).

    Each rate has an exact interval at the square root of the level, for joint coverage: the two classes are
    independent.

    >>> from gnomon.curves import roc_curve
    >>> curve = roc_curve([1] * 10 + [0] * 20, [1] * 8 + [0] * 2 + [1] * 3 + [0] * 17)
    >>> [[round(bound, 3) for bound in bounds] for bounds in rate_box(curve, 1)]
    [[0.025, 0.41], [0.402, 0.982]]
    """
    each = sqrt(check_level(level))
    rates = (float(rate) for rate in curve.rates_at(threshold))
    negative, positive = (_exact(rate, n, each) for rate, n in zip(rates, curve.rows.effective))
    return negative, positive


@dataclass(frozen=True, eq=False)
class _Samples:
    """Per bootstrap sample: threshold and rates of its optimal rule, and rates of the original optimal rule.

    optimism: mean difference of the rates of an optimal rule between its own sample and the original rows.
    """

    threshold: Floats
    best: Floats
    chosen: Floats
    optimism: Floats


def _bootstrap(curve: RocCurve, conditions: Conditions, times: int, random_state: Seed) -> _Samples:
    threshold = np.concatenate([[np.inf], curve.rows.threshold])
    original = _rates(*curve.rows.counts())
    optimal = first_minimum(conditions.cost(*original))
    indices, best, chosen = [], [], []
    for counts in curve.rows.resampled(times, random_state):
        rates = _rates(*counts)
        index = first_minimum(conditions.cost(*rates))
        indices.append(index)
        best.append(rates[:, index])
        chosen.append(rates[:, optimal])
    optimism = np.mean(best - original[:, indices].T, axis=0)
    return _Samples(threshold[indices], np.array(best), np.array(chosen), optimism)


def _rates(fp: Floats, tp: Floats) -> Floats:
    return np.concatenate([[[0.0], [0.0]], [fp / fp[-1], tp / tp[-1]]], axis=1)


def _ellipse(curve: RocCurve, point: OperatingPoint, samples: _Samples, level: float) -> tuple[Floats, float]:
    """Covariance and radius of the region."""
    expected = float(stats.chi2.ppf(level, 2))
    covariance = _at_least(np.cov(samples.best.T), curve.rows.rule_of_three(sqrt(level)) / sqrt(expected))
    # In the bootstrap the original point is the truth: deviations of the corrected point from it.
    deviations = samples.best - samples.optimism - [point.fpr, point.tpr]
    return covariance, sqrt(max(float(np.quantile(_distances(deviations, covariance), level)), expected))


def _cost_error(curve: RocCurve, conditions: Conditions, samples: _Samples, level: float) -> float:
    """Standard error of the expected cost of a fixed rule."""
    covariance = _at_least(np.cov(samples.chosen.T), curve.rows.rule_of_three(level) / critical_z(level))
    of_fpr = (1 - conditions.prevalence) * conditions.cost_false_alarm
    gradient = np.array([of_fpr, -conditions.prevalence * conditions.cost_miss])
    return sqrt(gradient @ covariance @ gradient)


def _distances(away: Floats, covariance: Floats) -> Floats:
    """Squared Mahalanobis distance of each row."""
    return np.einsum("...i,ij,...j->...", away, np.linalg.inv(covariance), away)


def _at_least(covariance: Floats, floor: Floats) -> Floats:
    """The covariance with standard deviations of at least the floor: rates of 0 and 1 have zero variance."""
    values, directions = np.linalg.eigh(covariance / np.outer(floor, floor))
    return (directions * np.maximum(values, 1.0)) @ directions.T * np.outer(floor, floor)


def _exact(share: float, n: float, level: float) -> Bounds:
    tail, cases = (1 - level) / 2, share * n
    lower = float(stats.beta.ppf(tail, cases, n - cases + 1)) if share > 0 else 0.0
    upper = float(stats.beta.ppf(1 - tail, cases + 1, n - cases)) if share < 1 else 1.0
    return lower, upper
