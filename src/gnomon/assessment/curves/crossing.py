"""Dominance and crossings of two ROC curves, and the optimal classifier over all costs.

A dominating curve is at least as good at every cost; of crossing curves each is better at some costs,
whatever their AUCs. Curves are compared as tpr - fpr over tpr + fpr, where both are functions.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.hull import Curves, Point, roc_convex_hull
from gnomon.assessment.curves.operating import Conditions
from gnomon.assessment.curves.roc import RocCurve, check_curve, check_point, check_prevalence

if TYPE_CHECKING:
    import pandas as pd

ROUNDING = 1e-12


@dataclass(frozen=True, eq=False, repr=False)
class Crossings:
    """The segments in which one of two ROC curves is above the other, from (0, 0) to (1, 1).

    fpr, tpr: ends of the segments. above: 1 where the first curve is above, -1 where the second is, 0 where
    they coincide. area: between the curves in each segment, first minus second.

    >>> from gnomon.curves import roc_curve
    >>> truth = [1, 1, 0, 0, 1, 0]
    >>> crossings = roc_crossings(
    ...     roc_curve(truth, [6, 5, 4, 3, 2, 1], name="A"), roc_curve(truth, [6, 4, 5, 2, 3, 1], name="B")
    ... )
    >>> print(crossings)
    1 crossing: A is above from fpr 0.000 to 0.333 (area +0.111), B from 0.333 to 0.667 (area -0.111)
    """

    names: tuple[str, str]
    fpr: Floats
    tpr: Floats
    above: Floats
    area: Floats

    @property
    def points(self) -> Floats:
        """The points (fpr, tpr) at which the curves cross; of coinciding segments, the first point."""
        apart = np.flatnonzero(self.above)
        meeting = apart[:-1][self.above[apart[1:]] != self.above[apart[:-1]]] + 1
        return np.column_stack([self.fpr[meeting], self.tpr[meeting]])

    def frame(self) -> "pd.DataFrame":
        """One row per segment."""
        import pandas as pd

        words = {1.0: self.names[0], -1.0: self.names[1], 0.0: "neither"}
        return pd.DataFrame(
            {
                "fpr_from": self.fpr[:-1],
                "fpr_to": self.fpr[1:],
                "tpr_from": self.tpr[:-1],
                "tpr_to": self.tpr[1:],
                "above": [words[each] for each in self.above.tolist()],
                "area": self.area,
            }
        )

    def __str__(self) -> str:
        words, verb = [], " is above from fpr"
        apart = np.flatnonzero(self.above)
        # Adjacent segments with the same curve above are reported as one.
        changes = np.flatnonzero(np.diff(self.above[apart])) + 1
        for segments in np.split(apart, changes) if len(apart) else []:
            name = self.names[0 if self.above[segments[0]] > 0 else 1]
            ends, area = self.fpr[[segments[0], segments[-1] + 1]], np.sum(self.area[segments])
            words.append(f"{name}{verb} {ends[0]:.3f} to {ends[1]:.3f} (area {area:+.3f})")
            verb = " from"
        n = len(self.points)
        text = ", ".join(words) or "the curves coincide"
        return f"{n or 'no'} crossing{'s' * (n > 1)}: {text}"

    __repr__ = __str__


@dataclass(frozen=True, eq=False, repr=False)
class Winners:
    """The minimum-cost classifier over the slope m = cost_false_alarm (1 - p) / (cost_miss p).

    names: the optimal classifiers, in order of decreasing slope. slope: the m at which the optimal classifier
    changes, decreasing, one fewer than names.

    >>> winners = cheapest_classifiers({"1": (0.4, 0.9), "2": (0.1, 0.7)})
    >>> print(winners)
    never positive above slope 7, 2 above slope 0.6667, 1 above slope 0.1667, then always positive
    >>> winners.cost_ratios(0.5).round(3)
    array([0.143, 1.5  , 6.   ])
    """

    names: tuple[str, ...]
    slope: Floats

    def cost_ratios(self, prevalence: float) -> Floats:
        """The ratios cost_miss / cost_false_alarm at which the optimal classifier changes."""
        return (1 - check_prevalence(prevalence)) / (prevalence * self.slope)

    def prevalences(self, *, cost_miss: float = 1.0, cost_false_alarm: float = 1.0) -> Floats:
        """The prevalences at which the optimal classifier changes, at these costs."""
        Conditions(0.5, cost_miss, cost_false_alarm)
        return cost_false_alarm / (cost_false_alarm + self.slope * cost_miss)

    def frame(self) -> "pd.DataFrame":
        """One row per optimal classifier; importance is 1 / (1 + m), the prevalence at equal costs."""
        import pandas as pd

        ends = np.concatenate([[np.inf], self.slope, [0.0]])
        columns = {"winner": self.names, "slope_min": ends[1:], "slope_max": ends[:-1]}
        importance = 1 / (1 + ends)
        columns |= {"importance_min": importance[:-1], "importance_max": importance[1:]}
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        parts = [f"{name} above slope {slope:.4g}" for name, slope in zip(self.names, self.slope)]
        return ", ".join([*parts, f"then {self.names[-1]}"])

    __repr__ = __str__


def roc_dominates(first: RocCurve | Point, second: RocCurve | Point) -> bool:
    """Whether the first ROC curve dominates the second: it is nowhere below, so never worse at any costs.

    Of two points (fpr, tpr) of classifiers, the first dominates if it is to the north-west: no more false
    positives and no fewer true positives. A curve dominates the points on or below it.

    >>> from gnomon.curves import roc_curve
    >>> good, bad = roc_curve([1, 1, 0, 0], [4, 3, 2, 1]), roc_curve([1, 1, 0, 0], [4, 2, 3, 1])
    >>> roc_dominates(good, bad), roc_dominates(bad, good)
    (True, False)
    >>> roc_dominates((0.1, 0.8), (0.2, 0.8))
    True
    """
    if not isinstance(second, RocCurve):
        fpr, tpr = check_point(second)
        if isinstance(first, RocCurve):
            return bool(first.tpr_at(np.array([fpr]))[0] >= tpr - ROUNDING)
        other_fpr, other_tpr = check_point(first)
        return other_fpr <= fpr and other_tpr >= tpr
    check_curve(first)
    assert isinstance(first, RocCurve)
    _, gap = _gap(first, second)
    return bool((gap >= -ROUNDING).all())


def roc_crossings(first: RocCurve, second: RocCurve) -> Crossings:
    """Crossings of two ROC curves, and which is above in between; areas sum to the difference of the AUCs.

    >>> from gnomon.curves import roc_curve
    >>> curve = roc_curve([1, 0, 1, 0], [4, 3, 2, 1])
    >>> roc_crossings(curve, curve).frame().above.tolist()
    ['neither']
    """
    along, gap = _gap(first, second)
    along, gap = _with_zeros(along, gap)
    middle = (gap[1:] + gap[:-1]) / 2
    above = np.sign(np.where(np.abs(middle) <= ROUNDING, 0.0, middle))
    # Half, as the unit square is rotated by 45° and scaled by √2.
    pieces = np.diff(along) * middle / 2
    first_of = np.concatenate([[0], np.flatnonzero(above[1:] != above[:-1]) + 1])
    ends = np.append(along[first_of], along[-1])
    over, height = _turned(first)
    across = np.interp(ends, over, height)
    names = (first.name or "first", second.name or "second")
    area = np.add.reduceat(pieces, first_of)
    return Crossings(names, (ends - across) / 2, (ends + across) / 2, above[first_of], area)


def cheapest_classifiers(curves: Curves) -> Winners:
    """The minimum-cost classifier over all misclassification costs and prevalences, from the ROC convex hull.

    >>> cheapest_classifiers({"A": (0.1, 0.5), "B": (0.2, 0.5)}).names
    ('never positive', 'A', 'always positive')
    """
    hull = roc_convex_hull(curves)
    # Costs are finite and positive, so a vertex that is optimal only at slope 0 or infinity is left out.
    first, last = int(hull.slopes[0] == np.inf), len(hull.owner) - int(hull.slopes[-1] == 0)
    owner, slopes = np.array(hull.owner)[first:last], hull.slopes[first : last - 1]
    changes = np.flatnonzero(owner[1:] != owner[:-1])
    names = tuple(owner[np.append(changes, len(owner) - 1)].tolist())
    return Winners(names, slopes[changes])


def _gap(first: RocCurve, second: RocCurve) -> tuple[Floats, Floats]:
    """Positions along the diagonal of the vertices of both curves, and the height difference there."""
    check_curve(first)
    check_curve(second)
    (a, high), (b, low) = _turned(first), _turned(second)
    along = np.union1d(a, b)
    return along, np.interp(along, a, high) - np.interp(along, b, low)


def _turned(curve: RocCurve) -> tuple[Floats, Floats]:
    return curve.tpr + curve.fpr, curve.tpr - curve.fpr


def _with_zeros(along: Floats, gap: Floats) -> tuple[Floats, Floats]:
    """The same piecewise linear function, with a vertex at each zero."""
    gap = np.where(np.abs(gap) <= ROUNDING, 0.0, gap)
    before = np.flatnonzero(gap[1:] * gap[:-1] < 0)
    share = gap[before] / (gap[before] - gap[before + 1])
    zeros = along[before] + share * (along[before + 1] - along[before])
    return np.insert(along, before + 1, zeros), np.insert(gap, before + 1, 0.0)
