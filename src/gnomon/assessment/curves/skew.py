"""Class skew (imbalance): measures of the same scores at other prevalences.

tpr and fpr are conditional on the class, so ROC curves do not depend on the prevalence; precision, accuracy
and F1 do (Fawcett 2006, section 4.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.roc import RocCurve
from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class SkewTable:
    """Measures of a curve and a threshold at several class skews.

    factor: weight of each negative. precision, recall, accuracy, f1: of the rule "score >= threshold".

    >>> from gnomon.curves import roc_curve
    >>> prevalence_table(roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1]), (1, 10)).frame().round(3).T
                           0       1
    factor             1.000  10.000
    prevalence         0.500   0.091
    auc                0.889   0.889
    fpr                0.000   0.000
    recall             0.667   0.667
    average_precision  0.917   0.744
    precision          1.000   1.000
    accuracy           0.833   0.970
    f1                 0.800   0.800
    """

    factor: Floats
    threshold: float
    prevalence: Floats
    auc: Floats
    fpr: Floats
    recall: Floats
    average_precision: Floats
    precision: Floats
    accuracy: Floats
    f1: Floats

    def frame(self) -> "pd.DataFrame":
        """One row per factor."""
        import pandas as pd

        names = ["factor", "prevalence", "auc", "fpr", "recall"]
        names += ["average_precision", "precision", "accuracy", "f1"]
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        low, high = np.argmin(self.factor), np.argmax(self.factor)
        ends = self.average_precision[low], self.average_precision[high]
        skew = f"negatives are weighted {self.factor[low]:g} to {self.factor[high]:g} times"
        return f"AUC {self.auc[0]:.3f} throughout; average precision {ends[0]:.3f} to {ends[1]:.3f} as {skew}"

    __repr__ = __str__


def prevalence_table(
    curve: RocCurve, factors: Sequence[float] = (1, 10, 100), *, threshold: float | None = None
) -> SkewTable:
    """Effect of prevalence (class skew) on AUC, average precision, precision, accuracy and F1.

    factors: weights of the negatives. threshold: of the rule "score >= threshold"; by default that of maximum
    accuracy on these rows.

    >>> from gnomon.curves import roc_curve
    >>> print(prevalence_table(roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])))
    AUC 0.889 throughout; average precision 0.917 to 0.676 as negatives are weighted 1 to 100 times
    """
    factor = np.asarray(factors, dtype=np.float64)
    if factor.ndim != 1 or not (np.isfinite(factor) & (factor > 0)).all():
        raise ParameterError(f"factors={factors!r}: they must be numbers above 0, such as (1, 10, 100)")
    threshold = curve.best_threshold() if threshold is None else threshold
    fpr, tpr = (float(rate) for rate in curve.rates_at(threshold))
    tp, fp = tpr * curve.positives, fpr * curve.negatives * factor
    total = curve.positives + curve.negatives * factor
    correct = tp + (1 - fpr) * curve.negatives * factor
    predicted = tp + fp
    # Precision without predicted positives is 1.
    precision = np.divide(tp, predicted, out=np.ones(len(factor)), where=predicted > 0)
    same = np.ones(len(factor))
    return SkewTable(
        factor,
        threshold,
        curve.positives / total,
        curve.auc * same,
        fpr * same,
        tpr * same,
        np.array([_average_precision(curve, each) for each in factor]),
        precision,
        correct / total,
        2 * tp / (tp + curve.positives + fp),
    )


def _average_precision(curve: RocCurve, factor: float) -> float:
    """Average precision: the precision at each threshold, weighted by the increase in recall."""
    fp, tp = curve.rows.counts()
    return float(np.dot(np.diff(tp, prepend=0.0) / tp[-1], tp / (tp + factor * fp)))
