"""Lift and cumulative gains curves: recall among the highest-scored proportion of rows."""

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
class Lift:
    """Cumulative gains and lift at every threshold.

    share: proportion of rows selected. gain: recall, the proportion of positives among the selected. lift:
    gain / share, relative to random selection. Gain is linear within tied scores (random order).

    >>> print(lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    gains of 4 thresholds: area 0.625, lift 2.00 at the top
    """

    counts: ThresholdCounts

    @property
    def threshold(self) -> Floats:
        """Decision thresholds; rows with score >= threshold are selected."""
        return self.counts.threshold

    @property
    def share(self) -> Floats:
        """The proportion of rows selected."""
        return self.counts.share

    @property
    def gain(self) -> Floats:
        """Cumulative gain: recall, the proportion of positives selected."""
        return self.counts.tpr

    @property
    def lift(self) -> Floats:
        """Lift: precision divided by prevalence; at share 0 that of the next threshold."""
        return self.counts.precision / self.counts.prevalence

    @property
    def area(self) -> float:
        """The area under the gains curve: prevalence / 2 + (1 - prevalence) AUC.

        >>> lift_curve([1, 0], [0.9, 0.1]).area
        0.75
        """
        return float(np.trapezoid(self.gain, self.share))

    def gain_at(self, share: ArrayLike) -> Floats:
        """Cumulative gain (recall) when this proportion of rows, the highest-scored, is selected.

        >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).gain_at([0.25, 0.5, 1])
        array([0.5, 0.5, 1. ])
        """
        return np.interp(_checked(share, np.asarray(share) >= 0), self.share, self.gain)

    def lift_at(self, share: ArrayLike) -> Floats:
        """Lift when this proportion of rows, the highest-scored, is selected.

        >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).lift_at([0.25, 0.5, 1])
        array([2., 1., 1.])
        """
        shares = _checked(share, np.asarray(share) > 0)
        return self.gain_at(shares) / shares

    def frame(self) -> "pd.DataFrame":
        """One row per threshold."""
        import pandas as pd

        names = ("threshold", "share", "gain", "lift")
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def __str__(self) -> str:
        return (
            f"gains of {len(self.threshold) - 1} thresholds: area {self.area:.3f}, "
            f"lift {self.lift[0]:.2f} at the top"
        )

    __repr__ = __str__


def lift_curve(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> Lift:
    """Lift and cumulative gains curves of scores.

    positive: binary labels. score: higher for more likely positives. weight: sample weights.

    >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
       threshold  share  gain      lift
    0        inf   0.00   0.0  2.000000
    1        0.9   0.25   0.5  2.000000
    2        0.8   0.50   0.5  1.000000
    3        0.7   0.75   1.0  1.333333
    4        0.1   1.00   1.0  1.000000
    """
    return Lift(threshold_counts(positive, score, weight))


def lift_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> Lift:
    """Lift and cumulative gains curves of held-out rows: of one split, or of all pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(float(lift_curve_of(predictions).lift_at(0.1)), 2)
    2.68
    """
    return Lift(threshold_counts(*scored(predictions, positive=positive, split=split)))


def _checked(share: ArrayLike, is_above: Any) -> Floats:
    shares = np.asarray(share, dtype=np.float64)
    if not (is_above & (shares <= 1)).all():
        raise ParameterError(f"share={share!r}: it must be a proportion of rows, above 0 and at most 1")
    return shares
