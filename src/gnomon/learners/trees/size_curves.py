"""Validation curves of tree size: cross-validated loss by maximum depth or cost-complexity parameter alpha.

One tree is grown in each fold, on columns sorted once for all folds, and serves every size: a node's loss on
the held-out rows is computed once, and each size sums it over the nodes where rows end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.features.select.arguments import from_task
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree
from gnomon.learners.trees.pruning import collapse_alphas, pruning_path
from gnomon.learners.trees.tree import Tree
from gnomon.sharing.folds import splits_of
from gnomon.sharing.mixed_table import frame_or_array
from gnomon.ties import first_smallest


@dataclass(frozen=True)
class SizeCurve:
    """Training and cross-validated loss by tree size: error rate, or mean squared error.

    parameter: the name of the size parameter. sizes: its values. training, held_out: (folds, sizes).
    """

    parameter: str
    sizes: Floats
    training: Floats
    held_out: Floats

    @property
    def loss(self) -> Floats:
        """The mean held-out loss over folds."""
        return np.asarray(self.held_out.mean(axis=0))

    @property
    def standard_error(self) -> Floats:
        """The standard error over folds; approximate, as folds share training rows."""
        n_folds = len(self.held_out)
        spread = self.held_out.std(axis=0, ddof=1) if n_folds > 1 else np.zeros(len(self.sizes))
        return np.asarray(spread / np.sqrt(n_folds))

    @property
    def best(self) -> float:
        """The size with the smallest held-out loss; ties go to the smallest tree."""
        return float(self.sizes[self._smallest(float(self.loss.min()))])

    @property
    def simplest(self) -> float:
        """One-standard-error rule: the smallest tree within one SE of the best (CART, 3.4.3)."""
        i = int(first_smallest(self.loss))
        return float(self.sizes[self._smallest(float(self.loss[i] + self.standard_error[i]))])

    def frame(self) -> Any:
        """One row per size."""
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
            f"minimum held-out loss {self.loss.min():.4g} at {self.parameter} {self.best:g}; "
            f"one-standard-error rule: {self.simplest:g}"
        )

    def _smallest(self, limit: float) -> int:
        within = np.flatnonzero(self.loss <= limit * (1 + 1e-12))
        return int(within[0] if self.parameter == "max_depth" else within[-1])


def depth_curve(
    learner: DecisionTree,
    X: Any,
    y: Any = None,
    cv: Any = 5,
    depths: Sequence[int] = tuple(range(1, 21)),
    sample_weight: Any = None,
) -> SizeCurve:
    """Validation curve of `max_depth` of a decision tree: training and cross-validated loss at every depth.

    X, y: a Task, or rows and targets. cv: number of folds, plan such as k_fold(10), splitter, or pairs of
    indices.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> x = np.arange(40.0)[:, None]
    >>> depth_curve(DecisionTreeClassifier(), x, x[:, 0] > 19, cv=3, depths=(1, 2)).best
    1.0
    """
    sizes = np.array(depths, dtype=np.float64)
    if len(sizes) == 0 or (sizes < 1).any():
        raise DataError(f"depths are {list(depths)}; pass integers of at least 1")
    X, y, sample_weight, _, _ = from_task(X, y, sample_weight, {})
    deepest = clone(learner).set_params(max_depth=int(sizes.max()))
    losses = [
        (_by_depth(tree, sizes, *training_rows), _by_depth(tree, sizes, *held_out_rows))
        for tree, training_rows, held_out_rows in _fold_losses(deepest, X, y, cv, sample_weight)
    ]
    training, held_out = (np.array(each) for each in zip(*losses, strict=True))
    return SizeCurve("max_depth", sizes, training, held_out)


def pruning_curve(
    learner: DecisionTree, X: Any, y: Any = None, cv: Any = 5, sample_weight: Any = None
) -> SizeCurve:
    """Cross-validated cost-complexity pruning: training and held-out loss along the pruning path (ccp_alpha).

    Between two alphas of the path the tree does not change; each interval is evaluated at its geometric mean,
    as the alphas of a fold's tree differ a little (Breiman et al. 1984, 11.5). X, y, cv: as in `depth_curve`.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> x = np.arange(40.0)[:, None]
    >>> len(pruning_curve(DecisionTreeClassifier(), x, x[:, 0] > 19, cv=3).sizes)
    2
    """
    X, y, sample_weight, _, _ = from_task(X, y, sample_weight, {})
    model = clone(learner).set_params(ccp_alpha=0.0)
    data = model.prepare(*model.check_rows(X, y, sample_weight))
    alphas = pruning_path(model.whole_tree(data)).ccp_alphas
    middles = np.append(np.sqrt(alphas[:-1] * alphas[1:]), alphas[-1])
    losses = [
        (_by_alpha(tree, middles, *training_rows), _by_alpha(tree, middles, *held_out_rows))
        for tree, training_rows, held_out_rows in _fold_losses(model, X, y, cv, sample_weight, data)
    ]
    training, held_out = (np.array(each) for each in zip(*losses, strict=True))
    return SizeCurve("ccp_alpha", middles, training, held_out)


def _fold_losses(
    learner: DecisionTree,
    X: Any,
    y: Any,
    cv: Any,
    sample_weight: Any,
    data: TreeColumns | None = None,
) -> Iterable[tuple[Tree, tuple[Floats, Floats, float], tuple[Floats, Floats, float]]]:
    """For each fold its tree, and the losses by node and the total weight of training and held-out rows."""
    whole = learner.prepare(*learner.check_rows(X, y, sample_weight)) if data is None else data
    for train, held_out in splits_of(cv, frame_or_array(X), np.asarray(y), is_classifier(learner)):
        rows, others = whole.rows(np.asarray(train)), whole.rows(np.asarray(held_out))
        if len(rows) == 0 or len(others) == 0:
            raise DataError("a split has an empty training or test set; use fewer folds")
        tree = learner.whole_tree(rows)
        yield (
            tree,
            (*learner.losses_by_node(tree, rows, rows), _weight(rows)),
            (*learner.losses_by_node(tree, others, rows), _weight(others)),
        )


def _weight(data: TreeColumns) -> float:
    return float(len(data) if data.weight is None else data.weight[data.index].sum())


def _by_depth(tree: Tree, depths: Floats, own: Floats, ending: Floats, weight: float) -> Floats:
    """Rows end at depth d, or above it in leaves, or in inner nodes at an unknown category."""
    n_depths = int(max(depths.max(), tree.max_depth)) + 1
    at = np.bincount(tree.depth, own, minlength=n_depths)
    above = np.bincount(tree.depth, np.where(tree.is_leaf, own, ending), minlength=n_depths)
    index = depths.astype(np.int64)
    return np.asarray((at[index] + (np.cumsum(above) - above)[index]) / weight)


def _by_alpha(tree: Tree, alphas: Floats, own: Floats, ending: Floats, weight: float) -> Floats:
    """A node is a leaf from its own alpha up to an ancestor's; below, only rows that end there count."""
    collapse = np.where(tree.is_leaf, 0.0, collapse_alphas(tree))
    removed = np.full(len(tree), np.inf)
    for nodes in tree.levelwise()[1:]:
        above = tree.parent[nodes]
        removed[nodes] = np.minimum(removed[above], collapse[above])
    opened = np.zeros(len(tree))
    total = _over(alphas, np.minimum(collapse, removed), removed, own) + _over(
        alphas, opened, np.minimum(collapse, removed), ending
    )
    return total / weight


def _over(alphas: Floats, start: Floats, end: Floats, values: Floats) -> Floats:
    """The sum, at each alpha, of the values of nodes with start <= alpha < end."""
    steps = np.zeros(len(alphas) + 1)
    np.add.at(steps, np.searchsorted(alphas, start, side="left"), values)
    np.add.at(steps, np.searchsorted(alphas, end, side="left"), -values)
    return np.cumsum(steps)[:-1]
