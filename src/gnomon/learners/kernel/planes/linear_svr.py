"""The linear support vector machine for numbers: errors within a tube cost nothing."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.check import between, flag, one_of, seed
from gnomon.learners.kernel.planes.linear_machine import LinearRule, fit_plane
from gnomon.learners.kernel.planes.linear_svc import keep_planes
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, take


class LinearSVR(RegressorMixin, Learner):
    """The plane of least |w|²/2 + C times the losses max(0, |y - w·x - b| - epsilon), or their squares.

    The constant b carries the price of a column of value `intercept_scaling`, as in scikit-learn. A weight of
    a row stands for its repetition.

    Attributes
    ----------
    coef_, intercept_ : w and b
    converged_, n_iter_ : whether the plane came to rest, and the steps or passes that it took
    primal_, dual_, gap_ : the objective, a bound that no plane is below, and the most that the objective can
        be above the least, as a share of it; arrays of one number
    history_ : a list of one array, the objective after each step or the widest pull left after each pass

    Examples
    --------
    >>> from gnomon import LinearSVR
    >>> LinearSVR(C=100.0).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]).predict([[4.0]]).round(3)
    array([9.])
    """

    epsilon: float = between(0, inf, default=0.0, help="half the width of the tube without loss")
    tol: float = between(0, inf, open=True, default=1e-4, help="tolerance of the stopping rule")
    C: float = between(
        0, inf, open=True, default=1.0, grid=(0.01, 0.1, 1.0, 10.0), help="price of an error outside the tube"
    )
    loss: str = one_of(
        "epsilon_insensitive",
        "squared_epsilon_insensitive",
        default="epsilon_insensitive",
        help="the loss outside the tube",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    intercept_scaling: float = between(
        0, inf, open=True, default=1.0, help="value of the constant column; the larger, the freer b is"
    )
    dual: Any = one_of(
        "auto",
        True,
        False,
        default="auto",
        grid=(),
        help="whether to solve for the multipliers of rows, or for the coefficients of columns",
    )
    random_state: Any = seed(help="of the order in which dual descent visits rows")
    max_iter: int = between(1, inf, default=1000, whole=True, help="most steps, or passes over the rows")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit the plane."""
        weight = np.ones(len(data.y)) if data.weight is None else data.weight
        counts = np.flatnonzero(weight > 0)
        X = data.X if len(counts) == len(weight) else take(data.X, counts)
        rule = LinearRule(
            self.loss != "epsilon_insensitive",
            self.epsilon,
            self.dual,
            self.intercept_scaling if self.fit_intercept else 0.0,
            self.tol,
            self.max_iter,
            int(seeds.sequence(self.random_state).generate_state(1, np.uint64)[0]),
        )
        fit = fit_plane(X, np.asarray(data.y, dtype=np.float64)[counts], self.C * weight[counts], rule)
        keep_planes(self, [fit])
        self.coef_, self.intercept_ = fit.w, fit.b
        return self

    def predict(self, X: Any) -> Floats:
        """w·x + b."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return np.asarray(X @ self.coef_) + self.intercept_


learners.add(
    "LinearSVR",
    LinearSVR,
    "a plane through numbers, errors within a tube free of charge",
    task=("regression",),
    family="kernel",
)
