"""Operating points: where on a curve to work, for given costs and share of positives, or for a target rate.

Points of equal expected cost lie on a line of slope m = cost_false_alarm (1 - prevalence) / (cost_miss
prevalence); the best point touches the most north-western of these lines (Provost & Fawcett 2001).
"""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betainc

from gnomon.arrays import Array, Floats
from gnomon.assessment.curves.hull import Hull
from gnomon.assessment.curves.reading import first_least
from gnomon.assessment.curves.roc import RocCurve, check_curve, check_prevalence
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Conditions:
    """What a decision costs, and how common positives are where it is made.

    >>> conditions = Conditions(prevalence=1 / 11)
    >>> round(conditions.slope, 6), round(conditions.importance, 6)
    (10.0, 0.090909)
    """

    prevalence: float
    cost_miss: float = 1.0
    cost_false_alarm: float = 1.0

    def __post_init__(self) -> None:
        check_prevalence(self.prevalence)
        for name in ("cost_miss", "cost_false_alarm"):
            cost = getattr(self, name)
            if not (isfinite(cost) and cost > 0):
                raise ParameterError(f"{name}={cost!r}: the cost of a mistake is finite and above 0")

    @property
    def slope(self) -> float:
        """Slope of the lines of equal expected cost."""
        return self.cost_false_alarm * (1 - self.prevalence) / (self.cost_miss * self.prevalence)

    @property
    def importance(self) -> float:
        """Share of the positives in the greatest expected cost, 1 / (1 + slope): 0 to 1."""
        return 1 / (1 + self.slope)

    def cost(self, fpr: Any, tpr: Any) -> Floats:
        """Expected cost of a row: prevalence (1 - tpr) cost_miss + (1 - prevalence) fpr cost_false_alarm."""
        misses = self.prevalence * (1 - np.asarray(tpr, dtype=np.float64)) * self.cost_miss
        return misses + (1 - self.prevalence) * np.asarray(fpr, dtype=np.float64) * self.cost_false_alarm


@dataclass(frozen=True)
class OperatingPoint:
    """A classifier with its threshold: what it does, and what a row costs there, where costs are given.

    >>> print(OperatingPoint("svm", 0.54, 0.1, 0.5, cost=0.3))
    svm at threshold 0.54: fpr 0.100, tpr 0.500, expected cost 0.3
    """

    owner: str
    threshold: float
    fpr: float
    tpr: float
    cost: float | None = None

    def frame(self) -> "pd.DataFrame":
        """One line."""
        import pandas as pd

        return pd.DataFrame([vars(self)])

    def __str__(self) -> str:
        threshold = "" if np.isnan(self.threshold) else f" at threshold {self.threshold:.4g}"
        cost = "" if self.cost is None else f", expected cost {self.cost:.4g}"
        return f"{self.owner or 'curve'}{threshold}: fpr {self.fpr:.3f}, tpr {self.tpr:.3f}{cost}"


def optimal_operating_point(
    curves: RocCurve | Hull,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prevalence: float | None = None,
) -> OperatingPoint:
    """The point of least expected cost; of equals, the one with the fewest false alarms.

    prevalence: share of positives where the classifier will work; the curve's own if not given.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], name="A")
    >>> print(optimal_operating_point(curve, cost_miss=10))
    A at threshold 3: fpr 0.333, tpr 1.000, expected cost 0.1667
    """
    if not isinstance(curves, Hull):
        check_curve(curves)
    if prevalence is None:
        if isinstance(curves, Hull):
            raise ParameterError("prevalence=None: a hull knows no share of positives; give prevalence")
        prevalence = curves.prevalence
    conditions = Conditions(prevalence, cost_miss, cost_false_alarm)
    if isinstance(curves, RocCurve):
        # The points alone: with ties taken apart, the corners of a step are no rule that can be followed.
        place = first_least(conditions.cost(*_rules(curves)))
        return _point_of(curves, place, conditions)
    place = curves.best(conditions.slope)
    fpr, tpr = float(curves.fpr[place]), float(curves.tpr[place])
    cost = float(conditions.cost(fpr, tpr))
    return OperatingPoint(curves.owner[place], float(curves.threshold[place]), fpr, tpr, cost)


def constrained_operating_point(
    curve: RocCurve, *, fpr: float | None = None, tpr: float | None = None, level: float | None = None
) -> OperatingPoint:
    """The best rule with fpr at most, or with tpr at least, this rate (Neyman & Pearson 1933).

    level: without it, the rate is held on these rows. With it, the true rate is held with this probability,
    by an exact binomial bound (Tong, Feng & Li 2018): a safer threshold, which needs more rows.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> (
    ...     constrained_operating_point(curve, fpr=0.4).threshold,
    ...     constrained_operating_point(curve, tpr=0.5).threshold,
    ... )
    (3.0, 5.0)
    """
    check_curve(curve)
    if (fpr is None) == (tpr is None):
        raise ParameterError(f"fpr={fpr!r}, tpr={tpr!r}: give one target, for fpr or for tpr")
    target = fpr if fpr is not None else tpr
    if target is None or not 0 <= target <= 1:
        raise ParameterError(f"the target rate is {target!r}; a rate is from 0 to 1")
    rates = _rules(curve)
    negatives, positives = curve.rows.effective
    if fpr is not None:
        # To call no row positive holds every target, so the first rule always qualifies.
        place = int(np.sum(_at_most(rates[0][1:], negatives, target, level)))
        return _point_of(curve, place, None)
    reached = rates[1] >= target if level is None else _at_most(1 - rates[1], positives, 1 - target, level)
    if not reached.any():
        return OperatingPoint(curve.name, -np.inf, 1.0, 1.0)
    return _point_of(curve, int(np.argmax(reached)), None)


def _rules(curve: RocCurve) -> tuple[Floats, Floats]:
    """Rates of the rules "score >= threshold", from the threshold above all scores down."""
    fp, tp = (np.concatenate([[0.0], count]) for count in curve.rows.counts())
    return fp / fp[-1], tp / tp[-1]


def _point_of(curve: RocCurve, place: int, conditions: Conditions | None) -> OperatingPoint:
    fpr, tpr = (float(rates[place]) for rates in _rules(curve))
    threshold = float(curve.rows.threshold[place - 1]) if place else np.inf
    cost = None if conditions is None else float(conditions.cost(fpr, tpr))
    return OperatingPoint(curve.name, threshold, fpr, tpr, cost)


def _at_most(rates: Floats, n: float, target: float, level: float | None) -> Array:
    """Where a rate is at most the target; with a level, where its upper Clopper-Pearson bound is."""
    if level is None:
        return rates <= target
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: a level is above 0 and below 1, such as 0.95")
    if target == 1:
        return np.ones(len(rates), dtype=np.bool_)
    # The bound is the beta quantile at the level, so it is at most the target where their order is this.
    return (rates < 1) & (betainc(rates * n + 1, np.maximum((1 - rates) * n, 1e-9), target) >= level)
