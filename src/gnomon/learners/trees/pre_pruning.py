"""Pre-pruning (early stopping of growth): limits on depth, node size, gain and number of leaves."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Flags
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.tree import Tree

# Tolerance of the minimum gain for rounding.
ROUNDING = 2.220446049250313e-16


class Subtrees:
    """A tree and its pruned subtrees, cached: equal cuts return the same object.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> grown = Subtrees(DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], [0, 1, 0]).tree_)
    >>> shallow = grown.within(Limits(max_depth=1))
    >>> grown.within(Limits(min_split=3)) is shallow, len(shallow)
    (True, 3)
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._cut: dict[tuple[int, bytes], Tree] = {}

    def within(self, limits: Limits, max_leaves: int | None = None) -> Tree:
        """The tree within the limits; beyond `max_leaves`, the splits of largest gain (best-first)."""
        tree = self.cut(self.tree, stopped(self.tree, limits))
        return tree if max_leaves is None else self.cut(tree, ~opened(tree, max_leaves))

    def cut(self, tree: Tree, closed: Flags) -> Tree:
        """The subtree in which these nodes are leaves, cached."""
        if not (closed & ~tree.is_leaf).any():
            return tree
        stops = tree.stops(closed)
        # Cached trees stay alive, so that no other object gets the same id.
        key = id(tree), stops.tobytes()
        if key not in self._cut:
            self._cut[key] = tree.ended(stops)[0]
        return self._cut[key]


def within(tree: Tree, limits: Limits, max_leaves: int | None = None) -> Tree:
    """The tree within the limits; beyond `max_leaves`, the splits of largest gain (best-first).

    >>> import numpy as np
    >>> two = Tree.grown(np.array([[2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]), depth=np.array([0, 1, 1], np.int32))
    >>> len(within(two, Limits(max_depth=0)))
    3
    """
    return Subtrees(tree).within(limits, max_leaves)


def stopped(tree: Tree, limits: Limits) -> Flags:
    """Which inner nodes these limits turn into leaves.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> stopped(tree, Limits(min_split=5)).tolist()
    [True, False, False]
    """
    small = (tree.depth >= limits.max_depth) | (tree.n_rows < limits.min_split)
    return np.asarray(~tree.is_leaf & (small | (tree.gain + ROUNDING < limits.min_gain)))


def opened(tree: Tree, max_leaves: int) -> Flags:
    """Which nodes best-first growth splits until `max_leaves` is reached.

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> opened(tree, 2).tolist()
    [True, False, False]
    """
    is_open = np.zeros(len(tree), dtype=bool)
    n_leaves = 1
    for node in best_first(tree):
        more = int(tree.n_children[node]) - 1
        if n_leaves + more > max_leaves or (tree.parent[node] >= 0 and not is_open[tree.parent[node]]):
            continue
        is_open[node] = True
        n_leaves += more
    return is_open


def best_first(tree: Tree) -> Iterator[int]:
    """The inner nodes in the order of best-first growth (largest gain first).

    >>> import numpy as np
    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> list(best_first(tree))
    [0]
    """
    heap = [] if tree.is_leaf[0] else [(-tree.gain[0], 0)]
    while heap:
        node = heapq.heappop(heap)[1]
        yield node
        for child in tree.children(node):
            if not tree.is_leaf[child]:
                heapq.heappush(heap, (-tree.gain[child], child))
