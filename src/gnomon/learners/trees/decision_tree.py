"""What the two decision trees share: parameters, growing and cutting back, and how to read them."""

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
from gnomon.learners.trees import cutting, ordinals, parameters, pruning, reading, tables, wording
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.cutting import Subtrees
from gnomon.learners.trees.growth import DEEPEST, Growth, Limits
from gnomon.learners.trees.tree import Tree
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import CodedRows, check_mixed, dense_rows
from gnomon.ties import best_first

LARGEST_WEIGHT = 1e150


@dataclass(frozen=True)
class Plan:
    """What a grown tree depends on: settings with equal plans share one.

    factor: how much each class counts. seed: of the rows kept out for pruning; None keeps none out. share: of
    the rows kept out.
    """

    growth: Growth
    factor: tuple[float, ...] | None = None
    seed: int | None = None
    share: float = 0.0


class DecisionTree(Learner):
    """Parameters of both trees, and all that does not depend on what is predicted."""

    splitter: str = one_of(
        "best",
        "random",
        default="best",
        help="whether all thresholds are tried, or some drawn",
        grid=("best",),
    )
    threshold_tests: int = between(
        1, inf, whole=True, default=1, help='thresholds drawn for a column, for splitter "random"'
    )
    max_depth: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="most questions on a way",
        grid=(1, 2, 4, 8, None),
    )
    min_samples_split: float = between(
        0, inf, open=True, default=2, help="least rows to split: a number, or a share up to 1.0", grid=(2, 20)
    )
    min_samples_leaf: float = between(
        0,
        inf,
        open=True,
        default=1,
        help="least rows of a branch: a number, or a share below 1.0",
        grid=(1, 5, 20),
    )
    min_weight_fraction_leaf: float = between(
        0, 0.5, default=0.0, help="least share of the weight that a branch must have"
    )
    max_features: Any = free(
        default=None,
        help="columns drawn for each split, of those not constant there: a number, a share, 'sqrt', 'log2' "
        "or None for all",
    )
    max_leaf_nodes: int | None = between(
        2,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="most leaves; the splits of greatest gain are kept",
    )
    min_impurity_decrease: float = between(
        0, inf, default=0.0, help="least gain of a split, times the node's share of all rows"
    )
    ccp_alpha: float = between(
        0,
        inf,
        default=0.0,
        help="price of a leaf in cost-complexity pruning; 0 does not prune",
        grid=(0.0, 0.01),
    )
    validation_fraction: float = between(
        0, 1, open=True, default=0.25, help='share of the rows kept out for pruning "reduced_error"'
    )
    monotonic_cst: Any = free(
        default=None, help="for each column 1 (rising), -1 (falling) or 0 (free); None for all free"
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categories: by type (ordered ones are cut as numbers), or a list of names, numbers or flags; a "
        "row with a level that a node has not seen stops there",
    )
    category_splits: str = one_of(
        "subset", "multiway", default="subset", help="two groups of categories, or a branch for each category"
    )
    max_bins: int | None = between(
        2,
        255,
        whole=True,
        optional=True,
        default=None,
        help="bins that columns are cut into first, for many rows; None misses no threshold",
    )
    random_state: Any = seed()

    shared_by = ("categorical_features",)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> TreeColumns:
        """Every column sorted."""
        known = getattr(self, "categories_", None)
        return TreeColumns.of(X, y, weight, None if known is None else known.mask)

    def fit_prepared(self, data: TreeColumns, start: Self | None = None) -> Self:
        """Grow a tree, and cut it back."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: TreeColumns) -> Iterator[Self]:
        """Grow one tree for all settings that only cut it back, and cut it for each."""
        plans = [each._plan(data) for each in path]
        limits = [each._limits(data) for each in path]
        loosest: dict[Plan, Limits] = {}
        for plan, own in zip(plans, limits, strict=True):
            loosest[plan] = loosest.get(plan, own).looser(own)
        grown: dict[Plan, tuple[Subtrees, TreeColumns]] = {}
        for each, plan, own in zip(path, plans, limits, strict=True):
            if plan not in grown:
                seen, held_out = _kept_out(data, plan)
                grown[plan] = Subtrees(each._grown(seen, plan, loosest[plan], data)), held_out
            yield each._take(*grown[plan], own, data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers: categories become codes, missing values NaN, sparse rows dense."""
        if isinstance(X, CodedRows):
            return np.asarray(X)
        if reset:
            by_type = isinstance(self.categorical_features, str)
            self.orders_ = ordinals.orders_of(X) if by_type else {}
        X = ordinals.numbered(X, getattr(self, "orders_", {}))
        X = check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)
        return dense_rows(X, type(self).__name__)

    def apply(self, X: Any) -> Integers:
        """The node of `tree_` that each row ends in."""
        check_is_fitted(self)
        return self.tree_.apply(self.check_examples(X, reset=False))

    def decision_path(self, X: Any) -> Any:
        """Which nodes each row passes: a sparse matrix, a row for each row and a column for each node."""
        ends = self.apply(X)
        ways = {node: self.tree_.path(node) for node in np.unique(ends)}
        above = [ways[node] for node in ends]
        places = np.repeat(np.arange(len(ends)), [len(nodes) for nodes in above])
        nodes = np.concatenate([np.array(each) for each in above])
        shape = (len(ends), len(self.tree_))
        return scipy.sparse.csr_matrix((np.ones(len(nodes), dtype=np.int64), (places, nodes)), shape=shape)

    def get_depth(self) -> int:
        """How many questions the longest way asks."""
        check_is_fitted(self)
        return self.tree_.max_depth

    def get_n_leaves(self) -> int:
        """How many leaves there are."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    @property
    def feature_importances_(self) -> Floats:
        """The gain of each column's splits together, as shares of all gain; columns not used have 0."""
        check_is_fitted(self)
        inner = ~self.tree_.is_leaf
        total = np.bincount(self.tree_.feature[inner], self.tree_.gain[inner], minlength=self.n_features_)
        return np.asarray(total / max(total.sum(), 1e-300), dtype=np.float64)

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> pruning.PruningPath:
        """The prices of a leaf at which the best subtree changes, for the tree grown on these rows."""
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        return pruning.pruning_path(self.whole_tree(data))

    def text(self) -> str:
        """The tree as nested rules: if ... then ... else ... endif."""
        return reading.text(self)

    def rules(self) -> list[reading.Rule]:
        """The tree as a set of rules, one for each leaf; together they say the same as the tree."""
        return reading.rules(self)

    def dot(self) -> str:
        """The tree as a graph in Graphviz's language."""
        return reading.dot(self)

    def columns_used(self) -> list[str]:
        """The columns that the tree asks about, the one of greatest gain first."""
        order = best_first(self.feature_importances_)
        asked = np.unique(self.tree_.feature[~self.tree_.is_leaf])
        return [wording.column_name(self, int(column)) for column in order if column in asked]

    def splits(self) -> Any:
        """A table of the splits: question, rows, impurity, gain, and the gain as a share of the impurity."""
        return tables.splits(self)

    def way(self, x: Any) -> Any:
        """A table of the questions that one row is asked, its answers and the majority at each node."""
        return tables.way(self, x)

    def growth(self) -> Any:
        """A table of the splits in best-first order, with the leaves and the impurity after each."""
        return tables.growth(self)

    def gains(self, X: Any, y: Any, sample_weight: Any = None, node: int = 0) -> Any:
        """A table of every column's best split at a node, best first; `tied`: as good as the best."""
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
        seen, _ = _kept_out(data, plan)
        tree = self._grown(seen, plan, self._limits(data), data)
        return cutting.within(tree, self._limits(data), self.max_leaf_nodes)

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
        least = parameters.count(self, "min_samples_split", len(data), least=2)
        depth = DEEPEST if self.max_depth is None else min(int(self.max_depth), DEEPEST)
        return Limits(depth, least, float(self.min_impurity_decrease))

    def _growth(self, data: TreeColumns, total: float, **more: Any) -> Growth:
        """The growth that the shared parameters ask for; total: the weight in view."""
        n_columns = data.X.shape[1]
        width = parameters.max_features(self.max_features, n_columns, type(self).__name__)
        draws = self.splitter == "random"
        random = draws or width < n_columns
        return Growth(
            multiway=self.category_splits == "multiway",
            min_leaf=parameters.count(self, "min_samples_leaf", len(data), least=1),
            min_weight=float(self.min_weight_fraction_leaf) * total,
            max_features=width,
            thresholds=int(self.threshold_tests) if draws else 0,
            seed=seed_of(self.random_state) if random else 0,
            monotone=parameters.monotone(self.monotonic_cst, data.categorical, type(self).__name__),
            max_bins=self.max_bins or 0,
            **more,
        )

    @abstractmethod
    def _plan(self, data: TreeColumns) -> Plan:
        """What to ask of the kernel."""

    @abstractmethod
    def _grown(self, data: TreeColumns, plan: Plan, limits: Limits, whole: TreeColumns) -> Tree:
        """The tree of these rows."""

    @abstractmethod
    def _pruned(self, tree: Tree, held_out: TreeColumns, whole: TreeColumns) -> Flags | None:
        """Which nodes are closed by rows held out; None for no pruning."""

    @abstractmethod
    def _finish(self, data: TreeColumns) -> Self:
        """What is read off the tree once it stands."""

    @abstractmethod
    def losses_by_node(self, tree: Tree, rows: TreeColumns, whole: TreeColumns) -> tuple[Floats, Floats]:
        """Losses of the rows that pass each node, if all were answered there, and of those that end there."""

    @abstractmethod
    def answers(self) -> Array:
        """What each node of `tree_` predicts."""


