"""Repair of ROC concavities: a map of scores whose ROC curve is the convex hull of the original one.

Rows between two neighboring vertices of the hull are pooled and get one score, their proportion of positives:
isotonic regression by pool adjacent violators (Fawcett & Niculescu-Mizil 2007).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.roc import RocCurve, curve_of
from gnomon.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Repair:
    """An increasing step function from scores to proportions of positives, one step per segment of the hull.

    lowest: the lowest score of each pool, decreasing. negatives, positives: weight of the pooled rows.

    >>> from gnomon.curves import roc_curve
    >>> fixed = repair_scores(roc_curve([1, 0, 1, 1, 0], [5, 4, 3, 2, 1]))
    >>> fixed.frame()
       lowest  negatives  positives     share
    0     5.0        0.0        1.0  1.000000
    1     2.0        1.0        2.0  0.666667
    2     1.0        1.0        0.0  0.000000
    >>> fixed([4.5, 2.5, 0])
    array([0.66666667, 0.66666667, 0.        ])
    """

    lowest: Floats
    negatives: Floats
    positives: Floats

    @property
    def share(self) -> Floats:
        """Proportion of positives in each pool, decreasing."""
        return self.positives / (self.negatives + self.positives)

    def __call__(self, score: Any) -> Floats:
        """The proportion of positives in the pool of each score."""
        score = np.asarray(score, dtype=np.float64)
        if np.isnan(score).any():
            raise DataError("a score is NaN; impute it, or drop its row")
        pool = np.searchsorted(-self.lowest, -score, side="left")
        return self.share[np.minimum(pool, len(self.lowest) - 1)]

    def frame(self) -> "pd.DataFrame":
        """One row per pool."""
        import pandas as pd

        names = ("lowest", "negatives", "positives", "share")
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        shares = f"{self.share[-1]:.3f} to {self.share[0]:.3f}"
        return f"{len(self.lowest)} pools of scores, with proportions of positives from {shares}"

    __repr__ = __str__


def repair_scores(curve: RocCurve) -> Repair:
    """Repair concavities of a ROC curve: map scores to its convex hull (isotonic regression).

    Apply the map to other rows than those of the curve.

    >>> from gnomon.curves import roc_curve
    >>> positive, score = [1, 0, 1, 1, 0], [5, 4, 3, 2, 1]
    >>> again = roc_curve(positive, repair_scores(roc_curve(positive, score))(score))
    >>> round(again.auc, 12) == round(roc_convex_hull(roc_curve(positive, score)).area, 12)
    True
    """
    hull = roc_convex_hull(curve_of(curve.rows))
    lowest = np.append(hull.threshold[1:-1], curve.rows.threshold[-1])
    # A hull vertex is a point of the curve, so its counts are exact, not recomputed from rates.
    step = np.searchsorted(-curve.rows.threshold, -lowest)
    counts = (np.diff(each[step], prepend=0.0) for each in curve.rows.counts())
    return Repair(lowest, *counts)
