"""Randomized classifiers: random mixtures of two operating points, such as for a target fpr or a budget.

Each row is classified by the second classifier with probability k, else by the first (Fawcett 2006, section
10).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.curves.hull import ALWAYS, NEVER, Hull
from gnomon.assessment.curves.operating import OperatingPoint
from gnomon.assessment.curves.roc import check_point
from gnomon.errors import DataError, ParameterError
from gnomon.seeds import Seed, generator

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Mixture:
    """A randomized classifier: the second of two operating points with probability k, else the first.

    >>> first, second = OperatingPoint("A", 0.7, 0.1, 0.2), OperatingPoint("A", 0.4, 0.25, 0.6)
    >>> mixture = Mixture(first, second, 0.5)
    >>> print(mixture)
    A at 0.7, and with probability 0.500 A at 0.4: fpr 0.175, tpr 0.400
    >>> mixture.decide([0.9, 0.5, 0.5, 0.5, 0.1])
    array([ True,  True,  True,  True, False])
    """

    first: OperatingPoint
    second: OperatingPoint
    k: float

    @property
    def fpr(self) -> float:
        """Expected false positive rate."""
        return (1 - self.k) * self.first.fpr + self.k * self.second.fpr

    @property
    def tpr(self) -> float:
        """Expected true positive rate."""
        return (1 - self.k) * self.first.tpr + self.k * self.second.tpr

    def choose(self, first: Any, second: Any, random_state: Seed = 0) -> Array:
        """Randomly choose the decision of the first or of the second for each row; reproducible by seed."""
        first, second = np.asarray(first), np.asarray(second)
        if first.shape != second.shape or first.ndim != 1:
            raise DataError(
                f"first has shape {first.shape} and second {second.shape}; pass one decision of each per row"
            )
        is_first = generator(random_state).random(len(first)) >= self.k
        return np.where(is_first, first, second)

    def decide(self, score: Any, random_state: Seed = 0) -> Flags:
        """Whether rows are predicted positive, if both points are thresholds of one score."""
        thresholds = (self.first.threshold, self.second.threshold)
        owners = {self.first.owner, self.second.owner} - {NEVER, ALWAYS}
        if np.isnan(thresholds).any() or len(owners) > 1:
            raise ParameterError(
                f"{self} has not two thresholds of one score; pass both decisions to choose()"
            )
        score = np.asarray(score, dtype=np.float64)
        if np.isnan(score).any():
            raise DataError(
                f"row {int(np.argmax(np.isnan(score)))} has score NaN; pass a score for every row"
            )
        return self.choose(score >= thresholds[0], score >= thresholds[1], random_state)

    def frame(self) -> "pd.DataFrame":
        """One row per operating point, and one for the mixture."""
        import pandas as pd

        names = ("owner", "threshold", "fpr", "tpr")
        lines = [{name: getattr(point, name) for name in names} for point in (self.first, self.second)]
        shares = [1 - self.k, self.k, 1.0]
        lines.append({"owner": "mixture", "threshold": np.nan, "fpr": self.fpr, "tpr": self.tpr})
        return pd.DataFrame(lines).assign(share=shares)

    def __str__(self) -> str:
        first, second = (
            each.owner if np.isnan(each.threshold) else f"{each.owner} at {each.threshold:.4g}"
            for each in (self.first, self.second)
        )
        rates = f"fpr {self.fpr:.3f}, tpr {self.tpr:.3f}"
        return f"{first}, and with probability {self.k:.3f} {second}: {rates}"


Points = Hull | Sequence[OperatingPoint | tuple[float, float]]


def rate_mixture(points: Points, fpr: float) -> Mixture:
    """The randomized classifier (interpolated classifier) with this false positive rate.

    points: pairs (fpr, tpr) or operating points in increasing order of fpr, or a ROC convex hull.

    >>> mixture = rate_mixture([(0.0, 0.0), (0.2, 0.6)], 0.1)
    >>> mixture.k, round(mixture.tpr, 3)
    (0.5, 0.3)
    """
    listed = _listed(points)
    return _mixture(listed, np.array([each.fpr for each in listed]), fpr, "fpr")


def budget_mixture(points: Points, budget: float, *, positives: float, negatives: float) -> Mixture:
    """The randomized classifier that predicts an expected number of rows (a budget) positive.

    It is where the curve meets the line fpr · negatives + tpr · positives = budget. points: as in
    `rate_mixture`. positives, negatives: number of rows of each class.

    >>> mixture = budget_mixture([(0.1, 0.2), (0.25, 0.6)], 800, positives=240, negatives=3760)
    >>> round(mixture.k, 6), round(mixture.fpr, 6), round(mixture.tpr, 6)
    (0.569697, 0.185455, 0.427879)
    """
    if not (positives > 0 and negatives > 0):
        raise ParameterError(f"positives={positives!r}, negatives={negatives!r}: both must be above 0")
    listed = _listed(points)
    predicted = np.array([each.fpr * negatives + each.tpr * positives for each in listed])
    return _mixture(listed, predicted, budget, "budget")


def _listed(points: Points) -> list[OperatingPoint]:
    if not isinstance(points, Hull):
        return [_point(number, each) for number, each in enumerate(points, 1)]
    columns = (points.owner, points.threshold.tolist(), points.fpr.tolist(), points.tpr.tolist())
    return [OperatingPoint(*each) for each in zip(*columns)]


def _point(number: int, point: Any) -> OperatingPoint:
    """An operating point as it is, or of a pair (fpr, tpr), whose threshold is not known."""
    if isinstance(point, OperatingPoint):
        return point
    return OperatingPoint(f"classifier {number}", np.nan, *check_point(point))


def _mixture(points: list[OperatingPoint], values: Floats, target: float, name: str) -> Mixture:
    """The mixture of the two neighboring points whose values enclose the target."""
    if len(points) < 2 or not (np.diff(values) >= 0).all():
        raise ParameterError(
            f"points: pass at least two, in increasing order of {name}, which is {values.tolist()}"
        )
    if not values[0] <= target <= values[-1]:
        raise ParameterError(
            f"{name}={target!r}: it must be from {values[0]:g} to {values[-1]:g} for these points; "
            "or use the hull of all classifiers"
        )
    index = int(np.clip(np.searchsorted(values, target, side="right") - 1, 0, len(points) - 2))
    width = values[index + 1] - values[index]
    k = float((target - values[index]) / width) if width > 0 else 1.0
    return Mixture(points[index], points[index + 1], k)