def weights_in_view(data: TreeColumns) -> Floats:
    """The weight of each row of the whole table, 0 for those out of view.

    >>> data = TreeColumns.of(np.zeros((3, 1)), None, np.array([1.0, 2.0, 5.0]))
    >>> weights_in_view(data.rows(np.array([1, 1])))
    array([0., 4., 0.])
    """
    if data.weight is None:
        return data.times.astype(np.float64)
    if data.weight.max() > LARGEST_WEIGHT:
        row = int(data.weight.argmax())
        raise DataError(
            f"row {row} has weight {data.weight[row]:.0e}, which is too large; divide all by their mean"
        )
    return np.asarray(data.times * data.weight)


def seed_of(random_state: Any) -> int:
    """One number for all random choices of a tree.

    >>> seed_of(0) == seed_of(0)
    True
    """
    return int(seeds.sequence(random_state).generate_state(1, np.uint64)[0])


def _kept_out(data: TreeColumns, plan: Plan) -> tuple[TreeColumns, TreeColumns]:
    """The rows to grow on, and those kept out for pruning; all and none if nothing is kept out."""
    if plan.seed is None:
        return data, data.rows(np.empty(0, dtype=np.int64))
    shuffled = np.random.default_rng(plan.seed).permutation(len(data))
    n_out = max(1, round(plan.share * len(data)))
    if n_out >= len(data):
        raise DataError(
            f"{len(data)} rows are too few to keep some out for pruning; use pruning='pessimistic'"
        )
    return data.rows(np.sort(shuffled[n_out:])), data.rows(np.sort(shuffled[:n_out]))
