"""Cost curves: expected cost over all prevalences and misclassification costs (Drummond & Holte 2006).

A threshold, a point in ROC space, is a line in cost space; the lower envelope of the lines is the dual of the
ROC convex hull.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats, Integers
from gnomon.assessment.calibration.isotonic import pools
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, scored, threshold_counts
from gnomon.assessment.decisions.costs import check_costs
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


def probability_cost(prevalence: float, cost_miss: float = 1.0, cost_false_alarm: float = 1.0) -> float:
    """Probability cost, the x axis of a cost curve: P C_miss / (P C_miss + (1 - P) C_false_alarm).

    prevalence: proportion of positives where the classifier is used, P.

    >>> round(probability_cost(0.1, cost_miss=9), 4)
    0.5
    """
    if not 0 <= prevalence <= 1:
        raise ParameterError(f"prevalence={prevalence!r}: it must be a proportion from 0 to 1")
    check_costs(cost_miss, cost_false_alarm)
    missed, alarmed = prevalence * cost_miss, (1 - prevalence) * cost_false_alarm
    if missed + alarmed == 0:
        raise ParameterError("all errors that can occur cost 0; set a positive cost for one of them")
    return missed / (missed + alarmed)


@dataclass(frozen=True, eq=False, repr=False)
class CostCurve:
    """The lower envelope of the normalized expected cost y = x (1 - tpr) + (1 - x) fpr over all thresholds.

    x: probability cost (see `probability_cost`). y: expected cost divided by that of being always wrong.
    best: indices in `counts` of the thresholds that are optimal for some x, from "never positive" to "always
    positive"; best[i] is optimal from x[i] to x[i + 1].

    >>> print(cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    cost curve: 4 of 5 thresholds are optimal for some x, area 0.125
    """

    counts: ThresholdCounts
    best: Integers

    @property
    def x(self) -> Floats:
        """Where the optimal threshold changes, with 0 and 1 at the ends."""
        fpr, tpr = self.counts.fpr[self.best], self.counts.tpr[self.best]
        # Lines i and i + 1 cross where x (rise of tpr) = (1 - x) (rise of fpr).
        rise, run = np.diff(tpr), np.diff(fpr)
        return np.concatenate([[0.0], run / (rise + run), [1.0]])

    @property
    def y(self) -> Floats:
        """The normalized expected cost at each x."""
        return self.cost_at(self.x)

    @property
    def area(self) -> float:
        """The mean cost for uniformly distributed x; 1/4 for a random ranking."""
        return float(np.trapezoid(self.y, self.x))

    @property
    def useful(self) -> tuple[float, float]:
        """The operating range: the x at which some threshold is better than both trivial classifiers.

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).useful
        (0.0, 1.0)
        """
        x = self.x
        return float(x[1]), float(x[-2])

    def cost_at(self, x: ArrayLike) -> Floats:
        """The normalized expected cost of the optimal threshold at each x.

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).cost_at([0.25, 0.5])
        array([0.125, 0.25 ])
        """
        checked = _probability_costs(x)
        line = self._line(checked)
        return checked * (1 - self.counts.tpr[line]) + (1 - checked) * self.counts.fpr[line]

    def threshold_at(self, x: ArrayLike) -> Floats:
        """The optimal threshold at each x; of ties the highest.

        >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).threshold_at([0.25, 0.75])
        array([0.9, 0.7])
        """
        return self.counts.threshold[self._line(_probability_costs(x))]

    def frame(self) -> "pd.DataFrame":
        """One row per vertex of the envelope; the threshold is optimal from this x on."""
        import pandas as pd

        threshold = self.counts.threshold[np.append(self.best, self.best[-1])]
        trivial = np.minimum(self.x, 1 - self.x)
        return pd.DataFrame({"x": self.x, "cost": self.y, "trivial": trivial, "threshold": threshold})

    def lines(self) -> "pd.DataFrame":
        """The cost line of each threshold: its cost at x = 0 and at x = 1."""
        import pandas as pd

        threshold, fpr, tpr = self.counts.threshold, self.counts.fpr, self.counts.tpr
        return pd.DataFrame({"threshold": threshold, "cost_at_0": fpr, "cost_at_1": 1 - tpr})

    def _line(self, x: Floats) -> Integers:
        return self.best[np.searchsorted(self.x[1:-1], x, side="left")]

    def __str__(self) -> str:
        return (
            f"cost curve: {len(self.best)} of {len(self.counts.threshold)} thresholds are optimal for some "
            f"x, area {self.area:.3f}"
        )

    __repr__ = __str__


def cost_curve(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> CostCurve:
    """Cost curve (Drummond & Holte 2006) of scores.

    positive: binary labels. score: higher for more likely positives. weight: sample weights.

    >>> cost_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
         x  cost  trivial  threshold
    0  0.0  0.00      0.0        inf
    1  0.0  0.00      0.0        0.9
    2  0.5  0.25      0.5        0.7
    3  1.0  0.00      0.0        0.1
    4  1.0  0.00      0.0        0.1
    """
    return _enveloped(threshold_counts(positive, score, weight))


def cost_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> CostCurve:
    """Cost curve of held-out rows: of one split, or of all pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(float(cost_curve_of(predictions).cost_at(0.5)), 2)
    0.05
    """
    return _enveloped(threshold_counts(*scored(predictions, positive=positive, split=split)))


def _enveloped(counts: ThresholdCounts) -> CostCurve:
    # The hull: from the highest score down the proportion of negatives increases from pool to pool.
    negatives = np.diff(counts.false_positives)
    rows = np.diff(counts.false_positives + counts.true_positives)
    start = pools(negatives, rows)
    return CostCurve(counts, np.append(start, len(rows)).astype(np.int64))


def _probability_costs(x: ArrayLike) -> Floats:
    values = np.asarray(x, dtype=np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        raise ParameterError(f"x={x!r}: a probability cost is from 0 to 1 (see probability_cost)")
    return values
