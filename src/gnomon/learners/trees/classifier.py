"""The classification tree (CART, C4.5): recursive splits, and a class distribution in every leaf."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import between, free, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.learners.trees import leaf_distribution, pruning
from gnomon.learners.trees.batched_prediction import BatchedPrediction
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree, Plan, row_weights, seed_of
from gnomon.learners.trees.growing import grow
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.learners.trees.tree import Tree
from gnomon.registry import learners
from gnomon.sharing.class_weights import class_factors
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest, first_smallest

CRITERIA = {
    "gini": "gini",
    "entropy": "entropy",
    "log_loss": "entropy",
    "gain_ratio": "entropy",
    "error": "error",
}


class DecisionTreeClassifier(BatchedPrediction, ClassifierMixin, DecisionTree):
    """Decision tree classifier (classification tree, CART, C4.5): predicts the majority class of a leaf.

    Every node takes the split of largest gain; ties go to the first column, then to the lowest threshold.
    Thresholds are midpoints of two values. Missing values go to the child of larger gain (in a categorical
    feature they are a category); if there were none in training, to the child with more weight. A row with an
    unknown category stops at that node, and gets its majority class.

    `max_depth`, `min_samples_split`, `min_impurity_decrease`, `max_leaf_nodes` and `ccp_alpha` only prune:
    over a grid of them one tree is grown. `min_samples_leaf` changes the splits.

    Columns are sorted for an exact search of thresholds. For millions of rows, `max_bins=255` uses
    histograms, which are faster and nearly as accurate: `exact_` is then False.

    Attributes
    ----------
    classes_ : the class labels
    tree_ : the tree, as arrays; `tree_.value` has the weight of each class at each node
    feature_importances_ : normalized total gain of the splits on each feature

    Examples
    --------
    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [2.0], [6.0], [7.0]], ["no", "no", "yes", "yes"])
    >>> print(model.text())
    if x0 > 4 then yes
    else no
    endif
    """

    criterion: str = one_of(
        *CRITERIA,
        default="gini",
        help="splitting criterion; log_loss is entropy; gain_ratio is that of C4.5",
        grid=("gini", "entropy", "gain_ratio", "error"),
    )
    class_weight: Any = free(
        default=None, help="weights of the classes: a dictionary, 'balanced', or None for equal weights"
    )
    pruning: str | None = one_of(
        None,
        "pessimistic",
        "reduced_error",
        default=None,
        help="pruning besides ccp_alpha: pessimistic (C4.5), or reduced-error pruning on a validation set",
        grid=(None, "pessimistic"),
    )
    confidence: float = between(
        0, 1, open=True, default=0.25, help='confidence factor of pruning "pessimistic" (smaller prunes more)'
    )
    smoothing: Any = free(
        default=0, help="smoothing of leaf probabilities: pseudo-count m of the m-estimate, or 'laplace'"
    )
    smoothing_prior: str = one_of(
        "uniform",
        "root",
        default="uniform",
        help="prior of the m-estimate: uniform, or the class distribution at the root",
    )
    costs: Any = free(
        default=None,
        help="misclassification cost matrix (rows: true class, columns: predicted); None for zero-one loss",
    )
    costs_at: str = one_of(
        "leaf",
        "split",
        "both",
        default="leaf",
        help="where costs apply: to leaf predictions, to class weights in splits (altered priors), or to "
        "both",
    )

    def predict_proba(self, X: Any) -> Floats:
        """The class distribution of each row's leaf."""
        nodes = self.apply(X)
        return self._shares[nodes]

    def predict(self, X: Any) -> Array:
        """The most probable class (ties: the first); with costs, the class of minimum expected cost."""
        nodes = self.apply(X)
        return self.classes_[self._codes[nodes]]

    def node_predictions(self) -> Array:
        """The prediction of each node of `tree_`."""
        return np.asarray(self.classes_[self._codes])

    def _plan(self, data: TreeColumns) -> Plan:
        totals = _class_totals(data)
        factor = self._factor(data, totals)
        total = float(totals.sum() if factor is None else totals @ np.array(factor))
        growth = self._growth(
            data, total, criterion=CRITERIA[self.criterion], by_ratio=self.criterion == "gain_ratio"
        )
        if growth.monotone is not None and (totals > 0).sum() > 2:
            raise ParameterError("monotonic_cst needs two classes; multiclass trees do not support it")
        if self.pruning != "reduced_error":
            return Plan(growth, factor)
        return Plan(growth, factor, seed_of(self.random_state), float(self.validation_fraction))

    def _factor(self, data: TreeColumns, totals: Floats) -> tuple[float, ...] | None:
        """The weight of each class in growing, by class_weight and costs."""
        factor = None
        if self.class_weight is not None:
            name = type(self).__name__
            factor = class_factors(self.class_weight, data.y.classes, totals, name, may_be_zero=True)
        if self._has_split_costs():
            wide = np.zeros(len(totals))
            wide[totals > 0] = self._altered_priors(data.y.classes[totals > 0])
            factor = wide if factor is None else factor * wide
        return None if factor is None else tuple(factor.tolist())

    def _has_split_costs(self) -> bool:
        return self.costs is not None and self.costs_at != "leaf"

    def _altered_priors(self, classes: Array) -> Floats:
        """Normalized misclassification cost of each class (altered priors, Breiman et al. 1984, 4.4)."""
        cost = self._costs(classes).sum(axis=1)
        if not cost.all():
            label = classes[int(np.flatnonzero(cost == 0)[0])]
            raise ParameterError(
                f"class {label!r} has misclassification cost 0 and would be ignored by splits; use "
                "costs_at='leaf'"
            )
        return np.asarray(cost / cost.max())

    def _costs(self, classes: Array) -> Floats:
        costs = np.asarray(self.costs, dtype=np.float64)
        if costs.shape != (len(classes), len(classes)) or not (costs >= 0).all():
            raise ParameterError(
                f"costs has shape {costs.shape}: pass a square matrix of nonnegative numbers with a row and "
                f"a column for each of the {len(classes)} classes {classes.tolist()}"
            )
        return costs

    def _grown(self, data: TreeColumns, plan: Plan, limits: Limits, whole: TreeColumns) -> Tree:
        weight = data.weight
        if plan.factor is not None:
            weight = np.array(plan.factor)[data.y.codes] * (1.0 if weight is None else weight)
            if not (weight * data.times > 0).any():
                raise DataError("every row has weight 0; use a positive class_weight")
        codes, present = _present_codes(whole)
        return grow(data, codes, int(present.sum()), weight, plan.growth, limits)

    def _pruned(self, tree: Tree, held_out: TreeColumns, whole: TreeColumns) -> Flags | None:
        if self.pruning == "pessimistic":
            return pruning.pessimistic(tree, self.confidence, _rows_per_weight(whole))
        if self.pruning is None:
            return None
        return pruning.reduced_error(tree, *self.losses_by_node(tree, held_out, whole))

    def losses_by_node(self, tree: Tree, rows: TreeColumns, whole: TreeColumns) -> tuple[Floats, Floats]:
        """Misclassified weight at each node of the rows that pass it, and of those that end there.

        whole: the rows with the classes of the tree.
        """
        ends = tree.apply(rows.examples(np.arange(len(rows))))
        codes = _present_codes(whole)[0][rows.index]
        weight = np.ones(len(codes)) if rows.weight is None else rows.weight[rows.index]
        # Rows of a class absent from training are errors at every node.
        unknown = np.where(_present_codes(whole)[1][rows.y.codes[rows.index]], 0.0, weight)
        new = np.bincount(ends, unknown, minlength=len(tree)).astype(np.float64)
        known = np.where(unknown > 0, 0.0, weight)
        counts = np.zeros(tree.value.shape)
        np.add.at(counts, (ends, codes), known)
        passing = np.column_stack([tree.sums(column) for column in counts.T])
        return _errors(passing, tree.value) + tree.sums(new), _errors(counts, tree.value) + new

    def _finish(self, data: TreeColumns) -> Self:
        totals = _class_totals(data)
        self.classes_ = data.y.classes[totals > 0]
        self.n_classes_ = len(self.classes_)
        value = (
            self.tree_.value / self._altered_priors(self.classes_)
            if self._has_split_costs()
            else self.tree_.value
        )
        prior = totals[totals > 0] / totals.sum() if self.smoothing_prior == "root" else None
        self._shares = leaf_distribution.distribution(_rows_per_weight(data) * value, self.smoothing, prior)
        self._codes = first_largest(self._shares)
        if self.costs is not None and self.costs_at != "split":
            self._codes = first_smallest(self._shares @ self._costs(self.classes_))
        return self


def _errors(counts: Floats, value: Floats) -> Floats:
    """The weight at each node outside its majority class."""
    return counts.sum(axis=1) - counts[np.arange(len(counts)), value.argmax(axis=1)]


def _present_codes(data: TreeColumns) -> tuple[Array, Flags]:
    """Codes over the classes of the selected rows, and which classes those are."""
    code_of, present = codes_of_present(data.y, row_weights(data))
    return code_of[data.y.codes], present


def _class_totals(data: TreeColumns) -> Floats:
    """The weight of each class in the selected rows."""
    return np.bincount(data.y.codes, row_weights(data), minlength=data.y.n_classes).astype(np.float64)


def _rows_per_weight(data: TreeColumns) -> float:
    """The number of rows per unit of weight, to compare weights with pseudo-counts."""
    if data.weight is None:
        return 1.0
    weight = data.weight[data.index]
    return float(in_rows(weight).sum() / weight.sum())


learners.add(
    "DecisionTreeClassifier",
    DecisionTreeClassifier,
    "classification tree (CART, C4.5)",
    task=("classification",),
    family="trees",
    default=False,
)
