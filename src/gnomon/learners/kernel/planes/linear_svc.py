"""Linear support vector classification: the maximum-margin hyperplane without a kernel."""

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
from gnomon.learners.kernel.penalized_rows import penalized_rows, sides
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.linear_svm import LinearOptions, fit_all
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.scores import class_of, linear_scores
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows, take


class LinearSVC(BatchedLabels, ClassifierMixin, Learner):
    """Linear support vector machine (SVM) classifier: hinge or squared hinge loss, L2 or L1 penalty.

    Minimizes |w|²/2 + C times the (squared) hinge losses max(0, 1 - y (w·x + b)). The intercept b is
    penalized as the coefficient of a column of value `intercept_scaling`, as in scikit-learn; SVC with
    kernel="linear" does not penalize it. More than two classes are one-vs-rest. Few columns are solved
    exactly (Newton's method, or interior point for the hinge loss), many by dual coordinate descent. Sample
    weights count repetitions.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : w and b, one row for two classes, else one a class
    converged_, n_iter_ : whether every binary problem converged, and the maximum number of steps or passes
    primal_, dual_, gap_ : for each binary problem the primal and dual objective, and the relative duality gap
    history_ : for each the objective after each step, or the largest projected gradient after each pass

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
        help="norm of the penalty: L2 (|w|²/2), or L1 (|w|₁), which gives sparse coefficients",
    )
    loss: str = one_of("hinge", "squared_hinge", default="squared_hinge", kw_only=False, help="loss function")
    dual: Any = one_of(
        "auto",
        True,
        False,
        default="auto",
        grid=(),
        help="whether to solve the dual or the primal problem",
    )
    tol: float = between(0, inf, open=True, default=1e-4, help="tolerance of the stopping criterion")
    C: float = between(
        0, inf, open=True, default=1.0, grid=(0.01, 0.1, 1.0, 10.0), help="inverse regularization strength"
    )
    multi_class: str = one_of(
        "ovr",
        "crammer_singer",
        default="ovr",
        grid=(),
        help="multiclass strategy; only 'ovr' (one-vs-rest) is implemented",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    intercept_scaling: float = between(
        0,
        inf,
        open=True,
        default=1.0,
        help="value of the constant column; the larger, the less the intercept is penalized",
    )
    class_weight: Any = free(
        default=None,
        help="class weights, which multiply C: a dict, 'balanced', or None",
        kind="dict, 'balanced' or None",
    )
    random_state: Any = seed(help="seed of the order of rows in dual coordinate descent")
    max_iter: int = between(1, inf, default=1000, whole=True, help="maximum number of iterations")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit one-vs-rest problems, or one for two classes."""
        options = self._options()
        rows, labels, _, C = penalized_rows(data, self.class_weight, self.C, "LinearSVC")
        X = data.X if len(rows) == data.X.shape[0] else take(data.X, rows)
        self.classes_ = labels.classes
        begin = self._begin(start, labels.n_classes, X.shape[1])
        fits = fit_all(X, np.array(list(sides(labels))), C, options, begin)
        store_fits(self, fits)
        self.coef_ = np.array([fit.w for fit in fits])
        self.intercept_ = np.array([fit.b for fit in fits])
        return self

    def predict(self, X: Any) -> Array:
        """The class of the largest score, or of two classes the second where its score is above 0."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """w·x + b: one score per class, or for two classes that of the second only."""
        return linear_scores(self, X)

    def _options(self) -> LinearOptions:
        if self.multi_class == "crammer_singer":
            raise ParameterError(
                "LinearSVC(multi_class='crammer_singer') is not implemented: it is slower and usually "
                "not more accurate; use multi_class='ovr', or LogisticRegression for a joint (softmax) fit"
            )
        if self.penalty == "l1" and (self.loss == "hinge" or self.dual is True):
            raise ParameterError(
                f"LinearSVC(penalty='l1', loss={self.loss!r}, dual={self.dual!r}): the L1 penalty needs "
                "loss='squared_hinge' and dual=False or 'auto'"
            )
        bias = self.intercept_scaling if self.fit_intercept else 0.0
        return LinearOptions(
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
        n_problems = 1 if n_classes == 2 else n_classes
        if start is None or start.coef_.shape != (n_problems, d):
            return [None] * n_problems
        bias = self.intercept_scaling if self.fit_intercept else 0.0
        intercepts = start.intercept_ / bias if bias else np.zeros(n_problems)
        return list(np.column_stack([start.coef_, intercepts]))


def store_fits(model: Any, fits: list[LinearFit]) -> None:
    """Store the certificates of the fits on a model, and warn if one did not converge."""
    model.primal_ = np.array([fit.primal for fit in fits])
    model.dual_ = np.array([fit.dual for fit in fits])
    model.gap_ = np.array([fit.gap for fit in fits])
    model.history_ = [np.array(fit.history) for fit in fits]
    model.n_iter_ = max(len(fit.history) for fit in fits)
    model.converged_ = all(fit.converged for fit in fits)
    if not model.converged_:
        warnings.warn(
            f"{type(model).__name__} did not converge in {model.n_iter_} steps (relative duality gap "
            f"{model.gap_.max():.1e}): standardize the columns "
            f"(sklearn.preprocessing.StandardScaler), lower C={model.C:g}, "
            f"or increase max_iter={model.max_iter}",
            NumericsWarning,
            stacklevel=5,
        )


learners.add(
    "LinearSVC",
    LinearSVC,
    "maximum-margin linear classifier (linear support vector machine)",
    task=("classification",),
    family="kernel",
)
