"""Linear support vector regression: the epsilon-insensitive loss without a kernel."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.check import between, flag, one_of, seed
from gnomon.learners.kernel.planes.linear_svc import store_fits
from gnomon.learners.kernel.planes.linear_svm import LinearOptions, fit_one
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, take


class LinearSVR(RegressorMixin, Learner):
    """Linear support vector regression (SVR): epsilon-insensitive loss with L2 regularization.

    Minimizes |w|²/2 + C times the losses max(0, |y - w·x - b| - epsilon), or their squares. The intercept b
    is penalized as the coefficient of a column of value `intercept_scaling`, as in scikit-learn. Sample
    weights count repetitions.

    Attributes
    ----------
    coef_, intercept_ : w and b
    converged_, n_iter_ : whether the solver converged, and its number of steps or passes
    primal_, dual_, gap_ : primal and dual objective, and the relative duality gap; arrays of one number
    history_ : a list of one array, the objective after each step or the largest projected gradient after each
        pass

    Examples
    --------
    >>> from gnomon import LinearSVR
    >>> LinearSVR(C=100.0).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]).predict([[4.0]]).round(3)
    array([9.])
    """

    epsilon: float = between(0, inf, default=0.0, help="half the width of the epsilon-insensitive tube")
    tol: float = between(0, inf, open=True, default=1e-4, help="tolerance of the stopping criterion")
    C: float = between(
        0, inf, open=True, default=1.0, grid=(0.01, 0.1, 1.0, 10.0), help="inverse regularization strength"
    )
    loss: str = one_of(
        "epsilon_insensitive",
        "squared_epsilon_insensitive",
        default="epsilon_insensitive",
        help="loss function",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    intercept_scaling: float = between(
        0,
        inf,
        open=True,
        default=1.0,
        help="value of the constant column; the larger, the less the intercept is penalized",
    )
    dual: Any = one_of(
        "auto",
        True,
        False,
        default="auto",
        grid=(),
        help="whether to solve the dual or the primal problem",
    )
    random_state: Any = seed(help="seed of the order of rows in dual coordinate descent")
    max_iter: int = between(1, inf, default=1000, whole=True, help="maximum number of iterations")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit by the solver that suits the loss and the table."""
        weight = np.ones(len(data.y)) if data.weight is None else data.weight
        positive = np.flatnonzero(weight > 0)
        X = data.X if len(positive) == len(weight) else take(data.X, positive)
        options = LinearOptions(
            self.loss != "epsilon_insensitive",
            self.epsilon,
            self.dual,
            self.intercept_scaling if self.fit_intercept else 0.0,
            self.tol,
            self.max_iter,
            int(seeds.sequence(self.random_state).generate_state(1, np.uint64)[0]),
        )
        fit = fit_one(X, np.asarray(data.y, dtype=np.float64)[positive], self.C * weight[positive], options)
        store_fits(self, [fit])
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
    "epsilon-insensitive linear regression (linear SVR)",
    task=("regression",),
    family="kernel",
)
