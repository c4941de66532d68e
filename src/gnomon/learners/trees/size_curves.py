"""How large a tree should be: its loss on rows not seen, for every depth or every price of a leaf.

One tree is grown in each fold, on columns sorted once for all folds, and serves every size: a node's loss on
the held-out rows is counted once, and each size sums it over the nodes where rows stop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree
from gnomon.learners.trees.pruning import collapse_alphas, pruning_path
from gnomon.learners.trees.tree import Tree
from gnomon.ties import first_smallest

Cut = tuple[Integers, Integers]


@dataclass(frozen=True)
class SizeCurve:
    """The mean loss of each size of tree on training and held-out rows: errors, or squares for numbers.

    parameter: what sets the size. sizes: its values. training, held_out: (folds, sizes).
    """

    parameter: str
    sizes: Floats
    training: Floats
    held_out: Floats

    @property
    def loss(self) -> Floats:
        """The mean over folds of the held-out loss."""
        return np.asarray(self.held_out.mean(axis=0))

    @property
    def standard_error(self) -> Floats:
        """The standard deviation over folds, over the root of their number; rough, as folds share rows."""
        n_folds = len(self.held_out)
        spread = self.held_out.std(axis=0, ddof=1) if n_folds > 1 else np.zeros(len(self.sizes))
        return np.asarray(spread / np.sqrt(n_folds))

    @property
    def best(self) -> float:
        """The size of least held-out loss; the smallest tree of equals."""
        return float(self.sizes[self._smallest(float(self.loss.min()))])

    @property
    def simplest(self) -> float:
        """The smallest tree within one standard error of the least loss (Breiman et al. 1984, 3.4.3)."""
        place = int(first_smallest(self.loss))
        return float(self.sizes[self._smallest(float(self.loss[place] + self.standard_error[place]))])

    def frame(self) -> Any:
        """One row a size."""
        import pandas as pd

        return pd.DataFrame(
            {
                self.parameter: self.sizes,
                "training": self.training.mean(axis=0),
                "held_out": self.loss,
                "standard_error": self.standard_error,
            }
        )

    def __str__(self) -> str:
        return (
            f"least held-out loss {self.loss.min():.4g} at {self.parameter} {self.best:g}; "
            f"within one standard error of it already at {self.simplest:g}"
        )

    def _smallest(self, limit: float) -> int:
        good = np.flatnonzero(self.loss <= limit * (1 + 1e-12))
        return int(good[0] if self.parameter == "max_depth" else good[-1])


def depth_curve(
    learner: DecisionTree,
    X: Any,
    y: Any,
    splits: Iterable[Cut],
    depths: Sequence[int] = tuple(range(1, 21)),
    sample_weight: Any = None,
) -> SizeCurve:
    """Training and held-out loss of every depth; splits are pairs (training rows, held-out rows).

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> x, half = np.arange(40.0)[:, None], np.arange(40) % 2 == 0
    >>> split = (np.flatnonzero(half), np.flatnonzero(~half))
    >>> depth_curve(DecisionTreeClassifier(), x, x[:, 0] > 19, [split], (1, 2)).best
    1.0
    """
    sizes = np.array(depths, dtype=np.float64)
    if len(sizes) == 0 or (sizes < 1).any():
        raise DataError(f"depths are {list(depths)}; give whole numbers from 1")
    deepest = clone(learner).set_params(max_depth=int(sizes.max()))
    found = [
        (_by_depth(tree, sizes, *seen), _by_depth(tree, sizes, *new))
        for tree, seen, new in _fold_losses(deepest, X, y, splits, sample_weight)
    ]
    training, held_out = (np.array(each) for each in zip(*found, strict=True))
    return SizeCurve("max_depth", sizes, training, held_out)


def pruning_curve(
    learner: DecisionTree, X: Any, y: Any, splits: Iterable[Cut], sample_weight: Any = None
) -> SizeCurve:
    """Training and held-out loss along the cost-complexity path of the tree of all rows.

    Between two prices of the path the tree does not change; each stretch is judged at its geometric middle,
    as the prices of a fold's tree differ a little (Breiman et al. 1984, 11.5).

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> x, half = np.arange(40.0)[:, None], np.arange(40) % 2 == 0
    >>> split = (np.flatnonzero(half), np.flatnonzero(~half))
    >>> len(pruning_curve(DecisionTreeClassifier(), x, x[:, 0] > 19, [split]).sizes)
    2
    """
    model = clone(learner).set_params(ccp_alpha=0.0)
    data = model.prepare(*model.check_rows(X, y, sample_weight))
    alphas = pruning_path(model.whole_tree(data)).ccp_alphas
    middles = np.append(np.sqrt(alphas[:-1] * alphas[1:]), alphas[-1])
    found = [
        (_by_price(tree, middles, *seen), _by_price(tree, middles, *new))
        for tree, seen, new in _fold_losses(model, X, y, splits, sample_weight, data)
    ]
    training, held_out = (np.array(each) for each in zip(*found, strict=True))
    return SizeCurve("ccp_alpha", middles, training, held_out)


def _fold_losses(
    learner: DecisionTree,
    X: Any,
    y: Any,
    splits: Iterable[Cut],
    sample_weight: Any,
    data: TreeColumns | None = None,
) -> Iterable[tuple[Tree, tuple[Floats, Floats, float], tuple[Floats, Floats, float]]]:
    """For each fold its tree, and losses by node with the weight of the rows, for both kinds of rows."""
    whole = learner.prepare(*learner.check_rows(X, y, sample_weight)) if data is None else data
    for train, held_out in splits:
        rows, others = whole.rows(np.asarray(train)), whole.rows(np.asarray(held_out))
        if len(rows) == 0 or len(others) == 0:
            raise DataError("a split has no training rows, or holds none out; use fewer folds")
        tree = learner.whole_tree(rows)
        yield (
            tree,
            (*learner.losses_by_node(tree, rows, rows), _weight(rows)),
            (*learner.losses_by_node(tree, others, rows), _weight(others)),
        )


def _weight(data: TreeColumns) -> float:
    return float(len(data) if data.weight is None else data.weight[data.index].sum())


def _by_depth(tree: Tree, depths: Floats, own: Floats, ending: Floats, weight: float) -> Floats:
    """Rows stop at depth d, and above it in leaves, or in inner nodes that do not know their category."""
    n_depths = int(max(depths.max(), tree.max_depth)) + 1
    at = np.bincount(tree.depth, own, minlength=n_depths)
    above = np.bincount(tree.depth, np.where(tree.is_leaf, own, ending), minlength=n_depths)
    place = depths.astype(np.int64)
    return np.asarray((at[place] + (np.cumsum(above) - above)[place]) / weight)


def _by_price(tree: Tree, prices: Floats, own: Floats, ending: Floats, weight: float) -> Floats:
    """A node answers its rows from its own price on, until one above closes; till then those ending there."""
    closes = np.where(tree.is_leaf, 0.0, collapse_alphas(tree))
    gone = np.full(len(tree), np.inf)
    for nodes in tree.levelwise()[1:]:
        above = tree.parent[nodes]
        gone[nodes] = np.minimum(gone[above], closes[above])
    opened = np.zeros(len(tree))
    total = _over(prices, np.minimum(closes, gone), gone, own) + _over(
        prices, opened, np.minimum(closes, gone), ending
    )
    return total / weight


def _over(prices: Floats, start: Floats, end: Floats, figure: Floats) -> Floats:
    """The sum, at each price, of the figures of nodes with start <= price < end."""
    steps = np.zeros(len(prices) + 1)
    np.add.at(steps, np.searchsorted(prices, start, side="left"), figure)
    np.add.at(steps, np.searchsorted(prices, end, side="left"), -figure)
    return np.cumsum(steps)[:-1]
