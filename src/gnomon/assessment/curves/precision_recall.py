"""Precision-recall curve, with the nonlinear interpolation of Davis & Goadrich (2006).

Between two thresholds true and false positives are added in proportion, so that precision is not linear in
recall.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, scored, threshold_counts
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False, repr=False)
class PrecisionRecall:
    """A precision-recall curve: precision and recall at every threshold.

    The first point, without predicted positives, has the precision of the next, its limit.

    >>> curve = precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> print(curve)
    precision-recall curve of 4 thresholds: average precision 0.833, area 0.797, baseline 0.500
    """

    counts: ThresholdCounts

    @property
    def threshold(self) -> Floats:
        """Decision thresholds; rows with score >= threshold are predicted positive."""
        return self.counts.threshold

    @property
    def recall(self) -> Floats:
        """Recall (true-positive rate, sensitivity)."""
        return self.counts.tpr

    @property
    def precision(self) -> Floats:
        """Precision (positive predictive value)."""
        return self.counts.precision

    @property
    def baseline(self) -> float:
        """The precision of random predictions: the prevalence."""
        return self.counts.prevalence

    @property
    def average_precision(self) -> float:
        """Average precision: the precision at each threshold, weighted by the increase in recall.

        >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).average_precision
        0.8333333333333333
        """
        return float(np.sum(np.diff(self.recall) * self.precision[1:]))

    @property
    def area(self) -> float:
        """Area under the precision-recall curve, by the interpolation of Davis & Goadrich.

        >>> precision_recall_curve([1, 0], [0.5, 0.5]).area
        0.5
        """
        # From a true positives of c predicted positives on, m rows are predicted for each true positive:
        # the integral of (a + t) / (c + m t) from 0 to g is g/m + (a - c/m)/m ln(1 + m g / c).
        g = np.diff(self.counts.true_positives)
        adds = g > 0
        g = g[adds]
        a = self.counts.true_positives[:-1][adds]
        c = a + self.counts.false_positives[:-1][adds]
        m = 1 + np.diff(self.counts.false_positives)[adds] / g
        logarithm = np.where(c > 0, (a - c / m) / m * np.log1p(m * g / np.where(c > 0, c, 1)), 0)
        return float(np.sum(g / m + logarithm) / self.counts.positives)

    def precision_at(self, recall: ArrayLike) -> Floats:
        """The interpolated precision at each recall.

        >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).precision_at([0.5, 0.75, 1])
        array([1.        , 0.6       , 0.66666667])
        """
        recalls = np.asarray(recall, dtype=np.float64)
        if not ((recalls >= 0) & (recalls <= 1)).all():
            raise ParameterError(f"recall={recall!r}: it must be from 0 to 1")
        tp, fp = self.counts.true_positives, self.counts.false_positives
        target = recalls * self.counts.positives
        # The first threshold with so many true positives, up to rounding of recall.
        reached = np.maximum(np.searchsorted(tp, target - 1e-12 * self.counts.positives), 1)
        step = tp[reached] - tp[reached - 1]
        lacking = (tp[reached] - target) / np.where(step > 0, step, 1)
        predicted = target + fp[reached] - lacking * (fp[reached] - fp[reached - 1])
        return np.where(target > 0, target / np.where(predicted > 0, predicted, 1), self.precision[0])

    def frame(self) -> "pd.DataFrame":
        """One row per threshold."""
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
    """Precision-recall curve of scores.

    positive: binary labels. score: higher for more likely positives. weight: sample weights.

    >>> precision_recall_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
       threshold  recall  precision
    0        inf     0.0   1.000000
    1        0.9     0.5   1.000000
    2        0.8     0.5   0.500000
    3        0.7     1.0   0.666667
    4        0.1     1.0   0.500000
    """
    return PrecisionRecall(threshold_counts(positive, score, weight))


def precision_recall_curve_of(
    predictions: "Predictions", *, positive: Any = None, split: int | None = None
) -> PrecisionRecall:
    """Precision-recall curve of held-out rows: of one split, or of all pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(precision_recall_curve_of(predictions).average_precision, 2)
    0.98
    """
    return PrecisionRecall(threshold_counts(*scored(predictions, positive=positive, split=split)))
