"""The geometry of a linear decision boundary: distances, projections, margins, and the line to plot.

A hyperplane is f(x) = w x + b = 0; some books write w x - t, with the threshold t = -b.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels

ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """Hyperplane (linear decision boundary) w x + b = 0; its normal w points to the positive side.

    classes: the class on the negative and the one on the positive side, if known.

    >>> plane = Hyperplane(np.array([4.0, 4.0]), -8.0)
    >>> print(plane.line())
    x2 = -1 x1 + 2
    >>> plane.signed_distance([[1.0, 1.0], [3.0, 3.0]]).round(4), plane.foot
    (array([0.    , 2.8284]), array([1., 1.]))
    """

    w: Floats
    b: float
    classes: tuple[Any, Any] | None = None

    def __post_init__(self) -> None:
        w = np.asarray(self.w, dtype=np.float64)
        if w.ndim != 1 or not np.isfinite(w).all() or not np.isfinite(self.b):
            raise DataError(
                f"w has shape {w.shape}; a hyperplane needs one row of finite numbers w and a finite b"
            )
        if not w.any():
            raise DataError(
                "w is zero in every column, so w x + b = 0 is not a hyperplane; fit the model on columns "
                "that vary"
            )
        self.__dict__.update(w=w, b=float(self.b))

    @classmethod
    def of(cls, model: Any, index: int | None = None) -> Hyperplane:
        """The decision boundary of any fitted linear model (with coef_ and intercept_).

        index: which hyperplane, where there is one per class.

        >>> from gnomon import NearestMean
        >>> model = NearestMean().fit([[0.0, 0.0], [2.0, 0.0]], ["left", "right"])
        >>> Hyperplane.of(model).classes, Hyperplane.of(model).offset
        (('left', 'right'), 1.0)
        """
        check_is_fitted(model)
        if not hasattr(model, "coef_") or not hasattr(model, "intercept_"):
            raise DataError(
                f"{type(model).__name__} has no coef_ and intercept_, so its boundary is not a hyperplane"
            )
        coefficients = model.coef_.toarray() if hasattr(model.coef_, "toarray") else np.asarray(model.coef_)
        w = np.atleast_2d(coefficients)
        if index is None and len(w) > 1:
            raise DataError(
                f"{type(model).__name__} has {len(w)} hyperplanes; choose one by index=0 to {len(w) - 1}"
            )
        b = np.broadcast_to(np.atleast_1d(model.intercept_), len(w))
        classes = getattr(model, "classes_", None)
        both = tuple(classes.tolist()) if classes is not None and len(classes) == 2 else None
        return cls(w[index or 0], float(b[index or 0]), both)

    @classmethod
    def of_line(cls, slope: float, intercept: float) -> Hyperplane:
        """The hyperplane of the line x2 = slope x1 + intercept, with the points over it on the positive side.

        >>> plane = Hyperplane.of_line(-1 / 4, 3.0)
        >>> plane.w, plane.b
        (array([0.25, 1.  ]), -3.0)
        """
        return cls(np.array([-slope, 1.0]), -intercept)

    @property
    def threshold(self) -> float:
        """t of f(x) = w x - t."""
        return -self.b

    @property
    def length(self) -> float:
        """|w|."""
        return float(np.linalg.norm(self.w))

    @property
    def direction(self) -> Floats:
        """The unit normal w / |w|."""
        return self.w / self.length

    @property
    def offset(self) -> float:
        """Distance t / |w| from the origin; negative if the origin is on the positive side."""
        return self.threshold / self.length

    @property
    def foot(self) -> Floats:
        """The projection of the origin on the hyperplane."""
        return self.offset * self.direction

    def score(self, X: Any) -> Floats:
        """The decision function f(x) = w x + b of each row."""
        return self._rows(X) @ self.w + self.b

    def signed_distance(self, X: Any) -> Floats:
        """Signed distance f(x) / |w| of each row, negative on the negative side."""
        return self.score(X) / self.length

    def project(self, X: Any) -> Floats:
        """Orthogonal projection of each row on the hyperplane."""
        X = self._rows(X)
        return X - self.signed_distance(X)[:, None] * self.direction

    def functional_margin(self, X: Any, y: Any) -> Floats:
        """Functional margin y f(x) with y = +1 or -1: positive where correct; it scales with w and b.

        y: labels of the two classes, or, if they are unknown, two values, the greater one positive.

        >>> Hyperplane(np.array([1.0]), 0.0).functional_margin([[2.0], [1.0]], [1, -1])
        array([ 2., -1.])
        """
        return self._sides(y) * self.score(X)

    def geometric_margin(self, X: Any, y: Any) -> Floats:
        """Geometric margin y f(x) / |w|: the distance from the hyperplane, positive where correct."""
        return self.functional_margin(X, y) / self.length

    def margin(self, X: Any, y: Any) -> float:
        """The margin of the hyperplane: the smallest geometric margin of the rows.

        >>> Hyperplane(np.array([2.0]), -3.0).margin([[1.0], [2.0], [5.0]], ["a", "b", "b"])
        0.5
        """
        margins = self.geometric_margin(X, y)
        if not len(margins):
            raise DataError("the margin of no rows is undefined; pass at least one row")
        return float(margins.min())

    def scaled(self, k: float) -> Hyperplane:
        """The same hyperplane written as k w, k b; a negative k swaps its sides and its classes."""
        swapped = self.classes[::-1] if k < 0 and self.classes is not None else self.classes
        return Hyperplane(k * self.w, k * self.b, swapped)

    def is_same(self, other: Hyperplane) -> bool:
        """Whether both are the same set of points, whatever their scale and orientation.

        >>> Hyperplane(np.array([1.0, 2.0]), 3.0).is_same(Hyperplane(np.array([-2.0, -4.0]), -6.0))
        True
        """
        along = np.sign(self.direction @ other.direction) or 1.0
        apart = np.append(self.direction - along * other.direction, self.offset - along * other.offset)
        return bool(np.abs(apart).max() <= ROUNDING * max(1.0, abs(self.offset)))

    def line(self) -> DecisionLine:
        """The line in the (x1, x2) plane, for a hyperplane of two columns."""
        if len(self.w) != 2:
            raise DataError(f"a line needs 2 columns, and this hyperplane has {len(self.w)}; choose two")
        w_1, w_2 = self.w
        if w_2 == 0:
            return DecisionLine(np.inf, np.nan, self.threshold / w_1)
        return DecisionLine(-w_1 / w_2, self.threshold / w_2)

    def _rows(self, X: Any) -> Floats:
        X = np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
        if X.ndim != 2 or X.shape[1] != len(self.w):
            raise DataError(f"X has shape {X.shape}; pass rows of {len(self.w)} columns")
        return X

    def _sides(self, y: Any) -> Floats:
        y = np.asarray(y)
        negative, positive = self.classes if self.classes is not None else _two_values(y)
        unknown = y[(y != positive) & (y != negative)].tolist()
        if unknown:
            raise DataError(
                f"the hyperplane separates {negative!r} and {positive!r}, and y has {unknown[0]!r} too"
            )
        return np.where(y == positive, 1.0, -1.0)


@dataclass(frozen=True)
class DecisionLine:
    """The line x2 = slope x1 + intercept, or, if it is vertical (infinite slope), x1 = at.

    >>> print(DecisionLine(0.5, -1.0)), print(Hyperplane(np.array([2.0, 0.0]), -6.0).line())
    x2 = 0.5 x1 - 1
    x1 = 3
    (None, None)
    """

    slope: float
    intercept: float
    at: float = np.nan

    @property
    def is_vertical(self) -> bool:
        """Whether the line is vertical (x1 is constant)."""
        return bool(np.isinf(self.slope))

    def ends(self, x1: tuple[float, float], x2: tuple[float, float]) -> Floats:
        """Two end points for plotting: over the range of x1, or, if vertical, over that of x2.

        >>> DecisionLine(1.0, 2.0).ends((0.0, 1.0), (0.0, 9.0))
        array([[0., 2.],
               [1., 3.]])
        """
        if self.is_vertical:
            return np.array([[self.at, x2[0]], [self.at, x2[1]]])
        return np.array([[x, self.slope * x + self.intercept] for x in x1])

    def __str__(self) -> str:
        if self.is_vertical:
            return f"x1 = {self.at:g}"
        return f"x2 = {self.slope:g} x1 {'-' if self.intercept < 0 else '+'} {abs(self.intercept):g}"


def _two_values(y: Array) -> tuple[Any, Any]:
    classes = Labels.of(y).classes
    if len(classes) == 1 and classes[0] in (-1, 1):
        return -1, 1
    if len(classes) != 2:
        raise DataError(
            f"y has {len(classes)} values, and a hyperplane has two sides; pass labels of two classes"
        )
    return classes[0], classes[1]
