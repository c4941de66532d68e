"""Linear separability of classes, with a certificate either way.

Either a separating hyperplane w x + b = 0 exists, or the convex hulls of the two classes have a point in
common; one linear program finds the hyperplane, another the point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog
from sklearn.utils import check_array, check_consistent_length

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.linear.mistakes import MistakeRule, train
from gnomon.sharing.labels import Labels

QUICK_EPOCHS = 50
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Separation:
    """Certificate of linear separability (a hyperplane) or of its absence (a point in both convex hulls).

    coef, intercept: w and b of a hyperplane with the second class on its positive side and the first on its
    negative side; None if there is none. common: a point in the convex hulls of both classes; None if there
    is none.
    """

    coef: Floats | None
    intercept: float | None
    common: Floats | None

    @property
    def is_separable(self) -> bool:
        """Whether there is a separating hyperplane."""
        return self.coef is not None

    def __str__(self) -> str:
        if self.coef is not None:
            return f"linearly separable, by w = {np.round(self.coef, 6).tolist()}, b = {self.intercept:.6g}"
        assert self.common is not None
        common = np.round(self.common, 6).tolist()
        return f"not linearly separable: the convex hulls of both classes contain {common}"


def is_linearly_separable(X: Any, y: Any, *, weight: Any = None) -> bool:
    """Linear separability: whether a hyperplane separates two classes; of more, each class from the rest.

    weight: sample weights; rows of weight 0 are ignored. A gap of less than a ten-millionth of the columns'
    spread may be missed, as it is below the solver's precision.

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
    """A separating hyperplane of two classes, or a point in the convex hulls of both.

    >>> print(separating_hyperplane([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]))
    not linearly separable: the convex hulls of both classes contain [0.5, 0.5]
    """
    X, labels = _checked(X, y, weight)
    if labels.n_classes != 2:
        raise DataError(
            f"separation needs two classes, and y has {labels.n_classes}; select rows of two, or use "
            "is_separable, which tests each class against the rest"
        )
    return _separation(X, labels.codes == 1)


def _checked(X: Any, y: Any, weight: Any) -> tuple[Floats, Labels]:
    X = check_array(X, dtype=np.float64, input_name="X")
    y = np.asarray(y)
    check_consistent_length(X, y)
    if weight is not None:
        positive_weight = np.asarray(weight, dtype=np.float64) > 0
        check_consistent_length(X, positive_weight)
        X, y = X[positive_weight], y[positive_weight]
    labels = Labels.of(y)
    if labels.n_classes < 2:
        raise DataError(
            "separability needs 2 classes or more, and these rows (of positive weight) have "
            f"{labels.n_classes}; add rows of other classes"
        )
    return X, labels


def _separation(X: Floats, positive: Any) -> Separation:
    # Separability does not depend on the origin or the columns' units; the solver's precision does.
    center, spread = X.mean(axis=0), np.abs(X - X.mean(axis=0)).max(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    Z, side = (X - center) / spread, np.where(positive, 1.0, -1.0)
    hyperplane = _hyperplane(Z, side)
    if hyperplane is None:
        return Separation(None, None, center + spread * _common(Z, positive))
    w = hyperplane[0] / spread
    return Separation(w, float(hyperplane[1] - w @ center), None)


def _hyperplane(Z: Floats, side: Floats) -> tuple[Floats, float] | None:
    """A perceptron that converges is a proof; otherwise a linear program for side (w z + b) >= 1."""
    quick = train(Z, side, MistakeRule(strict=True), (np.zeros(Z.shape[1]), 0.0), QUICK_EPOCHS)
    margins = side * (Z @ quick.w + quick.b)
    # A row within rounding of the hyperplane may change sides in the original units.
    if quick.history[-1] == 0 and margins.min() > ROUNDING * margins.max():
        return quick.w, quick.b
    rows = -side[:, None] * np.column_stack([Z, np.ones(len(Z))])
    solution = linprog(np.zeros(rows.shape[1]), A_ub=rows, b_ub=-np.ones(len(rows)), bounds=(None, None))
    if solution.x is None or not (rows @ solution.x < 0).all():
        return None
    return solution.x[:-1], float(solution.x[-1])


def _common(Z: Floats, positive: Any) -> Floats:
    """A point in both convex hulls: a Z₊ = c Z₋ with convex combinations a and c.

    Their L1 distance is minimized, so that there is a solution even where rounding separates hulls that
    touch.
    """
    n, d = Z.shape
    signed = np.where(positive, 1.0, -1.0)[:, None] * Z
    gap = np.hstack([signed.T, np.eye(d), -np.eye(d)])
    sums = np.zeros((2, n + 2 * d))
    sums[0, :n], sums[1, :n] = positive, ~positive
    cost = np.concatenate([np.zeros(n), np.ones(2 * d)])
    solution = linprog(cost, A_eq=np.vstack([gap, sums]), b_eq=np.concatenate([np.zeros(d), [1.0, 1.0]]))
    combination: Floats = np.asarray(solution.x)[:n] * positive
    return combination @ Z
