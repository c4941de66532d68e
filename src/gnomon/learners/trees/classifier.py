"""The decision tree for classes: questions asked in turn, and a distribution of the classes in every leaf."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from gnomon.arrays import Array, Flags, Floats
from gnomon.check import between, free, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.learners.trees import leaves, pruning
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree, Plan, seed_of, weights_in_view
from gnomon.learners.trees.growing import grow
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.learners.trees.together import TreesTogether
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


class DecisionTreeClassifier(TreesTogether, ClassifierMixin, DecisionTree):
    """Ask one column at a time, and predict the commonest class of the leaf that a row ends in.

    Every node takes the split of greatest gain; of equals the first column's, and of these the lowest
    threshold. Thresholds lie in the middle between two values. Missing values go to the side where they gain
    most (in a category they are one more category); where none were seen, to the heavier side. A row whose
    category a node has not seen stops there, and gets the majority of that node.

    The depth, least size to split, least gain, number of leaves and price of a leaf only cut a tree back:
    over a path of them one tree is grown. `min_samples_leaf` changes the splits themselves.

    Columns are sorted, so that no threshold is missed. For millions of rows, `max_bins=255` cuts columns into
    bins first, which is faster and loses little: `exact_` is then False.

    Attributes
    ----------
    classes_ : the classes
    tree_ : the tree, as arrays; `tree_.value` has the weight of each class at each node
    feature_importances_ : each column's share of the gain

    Examples
    --------
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [2.0], [6.0], [7.0]], ["no", "no", "yes", "yes"])
    >>> print(model.text())
    if x0 > 4 then yes
    else no
    endif
    """

    criterion: str = one_of(
        *CRITERIA,
        default="gini",
        help="what a split lowers; log_loss is entropy; gain_ratio is its gain over that of the branches",
        grid=("gini", "entropy", "gain_ratio", "error"),
    )
    class_weight: Any = free(
        default=None, help="how much each class counts: a dictionary, 'balanced', or None for all the same"
    )
    pruning: str | None = one_of(
        None,
        "pessimistic",
        "reduced_error",
        default=None,
        help="pruning besides ccp_alpha: by an upper bound of the error, or by rows kept out",
        grid=(None, "pessimistic"),
    )
    confidence: float = between(
        0, 1, open=True, default=0.25, help='how unlikely the upper bound of pruning "pessimistic" may be'
    )
    smoothing: Any = free(
        default=0, help="virtual rows in a leaf's distribution: their weight m, or 'laplace' for one a class"
    )
    smoothing_prior: str = one_of(
        "uniform", "root", default="uniform", help="how virtual rows are spread: evenly, or as all rows are"
    )
    costs: Any = free(
        default=None,
        help="what predicting a class (column) costs where another (row) is true; None for 0 and 1",
    )
    costs_at: str = one_of(
        "leaf",
        "split",
        "both",
        default="leaf",
        help="where costs count: in what a leaf predicts, in the weights of classes for splits, or in both",
    )

    def predict_proba(self, X: Any) -> Floats:
        """The distribution of the classes in the node that each row ends in."""
        nodes = self.apply(X)
        return self._shares[nodes]

    def predict(self, X: Any) -> Array:
        """The most probable class, the first of equals; with costs the class of least expected cost."""
        nodes = self.apply(X)
        return self.classes_[self._codes[nodes]]

    def answers(self) -> Array:
        """What each node of `tree_` predicts."""
        return np.asarray(self.classes_[self._codes])

    def _plan(self, data: TreeColumns) -> Plan:
        totals = _class_totals(data)
        factor = self._factor(data, totals)
        total = float(totals.sum() if factor is None else totals @ np.array(factor))
        growth = self._growth(
            data, total, criterion=CRITERIA[self.criterion], by_ratio=self.criterion == "gain_ratio"
        )
        if growth.monotone is not None and (totals > 0).sum() > 2:
            raise ParameterError("monotonic_cst is for two classes; with more, no class alone can rise")
        if self.pruning != "reduced_error":
            return Plan(growth, factor)
        return Plan(growth, factor, seed_of(self.random_state), float(self.validation_fraction))

    def _factor(self, data: TreeColumns, totals: Floats) -> tuple[float, ...] | None:
        """How much each class counts in growing, by class_weight and by costs."""
        factor = None
        if self.class_weight is not None:
            name = type(self).__name__
            factor = class_factors(self.class_weight, data.y.classes, totals, name, may_be_zero=True)
        if self._prices_splits():
            wide = np.zeros(len(totals))
            wide[totals > 0] = self._prices(data.y.classes[totals > 0])
            factor = wide if factor is None else factor * wide
        return None if factor is None else tuple(factor.tolist())

    def _prices_splits(self) -> bool:
        return self.costs is not None and self.costs_at != "leaf"

    def _prices(self, classes: Array) -> Floats:
        """What it costs to miss each class, the dearest as 1 (altered priors, Breiman et al. 1984, 4.4)."""
        price = self._costs(classes).sum(axis=1)
        if not price.all():
            label = classes[int(np.flatnonzero(price == 0)[0])]
            raise ParameterError(
                f"missing class {label!r} costs nothing, so no split would serve it; use costs_at='leaf'"
            )
        return np.asarray(price / price.max())

    def _costs(self, classes: Array) -> Floats:
        costs = np.asarray(self.costs, dtype=np.float64)
        if costs.shape != (len(classes), len(classes)) or not (costs >= 0).all():
            raise ParameterError(
                f"costs of shape {costs.shape}: give a row and a column, of numbers from 0, for each of the "
                f"{len(classes)} classes {classes.tolist()}"
            )
        return costs

    def _grown(self, data: TreeColumns, plan: Plan, limits: Limits, whole: TreeColumns) -> Tree:
        weight = data.weight
        if plan.factor is not None:
            weight = np.array(plan.factor)[data.y.codes] * (1.0 if weight is None else weight)
            if not (weight * data.times > 0).any():
                raise DataError(
                    "every row in view has weight 0; give one of their classes a positive class_weight"
                )
        codes, present = _present_codes(whole)
        return grow(data, codes, int(present.sum()), weight, plan.growth, limits)

    def _pruned(self, tree: Tree, held_out: TreeColumns, whole: TreeColumns) -> Flags | None:
        if self.pruning == "pessimistic":
            return pruning.pessimistic(tree, self.confidence, _rows_a_weight(whole))
        if self.pruning is None:
            return None
        return pruning.reduced_error(tree, *self.losses_by_node(tree, held_out, whole))

    def losses_by_node(self, tree: Tree, rows: TreeColumns, whole: TreeColumns) -> tuple[Floats, Floats]:
        """Errors of the rows that pass each node, if all were answered there, and of those that end there.

        whole: the rows whose classes the tree knows.
        """
        ends = tree.apply(rows.examples(np.arange(len(rows))))
        codes = _present_codes(whole)[0][rows.index]
        weight = np.ones(len(codes)) if rows.weight is None else rows.weight[rows.index]
        # A class that the tree never saw is an error everywhere.
        strange = np.where(_present_codes(whole)[1][rows.y.codes[rows.index]], 0.0, weight)
        new = np.bincount(ends, strange, minlength=len(tree)).astype(np.float64)
        known = np.where(strange > 0, 0.0, weight)
        counts = np.zeros(tree.value.shape)
        np.add.at(counts, (ends, codes), known)
        passing = np.column_stack([tree.sums(column) for column in counts.T])
        return _errors(passing, tree.value) + tree.sums(new), _errors(counts, tree.value) + new

    def _finish(self, data: TreeColumns) -> Self:
        totals = _class_totals(data)
        self.classes_ = data.y.classes[totals > 0]
        self.n_classes_ = len(self.classes_)
        value = self.tree_.value / self._prices(self.classes_) if self._prices_splits() else self.tree_.value
        prior = totals[totals > 0] / totals.sum() if self.smoothing_prior == "root" else None
        self._shares = leaves.distribution(_rows_a_weight(data) * value, self.smoothing, prior)
        self._codes = first_largest(self._shares)
        if self.costs is not None and self.costs_at != "split":
            self._codes = first_smallest(self._shares @ self._costs(self.classes_))
        return self


def _errors(counts: Floats, value: Floats) -> Floats:
    """Rows of each node, by class, that the commonest class of the node gets wrong."""
    return counts.sum(axis=1) - counts[np.arange(len(counts)), value.argmax(axis=1)]


def _present_codes(data: TreeColumns) -> tuple[Array, Flags]:
    """Codes over the classes in view alone, and which classes those are."""
    code_of, present = codes_of_present(data.y, weights_in_view(data))
    return code_of[data.y.codes], present


def _class_totals(data: TreeColumns) -> Floats:
    """Weight of each class among the rows in view."""
    return np.bincount(data.y.codes, weights_in_view(data), minlength=data.y.n_classes).astype(np.float64)


def _rows_a_weight(data: TreeColumns) -> float:
    """How many rows a weight of 1 stands for, to those that weigh evidence against pseudo-counts."""
    if data.weight is None:
        return 1.0
    weight = data.weight[data.index]
    return float(in_rows(weight).sum() / weight.sum())


learners.add(
    "DecisionTreeClassifier",
    DecisionTreeClassifier,
    "questions about one column at a time, down to a leaf",
    task=("classification",),
    family="trees",
    default=False,
)
