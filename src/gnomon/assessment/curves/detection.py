"""DET curve: misses against false alarms, both on the scale of normal deviates (Martin et al. 1997).

Normal scores of equal spread in both classes give a straight line, so that good detectors can be told apart.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from gnomon.arrays import Floats
from gnomon.assessment.curves.cuts import Cuts, cuts, scored

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False, repr=False)
class Detection:
    """False alarms and misses at every threshold.

    Their normal deviates are infinite where a rate is 0 or 1; leave those points out of a drawing.

    >>> print(det_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    DET curve of 4 thresholds: equal error rate 0.500
    """

    cuts: Cuts

    @property
    def threshold(self) -> Floats:
        """Rows that score at or above it are called positive."""
        return self.cuts.threshold

    @property
    def false_alarm(self) -> Floats:
        """The share of negative rows that are called positive."""
        return self.cuts.fpr

    @property
    def miss(self) -> Floats:
        """The share of positive rows that are not."""
        return 1 - self.cuts.tpr

    @property
    def equal_error_rate(self) -> float:
        """The rate at which there are as many misses as false alarms, in a straight line between thresholds.

        >>> det_curve([1, 0, 1, 0], [0.9, 0.3, 0.7, 0.1]).equal_error_rate
        0.0
        """
        # false alarms less misses rises from -1 to 1, and strictly wherever anything changes.
        return float(np.interp(0.0, self.false_alarm - self.miss, self.false_alarm))

    def frame(self) -> "pd.DataFrame":
        """One line a threshold; the deviates are what is drawn."""
        import pandas as pd

        return pd.DataFrame(
            {
                "threshold": self.threshold,
                "false_alarm": self.false_alarm,
                "miss": self.miss,
                "false_alarm_deviate": ndtri(self.false_alarm),
                "miss_deviate": ndtri(self.miss),
            }
        )

    def __str__(self) -> str:
        return (
            f"DET curve of {len(self.threshold) - 1} thresholds: equal error rate {self.equal_error_rate:.3f}"
        )

    __repr__ = __str__


def det_curve(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> Detection:
    """The DET curve of scores.

    >>> det_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).miss
    array([1. , 0.5, 0.5, 0. , 0. ])
    """
    return Detection(cuts(positive, score, weight))


def det_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> Detection:
    """The curve of held-out rows: of one split, or of all together as if one model had scored them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(det_curve_of(predictions).equal_error_rate, 2)
    0.06
    """
    return Detection(cuts(*scored(predictions, positive=positive, split=split)))
