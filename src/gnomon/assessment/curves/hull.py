"""The convex hull of ROC curves: which classifiers can be best, and under which conditions.

A classifier off the hull is never the cheapest (Provost & Fawcett 2001). A vertex is the best point for every
iso-performance slope between those of its two edges.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.curves.roc import RocCurve, check_curve
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

Point = tuple[float, float]
Curves = RocCurve | Sequence[RocCurve] | Mapping[str, RocCurve | Point]

NEVER, ALWAYS = "never positive", "always positive"

# Twice the area of a triangle that three points on one line may seem to have, by rounding of rates.
FLAT = 1e-14


@dataclass(frozen=True, eq=False, repr=False)
class Hull:
    """The vertices from (0, 0) to (1, 1), each with the classifier and the threshold that reach it.

    owner: of classifiers with the same point, the first; the corners need none. threshold: NaN for a
    classifier given as a single point. names: all classifiers that were given.

    >>> found = roc_convex_hull({"A": (0.1, 0.2), "B": (0.25, 0.6), "C": (0.3, 0.5)})
    >>> print(found)
    ROC hull: area 0.675, 1 of 3 classifiers can be best (B)
    >>> found.frame()
                 owner  threshold   fpr  tpr  slope_least  slope_most
    0   never positive        inf  0.00  0.0     2.400000         inf
    1                B        NaN  0.25  0.6     0.533333    2.400000
    2  always positive       -inf  1.00  1.0     0.000000    0.533333
    """

    fpr: Floats
    tpr: Floats
    threshold: Floats
    owner: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def slopes(self) -> Floats:
        """Slope of each edge, falling."""
        width = np.diff(self.fpr)
        rise = np.diff(self.tpr)
        return np.divide(rise, width, out=np.full(len(rise), np.inf), where=width > 0)

    @property
    def area(self) -> float:
        """Area under the hull."""
        return float(np.trapezoid(self.tpr, self.fpr))

    @property
    def optimal(self) -> tuple[str, ...]:
        """The classifiers that are best somewhere, in order of false positive rate."""
        return tuple(dict.fromkeys(name for name in self.owner if name not in (NEVER, ALWAYS)))

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The classifiers that can be dropped, whatever the costs and the share of positives."""
        return tuple(name for name in self.names if name not in self.optimal)

    def best(self, slope: float) -> int:
        """The place of the vertex of greatest tpr - slope · fpr; of equals, the one of least fpr."""
        if not slope >= 0:
            raise ParameterError(f"slope={slope!r}: the slope of an iso-performance line is 0 or more")
        return int(np.sum((self.slopes > slope * (1 + 1e-12)) | (self.slopes == np.inf)))

    def frame(self) -> "pd.DataFrame":
        """A line a vertex, with the slopes between which it is the best."""
        import pandas as pd

        return pd.DataFrame(
            {
                "owner": self.owner,
                "threshold": self.threshold,
                "fpr": self.fpr,
                "tpr": self.tpr,
                "slope_least": np.append(self.slopes, 0.0),
                "slope_most": np.concatenate([[np.inf], self.slopes]),
            }
        )

    def __str__(self) -> str:
        share = f"{len(self.optimal)} of {len(self.names)} classifiers can be best"
        return f"ROC hull: area {self.area:.3f}, {share} ({', '.join(self.optimal)})"

    __repr__ = __str__


def roc_convex_hull(curves: Curves) -> Hull:
    """The upper convex hull of curves, or of the points of classifiers that give no scores.

    curves: a curve, several, or a dictionary from names to curves or to (fpr, tpr).

    >>> from gnomon.assessment.curves.roc import roc_curve
    >>> found = roc_convex_hull(roc_curve([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> list(zip(found.fpr.tolist(), found.tpr.tolist()))
    [(0.0, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]
    """
    named = name_curves(curves)
    parts = [_points(name, each) for name, each in named.items()]
    corners = np.array([[0.0, 0.0, np.inf], [1.0, 1.0, -np.inf]])
    table = np.concatenate([corners, *parts])
    owner = np.repeat(np.arange(-2, len(parts)), [1, 1, *map(len, parts)])
    place = _upper(table[:, 0], table[:, 1])
    words = [*named, NEVER, ALWAYS]
    fpr, tpr, threshold = table[place].T
    return Hull(fpr, tpr, threshold, tuple(words[code] for code in owner[place]), tuple(named))


def name_curves(curves: Curves) -> dict[str, RocCurve | Point]:
    """Curves by name; those without one are called "curve 1", "curve 2" and so on.

    >>> list(name_curves({"A": (0.1, 0.2)}))
    ['A']
    """
    if isinstance(curves, Mapping):
        named = dict(curves)
    else:
        listed = list(curves) if isinstance(curves, Sequence) else [curves]
        for each in listed:
            check_curve(each)
        named = {each.name or f"curve {place}": each for place, each in enumerate(listed, 1)}
        if len(named) < len(listed):
            raise DataError(
                f"two of {len(listed)} curves have one name; give a dictionary from names to curves"
            )
    if not named:
        raise DataError("there is no curve; give at least one")
    return named


def _points(name: str, curve: RocCurve | Point) -> Floats:
    """The points of a curve, or the single point of a classifier: fpr, tpr and threshold."""
    if isinstance(curve, RocCurve):
        return np.column_stack([curve.fpr, curve.tpr, curve.threshold])
    point = np.asarray(curve, dtype=np.float64)
    if point.shape != (2,) or not ((point >= 0) & (point <= 1)).all():
        raise DataError(
            f"{name!r} is {curve!r}; give a RocCurve, or a point (fpr, tpr) of two rates from 0 to 1"
        )
    return np.array([[*point, np.nan]])


def _upper(x: Floats, y: Floats) -> Integers:
    """Places of the vertices of the upper hull; the first two points are the corners (0, 0) and (1, 1)."""
    order = np.lexsort((-y, x))
    highest = np.maximum.accumulate(np.concatenate([[0.0], y[order]]))
    rising = order[y[order] > highest[:-1]]
    chain = np.concatenate([[0], rising[rising != 1], [1]])
    for _ in range(64):
        keep = _is_corner(x[chain], y[chain])
        if keep.all():
            return chain
        chain = chain[keep]
    return _scan(x, y, chain)


def _is_corner(x: Floats, y: Floats) -> Array:
    """Which points lie above the line through their neighbors; the ends always stay."""
    right, up = np.diff(x), np.diff(y)
    bulge = up[:-1] * right[1:] - up[1:] * right[:-1]
    return np.concatenate([[True], bulge > FLAT, [True]])


def _scan(x: Floats, y: Floats, chain: Integers) -> Integers:
    """The upper hull by a scan from left to right: for the few shapes that many passes do not settle."""
    across, up = x.tolist(), y.tolist()
    kept: list[int] = []
    for place in chain.tolist():
        while len(kept) > 1:
            a, b = kept[-2:]
            bulge = (up[b] - up[a]) * (across[place] - across[b]) - (up[place] - up[b]) * (
                across[b] - across[a]
            )
            if bulge > FLAT:
                break
            kept.pop()
        kept.append(place)
    return np.array(kept)
