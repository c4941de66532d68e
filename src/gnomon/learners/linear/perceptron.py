"""The perceptron: a linear classifier trained by error correction (Rosenblatt 1958)."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats
from gnomon.check import between, flag, free, one_of, seed
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.mistakes import MistakeRule, Training, dot_products, train
from gnomon.learners.linear.update_table import update_table
from gnomon.learners.linear.voting import Voters
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

MAX_VALUE = 1e150

Weights = tuple[Floats, Floats]


class Perceptron(ClassifierMixin, Learner):
    """Perceptron: a linear classifier that adds each misclassified row to w (or subtracts it).

    Updates are times the learning rate. If the classes are linearly separable, it converges in finitely many
    steps to a separating hyperplane, which depends on the initial weights and on the order of rows; if not,
    it never converges, and max_iter stops it. More than two classes are one-vs-rest. There are no sample
    weights: an update depends on the rows before it, so no weight is equivalent to repeating a row.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : w and b (one row for two classes, else one a class); not for combine="voted"
    voters_ : for combine="voted", the hyperplanes that vote
    last_coef_, last_intercept_ : the hyperplane after the last update
    dual_coef_ : for form="dual", the coefficient of each row in w
    converged_ : whether an epoch passed without a mistake
    n_iter_, n_updates_, history_ : epochs, mistakes, and the mistakes of each epoch
    period_ : for each hyperplane the number of epochs after which it returned to an earlier position and so
        oscillates forever; 0 if it did not

    Examples
    --------
    >>> from gnomon import Perceptron
    >>> model = Perceptron().fit([[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"])
    >>> model.converged_, model.predict([[0.5], [6.0]])
    (True, array(['low', 'high'], dtype='<U4'))
    """

    learning_rate: float = between(
        0, inf, open=True, default=0.1, help="learning rate: step size of an update"
    )
    form: str = one_of(
        "primal",
        "dual",
        default="primal",
        help="primal (weights w) or dual (a coefficient per row, which needs dot products of rows only)",
    )
    update: str = one_of(
        "unit",
        "distance",
        default="unit",
        help="the same step for every mistake, or one proportional to the row's distance from the hyperplane",
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
        help="whether a row on the hyperplane is a mistake for either class, not for the second only",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
    max_iter: int = between(
        1, inf, default=2000, whole=True, help="maximum number of epochs (passes over the rows)"
    )
    init: Any = free(
        default="zeros",
        help="initial weights: 'zeros', 'random' (w and the threshold -b from 0 to 1), or a pair (w, b)",
        kind="'zeros', 'random' or pair",
    )
    shuffle: Any = free(default=False, help="whether to shuffle the rows before each epoch", kind="bool")
    random_state: Any = seed(help="seed of the random initial weights and of the shuffling")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Fit on rows X with classes y, epoch after epoch."""
        return super().fit(X, y)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Fit from the weights that `init` sets, without warm starts."""
        labels = _present(Labels.of(data.y))
        self.classes_ = labels.classes
        random = seeds.generator(self.random_state)
        begin = self._begin(labels, data.X.shape[1], random)
        self._reset(begin)
        self._add(data.X, labels, begin, self.max_iter, random)
        self._warn_if_not_converged()
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:  # type: ignore[override]
        """One epoch over these rows, from the current weights.

        classes: all classes, if the first rows may lack one.
        """
        first = not hasattr(self, "last_coef_")
        X, y, _ = self.check_rows(X, y, reset=first, classes=classes)
        if first:
            self.classes_ = _at_least_two(y.classes)
            self._reset(self._begin(y, X.shape[1], seeds.generator(self.random_state)))
        labels = Labels(y.codes[:0], self.classes_).joined(y)
        if labels.n_classes > len(self.classes_):
            unknown = np.setdiff1d(labels.classes, self.classes_).tolist()[0]
            raise DataError(
                f"class {unknown!r} is new to partial_fit; pass every class as classes= in the first call"
            )
        random = seeds.generator(seeds.child(self.random_state, self.n_iter_))
        self._add(X, labels, (self.last_coef_, self.last_intercept_), 1, random)
        return self

    def predict(self, X: Any) -> Array:
        """The class on whose side of the hyperplane each row lies; on the hyperplane, the first."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return self.classes_[(scores > 0).astype(np.intp)]
        return self.classes_[first_largest(scores)]

    def decision_function(self, X: Any) -> Floats:
        """w x + b, one per class or for two classes of the second; if voted, the mean vote, -1 to 1."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.combine == "voted":
            scores = np.column_stack([voters.mean_vote(X) for voters in self.voters_])
        else:
            scores = np.asarray(X @ self.coef_.T) + self.intercept_
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def trace(self, X: Any, y: Any) -> pd.DataFrame:
        """Every step, for two classes: epoch, row, truth, prediction, size of the update, and the weights.

        The first line is the initial weights; the amount is 0 where the prediction was correct.

        >>> steps = Perceptron().trace([[2.0], [-1.0], [1.0]], ["up", "down", "up"])
        >>> steps[["epoch", "row", "truth", "predicted", "amount", "0"]].values.tolist()[1:3]
        [[1, 0, 'up', 'down', 0.1, 0.2], [1, 1, 'down', 'down', 0.0, 0.2]]
        """
        X, y, _ = self.check_rows(X, y)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        labels = _present(y)
        if labels.n_classes != 2:
            raise DataError(
                f"trace is for two classes, and y has {labels.n_classes}; select rows of two classes"
            )
        random = seeds.generator(self.random_state)
        w, b = self._begin(labels, X.shape[1], random)
        names = getattr(self, "feature_names_in_", range(X.shape[1]))
        options: dict[str, Any] = {
            "gram": dot_products(X) if self.form == "dual" else None,
            "random": random if self.shuffle else None,
        }
        return update_table(
            X, labels, self._rule(), (w[0], float(b[0])), self.max_iter, names=names, **options
        )

    def _begin(self, labels: Labels, d: int, random: np.random.Generator) -> Weights:
        n_scores = 1 if labels.n_classes == 2 else labels.n_classes
        if isinstance(self.init, str) and self.init == "zeros":
            return np.zeros((n_scores, d)), np.zeros(n_scores)
        if isinstance(self.init, str) and self.init == "random":
            return random.random((n_scores, d)), -random.random(n_scores)
        try:
            w, b = (np.array(each, dtype=np.float64) for each in self.init)
            return w.reshape(n_scores, d), b.reshape(n_scores)
        except (TypeError, ValueError):
            raise ParameterError(
                f"Perceptron(init={self.init!r}): it must be 'zeros', 'random', or a pair (w, b) of "
                f"{n_scores} x {d} and {n_scores} numbers"
            ) from None

    def _rule(self) -> MistakeRule:
        return MistakeRule(self.learning_rate, self.fit_intercept, self.strict, self.update == "distance")

    def _reset(self, begin: Weights) -> None:
        for name in ("coef_", "intercept_", "dual_coef_", "voters_"):
            self.__dict__.pop(name, None)
        self.last_coef_, self.last_intercept_ = begin
        self.n_iter_ = self.n_updates_ = 0
        self._n_visits = np.zeros(len(begin[1]))
        self.history_ = np.zeros(0, dtype=np.int64)

    def _add(
        self, X: Any, labels: Labels, begin: Weights, max_iter: int, random: np.random.Generator
    ) -> None:
        """Train on these rows, and merge the results with those of earlier calls."""
        if abs(X).max() > MAX_VALUE:
            raise DataError(too_large(X))
        options: dict[str, Any] = {
            "gram": dot_products(X) if self.form == "dual" else None,
            "random": random if self.shuffle else None,
            "with_log": self.combine == "voted",
        }
        runs = [
            train(X, side, self._rule(), (w, float(b)), max_iter, **options)
            for side, w, b in zip(_sides(labels), *begin)
        ]
        self._count(runs)
        self._set_weights(X, begin, runs)

    def _count(self, runs: list[Training]) -> None:
        epochs = max(len(each.history) for each in runs)
        history = np.sum([each.history + [0] * (epochs - len(each.history)) for each in runs], axis=0)
        self.history_ = np.concatenate([self.history_, history])
        self.n_iter_ += epochs
        self.n_updates_ += int(history.sum())
        self.converged_ = all(each.history[-1] == 0 for each in runs)
        self.period_ = np.array([each.period for each in runs])

    def _set_weights(self, X: Any, begin: Weights, runs: list[Training]) -> None:
        self.last_coef_ = np.array([each.w for each in runs])
        self.last_intercept_ = np.array([each.b for each in runs])
        if self.form == "dual":
            self.dual_coef_ = np.array([each.total for each in runs])
        if self.combine == "last":
            self.coef_, self.intercept_ = self.last_coef_, self.last_intercept_
        elif self.combine == "voted":
            more = [Voters.of(X, start, each, self.fit_intercept) for start, each in zip(zip(*begin), runs)]
            before = getattr(self, "voters_", None)
            self.voters_ = more if before is None else [a + b for a, b in zip(before, more)]
        else:
            self._average(X, begin, runs)

    def _average(self, X: Any, begin: Weights, runs: list[Training]) -> None:
        """The average weights of these steps, and of all steps so far."""
        average = np.array([each.average for each in runs])
        w, b = begin[0] + average @ X, begin[1] + self.fit_intercept * average.sum(axis=1)
        visits = np.array([each.n_visits for each in runs])
        self._n_visits = self._n_visits + visits
        if hasattr(self, "coef_"):
            fraction = visits / self._n_visits
            w = self.coef_ + fraction[:, None] * (w - self.coef_)
            b = self.intercept_ + fraction * (b - self.intercept_)
        self.coef_, self.intercept_ = w, b

    def _warn_if_not_converged(self) -> None:
        if self.converged_:
            return
        reason = (
            f"increase max_iter={self.max_iter}, or standardize the columns, "
            "if gnomon.linear.is_linearly_separable(X, y)"
        )
        if self.period_.any():
            reason = "it oscillates, as the classes are not linearly separable"
        warnings.warn(
            f"Perceptron did not converge in {self.n_iter_} epochs ({self.history_[-1]} mistakes in the "
            f"last): {reason}; else use LogisticRegression, or combine='averaged'",
            NumericsWarning,
            stacklevel=5,
        )


def _present(labels: Labels) -> Labels:
    """The same labels over the classes that occur."""
    occurs = np.bincount(labels.codes, minlength=labels.n_classes) > 0
    codes = (np.cumsum(occurs) - 1)[labels.codes]
    return Labels(codes, _at_least_two(labels.classes[occurs]))


def _at_least_two(classes: Array) -> Array:
    if len(classes) < 2:
        raise DataError(
            f"Perceptron needs 2 classes or more, and these rows have 1 class, {classes.tolist()[0]!r}; "
            "add rows of other classes"
        )
    return classes


def _sides(labels: Labels) -> Iterator[Floats]:
    """One-vs-rest targets: +1 for the rows of a class, -1 for the others; for two classes one problem."""
    for code in range(1 if labels.n_classes == 2 else 0, labels.n_classes):
        yield np.where(labels.codes == code, 1.0, -1.0)


learners.add(
    "Perceptron",
    Perceptron,
    "linear classifier trained by error correction",
    task=("classification",),
    family="linear",
)
