"""Bagging of classifiers: majority vote, or mean probabilities, of copies of one base estimator."""

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
from gnomon.learners.ensembles.members import SharedRows, class_probabilities, predicted_codes
from gnomon.learners.ensembles.out_of_bag import out_of_bag_classes
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest


class BaggingClassifier(ClassifierMixin, Bagging):
    """Bagging classifier (bootstrap aggregating): vote or average of one classifier on bootstrap samples.

    Base estimators that take sample weights are fitted with the counts of a sample, so no row is copied, and
    those that sort columns share one sort. Ties go to the first class. Decision trees (estimator=None) of
    20,000 rows or more are grown on histograms of 255 bins, as in a random forest.

    Attributes
    ----------
    classes_, estimators_ : the class labels, and the fitted base estimators (on class codes 0, 1, ...)
    estimators_features_ : the features that each base estimator is fitted on
    counts_ : how often each row is in each bootstrap sample (members, rows)
    oob_decision_function_, oob_score_ : with oob_score, the out-of-bag probabilities of each row (NaN if it
        is in every sample), and their accuracy

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
        help="majority vote or mean probabilities; auto: the mean where the base estimator has predict_proba",
    )
    predicts_most_probable = True

    def predict(self, X: Any) -> Array:
        """The class of most votes, or of the highest mean probability; ties go to the first class."""
        probabilities = self.predict_proba(X)
        return self.classes_[first_largest(probabilities)]

    def predict_proba(self, X: Any) -> Floats:
        """The proportions of votes, or the mean probabilities."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        n_members = len(self.estimators_)
        if self.forest_ is not None:
            votes = self.combine == "vote"
            return tree_sums(self.forest_, X, 0, n_members, votes=votes) / n_members
        return np.asarray(sum(self._stages(X)) / n_members)

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Predictions of the first base estimator, of the first two, and so on."""
        check_is_fitted(self)
        for total in accumulate(self._stages(self.check_examples(X, reset=False))):
            yield self.classes_[first_largest(total)]

    def staged_errors(self, X: Any, y: Any) -> Floats:
        """The error rate of the first base estimator, of the first two, and so on."""
        return np.array([np.mean(predicted != np.asarray(y)) for predicted in self.staged_predict(X)])

    def _averages(self) -> bool:
        has = all(hasattr(model, "predict_proba") for model in self.estimators_)
        return self.combine == "average" or (self.combine == "auto" and has)

    def _stages(self, X: Any) -> Iterator[Floats]:
        """The class probabilities of each base estimator, or 1 for its predicted class."""
        averages, n_classes = self._averages(), len(self.classes_)
        for model, seen in self._seen(X):
            yield (
                class_probabilities(model, seen, n_classes)
                if averages
                else np.eye(n_classes)[predicted_codes(model, seen)]
            )

    def _each(self, X: Any) -> Array:
        return self.classes_[np.array([predicted_codes(model, seen) for model, seen in self._seen(X)])]

    def _recoded(self, data: SharedRows) -> SharedRows:
        labels, weight = Labels.of(data.table.y), data.table.weight
        code_of, present = codes_of_present(labels, np.ones(data.n_rows) if weight is None else weight)
        return data.recoded(code_of, int(present.sum()))

    def _take(self, fitted: list[Bag] | Forest, rows: SharedRows, data: SharedRows) -> Self:
        labels, weight = Labels.of(data.table.y), data.table.weight
        present = codes_of_present(labels, np.ones(data.n_rows) if weight is None else weight)[1]
        self.classes_ = labels.classes[present]
        super()._take(fitted, rows, data)
        if self.oob_score:
            out_of_bag = out_of_bag_classes(list(self._stages(rows.table.X)), self.counts_, rows)
            self.oob_decision_function_, self.oob_score_ = out_of_bag
        return self


learners.add(
    "BaggingClassifier",
    BaggingClassifier,
    "bagging (bootstrap aggregating) of classifiers",
    task=("classification",),
    family="ensembles",
)
