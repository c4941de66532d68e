"""Pruning: subtrees that are not worth their leaves become leaves.

`collapse_alphas` is minimal cost-complexity pruning (Breiman et al. 1984, ch. 3), the whole path at once;
`reduced_error` asks rows that the tree has not seen; `pessimistic` asks the training rows, and takes the
upper end of a confidence interval for each leaf's error (Quinlan 1993, ch. 4).
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
    """Prices of a leaf at which the best subtree changes, with the impurity and the size of each subtree.

    ccp_alphas: ascending, 0 first. impurities: of the leaves together. n_leaves: how many there are.

    >>> import numpy as np
    >>> print(PruningPath(np.array([0.0, 0.1]), np.array([0.2, 0.3]), np.array([2.0, 1.0])))
    2 subtrees, of 2 down to 1 leaves
    """

    ccp_alphas: Floats
    impurities: Floats
    n_leaves: Floats

    def frame(self) -> object:
        """One row a subtree."""
        import pandas as pd

        return pd.DataFrame(
            {"ccp_alpha": self.ccp_alphas, "impurity": self.impurities, "n_leaves": self.n_leaves}
        )

    def __str__(self) -> str:
        return (
            f"{len(self.ccp_alphas)} subtrees, of {self.n_leaves[0]:g} down to {self.n_leaves[-1]:g} leaves"
        )


def collapse_alphas(tree: Tree) -> Floats:
    """For each node the price of a leaf from which on its subtree does not pay; infinity for leaves.

    The subtree of least R(T) + alpha (number of leaves) has the nodes with a price <= alpha closed.

    >>> import numpy as np
    >>> collapse_alphas(Tree.grown(np.array([[1.0, 1.0]])))
    array([inf])
    """
    return _weakest_links(tree)[0]


def pruning_path(tree: Tree) -> PruningPath:
    """Every subtree that is best for some price of a leaf.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> print(pruning_path(tree))
    2 subtrees, of 2 down to 1 leaves
    """
    alpha, fewer, more = _weakest_links(tree)
    closing = np.flatnonzero(np.isfinite(alpha))
    order = closing[np.argsort(alpha[closing], kind="stable")]
    alphas = np.concatenate([[0.0], alpha[order]])
    whole = _risk(tree)[tree.is_leaf].sum()
    leaves = tree.n_leaves - np.concatenate([[0.0], np.cumsum(fewer[order])])
    impurities = whole + np.concatenate([[0.0], np.cumsum(more[order])])
    last = np.append(alphas[1:] > alphas[:-1], True)
    return PruningPath(alphas[last], impurities[last], leaves[last])


def reduced_error(tree: Tree, own: Floats, ending: Floats) -> Flags:
    """Nodes to close so that the loss on rows not seen in growing is least; of equals the smaller tree.

    own: for each node the loss if all rows that pass it were answered there. ending: of those that end there.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
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


def pessimistic(tree: Tree, confidence: float = 0.25, rows_a_weight: float = 1.0) -> Flags:
    """Nodes to close so that the pessimistic number of errors is least: n U(errors, n) over the leaves.

    U is the upper end of Clopper and Pearson's interval: so few errors have probability `confidence`.
    rows_a_weight: how many rows a weight of 1 stands for.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> pessimistic(tree).tolist()
    [False, False, False]
    """
    n_rows = rows_a_weight * tree.weight
    errors = n_rows - rows_a_weight * tree.value.max(axis=1)
    upper = scipy.special.betaincinv(errors + 1, np.maximum(n_rows - errors, 1e-300), 1 - confidence)
    expected = n_rows * np.where(errors < n_rows, upper, 1.0)
    return reduced_error(tree, expected, np.zeros(len(tree)))


def _weakest_links(tree: Tree) -> tuple[Floats, Floats, Floats]:
    return native.collapse_alphas(tree.parent, tree.first_child, tree.n_children, _risk(tree))


def _risk(tree: Tree) -> Floats:
    return tree.impurity * tree.weight / tree.weight[0]
