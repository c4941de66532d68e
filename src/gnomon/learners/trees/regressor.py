"""The regression tree (CART): recursive binary splits, and the mean (or median) target of every leaf."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import one_of
from gnomon.errors import DataError
from gnomon.learners.trees import pruning
from gnomon.learners.trees.batched_prediction import BatchedPrediction
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree, Plan, row_weights, seed_of
from gnomon.learners.trees.growing import grow
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.tree import Tree
from gnomon.registry import learners

CRITERIA = {"squared_error": "squared", "absolute_error": "absolute"}
LARGEST_TARGET = 1e145


class DecisionTreeRegressor(BatchedPrediction, RegressorMixin, DecisionTree):
    """Decision tree regressor (regression tree, CART): predicts the mean target of the leaf of each row.

    With `absolute_error` it is the median. Splits, ties, missing values and categorical features are those of
    `DecisionTreeClassifier`; categories are split in two groups in the order of their mean target, which is
    optimal for squared error.

    Attributes
    ----------
    tree_ : the tree, as arrays; `tree_.value` has the prediction of each node
    feature_importances_ : normalized total gain of the splits on each feature

    Examples
    --------
    >>> from gnomon import DecisionTreeRegressor
    >>> DecisionTreeRegressor(max_depth=1).fit([[1.0], [2.0], [6.0]], [1.0, 2.0, 9.0]).predict([[0.0], [5.0]])
    array([1.5, 9. ])
    """

    criterion: str = one_of(
        *CRITERIA,
        default="squared_error",
        help="splitting criterion: squared error (mean), or absolute error (median)",
    )
    pruning: str | None = one_of(
        None,
        "reduced_error",
        default=None,
        help="pruning besides ccp_alpha: reduced-error pruning on a validation set",
        grid=(None,),
    )

    def predict(self, X: Any) -> Floats:
        """The mean (or median) of each row's leaf."""
        check_is_fitted(self)
        return self.tree_.value[self.apply(X), 0]

    def node_predictions(self) -> Array:
        """The prediction of each node of `tree_`."""
        return self.tree_.value[:, 0]

    def _plan(self, data: TreeColumns) -> Plan:
        largest = np.abs(data.y[data.index]).max(initial=0.0)
        if largest > LARGEST_TARGET:
            raise DataError(
                f"the squares of y (up to {largest:.0e}) overflow; divide it by its standard deviation"
            )
        growth = self._growth(data, float(row_weights(data).sum()), criterion=CRITERIA[self.criterion])
        if self.pruning is None:
            return Plan(growth)
        return Plan(growth, None, seed_of(self.random_state), float(self.validation_fraction))

    def _grown(self, data: TreeColumns, plan: Plan, limits: Limits, whole: TreeColumns) -> Tree:
        return grow(data, data.y, 0, data.weight, plan.growth, limits)

    def _pruned(self, tree: Tree, held_out: TreeColumns, whole: TreeColumns) -> Flags | None:
        if self.pruning is None:
            return None
        return pruning.reduced_error(tree, *self.losses_by_node(tree, held_out, whole))

    def losses_by_node(self, tree: Tree, rows: TreeColumns, whole: TreeColumns) -> tuple[Floats, Floats]:
        """Squared error at each node of the rows that pass it, and of those that end there."""
        ends = tree.apply(rows.examples(np.arange(len(rows))))
        y = rows.y[rows.index]
        weight = np.ones(len(y)) if rows.weight is None else rows.weight[rows.index]
        # sum w (y - v)² = sum w y² - 2 v sum w y + v² sum w, about the root's mean, to avoid cancellation.
        center = tree.value[0, 0]
        powers = [
            np.bincount(ends, weight * (y - center) ** power, minlength=len(tree)) for power in range(3)
        ]
        ending = [np.asarray(each, dtype=np.float64) for each in powers]
        return _squares(tree, [tree.sums(each) for each in ending]), _squares(tree, ending)

    def _finish(self, data: TreeColumns) -> Self:
        return self


def _squares(tree: Tree, powers: list[Floats]) -> Floats:
    v = tree.value[:, 0] - tree.value[0, 0]
    return np.maximum(powers[2] - 2 * v * powers[1] + v**2 * powers[0], 0.0)


learners.add(
    "DecisionTreeRegressor",
    DecisionTreeRegressor,
    "regression tree (CART)",
    task=("regression",),
    family="trees",
    default=False,
)
