"""The perceptron: a plane that moves whenever a row is on its wrong side, until none is."""

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
from gnomon.learners.linear.mistakes import Learned, MistakeRule, dot_products, learn
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

LARGEST = 1e150

Planes = tuple[Floats, Floats]


class Perceptron(ClassifierMixin, Learner):
    """Visit row after row; on a mistake add the row to w (or take it off), times the learning rate.

    If some plane separates two classes without fault, one is found in finitely many steps, which depends on
    the start and on the order of rows; if none does, the plane wanders for ever, and max_iter ends it. More
    than two classes have a plane each, against all the others. Rows carry no weights: what a row does depends
    on those before it, so no weight stands for its repetition.

    Attributes
    ----------
    classes_ : the classes
    coef_, intercept_ : w and b (one row for two classes, else one a class); not for combine="voted"
    voters_ : for combine="voted", the planes that vote
    last_coef_, last_intercept_ : the plane after the last visit
    dual_coef_ : for form="dual", the multiple of each row that w holds
    converged_ : whether a whole epoch went by without a mistake
    n_iter_, n_updates_, history_ : epochs, mistakes, and the mistakes of each epoch
    period_ : for each plane the epochs after which it came back to where it had been, as it then does for
        ever: it oscillates; 0 if that was not seen

    Examples
    --------
    >>> from gnomon import Perceptron
    >>> model = Perceptron().fit([[0.0], [1.0], [4.0], [5.0]], ["low", "low", "high", "high"])
    >>> model.converged_, model.predict([[0.5], [6.0]])
    (True, array(['low', 'high'], dtype='<U4'))
    """

    learning_rate: float = between(0, inf, open=True, default=0.1, help="the step that a mistake makes")
    form: str = one_of(
        "primal",
        "dual",
        default="primal",
        help="whether to keep w, or how often each row was mistaken, which needs dot products of rows alone",
    )
    update: str = one_of(
        "unit",
        "distance",
        default="unit",
        help="the same step for every mistake, or one in proportion to the row's distance from the plane",
    )
    combine: str = one_of(
        "last",
        "averaged",
        "voted",
        default="last",
        help="predict by the last plane, the mean plane of all visits, or a vote of the planes of all visits",
    )
    strict: bool = flag(
        default=False,
        help="whether a row on the plane is a mistake for either class, not for the second only",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit a constant term")
    max_iter: int = between(1, inf, default=2000, whole=True, help="most epochs (passes over the rows)")
    init: Any = free(
        default="zeros",
        help="where to start: 'zeros', 'random' (w and the threshold -b from 0 to 1), or a pair (w, b)",
        kind="'zeros', 'random' or pair",
    )
    shuffle: Any = free(
        default=False, help="whether each epoch visits the rows in a new random order", kind="bool"
    )
    random_state: Any = seed(help="of a random start and of the order of rows")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from rows X with classes y, epoch after epoch."""
        return super().fit(X, y)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Learn from the start that `init` gives; where another setting ended does not matter."""
        labels = _present(Labels.of(data.y))
        self.classes_ = labels.classes
        random = seeds.generator(self.random_state)
        begin = self._begin(labels, data.X.shape[1], random)
        self._forget_all(begin)
        self._add(data.X, labels, begin, self.max_iter, random)
        self._warn_if_unfinished()
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:  # type: ignore[override]
        """One epoch over these rows, from where the plane is.

        classes: every class there is, if the first rows may lack one.
        """
        first = not hasattr(self, "last_coef_")
        X, y, _ = self.check_rows(X, y, reset=first, classes=classes)
        if first:
            self.classes_ = _at_least_two(y.classes)
            self._forget_all(self._begin(y, X.shape[1], seeds.generator(self.random_state)))
        labels = Labels(y.codes[:0], self.classes_).joined(y)
        if labels.n_classes > len(self.classes_):
            strange = np.setdiff1d(labels.classes, self.classes_).tolist()[0]
            raise DataError(
                f"partial_fit was not told of class {strange!r}; name every class by classes= at first"
            )
        random = seeds.generator(seeds.child(self.random_state, self.n_iter_))
        self._add(X, labels, (self.last_coef_, self.last_intercept_), 1, random)
        return self

    def predict(self, X: Any) -> Array:
        """The class whose side of the plane each row is on; on the plane, the first."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return self.classes_[(scores > 0).astype(np.intp)]
        return self.classes_[first_largest(scores)]

    def decision_function(self, X: Any) -> Floats:
        """w x + b, one a class or for two classes of the second; or the mean vote of planes, from -1 to 1."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.combine == "voted":
            scores = np.column_stack([voters.mean_vote(X) for voters in self.voters_])
        else:
            scores = np.asarray(X @ self.coef_.T) + self.intercept_
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def trace(self, X: Any, y: Any) -> pd.DataFrame:
        """Every visit, for two classes: epoch, row, truth, prediction, what was added of it, and the plane.

        The first line is the start; the amount is 0 where the prediction was right.

        >>> steps = Perceptron().trace([[2.0], [-1.0], [1.0]], ["up", "down", "up"])
        >>> steps[["epoch", "row", "truth", "predicted", "amount", "0"]].values.tolist()[1:3]
        [[1, 0, 'up', 'down', 0.1, 0.2], [1, 1, 'down', 'down', 0.0, 0.2]]
        """
        X, y, _ = self.check_rows(X, y)
        X = X if isinstance(X, np.ndarray) else X.toarray()
        labels = _present(y)
        if labels.n_classes != 2:
            raise DataError(
                f"trace shows the plane of two classes, and here are {labels.n_classes}; give rows of two"
            )
        random = seeds.generator(self.random_state)
        w, b = self._begin(labels, X.shape[1], random)
        names = getattr(self, "feature_names_in_", range(X.shape[1]))
        how: dict[str, Any] = {
            "gram": dot_products(X) if self.form == "dual" else None,
            "random": random if self.shuffle else None,
        }
        return update_table(X, labels, self._rule(), (w[0], float(b[0])), self.max_iter, names=names, **how)

    def _begin(self, labels: Labels, d: int, random: np.random.Generator) -> Planes:
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

    def _forget_all(self, begin: Planes) -> None:
        for name in ("coef_", "intercept_", "dual_coef_", "voters_"):
            self.__dict__.pop(name, None)
        self.last_coef_, self.last_intercept_ = begin
        self.n_iter_ = self.n_updates_ = 0
        self._n_visits = np.zeros(len(begin[1]))
        self.history_ = np.zeros(0, dtype=np.int64)

    def _add(self, X: Any, labels: Labels, begin: Planes, most: int, random: np.random.Generator) -> None:
        """Learn from these rows, and put what comes of it to what was learned before."""
        if abs(X).max() > LARGEST:
            raise DataError(too_large(X))
        how: dict[str, Any] = {
            "gram": dot_products(X) if self.form == "dual" else None,
            "random": random if self.shuffle else None,
            "keep_log": self.combine == "voted",
        }
        found = [
            learn(X, side, self._rule(), (w, float(b)), most, **how)
            for side, w, b in zip(_sides(labels), *begin)
        ]
        self._count(found)
        self._set_planes(X, begin, found)

    def _count(self, found: list[Learned]) -> None:
        epochs = max(len(each.history) for each in found)
        history = np.sum([each.history + [0] * (epochs - len(each.history)) for each in found], axis=0)
        self.history_ = np.concatenate([self.history_, history])
        self.n_iter_ += epochs
        self.n_updates_ += int(history.sum())
        self.converged_ = all(each.history[-1] == 0 for each in found)
        self.period_ = np.array([each.period for each in found])

    def _set_planes(self, X: Any, begin: Planes, found: list[Learned]) -> None:
        self.last_coef_ = np.array([each.w for each in found])
        self.last_intercept_ = np.array([each.b for each in found])
        if self.form == "dual":
            self.dual_coef_ = np.array([each.total for each in found])
        if self.combine == "last":
            self.coef_, self.intercept_ = self.last_coef_, self.last_intercept_
        elif self.combine == "voted":
            more = [Voters.of(X, start, each, self.fit_intercept) for start, each in zip(zip(*begin), found)]
            before = getattr(self, "voters_", None)
            self.voters_ = more if before is None else [a + b for a, b in zip(before, more)]
        else:
            self._average(X, begin, found)

    def _average(self, X: Any, begin: Planes, found: list[Learned]) -> None:
        """The mean plane of these visits, and with it that of all visits so far."""
        share = np.array([each.share for each in found])
        w, b = begin[0] + share @ X, begin[1] + self.fit_intercept * share.sum(axis=1)
        visits = np.array([each.n_visits for each in found])
        self._n_visits = self._n_visits + visits
        if hasattr(self, "coef_"):
            part = visits / self._n_visits
            w = self.coef_ + part[:, None] * (w - self.coef_)
            b = self.intercept_ + part * (b - self.intercept_)
        self.coef_, self.intercept_ = w, b

    def _warn_if_unfinished(self) -> None:
        if self.converged_:
            return
        reason = (
            f"raise max_iter={self.max_iter}, or scale the columns, "
            "if gnomon.linear.is_linearly_separable(X, y)"
        )
        if self.period_.any():
            reason = "it oscillates, for no plane separates the classes"
        warnings.warn(
            f"Perceptron stopped after {self.n_iter_} epochs with {self.history_[-1]} mistakes in the last: "
            f"{reason}; else use LogisticRegression, or combine='averaged'",
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
            "give rows of others too"
        )
    return classes


def _sides(labels: Labels) -> Iterator[Floats]:
    """+1 for the rows of a class and -1 for the others; for two classes, of the second alone."""
    for code in range(1 if labels.n_classes == 2 else 0, labels.n_classes):
        yield np.where(labels.codes == code, 1.0, -1.0)


learners.add(
    "Perceptron",
    Perceptron,
    "a plane moved by every row on its wrong side",
    task=("classification",),
    family="linear",
)
