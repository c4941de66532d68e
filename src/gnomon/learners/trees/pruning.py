"""Post-pruning: subtrees that do not improve the estimated error become leaves.

`collapse_alphas` is minimal cost-complexity pruning (Breiman et al. 1984, ch. 3), the whole path at once;
`reduced_error` uses a validation set; `pessimistic` uses the training rows, with the upper confidence limit
of each leaf's error (Quinlan 1993, ch. 4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.special

from gnomon import native
from gnomon.arrays import Flags, Floats
from gnomon.learners.trees.tree import Tree


@dataclass(frozen=True)
class PruningPath:
    """The cost-complexity pruning path: effective alphas, with the impurity and the size of each subtree.

    ccp_alphas: ascending, 0 first. impurities: total impurity of the leaves. n_leaves: number of leaves.

    >>> import numpy as np
    >>> print(PruningPath(np.array([0.0, 0.1]), np.array([0.2, 0.3]), np.array([2.0, 1.0])))
    2 subtrees, of 2 down to 1 leaves
    """

    ccp_alphas: Floats
    impurities: Floats
    n_leaves: Floats

    def frame(self) -> object:
        """One row per subtree."""
        import pandas as pd

        return pd.DataFrame(
            {"ccp_alpha": self.ccp_alphas, "impurity": self.impurities, "n_leaves": self.n_leaves}
        )

    def __str__(self) -> str:
        return (
            f"{len(self.ccp_alphas)} subtrees, of {self.n_leaves[0]:g} down to {self.n_leaves[-1]:g} leaves"
        )


def collapse_alphas(tree: Tree) -> Floats:
    """For each node the effective alpha at which its subtree collapses; infinity for leaves.

    The subtree that minimizes R(T) + alpha (number of leaves) collapses the nodes of effective alpha <=
    alpha.

    >>> import numpy as np
    >>> collapse_alphas(Tree.grown(np.array([[1.0, 1.0]])))
    array([inf])
    """
    return _weakest_links(tree)[0]


def pruning_path(tree: Tree) -> PruningPath:
    """The minimal cost-complexity pruning path: every subtree that is optimal for some alpha.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> print(pruning_path(tree))
    2 subtrees, of 2 down to 1 leaves
    """
    alpha, fewer, more = _weakest_links(tree)
    closing = np.flatnonzero(np.isfinite(alpha))
    order = closing[np.argsort(alpha[closing], kind="stable")]
    alphas = np.concatenate([[0.0], alpha[order]])
    risk = _risk(tree)[tree.is_leaf].sum()
    leaves = tree.n_leaves - np.concatenate([[0.0], np.cumsum(fewer[order])])
    impurities = risk + np.concatenate([[0.0], np.cumsum(more[order])])
    last = np.append(alphas[1:] > alphas[:-1], True)
    return PruningPath(alphas[last], impurities[last], leaves[last])


def reduced_error(tree: Tree, own: Floats, ending: Floats) -> Flags:
    """Reduced-error pruning: nodes to collapse for the smallest loss on a validation set.

    own: for each node the loss of all rows that pass it, predicted there. ending: of the rows that end there.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> reduced_error(tree, np.array([1.0, 1.0, 1.0]), np.zeros(3)).tolist()
    [True, False, False]
    """
    best = np.where(tree.is_leaf, own, ending)
    closed = np.zeros(len(tree), dtype=bool)
    for nodes in tree.levelwise()[::-1]:
        inner = nodes[~tree.is_leaf[nodes]]
        closed[inner] = own[inner] <= best[inner] + 1e-12 * np.abs(own[inner])
        best[inner] = np.where(closed[inner], own[inner], best[inner])
        inside = nodes[tree.parent[nodes] >= 0]
        np.add.at(best, tree.parent[inside], best[inside])
    return closed


def pessimistic(tree: Tree, confidence: float = 0.25, rows_per_weight: float = 1.0) -> Flags:
    """Pessimistic (error-based) pruning of C4.5: nodes to collapse for the smallest error bound.

    That is the sum of n U(errors, n) over the leaves, with U the upper Clopper-Pearson limit at `confidence`.
    rows_per_weight: number of rows per unit of weight.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> pessimistic(tree).tolist()
    [False, False, False]
    """
    n_rows = rows_per_weight * tree.weight
    errors = n_rows - rows_per_weight * tree.value.max(axis=1)
    upper = scipy.special.betaincinv(errors + 1, np.maximum(n_rows - errors, 1e-300), 1 - confidence)
    expected = n_rows * np.where(errors < n_rows, upper, 1.0)
    return reduced_error(tree, expected, np.zeros(len(tree)))


def _weakest_links(tree: Tree) -> tuple[Floats, Floats, Floats]:
    return native.collapse_alphas(tree.parent, tree.first_child, tree.n_children, _risk(tree))


def _risk(tree: Tree) -> Floats:
    return tree.impurity * tree.weight / tree.weight[0]
