"""The linear support vector machine: a plane with the widest margin, in the columns as they are."""

from __future__ import annotations

import warnings
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import between, flag, free, one_of, seed
from gnomon.errors import NumericsWarning, ParameterError
from gnomon.learners.kernel.planes.linear_machine import LinearRule, fit_planes
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.priced_rows import priced_rows, sides
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, take


class LinearSVC(BatchedLabels, ClassifierMixin, Learner):
    """The plane of least |w|²/2 + C times the (squared) hinge losses max(0, 1 - y (w·x + b)).

    The constant b carries the price of a column of value `intercept_scaling`, as in scikit-learn; SVC with
    kernel="linear" leaves it free. More than two classes have a plane each, against all the others. Few
    columns are solved exactly (Newton's method, or an interior point for the hinge), many by descent over the
    rows' multipliers. A weight of a row stands for its repetition.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : w and b, one row for two classes, else one a class
    converged_, n_iter_ : whether every plane came to rest, and the most steps or passes that one took
    primal_, dual_, gap_ : for each plane the objective, a bound that no plane is below, and the most that the
        objective can be above the least, as a share of it
    history_ : for each plane the objective after each step, or the widest pull left after each pass

    Examples
    --------
    >>> from gnomon import LinearSVC
    >>> model = LinearSVC().fit([[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"])
    >>> model.predict([[0.5], [6.0]]), bool(model.gap_[0] < 1e-9)
    (array(['low', 'high'], dtype='<U4'), True)
    """

    penalty: str = one_of(
        "l2",
        "l1",
        default="l2",
        kw_only=False,
        grid=(),
        help="the price on w: |w|²/2, or |w|₁, which leaves few coefficients other than 0",
    )
    loss: str = one_of(
        "hinge", "squared_hinge", default="squared_hinge", kw_only=False, help="the loss below the margin"
    )
    dual: Any = one_of(
        "auto",
        True,
        False,
        default="auto",
        grid=(),
        help="whether to solve for the multipliers of rows, or for the coefficients of columns",
    )
    tol: float = between(0, inf, open=True, default=1e-4, help="tolerance of the stopping rule")
    C: float = between(
        0, inf, open=True, default=1.0, grid=(0.01, 0.1, 1.0, 10.0), help="price of a margin violation"
    )
    multi_class: str = one_of(
        "ovr", "crammer_singer", default="ovr", grid=(), help="how more than two classes are told apart"
    )
    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    intercept_scaling: float = between(
        0, inf, open=True, default=1.0, help="value of the constant column; the larger, the freer b is"
    )
    class_weight: Any = free(
        default=None, help="price of each class: a dict, 'balanced', or None", kind="dict, 'balanced' or None"
    )
    random_state: Any = seed(help="of the order in which dual descent visits rows")
    max_iter: int = between(1, inf, default=1000, whole=True, help="most steps, or passes over the rows")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit a plane for each class, or one for two."""
        rule = self._rule()
        counts, labels, _, price = priced_rows(data, self.class_weight, self.C, "LinearSVC")
        X = data.X if len(counts) == data.X.shape[0] else take(data.X, counts)
        self.classes_ = labels.classes
        begin = self._begin(start, labels.n_classes, X.shape[1])
        fits = fit_planes(X, np.array(list(sides(labels))), price, rule, begin)
        keep_planes(self, fits)
        self.coef_ = np.array([fit.w for fit in fits])
        self.intercept_ = np.array([fit.b for fit in fits])
        return self

    def predict(self, X: Any) -> Array:
        """The class of the largest score, or of two classes the second where its score is above 0."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """w·x + b: one score a class, or for two classes that of the second alone."""
        return linear_scores(self, X)

    def _rule(self) -> LinearRule:
        if self.multi_class == "crammer_singer":
            raise ParameterError(
                "LinearSVC(multi_class='crammer_singer') is not offered: it costs more and, as a rule, "
                "classifies no better; use multi_class='ovr', or LogisticRegression for scores fit together"
            )
        if self.penalty == "l1" and (self.loss == "hinge" or self.dual is True):
            raise ParameterError(
                f"LinearSVC(penalty='l1', loss={self.loss!r}, dual={self.dual!r}): a price on |w|₁ goes with "
                "loss='squared_hinge' and dual=False or 'auto'"
            )
        bias = self.intercept_scaling if self.fit_intercept else 0.0
        return LinearRule(
            self.loss == "squared_hinge",
            None,
            self.dual,
            bias,
            self.tol,
            self.max_iter,
            int(seeds.sequence(self.random_state).generate_state(1, np.uint64)[0]),
            self.penalty == "l1",
        )

    def _begin(self, start: Self | None, n_classes: int, d: int) -> list[Floats | None]:
        n_planes = 1 if n_classes == 2 else n_classes
        if start is None or start.coef_.shape != (n_planes, d):
            return [None] * n_planes
        bias = self.intercept_scaling if self.fit_intercept else 0.0
        constants = start.intercept_ / bias if bias else np.zeros(n_planes)
        return list(np.column_stack([start.coef_, constants]))


def keep_planes(model: Any, fits: list[PlaneFit]) -> None:
    """Leave the certificates of fitted planes on a model, and warn if one did not come to rest."""
    model.primal_ = np.array([fit.primal for fit in fits])
    model.dual_ = np.array([fit.dual for fit in fits])
    model.gap_ = np.array([fit.gap for fit in fits])
    model.history_ = [np.array(fit.history) for fit in fits]
    model.n_iter_ = max(len(fit.history) for fit in fits)
    model.converged_ = all(fit.converged for fit in fits)
    if not model.converged_:
        warnings.warn(
            f"{type(model).__name__} stopped after {model.n_iter_} steps, its objective at most "
            f"{model.gap_.max():.1e} (as a share) above the least: scale the columns "
            f"(sklearn.preprocessing.StandardScaler), lower C={model.C:g}, "
            f"or raise max_iter={model.max_iter}",
            NumericsWarning,
            stacklevel=5,
        )


learners.add(
    "LinearSVC",
    LinearSVC,
    "the plane of widest margin, in the columns as they are",
    task=("classification",),
    family="kernel",
)
