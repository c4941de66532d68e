"""Random forests (Breiman 2001): bagged trees with a random feature subset at each split."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from gnomon.arrays import Array, Floats
from gnomon.check import free, one_of
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.forest_targets import present_codes
from gnomon.learners.ensembles.trees import Draw, Trees
from gnomon.registry import learners
from gnomon.sharing.labels import Labels
from gnomon.ties import first_largest


class RandomForestClassifier(ClassifierMixin, Forest):
    """Random forest classifier: bagged decision trees with a random feature subset at each split.

    Each tree is grown on a bootstrap sample, without pruning; each split is the best of a random subset of
    `max_features` features (`draw_features="tree"`: one subset per tree, the random subspace method).
    Features of more than 255 distinct values are binned into 255 if there are over 4095 rows. Categorical
    features and missing values are supported natively. A sample weight of 2 is equivalent to repeating the
    row.

    Attributes
    ----------
    classes_ : the class labels
    trees_, bins_, draw_ : the trees, the bins of the features, and the bootstrap samples
    feature_importances_ : impurity-based importances (mean decrease in impurity), which sum to 1
    oob_, oob_score_ : the out-of-bag estimate, if requested

    Examples
    --------
    >>> from gnomon import RandomForestClassifier
    >>> model = RandomForestClassifier(50).fit([[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"])
    >>> model.predict([[2.0], [7.0]])
    array(['low', 'high'], dtype='<U4')
    """

    criterion: str = one_of("gini", "entropy", "log_loss", default="gini", help="splitting criterion")
    class_weight: Any = free(
        default=None,
        help="weights of the classes, 'balanced' for equal total weight, or None",
        kind="dict, 'balanced' or None",
    )
    combine: str = one_of(
        "average",
        "vote",
        default="average",
        help="mean of the trees' probabilities, or majority vote",
    )
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, binned by the first fit."""
        return super().prepare(X, Labels.of(y), weight)

    def predict_proba(self, X: Any) -> Floats:
        """The mean of the trees' class probabilities, or the proportions of their votes."""
        return self._sums(X, votes=self.combine == "vote") / len(self.trees_)

    def predict(self, X: Any) -> Array:
        """The most probable class; ties go to the first class."""
        codes = first_largest(self.predict_proba(X))
        return self.classes_[codes]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """Class probabilities by the first tree, the first two, and so on."""
        for n_trees, total in self._staged_sums(X, votes=self.combine == "vote"):
            yield total / n_trees

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """Predictions by the first tree, the first two, and so on."""
        for probabilities in self.staged_predict_proba(X):
            yield self.classes_[first_largest(probabilities)]

    def tree_predictions(self, X: Any) -> Array:
        """(rows, trees): the class that each tree predicts."""
        codes = self._codes(X)
        votes = (self.trees_.sums(codes, tree, tree + 1, votes=True) for tree in range(len(self.trees_)))
        return np.stack([self.classes_[first_largest(each)] for each in votes], axis=1)

    def _criterion(self) -> str:
        return "gini" if self.criterion == "gini" else "entropy"

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        self.classes_ = present_codes(data.y, data.weight)[1]
        super()._take(trees, draw, data)
        if self.oob_score:
            self.oob_decision_function_ = self.oob_.predictions
        return self


class RandomForestRegressor(RegressorMixin, Forest):
    """Random forest regressor: the mean prediction of regression trees fitted on bootstrap samples.

    As `RandomForestClassifier`; splits minimize the squared error, by default over all features.

    Attributes
    ----------
    trees_, bins_, draw_ : the trees, the bins of the features, and the bootstrap samples
    feature_importances_ : impurity-based importances (mean decrease in squared error), which sum to 1
    oob_, oob_score_ : the out-of-bag estimate, if requested

    Examples
    --------
    >>> from gnomon import RandomForestRegressor
    >>> model = RandomForestRegressor(50).fit([[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0])
    >>> bool(model.predict([[0.0]])[0] < 1.5)
    True
    """

    criterion: str = one_of("squared_error", default="squared_error", help="splitting criterion")
    max_features: Any = free(
        grid=(0.33, 1.0),
        default=1.0,
        help="features considered at each split: a number, a fraction (float), 'sqrt', 'log2' or None (all)",
        kind="int, float, {'sqrt', 'log2'} or None",
    )

    def predict(self, X: Any) -> Floats:
        """The mean prediction of the trees."""
        return self._sums(X)[:, 0] / len(self.trees_)

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """Predictions by the first tree, the first two, and so on."""
        for n_trees, total in self._staged_sums(X):
            yield total[:, 0] / n_trees

    def tree_predictions(self, X: Any) -> Floats:
        """(rows, trees): the prediction of each tree."""
        codes = self._codes(X)
        each = [self.trees_.sums(codes, tree, tree + 1)[:, 0] for tree in range(len(self.trees_))]
        return np.stack(each, axis=1)

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        super()._take(trees, draw, data)
        if self.oob_score:
            self.oob_prediction_ = self.oob_.predictions[:, 0]
        return self


learners.add(
    "RandomForestClassifier",
    RandomForestClassifier,
    "random forest: bagged trees with random feature subsets",
    task=("classification",),
    family="ensembles",
    default=True,
)
learners.add(
    "RandomForestRegressor",
    RandomForestRegressor,
    "random forest of regression trees",
    task=("regression",),
    family="ensembles",
    default=True,
)
