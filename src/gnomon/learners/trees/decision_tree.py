"""Base class of the decision trees: parameters, growth, pruning, and export as text and tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.check import between, free, one_of, seed
from gnomon.errors import DataError
from gnomon.learners.trees import (
    condition_text,
    ordinals,
    parameters,
    pre_pruning,
    pruning,
    tables,
    text_export,
)
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.growth import MAX_DEPTH, Growth, Limits
from gnomon.learners.trees.pre_pruning import Subtrees
from gnomon.learners.trees.tree import Tree
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import CodedRows, check_mixed, dense_rows
from gnomon.ties import best_first

LARGEST_WEIGHT = 1e150


@dataclass(frozen=True)
class Plan:
    """What a grown tree depends on: models with equal plans share one tree.

    factor: weight of each class. seed: of the validation set for pruning; None for no validation set.
    fraction: of the rows in the validation set.
    """

    growth: Growth
    factor: tuple[float, ...] | None = None
    seed: int | None = None
    fraction: float = 0.0


class DecisionTree(Learner):
    """Parameters of both trees, and what does not depend on the kind of target."""

    splitter: str = one_of(
        "best",
        "random",
        default="best",
        help="split search: the best threshold, or the best of random thresholds",
        grid=("best",),
    )
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help='random thresholds per column, for splitter "random"'
    )
    max_depth: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="maximum depth of the tree",
        grid=(1, 2, 4, 8, None),
    )
    min_samples_split: float = between(
        0,
        inf,
        open=True,
        default=2,
        help="minimum number of rows to split a node, or a fraction up to 1.0",
        grid=(2, 20),
    )
    min_samples_leaf: float = between(
        0,
        inf,
        open=True,
        default=1,
        help="minimum number of rows in a leaf, or a fraction below 1.0",
        grid=(1, 5, 20),
    )
    min_weight_fraction_leaf: float = between(
        0, 0.5, default=0.0, help="minimum fraction of the total weight in a leaf"
    )
    max_features: Any = free(
        default=None,
        help="non-constant features considered at each split: a number, a fraction, 'sqrt', 'log2' or None "
        "(all)",
    )
    max_leaf_nodes: int | None = between(
        2,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="maximum number of leaves; best-first growth",
    )
    min_impurity_decrease: float = between(
        0, inf, default=0.0, help="minimum decrease of the (weighted) impurity by a split"
    )
    ccp_alpha: float = between(
        0,
        inf,
        default=0.0,
        help="complexity parameter alpha of minimal cost-complexity pruning; 0: no pruning",
        grid=(0.0, 0.01),
    )
    validation_fraction: float = between(
        0,
        1,
        open=True,
        default=0.25,
        help='fraction of the rows in the validation set of pruning "reduced_error"',
    )
    monotonic_cst: Any = free(
        default=None,
        help="monotonicity constraint per feature: 1 (increasing), -1 (decreasing) or 0; None for none",
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical features: 'from_dtype' (ordered ones are split as numbers), or a list of names, "
        "indices "
        "or a mask; a row with an unknown category stops at that node",
    )
    category_splits: str = one_of(
        "subset",
        "multiway",
        default="subset",
        help="categorical splits: two subsets of categories, or a branch for each category (multiway)",
    )
    max_bins: int | None = between(
        2,
        255,
        whole=True,
        optional=True,
        default=None,
        help="maximum number of bins per feature (histogram splits, for many rows); None for exact splits",
    )
    random_state: Any = seed()

    shared_by = ("categorical_features",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> TreeColumns:
        """The sorted columns."""
        categories = getattr(self, "categories_", None)
        return TreeColumns.of(X, y, weight, None if categories is None else categories.mask)

    def fit_prepared(self, data: TreeColumns, start: Self | None = None) -> Self:
        """Grow and prune the tree."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: TreeColumns) -> Iterator[Self]:
        """Grow one tree for all models that differ in pre-pruning or pruning alone, and prune it for each."""
        plans = [each._plan(data) for each in path]
        limits = [each._limits(data) for each in path]
        loosest: dict[Plan, Limits] = {}
        for plan, own in zip(plans, limits, strict=True):
            loosest[plan] = loosest.get(plan, own).looser(own)
        grown: dict[Plan, tuple[Subtrees, TreeColumns]] = {}
        for each, plan, own in zip(path, plans, limits, strict=True):
            if plan not in grown:
                training, held_out = _pruning_split(data, plan)
                grown[plan] = Subtrees(each._grown(training, plan, loosest[plan], data)), held_out
            yield each._take(*grown[plan], own, data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers: categorical features encoded, missing values NaN, sparse rows dense."""
        if isinstance(X, CodedRows):
            return np.asarray(X)
        if reset:
            by_type = isinstance(self.categorical_features, str)
            self.orders_ = ordinals.orders_of(X) if by_type else {}
        X = ordinals.numbered(X, getattr(self, "orders_", {}))
        X = check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)
        return dense_rows(X, type(self).__name__)

    def apply(self, X: Any) -> Integers:
        """The leaf (node of `tree_`) of each row."""
        check_is_fitted(self)
        return self.tree_.apply(self.check_examples(X, reset=False))

    def decision_path(self, X: Any) -> Any:
        """Decision path: a sparse indicator matrix (rows, nodes) of the nodes that each row passes."""
        ends = self.apply(X)
        paths = {node: self.tree_.path(node) for node in np.unique(ends)}
        above = [paths[node] for node in ends]
        row_of_node = np.repeat(np.arange(len(ends)), [len(nodes) for nodes in above])
        nodes = np.concatenate([np.array(each) for each in above])
        shape = (len(ends), len(self.tree_))
        return scipy.sparse.csr_matrix(
            (np.ones(len(nodes), dtype=np.int64), (row_of_node, nodes)), shape=shape
        )

    def get_depth(self) -> int:
        """The depth of the tree."""
        check_is_fitted(self)
        return self.tree_.max_depth

    def get_n_leaves(self) -> int:
        """The number of leaves."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    @property
    def feature_importances_(self) -> Floats:
        """Impurity-based feature importances: normalized total gain of each feature's splits."""
        check_is_fitted(self)
        inner = ~self.tree_.is_leaf
        total = np.bincount(self.tree_.feature[inner], self.tree_.gain[inner], minlength=self.n_features_)
        return np.asarray(total / max(total.sum(), 1e-300), dtype=np.float64)

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> pruning.PruningPath:
        """The alphas of minimal cost-complexity pruning, for the tree grown on these rows."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        return pruning.pruning_path(self.whole_tree(data))

    def text(self) -> str:
        """The tree as text: nested rules if ... then ... else ... endif."""
        return text_export.text(self)

    def rules(self) -> list[text_export.Rule]:
        """The tree as an equivalent rule set, one rule per leaf."""
        return text_export.rules(self)

    def dot(self) -> str:
        """The tree in Graphviz's DOT format."""
        return text_export.dot(self)

    def columns_used(self) -> list[str]:
        """The features that the tree splits on, by decreasing importance."""
        order = best_first(self.feature_importances_)
        used = np.unique(self.tree_.feature[~self.tree_.is_leaf])
        return [condition_text.column_name(self, int(column)) for column in order if column in used]

    def splits(self) -> Any:
        """A table of the splits: condition, rows, impurity, gain and relative gain (gain / impurity)."""
        return tables.splits(self)

    def path(self, x: Any) -> Any:
        """A table of the decision path of one row: condition, rows, impurity and prediction of each node."""
        return tables.path(self, x)

    def growth(self) -> Any:
        """A table of the splits in best-first order, with the leaves and the impurity after each."""
        return tables.growth(self)

    def gains(self, X: Any, y: Any, sample_weight: Any = None, node: int = 0) -> Any:
        """A table of every feature's best split at a node, best first; `tied`: same gain as the best."""
        return tables.gains(self, X, y, sample_weight, node)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "tree_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.sparse = True
        return tags

    def whole_tree(self, data: TreeColumns) -> Tree:
        """The tree before cost-complexity pruning."""
        plan = self._plan(data)
        training, _ = _pruning_split(data, plan)
        tree = self._grown(training, plan, self._limits(data), data)
        return pre_pruning.within(tree, self._limits(data), self.max_leaf_nodes)

    def _take(self, grown: Subtrees, held_out: TreeColumns, limits: Limits, data: TreeColumns) -> Self:
        tree = grown.within(limits, self.max_leaf_nodes)
        if self.ccp_alpha > 0:
            tree = grown.cut(tree, pruning.collapse_alphas(tree) <= self.ccp_alpha)
        closed = self._pruned(tree, held_out, data)
        self.tree_ = tree if closed is None else grown.cut(tree, closed)
        self.n_features_ = data.X.shape[1]
        self.exact_ = self.max_bins is None
        return self._finish(data)

    def _limits(self, data: TreeColumns) -> Limits:
        min_split = parameters.count(self, "min_samples_split", len(data), minimum=2)
        depth = MAX_DEPTH if self.max_depth is None else min(int(self.max_depth), MAX_DEPTH)
        return Limits(depth, min_split, float(self.min_impurity_decrease))

    def _growth(self, data: TreeColumns, total: float, **more: Any) -> Growth:
        """The growth parameters; total: the total weight of the rows."""
        n_columns = data.X.shape[1]
        width = parameters.max_features(self.max_features, n_columns, type(self).__name__)
        is_random_splitter = self.splitter == "random"
        random = is_random_splitter or width < n_columns
        return Growth(
            multiway=self.category_splits == "multiway",
            min_leaf=parameters.count(self, "min_samples_leaf", len(data), minimum=1),
            min_weight=float(self.min_weight_fraction_leaf) * total,
            max_features=width,
            thresholds=int(self.threshold_tests) if is_random_splitter else 0,
            seed=seed_of(self.random_state) if random else 0,
            monotone=parameters.monotone(self.monotonic_cst, data.categorical, type(self).__name__),
            max_bins=self.max_bins or 0,
            **more,
        )

    @abstractmethod
    def _plan(self, data: TreeColumns) -> Plan:
        """The growth plan for these rows."""

    @abstractmethod
    def _grown(self, data: TreeColumns, plan: Plan, limits: Limits, whole: TreeColumns) -> Tree:
        """The tree of these rows."""

    @abstractmethod
    def _pruned(self, tree: Tree, held_out: TreeColumns, whole: TreeColumns) -> Flags | None:
        """Which nodes pruning turns into leaves; None for no pruning."""

    @abstractmethod
    def _finish(self, data: TreeColumns) -> Self:
        """Set the attributes that depend on the final tree."""

    @abstractmethod
    def losses_by_node(self, tree: Tree, rows: TreeColumns, whole: TreeColumns) -> tuple[Floats, Floats]:
        """Loss at each node of the rows that pass it, and of the rows that end there."""

    @abstractmethod
    def node_predictions(self) -> Array:
        """The prediction of each node of `tree_`."""


def row_weights(data: TreeColumns) -> Floats:
    """The weight of each row of the whole table, 0 for rows not selected.

    >>> data = TreeColumns.of(np.zeros((3, 1)), None, np.array([1.0, 2.0, 5.0]))
    >>> row_weights(data.rows(np.array([1, 1])))
    array([0., 4., 0.])
    """
    if data.weight is None:
        return data.times.astype(np.float64)
    if data.weight.max() > LARGEST_WEIGHT:
        row = int(data.weight.argmax())
        raise DataError(
            f"row {row} has weight {data.weight[row]:.0e}, which overflows; divide sample_weight by its mean"
        )
    return np.asarray(data.times * data.weight)


def seed_of(random_state: Any) -> int:
    """An integer seed of all random choices of a tree.

    >>> seed_of(0) == seed_of(0)
    True
    """
    return int(seeds.sequence(random_state).generate_state(1, np.uint64)[0])


def _pruning_split(data: TreeColumns, plan: Plan) -> tuple[TreeColumns, TreeColumns]:
    """The training rows, and the validation rows for pruning (none if the plan has no seed)."""
    if plan.seed is None:
        return data, data.rows(np.empty(0, dtype=np.int64))
    permuted = np.random.default_rng(plan.seed).permutation(len(data))
    n_out = max(1, round(plan.fraction * len(data)))
    if n_out >= len(data):
        raise DataError(f"{len(data)} rows are too few for a validation set; use pruning='pessimistic'")
    return data.rows(np.sort(permuted[n_out:])), data.rows(np.sort(permuted[:n_out]))
