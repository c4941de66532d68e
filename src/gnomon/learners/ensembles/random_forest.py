"""Random forests (Breiman 2001): bootstrap samples, and at each split the best of a few features."""

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
    """Predict the class that the average of many random trees finds likeliest.

    Each tree is grown on a bootstrap sample, without pruning; at each split it takes the best of a few
    features drawn at random (`draw_features="tree"`: drawn once for the whole tree). Columns of more than 255
    distinct values are cut into 255 bins if there are over 4095 rows. Categories and missing values are taken
    as they are. A weight of 2 counts as two equal rows.

    Attributes
    ----------
    classes_ : the classes
    trees_, bins_, draw_ : the trees, the bins of the columns, and the draws of the rows
    feature_importances_ : shares of the impurity that splits on each feature took off
    oob_, oob_score_ : the out-of-bag estimate, if asked for

    Examples
    --------
    >>> from gnomon import RandomForestClassifier
    >>> model = RandomForestClassifier(50).fit([[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"])
    >>> model.predict([[2.0], [7.0]])
    array(['low', 'high'], dtype='<U4')
    """

    criterion: str = one_of("gini", "entropy", "log_loss", default="gini", help="what splits make small")
    class_weight: Any = free(
        default=None,
        help="weight of each class, 'balanced' for equal weight, or None",
        kind="dict, 'balanced' or None",
    )
    combine: str = one_of(
        "average",
        "vote",
        default="average",
        help="whether the trees' probabilities are averaged, or they vote",
    )
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, cut into bins when the first fit asks for it."""
        return super().prepare(X, Labels.of(y), weight)

    def predict_proba(self, X: Any) -> Floats:
        """The average of the trees' class shares, or the shares of their votes."""
        return self._sums(X, votes=self.combine == "vote") / len(self.trees_)

    def predict(self, X: Any) -> Array:
        """The likeliest class; the first of equals."""
        likeliest = first_largest(self.predict_proba(X))
        return self.classes_[likeliest]

    def staged_predict_proba(self, X: Any) -> Iterator[Floats]:
        """As `predict_proba`, by the first tree, the first two, and so on."""
        for n_trees, total in self._staged_sums(X, votes=self.combine == "vote"):
            yield total / n_trees

    def staged_predict(self, X: Any) -> Iterator[Array]:
        """As `predict`, by the first tree, the first two, and so on."""
        for shares in self.staged_predict_proba(X):
            yield self.classes_[first_largest(shares)]

    def tree_predictions(self, X: Any) -> Array:
        """(rows, trees): the class that each tree by itself predicts."""
        codes = self._codes(X)
        votes = (self.trees_.sums(codes, tree, tree + 1, votes=True) for tree in range(len(self.trees_)))
        return np.stack([self.classes_[first_largest(each)] for each in votes], axis=1)

    def _criterion(self) -> str:
        return "gini" if self.criterion == "gini" else "entropy"

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        self.classes_ = present_codes(data.y, data.weight)[1]
        super()._take(trees, draw, data)
        if self.oob_score:
            self.oob_decision_function_ = self.oob_.answers
        return self


class RandomForestRegressor(RegressorMixin, Forest):
    """Predict the mean of many random trees' answers.

    As `RandomForestClassifier`; splits make the squared error small, and all features are tried at each.

    Attributes
    ----------
    trees_, bins_, draw_ : the trees, the bins of the columns, and the draws of the rows
    feature_importances_ : shares of the squared error that splits on each feature took off
    oob_, oob_score_ : the out-of-bag estimate, if asked for

    Examples
    --------
    >>> from gnomon import RandomForestRegressor
    >>> model = RandomForestRegressor(50).fit([[0.0], [1.0], [8.0], [9.0]], [1.0, 1.0, 3.0, 3.0])
    >>> bool(model.predict([[0.0]])[0] < 1.5)
    True
    """

    criterion: str = one_of("squared_error", default="squared_error", help="what splits make small")
    max_features: Any = free(
        grid=(0.33, 1.0),
        default=1.0,
        help="features drawn for a split: a number, a share (float), 'sqrt', 'log2' or None for all",
        kind="int, float, {'sqrt', 'log2'} or None",
    )

    def predict(self, X: Any) -> Floats:
        """The mean answer of the trees."""
        return self._sums(X)[:, 0] / len(self.trees_)

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """As `predict`, by the first tree, the first two, and so on."""
        for n_trees, total in self._staged_sums(X):
            yield total[:, 0] / n_trees

    def tree_predictions(self, X: Any) -> Floats:
        """(rows, trees): what each tree by itself predicts."""
        codes = self._codes(X)
        each = [self.trees_.sums(codes, tree, tree + 1)[:, 0] for tree in range(len(self.trees_))]
        return np.stack(each, axis=1)

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        super()._take(trees, draw, data)
        if self.oob_score:
            self.oob_prediction_ = self.oob_.answers[:, 0]
        return self


learners.add(
    "RandomForestClassifier",
    RandomForestClassifier,
    "many trees on bootstrap samples, the best of a few features at each split",
    task=("classification",),
    family="ensembles",
    default=True,
)
learners.add(
    "RandomForestRegressor",
    RandomForestRegressor,
    "the mean of many trees on bootstrap samples",
    task=("regression",),
    family="ensembles",
    default=True,
)
