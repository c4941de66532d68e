"""Support vector classification: the maximum margin between classes in the feature space of a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import inf, isfinite
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.multiclass import _ovr_decision_function
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between, flag, free, one_of, one_of_or, seed
from gnomon.errors import ParameterError
from gnomon.learners.kernel.binary_svm import BinaryProblem, BinarySVM, fit_binary_svm
from gnomon.learners.kernel.kernel_paths import fit_paths
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.penalized_rows import penalized_rows
from gnomon.learners.kernel.support_vector_machine import (
    Certificate,
    SupportVectorMachine,
    positive_rows,
    with_problem,
)
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest

A_BIAS = Rule(
    lambda value: not isinstance(value, bool) and isinstance(value, int | float) and isfinite(value),
    "a finite number",
    "float",
)

# Margins lie at 1 and -1: a score below this is 0 up to rounding.
ON_HYPERPLANE = 1e-9


class SVC(ClassifierMixin, SupportVectorMachine):
    """Support vector machine (SVM) classifier: maximum-margin hyperplane with a kernel, soft or hard margin.

    Minimizes |w|² / 2 + C sum of max(0, 1 - y f(x)) (hinge loss), with f(x) = w·phi(x) + b and y = -1 or +1.
    The dual problem is solved by sequential minimal optimization (SMO) within working sets; a small one is
    finished exactly. Kernel rows are cached up to `cache_size`, and shared by all pairs of classes and, in a
    regularization path, by all C. Sample weights multiply C. `C=inf` is a hard margin, which is refused where
    the classes are not separable. Asymmetric misclassification costs are
    `class_weight={"no": C_no, "yes": C_yes}` with C=1.

    Scores are not probabilities: for those wrap it in `CalibratedClassifier` (Platt scaling on held-out
    rows).

    Attributes
    ----------
    classes_ : the classes
    support_, support_vectors_, n_support_ : indices, rows and numbers per class of the support vectors
    dual_coef_, intercept_ : signed coefficients of the support vectors, in scikit-learn's layout, and b
    coef_ : w, for the linear kernel
    kernel_ : the kernel, with gamma as a number
    certificate_, converged_ : primal and dual objective, gap and largest KKT violation; whether it is within
        tol
    n_iter_, history_ : steps of each problem; and during them problem, steps, violation and dual objective

    Examples
    --------
    >>> from gnomon import SVC
    >>> X, y = [[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]], ["+", "+", "-", "-"]
    >>> model = SVC(C=float("inf"), kernel="linear").fit(X, y)
    >>> model.coef_.round(6) + 0, model.intercept_.round(6)
    (array([[ 0., -2.]]), array([3.]))
    """

    C: float = between(
        0,
        inf,
        open=True,
        infinite=True,
        default=1.0,
        help="inverse regularization strength: penalty of margin violations; infinite for a hard margin",
        grid=tuple(10.0**power for power in range(-2, 4)),
    )
    class_weight: Any = free(
        default=None,
        help="class weights, which multiply C: a dict, 'balanced', or None",
        kind="dict, 'balanced' or None",
    )
    bias: float | str = one_of_or(
        A_BIAS, "free", default="free", help="intercept b: 'free' to fit it, or a fixed number"
    )
    multi_class: str = one_of(
        "ovo",
        "ovr",
        default="ovo",
        help="multiclass strategy: one-vs-one or one-vs-rest",
    )
    decision_function_shape: str = one_of(
        "ovr",
        "ovo",
        default="ovr",
        help="shape of the decision function: one score per class (ovr) or per pair of classes (ovo)",
    )
    break_ties: bool = flag(default=False, help="whether to break ties of votes by the decision function")
    random_state: Any = seed(help="ignored: the solver is deterministic")

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit each binary problem without warm starts; `fit_each` uses them along C."""
        self._fit(data, None, None)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Regularization paths: warm starts and shared kernel rows along C; kernels run in parallel."""
        return fit_paths(path, data, by=lambda learner: learner.C)

    def predict(self, X: Any) -> Array:
        """The predicted class: by the sign of f(x), or of more than two the one with most votes (ties:
        first).
        """
        check_is_fitted(self)
        if self.break_ties and self.decision_function_shape == "ovo" and len(self.classes_) > 2:
            raise ParameterError(
                "SVC(break_ties=True, decision_function_shape='ovo'): there is no score per class to break "
                "ties by; set break_ties=False, or decision_function_shape='ovr'"
            )
        scores = self.scores(X)
        if len(self.classes_) == 2:
            return self.classes_[(scores[:, 0] > ON_HYPERPLANE).astype(np.intp)]
        if self.multi_class == "ovr" or self.break_ties:
            return self.classes_[first_largest(self._by_class(scores))]
        return self.classes_[first_largest(self._votes(scores))]

    def decision_function(self, X: Any) -> Floats:
        """f(x): positive for the second class; of more than two, a score per class or per pair."""
        scores = self.scores(X)
        if len(self.classes_) == 2:
            return scores[:, 0]
        if self.multi_class == "ovo" and self.decision_function_shape == "ovo":
            return scores
        return self._by_class(scores)

    def _by_class(self, scores: Floats) -> Floats:
        if self.multi_class == "ovr":
            return scores
        by_class: Floats = _ovr_decision_function(scores < -ON_HYPERPLANE, -scores, len(self.classes_))
        return by_class

    def _votes(self, scores: Floats) -> Floats:
        """The number of pairs each class wins: the first of a pair by a positive score, else the second."""
        first, second = np.array(list(combinations(range(len(self.classes_)), 2))).T
        classes = np.arange(len(self.classes_))
        as_first, as_second = first[:, None] == classes, second[:, None] == classes
        is_first = scores > ON_HYPERPLANE
        return is_first @ as_first.astype(np.float64) + ~is_first @ as_second.astype(np.float64)

    def kernel_key(self) -> tuple[Any, ...]:
        """Parameters of the kernel and of the problems: equal keys share kernel rows and warm starts."""
        rows = self.kernel, self.degree, self.gamma, self.coef0, self.cache_size
        return *rows, self.bias, self.multi_class

    def _fit(
        self, data: Any, rows: KernelRows | None, start: list[BinarySVM] | None
    ) -> tuple[KernelRows, list[BinarySVM]]:
        """Fit on kernel rows that may be shared; `start` holds the solutions at another C."""
        indices, labels, self.class_weight_, C = penalized_rows(data, self.class_weight, self.C, "SVC")
        data, weight, _ = positive_rows(data, "SVC")
        # Rows are sorted by class, so that those of a pair are two contiguous blocks of the kernel matrix.
        order = np.argsort(labels.codes, kind="stable")
        labels, C = labels[order], C[order]
        if rows is None:
            kernel = self.resolved_kernel(data, weight)
            rows = self.kernel_rows(data.rows(order), kernel, free_bias=self.bias == "free")
        models = []
        for number, (second, first) in enumerate(self._problems(labels)):
            begin = None if start is None else start[number]
            if begin is None:
                problem = self._problem(labels, second, first, C)
            else:
                problem = begin.problem.with_C(C)
            models.append(fit_binary_svm(rows, problem, begin, tol=self.tol, max_iter=self.max_iter))
        self._store(data, rows, labels, models, indices, order)
        return rows, models

    def _problems(self, labels: Labels) -> list[tuple[int, int]]:
        """The positive and the negative class of each binary problem; -1 for the rest."""
        if labels.n_classes == 2:
            return [(1, 0)]
        if self.multi_class == "ovr":
            return [(c, -1) for c in range(labels.n_classes)]
        return list(combinations(range(labels.n_classes), 2))

    def _problem(self, labels: Labels, positive: int, negative: int, C: Floats) -> BinaryProblem:
        is_positive = labels.codes == positive
        is_negative = ~is_positive if negative < 0 else labels.codes == negative
        rows = np.flatnonzero(is_positive | is_negative)
        bias = None if isinstance(self.bias, str) else float(self.bias)
        return BinaryProblem(rows, np.where(is_positive[rows], 1.0, -1.0), C[rows], bias)

    def _store(
        self,
        data: Any,
        rows: KernelRows,
        labels: Labels,
        models: list[BinarySVM],
        indices: Integers,
        order: Integers,
    ) -> None:
        coef = np.zeros((len(models), len(labels)))
        for row, model in zip(coef, models):
            row[model.problem.rows] = model.solution.b
        used = np.flatnonzero(coef.any(axis=0))
        self.classes_ = labels.classes
        self.store_support(data, rows.kernel, order[used], indices)
        self.n_support_ = np.bincount(labels.codes[used], minlength=labels.n_classes).astype(np.int32)
        self._coefficients = np.ascontiguousarray(coef[:, used])
        self.intercept_ = self._intercepts = np.array([model.solution.bias for model in models])
        self.dual_coef_ = self._layout(labels.codes[used])
        self.n_iter_ = np.array([model.solution.steps for model in models])
        self.history_ = np.vstack([with_problem(k, model.solution) for k, model in enumerate(models)])
        residual = max(model.solution.gap for model in models)
        self.certificate_ = Certificate(
            sum(model.primal for model in models), sum(model.dual for model in models), residual
        )
        self.converged_ = residual <= self.tol
        self.warn_unless_converged()

    def _layout(self, codes: Integers) -> Floats:
        """One-vs-one layout, K - 1 rows for K classes: coefficients against each other class.

        codes: the class of each, in order.
        """
        n_classes = len(self.classes_)
        if n_classes == 2 or self.multi_class == "ovr":
            return self._coefficients
        layout = np.zeros((n_classes - 1, len(codes)))
        ends = np.searchsorted(codes, np.arange(n_classes + 1))
        of_class = [slice(*each) for each in pairwise(ends)]
        for line, (first, second) in zip(self._coefficients, combinations(range(n_classes), 2)):
            layout[second - 1, of_class[first]] = line[of_class[first]]
            layout[first, of_class[second]] = line[of_class[second]]
        return layout


learners.add(
    "SVC",
    SVC,
    "maximum-margin classifier with a kernel (support vector machine)",
    task=("classification",),
    family="kernel",
    default=False,
)
