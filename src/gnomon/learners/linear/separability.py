"""Whether a plane can tell classes apart without one fault, with the proof either way.

Either there is a plane w x + b with all rows of one class above it and all of the other below, or the convex
hulls of the two classes have a point in common; one linear programme finds the plane, the other the point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog
from sklearn.utils import check_array, check_consistent_length

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.mistakes import MistakeRule, learn
from gnomon.sharing.labels import Labels

QUICK_EPOCHS = 50


@dataclass(frozen=True, eq=False)
class Separation:
    """The proof that two classes can be separated (a plane), or that they cannot (a common point).

    coef, intercept: w and b of a plane with the second class above it and the first below; None if there is
    none. common: a point in the convex hulls of both classes; None if there is none.
    """

    coef: Floats | None
    intercept: float | None
    common: Floats | None

    @property
    def is_separable(self) -> bool:
        """Whether there is a plane."""
        return self.coef is not None

    def __str__(self) -> str:
        if self.coef is not None:
            return f"separable, by w = {np.round(self.coef, 6).tolist()}, b = {self.intercept:.6g}"
        assert self.common is not None
        return f"not separable: the hulls of both classes hold {np.round(self.common, 6).tolist()}"


def is_linearly_separable(X: Any, y: Any, *, weight: Any = None) -> bool:
    """Whether a plane separates two classes without fault; of more, each class from all the others.

    weight: rows of weight 0 are left out. A gap of less than a ten-millionth of the columns' spread may be
    missed, as the solver's digits end there.

    >>> is_linearly_separable([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    True
    >>> is_linearly_separable([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    False
    """
    X, labels = _checked(X, y, weight)
    if labels.n_classes == 2:
        return _separation(X, labels.codes == 1).is_separable
    return all(_separation(X, labels.codes == code).is_separable for code in range(labels.n_classes))


def separating_hyperplane(X: Any, y: Any, *, weight: Any = None) -> Separation:
    """A plane between two classes, or a point that is in the hulls of both.

    >>> print(separating_hyperplane([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]))
    not separable: the hulls of both classes hold [0.5, 0.5]
    """
    X, labels = _checked(X, y, weight)
    if labels.n_classes != 2:
        raise DataError(
            f"separation is of two classes, and here are {labels.n_classes}; give rows of two, or ask "
            "is_separable, which takes each class against the others"
        )
    return _separation(X, labels.codes == 1)


def _checked(X: Any, y: Any, weight: Any) -> tuple[Floats, Labels]:
    X = check_array(X, dtype=np.float64, input_name="X")
    y = np.asarray(y)
    check_consistent_length(X, y)
    if weight is not None:
        counts = np.asarray(weight, dtype=np.float64) > 0
        check_consistent_length(X, counts)
        X, y = X[counts], y[counts]
    labels = Labels.of(y)
    if labels.n_classes < 2:
        raise DataError(
            "separability is about 2 classes or more, and these rows (with weight) have "
            f"{labels.n_classes}; give rows of others too"
        )
    return X, labels


def _separation(X: Floats, positive: Any) -> Separation:
    # Neither answer depends on where the origin is or on the columns' units; solvers' digits do.
    center, spread = X.mean(axis=0), np.abs(X - X.mean(axis=0)).max(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    Z, side = (X - center) / spread, np.where(positive, 1.0, -1.0)
    plane = _plane(Z, side)
    if plane is None:
        return Separation(None, None, center + spread * _common(Z, positive))
    w = plane[0] / spread
    return Separation(w, float(plane[1] - w @ center), None)


def _plane(Z: Floats, side: Floats) -> tuple[Floats, float] | None:
    """A perceptron that comes to rest is a proof; if it does not soon, ask for side (w z + b) >= 1."""
    quick = learn(Z, side, MistakeRule(strict=True), (np.zeros(Z.shape[1]), 0.0), QUICK_EPOCHS)
    if quick.history[-1] == 0:
        return quick.w, quick.b
    rows = -side[:, None] * np.column_stack([Z, np.ones(len(Z))])
    found = linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(rows)), bounds=(None, None))
    if found.x is None or not (rows @ found.x < 0).all():
        return None
    return found.x[:-1], float(found.x[-1])


def _common(Z: Floats, positive: Any) -> Floats:
    """A point in both hulls: shares a of the rows above and c of those below with a Z₊ = c Z₋.

    The two points are brought together as near as can be, in the sum of sizes, so that there is an answer
    also where rounding parts hulls that touch.
    """
    n, d = Z.shape
    signed = np.where(positive, 1.0, -1.0)[:, None] * Z
    gap = np.hstack([signed.T, np.eye(d), -np.eye(d)])
    sums = np.zeros((2, n + 2 * d))
    sums[0, :n], sums[1, :n] = positive, ~positive
    cost = np.concatenate([np.zeros(n), np.ones(2 * d)])
    found = linprog(cost, A_eq=np.vstack([gap, sums]), b_eq=np.concatenate([np.zeros(d), [1.0, 1.0]]))
    shares: Floats = np.asarray(found.x)[:n] * positive
    return shares @ Z
