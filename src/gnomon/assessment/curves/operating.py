"""Operating points on a ROC curve: minimum expected cost, or a constraint on fpr or tpr.

Points of equal expected cost are on iso-performance lines of slope m = cost_false_alarm (1 - prevalence) /
(cost_miss prevalence); the optimal point is on the most north-western one (Provost & Fawcett 2001).
"""

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betainc

from gnomon.arrays import Array, Floats
from gnomon.assessment.curves.hull import Hull
from gnomon.assessment.curves.interpolation import first_minimum
from gnomon.assessment.curves.roc import RocCurve, check_curve, check_prevalence
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Conditions:
    """Operating conditions: the prevalence and the misclassification costs.

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
                raise ParameterError(f"{name}={cost!r}: it must be a finite number above 0")

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines, of equal expected cost."""
        return self.cost_false_alarm * (1 - self.prevalence) / (self.cost_miss * self.prevalence)

    @property
    def importance(self) -> float:
        """Share of positives in the maximum expected cost: 1 / (1 + slope), from 0 to 1."""
        return 1 / (1 + self.slope)

    def cost(self, fpr: Any, tpr: Any) -> Floats:
        """Expected cost per row: prevalence (1 - tpr) cost_miss + (1 - prevalence) fpr cost_false_alarm."""
        misses = self.prevalence * (1 - np.asarray(tpr, dtype=np.float64)) * self.cost_miss
        return misses + (1 - self.prevalence) * np.asarray(fpr, dtype=np.float64) * self.cost_false_alarm


@dataclass(frozen=True)
class OperatingPoint:
    """An operating point: a classifier, its threshold and rates, and the expected cost per row if known.

    >>> print(OperatingPoint("svm", 0.54, 0.1, 0.5, cost=0.3))
    svm at threshold 0.54: fpr 0.100, tpr 0.500, expected cost 0.3
    """

    owner: str
    threshold: float
    fpr: float
    tpr: float
    cost: float | None = None

    def frame(self) -> "pd.DataFrame":
        """A data frame of one row."""
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
    """Optimal operating point: minimum expected cost; of ties, the smallest fpr.

    cost_miss, cost_false_alarm: cost of a false negative, of a false positive. prevalence: proportion of
    positives where the classifier is used; by default that of the curve.

    >>> from gnomon.curves import roc_curve
    >>> curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], name="A")
    >>> print(optimal_operating_point(curve, cost_miss=10))
    A at threshold 3: fpr 0.333, tpr 1.000, expected cost 0.1667
    """
    if not isinstance(curves, Hull):
        check_curve(curves)
    if prevalence is None:
        if isinstance(curves, Hull):
            raise ParameterError("prevalence=None: a hull has no prevalence; pass prevalence=")
        prevalence = curves.prevalence
    conditions = Conditions(prevalence, cost_miss, cost_false_alarm)
    if isinstance(curves, RocCurve):
        # Only real thresholds: with optimistic or pessimistic ties, corners of a step are not attainable.
        index = first_minimum(conditions.cost(*_rules(curves)))
        return _point_of(curves, index, conditions)
    index = curves.best(conditions.slope)
    fpr, tpr = float(curves.fpr[index]), float(curves.tpr[index])
    cost = float(conditions.cost(fpr, tpr))
    return OperatingPoint(curves.owner[index], float(curves.threshold[index]), fpr, tpr, cost)


def constrained_operating_point(
    curve: RocCurve, *, fpr: float | None = None, tpr: float | None = None, level: float | None = None
) -> OperatingPoint:
    """Constrained operating point (Neyman-Pearson classification): maximum fpr, or minimum tpr.

    fpr: maximize tpr with fpr at most this. tpr: minimize fpr with tpr at least this. level: None to satisfy
    the constraint on these rows; else the probability that the true rate satisfies it, by an exact binomial
    bound (Tong, Feng & Li 2018), which needs more rows.

    >>> from gnomon.curves import roc_curve
    >>> curve = roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    >>> (
    ...     constrained_operating_point(curve, fpr=0.4).threshold,
    ...     constrained_operating_point(curve, tpr=0.5).threshold,
    ... )
    (3.0, 5.0)
    """
    check_curve(curve)
    if (fpr is None) == (tpr is None):
        raise ParameterError(f"fpr={fpr!r}, tpr={tpr!r}: pass exactly one of fpr and tpr")
    target = fpr if fpr is not None else tpr
    if target is None or not 0 <= target <= 1:
        raise ParameterError(f"fpr={fpr!r}, tpr={tpr!r}: a rate must be from 0 to 1")
    rates = _rules(curve)
    negatives, positives = curve.rows.effective
    if fpr is not None:
        # The infinite threshold satisfies every constraint, so the first rule always qualifies.
        index = int(np.sum(_at_most(rates[0][1:], negatives, target, level)))
        return _point_of(curve, index, None)
    reached = rates[1] >= target if level is None else _at_most(1 - rates[1], positives, 1 - target, level)
    if not reached.any():
        return OperatingPoint(curve.name, -np.inf, 1.0, 1.0)
    return _point_of(curve, int(np.argmax(reached)), None)


def _rules(curve: RocCurve) -> tuple[Floats, Floats]:
    """fpr and tpr of the rules "score >= threshold", from the infinite threshold down."""
    fp, tp = (np.concatenate([[0.0], count]) for count in curve.rows.counts())
    return fp / fp[-1], tp / tp[-1]


def _point_of(curve: RocCurve, index: int, conditions: Conditions | None) -> OperatingPoint:
    fpr, tpr = (float(rates[index]) for rates in _rules(curve))
    threshold = float(curve.rows.threshold[index - 1]) if index else np.inf
    cost = None if conditions is None else float(conditions.cost(fpr, tpr))
    return OperatingPoint(curve.name, threshold, fpr, tpr, cost)


def _at_most(rates: Floats, n: float, target: float, level: float | None) -> Array:
    """Whether rates are at most the target; with a level, whether their upper Clopper-Pearson bounds are."""
    if level is None:
        return rates <= target
    if not 0 < level < 1:
        raise ParameterError(f"level={level!r}: it must be above 0 and below 1, such as 0.95")
    if target == 1:
        return np.ones(len(rates), dtype=np.bool_)
    # The bound is the beta quantile at the level, so compare the beta distribution function at the target.
    return (rates < 1) & (betainc(rates * n + 1, np.maximum((1 - rates) * n, 1e-9), target) >= level)
