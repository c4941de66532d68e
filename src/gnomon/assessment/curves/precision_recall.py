"""Precision against recall, with the points between two thresholds where they can really be reached.

Drawing at random between two thresholds adds true and false positives in proportion, so that precision does
not lie on a straight line between the two points (Davis & Goadrich 2006).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.cuts import Cuts, cuts, scored
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False, repr=False)
class PrecisionRecall:
    """Precision and recall at every threshold.

    The first point calls no row positive; it takes the precision of the next, which is its limit.

    >>> curve = precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> print(curve)
    precision-recall curve of 4 thresholds: average precision 0.833, area 0.797, baseline 0.500
    """

    cuts: Cuts

    @property
    def threshold(self) -> Floats:
        """Rows that score at or above it are called positive."""
        return self.cuts.threshold

    @property
    def recall(self) -> Floats:
        """The share of positive rows that are found."""
        return self.cuts.tpr

    @property
    def precision(self) -> Floats:
        """The share of positives among rows called positive."""
        return self.cuts.precision

    @property
    def baseline(self) -> float:
        """The precision of calling rows at random: the prevalence."""
        return self.cuts.prevalence

    @property
    def average_precision(self) -> float:
        """Precision at each threshold, weighted by the recall that it adds: the area of steps.

        >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).average_precision
        0.8333333333333333
        """
        return float(np.sum(np.diff(self.recall) * self.precision[1:]))

    @property
    def area(self) -> float:
        """The area under the curve of all points that can be reached.

        >>> precision_recall_curve([1, 0], [0.5, 0.5]).area
        0.5
        """
        # From (a caught of c called) on, m rows are called for each that is caught:
        # the integral of (a + t) / (c + m t) from 0 to g is g/m + (a - c/m)/m ln(1 + m g / c).
        gained = np.diff(self.cuts.caught)
        adds = gained > 0
        gained = gained[adds]
        caught = self.cuts.caught[:-1][adds]
        called = caught + self.cuts.alarms[:-1][adds]
        pace = 1 + np.diff(self.cuts.alarms)[adds] / gained
        has_called = called > 0
        safe = np.where(has_called, called, 1)
        bend = np.where(has_called, (caught - called / pace) / pace * np.log1p(pace * gained / safe), 0)
        return float(np.sum(gained / pace + bend) / self.cuts.positives)

    def precision_at(self, recall: ArrayLike) -> Floats:
        """The highest precision that can be reached at each recall.

        >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).precision_at([0.5, 0.75, 1])
        array([1.        , 0.6       , 0.66666667])
        """
        wanted = np.asarray(recall, dtype=np.float64)
        if not ((wanted >= 0) & (wanted <= 1)).all():
            raise ParameterError(f"recall={recall!r}: recall is from 0 to 1")
        caught, alarms = self.cuts.caught, self.cuts.alarms
        found = wanted * self.cuts.positives
        # The first threshold that finds so many; a little slack, as recall is rounded.
        reached = np.maximum(np.searchsorted(caught, found - 1e-12 * self.cuts.positives), 1)
        step = caught[reached] - caught[reached - 1]
        lacking = (caught[reached] - found) / np.where(step > 0, step, 1)
        called = found + alarms[reached] - lacking * (alarms[reached] - alarms[reached - 1])
        return np.where(found > 0, found / np.where(called > 0, called, 1), self.precision[0])

    def frame(self) -> "pd.DataFrame":
        """One line a threshold."""
        import pandas as pd

        return pd.DataFrame({"threshold": self.threshold, "recall": self.recall, "precision": self.precision})

    def __str__(self) -> str:
        return (
            f"precision-recall curve of {len(self.threshold) - 1} thresholds: average precision "
            f"{self.average_precision:.3f}, area {self.area:.3f}, baseline {self.baseline:.3f}"
        )

    __repr__ = __str__


def precision_recall_curve(
    positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None
) -> PrecisionRecall:
    """The precision-recall curve of scores.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
       threshold  recall  precision
    0        inf     0.0   1.000000
    1        0.9     0.5   1.000000
    2        0.8     0.5   0.500000
    3        0.7     1.0   0.666667
    4        0.1     1.0   0.500000
    """
    return PrecisionRecall(cuts(positive, score, weight))


def precision_recall_curve_of(
    predictions: "Predictions", *, positive: Any = None, split: int | None = None
) -> PrecisionRecall:
    """The curve of held-out rows: of one split, or of all together as if one model had scored them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(precision_recall_curve_of(predictions).average_precision, 2)
    0.98
    """
    return PrecisionRecall(cuts(*scored(predictions, positive=positive, split=split)))
