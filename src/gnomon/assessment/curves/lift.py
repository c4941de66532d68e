"""Cumulative gains and lift: what is found when only the highest-scored share of all rows is looked at."""

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
class Lift:
    """Gain and lift at every threshold.

    share: of all rows, that are looked at. gain: the share of positive rows found among them. lift: how many
    times more than at random, gain / share. Within equal scores rows come in random order, so that gain
    grows in a straight line.

    >>> print(lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))
    gains of 4 thresholds: area 0.625, lift 2.00 at the top
    """

    cuts: Cuts

    @property
    def threshold(self) -> Floats:
        """Rows that score at or above it are looked at."""
        return self.cuts.threshold

    @property
    def share(self) -> Floats:
        """The share of all rows that are looked at."""
        return self.cuts.share

    @property
    def gain(self) -> Floats:
        """The share of positive rows found."""
        return self.cuts.tpr

    @property
    def lift(self) -> Floats:
        """Precision as a multiple of the prevalence; at share 0 as of the first rows."""
        return self.cuts.precision / self.cuts.prevalence

    @property
    def area(self) -> float:
        """The area under the gains: prevalence / 2 + (1 - prevalence) AUC.

        >>> lift_curve([1, 0], [0.9, 0.1]).area
        0.75
        """
        return float(np.trapezoid(self.gain, self.share))

    def gain_at(self, share: ArrayLike) -> Floats:
        """The share of positive rows expected among this share of all rows, the highest-scored.

        >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).gain_at([0.25, 0.5, 1])
        array([0.5, 0.5, 1. ])
        """
        return np.interp(_checked(share, np.asarray(share) >= 0), self.share, self.gain)

    def lift_at(self, share: ArrayLike) -> Floats:
        """Gain as a multiple of the share looked at.

        >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).lift_at([0.25, 0.5, 1])
        array([2., 1., 1.])
        """
        shares = _checked(share, np.asarray(share) > 0)
        return self.gain_at(shares) / shares

    def frame(self) -> "pd.DataFrame":
        """One line a threshold."""
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
    """Gains and lift of scores.

    >>> lift_curve([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]).frame()
       threshold  share  gain      lift
    0        inf   0.00   0.0  2.000000
    1        0.9   0.25   0.5  2.000000
    2        0.8   0.50   0.5  1.000000
    3        0.7   0.75   1.0  1.333333
    4        0.1   1.00   1.0  1.000000
    """
    return Lift(cuts(positive, score, weight))


def lift_curve_of(predictions: "Predictions", *, positive: Any = None, split: int | None = None) -> Lift:
    """Gains and lift of held-out rows: of one split, or of all together as if one model had scored them.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> round(float(lift_curve_of(predictions).lift_at(0.1)), 2)
    2.68
    """
    return Lift(cuts(*scored(predictions, positive=positive, split=split)))


def _checked(share: ArrayLike, is_above: Any) -> Floats:
    shares = np.asarray(share, dtype=np.float64)
    if not (is_above & (shares <= 1)).all():
        raise ParameterError(f"share={share!r}: a share of the rows is above 0 and up to 1")
    return shares
