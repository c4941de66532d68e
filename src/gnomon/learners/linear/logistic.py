"""Logistic regression: the log-odds of a class are linear in the features."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from math import inf, isinf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.special import expit, log_softmax, softmax
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import between, flag, free, one_of, seed
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.batched_prediction import BatchedLabels
from gnomon.learners.linear.descent import Start, Step, Targets, batch_descent, row_descent
from gnomon.learners.linear.logistic_errors import LogisticInference, information, with_constant
from gnomon.learners.linear.logistic_minimum import LogisticProblem, minimum
from gnomon.learners.linear.newton import Fit, Penalty
from gnomon.registry import learners
from gnomon.sharing.class_weights import class_factors
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import Moments, too_large
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

TEXTBOOK = ("gradient descent", "sgd")
# Coefficients up to which a fit without a penalty stores its Fisher information.
MAX_INFORMATION = 2000


class LogisticRegression(BatchedLabels, ClassifierMixin, Learner):
    """Logistic regression (logit model, maximum entropy classifier; softmax regression for many classes).

    Minimizes C times the log loss (cross-entropy) plus l1_ratio |w|₁ + (1 - l1_ratio) |w|² / 2; the intercept
    b is not penalized. Two classes share one score, the log-odds of the second; more have one score each
    (softmax). "auto" takes Newton's method for two classes of dense rows and for small data, else L-BFGS;
    Newton-CG for sparse rows; proximal gradient steps with an L1 penalty. "gradient descent" and "sgd" are
    the textbook algorithms, whose steps `trace` shows.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : w and b (one row for two classes, else one a class)
    converged_, gradient_ : whether the largest component of the gradient, in units of its column's spread and
        per row, came below tol; and that component
    information_, log_likelihood_, weight_ : the Fisher information, log-likelihood and number of
        observations behind `inference`, of a fit without a penalty
    n_iter_, history_ : number of steps, and the objective (in units of one row's loss, times C) after each

    Examples
    --------
    >>> from gnomon import LogisticRegression
    >>> model = LogisticRegression().fit([[0.0], [1.0], [2.0], [3.0]], ["no", "no", "yes", "yes"])
    >>> model.predict([[0.5], [2.5]])
    array(['no', 'yes'], dtype='<U3')
    """

    C: float = between(
        0,
        inf,
        open=True,
        infinite=True,
        default=1.0,
        help="inverse of the regularization strength; infinite for no regularization",
        grid=tuple(10.0**power for power in range(-3, 4)),
    )
    l1_ratio: float = between(
        0, 1, default=0.0, help="mixing parameter: 1 is the L1 penalty, 0 the L2 penalty"
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    class_weight: Any = free(
        default=None,
        help="class weights: a dict, 'balanced', or None for 1 each",
        kind="dict, 'balanced' or None",
    )
    solver: str = one_of(
        "auto",
        "newton",
        "newton-cg",
        "lbfgs",
        "proximal",
        *TEXTBOOK,
        default="auto",
        grid=(),
        help="optimization algorithm",
    )
    max_iter: int = between(
        1, inf, default=1000, whole=True, help="maximum number of iterations (epochs of the textbook solvers)"
    )
    tol: float = between(
        0, inf, default=1e-11, help="tolerance: largest component of the gradient, per row, at which to stop"
    )
    learning_rate: float = between(
        0, inf, open=True, default=0.1, help="learning rate (step size) of the textbook solvers"
    )
    init: str = one_of(
        "zeros",
        "random",
        default="zeros",
        grid=(),
        help="initial weights of the textbook solvers: 'zeros' or 'random' (from 0 to 1)",
    )
    shuffle: Any = free(
        default=False, help="whether solver='sgd' shuffles the rows before each epoch", kind="bool"
    )
    random_state: Any = seed(help="seed of the textbook solvers' random initial weights and shuffling")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Minimize the objective, from the coefficients of `start` (a warm start) if they are given."""
        self._fitted(data, start, None)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Rows) -> Iterator[Self]:
        """Fit a regularization path with warm starts; the Hessian is reused while it converges."""
        start, model = None, None
        for learner in path:
            model = learner._fitted(data, start, model)
            start = learner
            yield learner

    def _fitted(self, data: Rows, start: Self | None, model: Moments | None) -> Moments | None:
        """Fit, and return the quadratic model with which a fit to the same rows at another C can begin."""
        labels, weight = self._targets(data)
        self.classes_ = labels.classes
        begin = self._begin(labels, weight, data.X.shape[1])
        if start is not None and start.coef_.shape == begin[0].shape:
            begin = self._warm_start(data.X, self._rows(labels, weight), begin, start)
        try:
            fit = self._solved(data.X, labels, weight, begin, model if begin[0].any() else None)
        except OverflowError as error:
            raise DataError(too_large(data.X)) from error
        self._store(fit)
        self._store_information(data.X, labels, weight)
        self._warn_if_not_converged(data.X, labels)
        return fit.model

    def predict(self, X: Any) -> Array:
        """The most probable class of each row; ties go to the first class."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return self.classes_[(scores > 0).astype(np.intp)]
        return self.classes_[first_largest(scores)]

    def decision_function(self, X: Any) -> Floats:
        """X w + b: one score per class, or for two classes the log-odds of the second."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        scores = np.asarray(X @ self.coef_.T) + self.intercept_
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict_proba(self, X: Any) -> Floats:
        """p(c | x) for each row and class."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return np.column_stack([expit(-scores), expit(scores)])
        return softmax(scores, axis=1)

    def predict_log_proba(self, X: Any) -> Floats:
        """log p(c | x) for each row and class."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return -np.column_stack([np.logaddexp(0, scores), np.logaddexp(0, -scores)])
        return log_softmax(scores, axis=1)

    def partial_fit(  # type: ignore[override]
        self, X: Any, y: Any = None, classes: Any = None, sample_weight: Any = None
    ) -> Self:
        """One epoch of stochastic gradient descent over these rows, from the current coefficients.

        classes: all classes, if the first rows may lack one.
        """
        first = not hasattr(self, "coef_")
        X, y, weight = self.check_rows(X, y, sample_weight, reset=first, classes=classes)
        labels = y if first else Labels(y.codes[:0], self.classes_).joined(y)
        if labels.n_classes < 2 or (not first and labels.n_classes > len(self.classes_)):
            raise DataError(
                f"partial_fit received the classes {labels.classes.tolist()}; pass all of them (2 or more) "
                "as classes= in the first call"
            )
        self.classes_ = labels.classes
        n_scores = 1 if labels.n_classes == 2 else labels.n_classes
        begin = (
            (np.zeros((n_scores, X.shape[1])), np.zeros(n_scores)) if first else (self.coef_, self.intercept_)
        )
        weights = np.ones(X.shape[0]) if weight is None else weight
        dense = X if isinstance(X, np.ndarray) else X.toarray()
        self._store(self._textbook_fit(dense, labels, weights, begin, "sgd", epochs=1))
        return self

    def inference(self) -> LogisticInference:
        """Standard errors, Wald tests and confidence intervals of the coefficients, log-likelihood, AIC, BIC.

        Valid without regularization (C=inf) only: a penalty biases the coefficients.
        """
        check_is_fitted(self)
        if not isinf(self.C):
            raise DataError(
                f"LogisticRegression(C={self.C:g}).inference(): the penalty shrinks the coefficients toward "
                "zero, so their standard errors would be misleading; fit with C=inf, or use a bootstrap"
            )
        if not hasattr(self, "information_"):
            raise DataError(
                f"LogisticRegression.inference(): {self.coef_.size} coefficients of {self.coef_.shape[1]} "
                f"columns are too many for their covariance matrix (at most {MAX_INFORMATION}), or the model "
                "was fitted by partial_fit; fit on fewer columns, or use a bootstrap"
            )
        return LogisticInference.of(self)

    def trace(self, X: Any, y: Any) -> pd.DataFrame:
        """Every step of a textbook solver: epoch, row (-1 for all), coefficients, intercept and loss.

        >>> learner = LogisticRegression(C=float("inf"), solver="sgd", max_iter=1)
        >>> learner.trace([[-1.0], [1.0]], [0, 1])[["row", "0"]].round(3).values.tolist()
        [[-1.0, 0.0], [0.0, 0.05], [1.0, 0.1]]
        """
        import pandas as pd

        if self.solver not in TEXTBOOK:
            raise ParameterError(
                f"trace shows solver={TEXTBOOK[0]!r} or {TEXTBOOK[1]!r}, not {self.solver!r}"
            )
        X, y, weight = self.check_rows(X, y)
        labels, weight = self._targets(Rows(X, y, weight))
        self.classes_ = labels.classes
        rows = self._rows(labels, weight)
        begin = self._begin(labels, weight, X.shape[1])
        lines = [
            (step.epoch, step.row, *step.w[0], step.b[0], rows.loss(_as_scores(X, step.w, step.b)))
            for step in self._steps(X, rows, begin, self.solver, self.max_iter)
        ]
        return pd.DataFrame(lines, columns=["epoch", "row", *map(str, range(X.shape[1])), "constant", "loss"])

    def _targets(self, data: Rows) -> tuple[Labels, Floats]:
        """Labels of the classes with positive weight, and sample weights times class weights."""
        labels = Labels.of(data.y)
        weight = np.ones(len(labels)) if data.weight is None else data.weight
        present = np.bincount(labels.codes, weight, minlength=labels.n_classes) > 0
        if present.sum() < 2:
            raise DataError(
                f"LogisticRegression needs 2 classes or more, and these rows have 1 class, "
                f"{labels.classes[present].tolist()[0]!r}; add rows of other classes"
            )
        if not present.all():
            codes = np.where(present[labels.codes], (np.cumsum(present) - 1)[labels.codes], 0)
            weight = np.where(present[labels.codes], weight, 0.0)
            labels = Labels(codes, labels.classes[present])
        if self.class_weight is None:
            return labels, weight
        sums = np.bincount(labels.codes, weight, minlength=labels.n_classes).astype(np.float64)
        factors = class_factors(self.class_weight, labels.classes, sums, "LogisticRegression")
        return labels, weight * factors[labels.codes]

    def _begin(self, labels: Labels, weight: Floats, d: int) -> Start:
        n_scores = 1 if labels.n_classes == 2 else labels.n_classes
        if self.solver in TEXTBOOK:
            if self.init == "zeros":
                return np.zeros((n_scores, d)), np.zeros(n_scores)
            random = seeds.generator(self.random_state)
            return random.random((n_scores, d)), random.random(n_scores)
        intercepts = np.zeros(n_scores)
        if self.fit_intercept:
            logs = np.log(np.bincount(labels.codes, weight))
            intercepts = logs - logs.mean() if n_scores > 1 else logs[1:] - logs[:1]
        return np.zeros((n_scores, d)), intercepts

    def _warm_start(self, X: Any, rows: Targets, cold: Start, start: Self) -> Start:
        """The warm start's coefficients, if their objective is below that of the initial ones."""
        warm = (start.coef_, start.intercept_ if self.fit_intercept else np.zeros(len(start.coef_)))
        if self.solver in TEXTBOOK:
            return cold
        # With coefficients of zero every row has the same scores, the intercepts.
        constant_scores = np.repeat(_as_scores(np.zeros((1, X.shape[1])), *cold), X.shape[0], axis=0)
        before = rows.loss(constant_scores)
        return warm if rows.loss(_as_scores(X, *warm)) + self._penalty().of(warm[0]) < before else cold

    def _rows(self, labels: Labels, weight: Floats) -> Targets:
        return LogisticProblem(None, labels, weight, self._penalty(), self.fit_intercept).targets

    def _penalty(self) -> Penalty:
        return Penalty(self.l1_ratio / self.C, (1 - self.l1_ratio) / self.C)

    def _solved(
        self, X: Any, labels: Labels, weight: Floats, begin: Start, model: Moments | None = None
    ) -> Fit:
        self._check_solver(isinstance(X, np.ndarray))
        if self.solver in TEXTBOOK:
            return self._textbook_fit(X, labels, weight, begin, self.solver, self.max_iter)
        problem = LogisticProblem(X, labels, weight, self._penalty(), self.fit_intercept)
        return minimum(problem, self.solver, begin, self.tol, self.max_iter, model)

    def _check_solver(self, is_dense: bool) -> None:
        if self.solver in ("newton", *TEXTBOOK) and not is_dense:
            raise ParameterError(f"LogisticRegression(solver={self.solver!r}) is for dense rows; use 'auto'")
        if self.solver in ("lbfgs", "newton-cg", *TEXTBOOK) and self.l1_ratio > 0:
            raise ParameterError(
                f"LogisticRegression(solver={self.solver!r}, l1_ratio={self.l1_ratio:g}): the L1 "
                "penalty has no gradient at zero; use solver='auto'"
            )

    def _textbook_fit(
        self, X: Floats, labels: Labels, weight: Floats, begin: Start, solver: str, epochs: int
    ) -> Fit:
        """By a textbook solver, which stops after its epochs whatever the gradient."""
        rows = self._rows(labels, weight)
        penalty = self._penalty()
        history = []
        for step in self._steps(X, rows, begin, solver, epochs):
            if solver == "gradient descent":
                history.append(rows.loss(_as_scores(X, step.w, step.b)) + penalty.of(step.w))
        scores = _as_scores(X, step.w, step.b)
        residual = rows.residual(scores).reshape(len(X), -1)
        gradient = np.abs(residual.T @ X + penalty.l2 * step.w).max() / weight.sum()
        return Fit(step.w, step.b, history or [rows.loss(scores)], float(gradient), epochs, True)

    def _steps(self, X: Floats, rows: Targets, begin: Start, solver: str, epochs: int) -> Iterator[Step]:
        l2 = self._penalty().l2
        if solver == "gradient descent":
            return batch_descent(X, rows, l2, begin, self.learning_rate, epochs)
        order = seeds.generator(self.random_state) if self.shuffle else None
        return row_descent(X, rows, l2, begin, self.learning_rate, epochs, order)

    def _store_information(self, X: Any, labels: Labels, weight: Floats) -> None:
        """What inference needs; it is valid only for a fit without a penalty."""
        for name in ("information_", "log_likelihood_", "weight_"):
            self.__dict__.pop(name, None)
        n_scores = labels.n_classes - 1
        if not isinf(self.C) or n_scores * (X.shape[1] + 1) > MAX_INFORMATION:
            return
        scores = np.asarray(X @ self.coef_.T) + self.intercept_
        log_p = log_softmax(np.hstack([np.zeros_like(scores), scores]) if n_scores == 1 else scores, axis=1)
        design = with_constant(X) if self.fit_intercept else X
        self.information_ = information(design, np.exp(log_p[:, 1:]), weight)
        self.log_likelihood_ = float(weight @ log_p[np.arange(len(log_p)), labels.codes])
        self.weight_ = float(weight.sum())

    def _store(self, fit: Fit) -> None:
        w, b = np.atleast_2d(fit.w), np.atleast_1d(np.asarray(fit.b, dtype=np.float64))
        if len(w) > 1:
            # Adding a constant to all scores changes no probability.
            b = b - b.mean()
            w = w - w.mean(axis=0) if isinf(self.C) else w
        self.coef_, self.intercept_ = w, b
        self.converged_, self.gradient_, self.n_iter_ = fit.converged, fit.gradient, fit.iterations
        scale = 1.0 if isinf(self.C) else self.C
        self.history_ = scale * np.array(fit.history)

    def _warn_if_not_converged(self, X: Any, labels: Labels) -> None:
        if isinf(self.C) and self._separates(X, labels):
            self.converged_ = False
            reason = "the classes are linearly separable, so the coefficients diverge; set a finite C"
        elif self.converged_ or self.solver in TEXTBOOK:
            return
        elif isinf(self.C):
            reason = f"increase max_iter={self.max_iter}, or set a finite C if a column separates the classes"
        else:
            reason = f"increase max_iter={self.max_iter}, standardize the columns, or lower C={self.C:g}"
        warnings.warn(
            f"LogisticRegression did not converge in {self.n_iter_} steps (gradient {self.gradient_:.1e}): "
            f"{reason}",
            NumericsWarning,
            stacklevel=4,
        )

    def _separates(self, X: Any, labels: Labels) -> bool:
        scores = np.asarray(X @ self.coef_.T) + self.intercept_
        if scores.shape[1] == 1:
            margin = np.where(labels.codes == 1, scores[:, 0], -scores[:, 0])
        else:
            own = scores[np.arange(len(scores)), labels.codes]
            scores[np.arange(len(scores)), labels.codes] = -inf
            margin = own - scores.max(axis=1)
        return bool(margin.min() > 0)


def _as_scores(X: Any, w: Floats, b: Floats) -> Floats:
    scores = np.asarray(X @ w.T) + b
    return scores[:, 0] if len(w) == 1 else scores


learners.add(
    "LogisticRegression",
    LogisticRegression,
    "log-odds linear in the features (logit model, softmax regression)",
    task=("classification",),
    family="linear",
    default=True,
)
