"""Cost curves: the expected cost of a classifier over every prevalence and every pair of costs at once.

A threshold, which is a point of the ROC curve, is a line here; the lower envelope of the lines is the dual of
the ROC curve's convex hull (Drummond & Holte 2006).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats, Integers
from gnomon.assessment.calibration.isotonic import pools
from gnomon.assessment.curves.cuts import Cuts, cuts, scored
from gnomon.assessment.decisions.costs import check_costs
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


def probability_cost(prevalence: float, cost_miss: float = 1.0, cost_false_alarm: float = 1.0) -> float:
    """The place on the axis of a cost curve: P C_miss / (P C_miss + (1 - P) C_false_alarm).

    prevalence: the share of positive rows where the classifier will be used.

    >>> round(probability_cost(0.1, cost_miss=9), 4)
    0.5
    """
    if not 0 <= prevalence <= 1:
        raise ParameterError(f"prevalence={prevalence!r}: it is a share, from 0 to 1")
    check_costs(cost_miss, cost_false_alarm)
    missed, alarmed = prevalence * cost_miss, (1 - prevalence) * cost_false_alarm
    if missed + alarmed == 0:
        raise ParameterError("no error can cost anything here; give a cost above 0 to one that can happen")
    return missed / (missed + alarmed)


@dataclass(frozen=True, eq=False, repr=False)
class CostCurve:
    """The normalized expected cost y = x (1 - tpr) + (1 - x) fpr of the best threshold, for every x.

    x: the share of cost that would come from positives if all rows were wrong (see `probability_cost`).
    y: the expected cost as a share of that of being always wrong. best: the thresholds (their places in
    `cuts`) that are best somewhere, from "never positive" to "always positive". x[i] to x[i + 1] is where
    best[i] is.

    >>> print(cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    cost curve: 4 of 5 thresholds are best somewhere, area 0.125
    """

    cuts: Cuts
    best: Integers

    @property
    def x(self) -> Floats:
        """Where the best threshold changes, with 0 and 1 at the ends."""
        fpr, tpr = self.cuts.fpr[self.best], self.cuts.tpr[self.best]
        # Lines i and i + 1 cross where x (rise of tpr) = (1 - x) (rise of fpr).
        rise, run = np.diff(tpr), np.diff(fpr)
        return np.concatenate([[0.0], run / (rise + run), [1.0]])

    @property
    def y(self) -> Floats:
        """The normalized expected cost at each x."""
        return self.cost_at(self.x)

    @property
    def area(self) -> float:
        """The mean cost if every x is as likely as any other; 1/4 for a useless ranking."""
        return float(np.trapezoid(self.y, self.x))

    @property
    def useful(self) -> tuple[float, float]:
        """Between which x some threshold costs less than the better of "never" and "always positive".

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).useful
        (0.0, 1.0)
        """
        x = self.x
        return float(x[1]), float(x[-2])

    def cost_at(self, x: ArrayLike) -> Floats:
        """The normalized expected cost of the best threshold at each x.

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).cost_at([0.25, 0.5])
        array([0.125, 0.25 ])
        """
        places = _share(x)
        line = self._line(places)
        return places * (1 - self.cuts.tpr[line]) + (1 - places) * self.cuts.fpr[line]

    def threshold_at(self, x: ArrayLike) -> Floats:
        """The best threshold at each x; of equals the highest.

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).threshold_at([0.25, 0.75])
        array([0.9, 0.7])
        """
        return self.cuts.threshold[self._line(_share(x))]

    def frame(self) -> "pd.DataFrame":
        """One line a corner of the envelope; the threshold is best from this x on."""
        import pandas as pd

        threshold = self.cuts.threshold[np.append(self.best, self.best[-1])]
        trivial = np.minimum(self.x, 1 - self.x)
        return pd.DataFrame({"x": self.x, "cost": self.y, "trivial": trivial, "threshold": threshold})

    def lines(self) -> "pd.DataFrame":
        """One line of the drawing a threshold: its cost at x = 0 and at x = 1."""
        import pandas as pd

        cuts = self.cuts
        return pd.DataFrame({"threshold": cuts.threshold, "cost_at_0": cuts.fpr, "cost_at_1": 1 - cuts.tpr})

    def _line(self, x: Floats) -> Integers:
        return self.best[np.searchsorted(self.x[1:-1], x, side="left")]

    def __str__(self) -> str:
        return (
            f"cost curve: {len(self.best)} of {len(self.cuts.threshold)} thresholds are best somewhere, "
            f"area {self.area:.3f}"
        )

    __repr__ = __str__


def cost_curve(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> CostCurve:
    """The cost curve of scores.

    >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
         x  cost  trivial  threshold
    0  0.0  0.00      0.0        inf
    1  0.0  0.00      0.0        0.9
    2  0.5  0.25      0.5        0.7
    3  1.0  0.00      0.0        0.1
    4  1.0  0.00      0.0        0.1
    """
    return _enveloped(cuts(positive, score, weight))


def cost_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> CostCurve:
    """The curve of held-out rows: of one split, or of all together as if one model had scored them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(float(cost_curve_of(predictions).cost_at(0.5)), 2)
    0.05
    """
    return _enveloped(cuts(*scored(predictions, positive=positive, split=split)))


def _enveloped(found: Cuts) -> CostCurve:
    # From the highest score down the share of negatives must rise from pool to pool: the hull.
    alarms, called = np.diff(found.alarms), np.diff(found.alarms + found.caught)
    start = pools(alarms, called)
    return CostCurve(found, np.append(start, len(called)).astype(np.int64))


def _share(x: ArrayLike) -> Floats:
    places = np.asarray(x, dtype=np.float64)
    if not ((places >= 0) & (places <= 1)).all():
        raise ParameterError(f"x={x!r}: it is a share of the cost, from 0 to 1 (see probability_cost)")
    return places
