"""Repair of concavities: scores mapped so that their ROC curve becomes its own convex hull.

Rows between two neighboring vertices of the hull are pooled and share one score, the share of positives
among them: isotonic regression by pooling adjacent violators (Fawcett & Niculescu-Mizil 2007).
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
    """A rising step function from scores to shares of positives, one step a segment of the hull.

    lowest: the lowest score of each pool, falling. negatives, positives: weight of the rows pooled.

    >>> from gnomon.assessment.curves.roc import roc_curve
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
        """Share of positives in each pool, falling."""
        return self.positives / (self.negatives + self.positives)

    def __call__(self, score: Any) -> Floats:
        """The share of positives in the pool that each score falls in."""
        score = np.asarray(score, dtype=np.float64)
        if np.isnan(score).any():
            raise DataError("a score is NaN; it falls in no pool, so fill it in or leave its row out")
        place = np.searchsorted(-self.lowest, -score, side="left")
        return self.share[np.minimum(place, len(self.lowest) - 1)]

    def frame(self) -> "pd.DataFrame":
        """A line a pool."""
        import pandas as pd

        names = ("lowest", "negatives", "positives", "share")
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        shares = f"{self.share[-1]:.3f} to {self.share[0]:.3f}"
        return f"{len(self.lowest)} pools of scores, with shares of positives from {shares}"

    __repr__ = __str__


def repair_scores(curve: RocCurve) -> Repair:
    """The pools between the vertices of a curve's convex hull; fit it on other rows than those it serves.

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> positive, score = [1, 0, 1, 1, 0], [5, 4, 3, 2, 1]
    >>> again = roc_curve(positive, repair_scores(roc_curve(positive, score))(score))
    >>> round(again.auc, 12) == round(roc_convex_hull(roc_curve(positive, score)).area, 12)
    True
    """
    found = roc_convex_hull(curve_of(curve.rows))
    lowest = np.append(found.threshold[1:-1], curve.rows.threshold[-1])
    # A hull vertex is a point of the curve, so the counts there are whole, not rebuilt from rates.
    place = np.searchsorted(-curve.rows.threshold, -lowest)
    counts = (np.diff(each[place], prepend=0.0) for each in curve.rows.counts())
    return Repair(lowest, *counts)
