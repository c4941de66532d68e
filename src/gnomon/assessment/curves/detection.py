"""DET curve (detection error tradeoff): miss rate against false-alarm rate on normal-deviate scales.

Martin et al. (1997). Normal scores of equal variance in both classes have a straight line.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from gnomon.arrays import Floats
from gnomon.assessment.curves.threshold_counts import ThresholdCounts, scored, threshold_counts

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False, repr=False)
class Detection:
    """A DET curve: false-positive (false-alarm) and false-negative (miss) rate at every threshold.

    Normal deviates are infinite where a rate is 0 or 1; omit those points when plotting.

    >>> print(det_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    DET curve of 4 thresholds: equal error rate 0.500
    """

    counts: ThresholdCounts

    @property
    def threshold(self) -> Floats:
        """Decision thresholds; rows with score >= threshold are predicted positive."""
        return self.counts.threshold

    @property
    def false_alarm(self) -> Floats:
        """False-positive rate."""
        return self.counts.fpr

    @property
    def miss(self) -> Floats:
        """False-negative rate."""
        return 1 - self.counts.tpr

    @property
    def equal_error_rate(self) -> float:
        """Equal error rate (EER), where miss and false-alarm rate are equal, linearly interpolated.

        >>> det_curve([1, 0, 1, 0], [0.9, 0.3, 0.7, 0.1]).equal_error_rate
        0.0
        """
        # The difference of the rates increases from -1 to 1, strictly wherever it changes.
        return float(np.interp(0.0, self.false_alarm - self.miss, self.false_alarm))

    def frame(self) -> "pd.DataFrame":
        """One row per threshold: the rates and their normal deviates, which are plotted."""
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
    """DET curve (detection error tradeoff) of scores.

    positive: binary labels. score: higher for more likely positives. weight: sample weights.

    >>> det_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).miss
    array([1. , 0.5, 0.5, 0. , 0. ])
    """
    return Detection(threshold_counts(positive, score, weight))


def det_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> Detection:
    """DET curve of held-out rows: of one split, or of all pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(det_curve_of(predictions).equal_error_rate, 2)
    0.06
    """
    return Detection(threshold_counts(*scored(predictions, positive=positive, split=split)))
