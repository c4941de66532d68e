"""Bagging of classifiers: the vote, or the mean probabilities, of copies of one learner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import one_of
from gnomon.learners.ensembles.bag import Bag
from gnomon.learners.ensembles.bagged_trees import tree_sums
from gnomon.learners.ensembles.bagging import Bagging
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.members import SharedRows, class_shares, named_codes
from gnomon.learners.ensembles.out_of_bag import held_out_classes
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest


class BaggingClassifier(ClassifierMixin, Bagging):
    """Train a learner on bootstrap samples; predict by the vote, or the mean probabilities, of its copies.

    A sample reaches a learner that takes weights as counts of rows, so no row is copied, and one that sorts
    columns sorts them once. Of equal votes the first class wins. Decision trees (estimator=None) of 20,000
    rows or more are grown on columns cut into 255 bins, as those of a random forest are.

    Attributes
    ----------
    classes_, estimators_ : the classes, and the members (of codes 0, 1, ... of the classes)
    estimators_features_ : the columns that each member sees
    counts_ : how often each row is in each sample (members, rows)
    oob_decision_function_, oob_score_ : with oob_score, for each row the mean of the members that never saw
        it (NaN if there is none), and the share of rows they are right about

    Examples
    --------
    >>> from gnomon import BaggingClassifier, DecisionStump
    >>> model = BaggingClassifier(DecisionStump(), n_estimators=5)
    >>> model.fit([[1.0], [2.0], [6.0], [7.0]], ["a", "a", "b", "b"]).predict([[0.0], [9.0]])
    array(['a', 'b'], dtype='<U1')
    """

    combine: str = one_of(
        "auto",
        "vote",
        "average",
        default="auto",
        help="count votes or average probabilities; auto averages where members give probabilities",
    )
    predicts_most_probable = True

    def predict(self, X: Any) -> Array:
        """The class of most votes, or of the highest mean probability; the first of equals."""
        shares = self.predict_proba(X)
        return self.classes_[first_largest(shares)]

    def predict_proba(self, X: Any) -> Floats:
        """The shares of the votes, or the mean probabilities."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        n_members = len(self.estimators_)
        if self.forest_ is not None:
            votes = self.combine == "vote"
            return tree_sums(self.forest_, X, 0, n_members, votes=votes) / n_members
        return np.asarray(sum(self._stages(X)) / n_members)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """What `predict` gives with the first member, with two, and so on."""
        check_is_fitted(self)
        for total in accumulate(self._stages(self.check_examples(X, reset=False))):
            yield self.classes_[first_largest(total)]

    def staged_errors(self, X: Any, y: Any) -> Floats:
        """The share of errors with the first member, with two, and so on."""
        return np.array([np.mean(predicted != np.asarray(y)) for predicted in self.staged_predict(X)])

    def _averages(self) -> bool:
        has = all(hasattr(model, "predict_proba") for model in self.estimators_)
        return self.combine == "average" or (self.combine == "auto" and has)

    def _stages(self, X: Any) -> Iterator[Floats]:
        """What each member says: its probabilities, or 1 for the class it names."""
        averages, n_classes = self._averages(), len(self.classes_)
        for model, seen in self._seen(X):
            yield (
                class_shares(model, seen, n_classes)
                if averages
                else np.eye(n_classes)[named_codes(model, seen)]
            )

    def _each(self, X: Any) -> Array:
        return self.classes_[np.array([named_codes(model, seen) for model, seen in self._seen(X)])]

    def _recoded(self, data: SharedRows) -> SharedRows:
        labels, weight = Labels.of(data.table.y), data.table.weight
        code_of, present = codes_of_present(labels, np.ones(data.n_rows) if weight is None else weight)
        return data.recoded(code_of, int(present.sum()))

    def _take(self, found: list[Bag] | Forest, rows: SharedRows, data: SharedRows) -> Self:
        labels, weight = Labels.of(data.table.y), data.table.weight
        present = codes_of_present(labels, np.ones(data.n_rows) if weight is None else weight)[1]
        self.classes_ = labels.classes[present]
        super()._take(found, rows, data)
        if self.oob_score:
            judged = held_out_classes(list(self._stages(rows.table.X)), self.counts_, rows)
            self.oob_decision_function_, self.oob_score_ = judged
        return self


learners.add(
    "BaggingClassifier",
    BaggingClassifier,
    "one learner on many bootstrap samples, by vote or mean probability",
    task=("classification",),
    family="ensembles",
)
