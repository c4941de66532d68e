"""The kernel perceptron: the perceptron in dual form, with a kernel in place of dot products."""

from __future__ import annotations

import warnings
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import a_function, between, flag, free, one_of, one_of_or, seed
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.kernel.gram import gram_of, kernel_times, paired_rows
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.kernel_votes import KernelVotes
from gnomon.learners.kernel.penalized_rows import penalized_rows, sides
from gnomon.learners.kernel.resolving import resolve
from gnomon.learners.linear.mistakes import MistakeRule, Training, train
from gnomon.learners.linear.scores import class_of
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.pairs import IndexedRows, PairedRows

if TYPE_CHECKING:
    import pandas as pd


class KernelPerceptron(ClassifierMixin, Learner):
    """Kernel perceptron (dual perceptron): each mistake adds 1 to the multiplier of its row.

    The score of x is the sum of multiplier times side times k(row, x), plus b. If the classes are linearly
    separable in feature space, it converges after finitely many mistakes; if not, it never does, and max_iter
    stops it. More than two classes are one-vs-rest. There are no sample weights: an update depends on the
    rows before it, so no weight is equivalent to repeating a row.

    Attributes
    ----------
    classes_ : the classes
    dual_coef_, intercept_ : multiplier times side of each training row, and b, one row for two classes
    votes_ : for combine="voted", the votes of the weights of all visits
    support_ : the rows that were misclassified at least once
    converged_ : whether an epoch passed without a mistake
    n_iter_, n_updates_, history_ : epochs, mistakes, and the mistakes of each epoch

    Examples
    --------
    >>> from gnomon import KernelPerceptron
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> model = KernelPerceptron(kernel="rbf", gamma=1.0).fit(X, y)
    >>> model.converged_, model.predict(X)
    (True, array([0, 1, 1, 0]))
    """

    kernel: Any = one_of_or(
        a_function,
        "linear",
        "poly",
        "rbf",
        "sigmoid",
        "precomputed",
        default="rbf",
        help="kernel: a name, a kernel, or a function of two tables",
    )
    degree: float = between(0, inf, default=3, help="degree of the polynomial kernel")
    gamma: Any = free(
        default="scale",
        help="kernel coefficient of rbf, poly and sigmoid: a number, 'scale' or 'auto'",
        kind="float, 'scale' or 'auto'",
    )
    coef0: float = between(
        -inf, inf, default=0.0, help="independent term of the polynomial and sigmoid kernels"
    )
    combine: str = one_of(
        "last",
        "averaged",
        "voted",
        default="last",
        help="predict by the last weights, their average (averaged perceptron) or a vote (voted perceptron)",
    )
    strict: bool = flag(
        default=False,
        help="whether a row of score 0 is a mistake for either class, not for the second only",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    max_iter: int = between(
        1, inf, default=1000, whole=True, help="maximum number of epochs (passes over the rows)"
    )
    shuffle: Any = free(default=False, help="whether to shuffle the rows before each epoch", kind="bool")
    random_state: Any = seed(help="seed of the shuffling")

    shared_by = ("kernel",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> PairedRows:
        """The pairwise values that the kernel needs, computed when first used."""
        return paired_rows(self.kernel, X, y, weight)

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Fit on rows X with classes y, epoch after epoch."""
        return super().fit(X, y)

    def fit_prepared(self, data: PairedRows, start: Self | None = None) -> Self:
        """Fit from multipliers of zero, without warm starts."""
        labels = self._labels(data)
        kernel = self._resolved(data)
        gram = np.ascontiguousarray(gram_of(kernel, data))
        self.classes_, self.kernel_ = labels.classes, kernel
        self.X_fit_, self._index = data.X, data.index
        runs = [self._train(gram, side) for side in sides(labels)]
        self._count(runs)
        is_averaged = self.combine == "averaged"
        self.dual_coef_ = np.array([each.average if is_averaged else each.total for each in runs])
        self.intercept_ = np.array([self._intercept(each) for each in runs])
        self.support_ = np.flatnonzero(np.any([each.total != 0 for each in runs], axis=0))
        if self.combine == "voted":
            self.votes_ = [KernelVotes.of(each, self.fit_intercept) for each in runs]
        self._warn_if_not_converged()
        return self

    def predict(self, X: Any) -> Array:
        """The class of the largest score, or of two classes the second where its score is above 0."""
        return class_of(self.decision_function(X), self.classes_)

    def decision_function(self, X: Any) -> Floats:
        """The score of each class, or of the second of two; if voted, the mean vote, from -1 to 1."""
        check_is_fitted(self)
        if not isinstance(X, IndexedRows):
            X = self.check_examples(X, reset=False)
        if self.combine == "voted":
            scores = np.column_stack(
                [each.mean_vote(self.kernel_, X, self.X_fit_, self._index) for each in self.votes_]
            )
        else:
            scores = kernel_times(self.kernel_, X, self.X_fit_, self._index, self.dual_coef_.T)
            scores = scores + self.intercept_
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def trace(self, X: Any, y: Any) -> pd.DataFrame:
        """Every mistake, for two classes: its visit, epoch and row, the row's multiplier after it, and b.

        >>> model = KernelPerceptron(kernel="linear", fit_intercept=False)
        >>> model.trace([[1.0], [-2.0]], [1, 0]).values.tolist()
        [[0.0, 1.0, 0.0, 1.0, 0.0]]
        """
        import pandas as pd

        X, y, _ = self.check_rows(X, y)
        data = self.prepare(X, y)
        labels = self._labels(data)
        if labels.n_classes != 2:
            raise DataError(
                f"trace is for two classes, and y has {labels.n_classes}; select rows of two classes"
            )
        (side,) = sides(labels)
        gram = np.ascontiguousarray(gram_of(self._resolved(data), data))
        run = self._train(gram, side, with_log=True)
        assert run.log is not None
        rows, amounts, visits = run.log
        ones = pd.Series(np.ones(len(rows)))
        return pd.DataFrame(
            {
                "visit": visits,
                "epoch": visits // len(side) + 1,
                "row": rows,
                "multiplier": ones.groupby(rows).cumsum().to_numpy() if len(rows) else ones,
                "b": np.cumsum(amounts) * self.fit_intercept,
            }
        )

    def _labels(self, data: PairedRows) -> Labels:
        return penalized_rows(data, None, 1.0, "KernelPerceptron").labels

    def _resolved(self, data: PairedRows) -> Kernel:
        X = data.X if isinstance(self.gamma, str) else None
        return resolve(self.kernel, degree=self.degree, gamma=self.gamma, coef0=self.coef0, X=X)

    def _train(self, gram: Floats, side: Floats, with_log: bool = False) -> Training:
        rule = MistakeRule(1.0, self.fit_intercept, self.strict)
        random = seeds.generator(self.random_state) if self.shuffle else None
        # Only the kernel is used: there are no columns, and w is empty.
        return train(
            np.empty((len(side), 0)),
            side,
            rule,
            (np.zeros(0), 0.0),
            self.max_iter,
            gram=gram,
            random=random,
            with_log=with_log or self.combine == "voted",
        )

    def _intercept(self, run: Training) -> float:
        multipliers = run.average if self.combine == "averaged" else run.total
        return float(multipliers.sum()) * self.fit_intercept

    def _count(self, runs: list[Training]) -> None:
        self.n_iter_ = max(len(each.history) for each in runs)
        padded = [each.history + [0] * (self.n_iter_ - len(each.history)) for each in runs]
        self.history_ = np.sum(padded, axis=0)
        self.n_updates_ = int(self.history_.sum())
        self.converged_ = all(each.history[-1] == 0 for each in runs)

    def _warn_if_not_converged(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"KernelPerceptron did not converge in {self.n_iter_} epochs ({self.history_[-1]} mistakes "
                "in "
                f"the last): increase max_iter={self.max_iter}, use a kernel that separates the classes (a "
                "larger gamma), or use SVC, or combine='averaged'",
                NumericsWarning,
                stacklevel=5,
            )


learners.add(
    "KernelPerceptron",
    KernelPerceptron,
    "perceptron with a kernel (dual form)",
    task=("classification",),
    family="kernel",
)
