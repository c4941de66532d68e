"""Class skew: the same scores on test sets with more negatives. The ROC curve stays; much else does not.

Both rates are shares within a class, so the number of negatives drops out of them; precision, accuracy and F
mix the classes (Fawcett 2006, section 4.2).
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
    """What a curve and a threshold give as negatives are made more common, a row a factor.

    factor: how many times each negative counts. average_precision: area under the precision-recall steps.
    precision, recall, accuracy, f1: of the rule "score >= threshold".

    >>> from gnomon.assessment.curves.roc import roc_curve
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
        """A line a factor."""
        import pandas as pd

        names = ["factor", "prevalence", "auc", "fpr", "recall"]
        names += ["average_precision", "precision", "accuracy", "f1"]
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        low, high = np.argmin(self.factor), np.argmax(self.factor)
        ends = self.average_precision[low], self.average_precision[high]
        counted = f"each negative counts {self.factor[low]:g} to {self.factor[high]:g} times"
        return (
            f"AUC {self.auc[0]:.3f} throughout; average precision {ends[0]:.3f} to {ends[1]:.3f} as {counted}"
        )

    __repr__ = __str__


def prevalence_table(
    curve: RocCurve, factors: Sequence[float] = (1, 10, 100), *, threshold: float | None = None
) -> SkewTable:
    """Count each negative `factor` times, and measure again.

    threshold: of the rule to follow; the one of greatest accuracy on these rows if not given.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> print(prevalence_table(roc_curve([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])))
    AUC 0.889 throughout; average precision 0.917 to 0.676 as each negative counts 1 to 100 times
    """
    factor = np.asarray(factors, dtype=np.float64)
    if factor.ndim != 1 or not (np.isfinite(factor) & (factor > 0)).all():
        raise ParameterError(f"factors={factors!r}: give numbers above 0, such as (1, 10, 100)")
    threshold = curve.best_threshold() if threshold is None else threshold
    fpr, tpr = (float(rate) for rate in curve.rates_at(threshold))
    caught, alarms = tpr * curve.positives, fpr * curve.negatives * factor
    total = curve.positives + curve.negatives * factor
    right = caught + (1 - fpr) * curve.negatives * factor
    called = caught + alarms
    # A rule that calls no row positive makes no mistake among those called.
    precision = np.divide(caught, called, out=np.ones(len(factor)), where=called > 0)
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
        right / total,
        2 * caught / (caught + curve.positives + alarms),
    )


def _average_precision(curve: RocCurve, factor: float) -> float:
    """Precision at each threshold, weighted by the recall it adds."""
    fp, tp = curve.rows.counts()
    return float(np.dot(np.diff(tp, prepend=0.0) / tp[-1], tp / (tp + factor * fp)))
