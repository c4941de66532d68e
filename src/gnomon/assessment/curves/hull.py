"""ROC convex hull: the potentially optimal classifiers and their operating conditions.

A classifier below the hull is never optimal (Provost & Fawcett 2001). A vertex is optimal for every
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

# Twice the area of a triangle of three collinear points, up to rounding of rates.
FLAT = 1e-14


@dataclass(frozen=True, eq=False, repr=False)
class Hull:
    """The vertices of a ROC convex hull from (0, 0) to (1, 1), each with its classifier and threshold.

    owner: name of the classifier of each vertex; of ties, the first. threshold: NaN for a classifier of a
    single point. names: all classifiers.

    >>> hull = roc_convex_hull({"A": (0.1, 0.2), "B": (0.25, 0.6), "C": (0.3, 0.5)})
    >>> print(hull)
    ROC hull: area 0.675, 1 of 3 classifiers can be optimal (B)
    >>> hull.frame()
                 owner  threshold   fpr  tpr  slope_min  slope_max
    0   never positive        inf  0.00  0.0   2.400000        inf
    1                B        NaN  0.25  0.6   0.533333   2.400000
    2  always positive       -inf  1.00  1.0   0.000000   0.533333
    """

    fpr: Floats
    tpr: Floats
    threshold: Floats
    owner: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def slopes(self) -> Floats:
        """Slope of each edge, decreasing."""
        width = np.diff(self.fpr)
        rise = np.diff(self.tpr)
        return np.divide(rise, width, out=np.full(len(rise), np.inf), where=width > 0)

    @property
    def area(self) -> float:
        """Area under the hull."""
        return float(np.trapezoid(self.tpr, self.fpr))

    @property
    def optimal(self) -> tuple[str, ...]:
        """The potentially optimal classifiers, in order of false positive rate."""
        return tuple(dict.fromkeys(name for name in self.owner if name not in (NEVER, ALWAYS)))

    @property
    def never_optimal(self) -> tuple[str, ...]:
        """The classifiers that are never optimal, under any costs and prevalence."""
        return tuple(name for name in self.names if name not in self.optimal)

    def best(self, slope: float) -> int:
        """Index of the vertex of maximum tpr - slope · fpr; of ties, the one of smallest fpr."""
        if not slope >= 0:
            raise ParameterError(f"slope={slope!r}: it must be at least 0, as of an iso-performance line")
        return int(np.sum((self.slopes > slope * (1 + 1e-12)) | (self.slopes == np.inf)))

    def frame(self) -> "pd.DataFrame":
        """One row per vertex, with the range of slopes for which it is optimal."""
        import pandas as pd

        return pd.DataFrame(
            {
                "owner": self.owner,
                "threshold": self.threshold,
                "fpr": self.fpr,
                "tpr": self.tpr,
                "slope_min": np.append(self.slopes, 0.0),
                "slope_max": np.concatenate([[np.inf], self.slopes]),
            }
        )

    def __str__(self) -> str:
        share = f"{len(self.optimal)} of {len(self.names)} classifiers can be optimal"
        return f"ROC hull: area {self.area:.3f}, {share} ({', '.join(self.optimal)})"

    __repr__ = __str__


def roc_convex_hull(curves: Curves) -> Hull:
    """ROC convex hull (ROCCH) of ROC curves, or of the points of classifiers without scores.

    curves: one or several ROC curves, or a dictionary from names to curves or to points (fpr, tpr).

    >>> from gnomon.curves import roc_curve
    >>> hull = roc_convex_hull(roc_curve([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> list(zip(hull.fpr.tolist(), hull.tpr.tolist()))
    [(0.0, 0.0), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]
    """
    named = name_curves(curves)
    parts = [_points(name, each) for name, each in named.items()]
    corners = np.array([[0.0, 0.0, np.inf], [1.0, 1.0, -np.inf]])
    table = np.concatenate([corners, *parts])
    owner = np.repeat(np.arange(-2, len(parts)), [1, 1, *map(len, parts)])
    vertices = _upper(table[:, 0], table[:, 1])
    words = [*named, NEVER, ALWAYS]
    fpr, tpr, threshold = table[vertices].T
    return Hull(fpr, tpr, threshold, tuple(words[code] for code in owner[vertices]), tuple(named))


def name_curves(curves: Curves) -> dict[str, RocCurve | Point]:
    """Curves by name; unnamed ones are "curve 1", "curve 2" and so on.

    >>> list(name_curves({"A": (0.1, 0.2)}))
    ['A']
    """
    if isinstance(curves, Mapping):
        named = dict(curves)
    else:
        listed = list(curves) if isinstance(curves, Sequence) else [curves]
        for each in listed:
            check_curve(each)
        named = {each.name or f"curve {number}": each for number, each in enumerate(listed, 1)}
        if len(named) < len(listed):
            raise DataError(
                f"two of {len(listed)} curves have the same name; pass a dictionary from names to curves"
            )
    if not named:
        raise DataError("there is no curve; pass at least one")
    return named


def _points(name: str, curve: RocCurve | Point) -> Floats:
    """The points of a curve, or the single point of a classifier: fpr, tpr and threshold."""
    if isinstance(curve, RocCurve):
        return np.column_stack([curve.fpr, curve.tpr, curve.threshold])
    point = np.asarray(curve, dtype=np.float64)
    if point.shape != (2,) or not ((point >= 0) & (point <= 1)).all():
        raise DataError(
            f"{name!r} is {curve!r}; pass a RocCurve, or a point (fpr, tpr) of two rates from 0 to 1"
        )
    return np.array([[*point, np.nan]])


def _upper(x: Floats, y: Floats) -> Integers:
    """Indices of the vertices of the upper hull; the first two points are the corners (0, 0) and (1, 1)."""
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
    """Whether points are above the line through their neighbors; always true for the ends."""
    right, up = np.diff(x), np.diff(y)
    bulge = up[:-1] * right[1:] - up[1:] * right[:-1]
    return np.concatenate([[True], bulge > FLAT, [True]])


def _scan(x: Floats, y: Floats, chain: Integers) -> Integers:
    """The upper hull by a monotone chain scan, where the vectorized passes do not converge."""
    across, up = x.tolist(), y.tolist()
    hull: list[int] = []
    for index in chain.tolist():
        while len(hull) > 1:
            a, b = hull[-2:]
            bulge = (up[b] - up[a]) * (across[index] - across[b]) - (up[index] - up[b]) * (
                across[b] - across[a]
            )
            if bulge > FLAT:
                break
            hull.pop()
        hull.append(index)
    return np.array(hull)
