"""A tree cut back: to a depth, to nodes that are large or gain enough, or to so many leaves, best first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Flags
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.tree import Tree

# A gain this much below the least one passes, as rounding may have taken it.
ROUNDING = 2.220446049250313e-16


class Subtrees:
    """A tree and what is left of it when nodes are closed: cuts that leave the same nodes give one tree.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> grown = Subtrees(DecisionTreeClassifier().fit([[1.0], [2.0], [3.0]], [0, 1, 0]).tree_)
    >>> shallow = grown.within(Limits(max_depth=1))
    >>> grown.within(Limits(min_split=3)) is shallow, len(shallow)
    (True, 3)
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._cut: dict[tuple[int, bytes], Tree] = {}

    def within(self, limits: Limits, max_leaves: int | None = None) -> Tree:
        """The tree within limits, and of these the splits of greatest gain if it has too many leaves."""
        tree = self.cut(self.tree, stopped(self.tree, limits))
        return tree if max_leaves is None else self.cut(tree, ~opened(tree, max_leaves))

    def cut(self, tree: Tree, closed: Flags) -> Tree:
        """The tree, or one cut from it before, in which these nodes are leaves."""
        if not (closed & ~tree.is_leaf).any():
            return tree
        stops = tree.stops(closed)
        # Trees that were cut are kept here, so that no other has the same identity.
        key = id(tree), stops.tobytes()
        if key not in self._cut:
            self._cut[key] = tree.ended(stops)[0]
        return self._cut[key]


def within(tree: Tree, limits: Limits, max_leaves: int | None = None) -> Tree:
    """The tree within limits, and of these the splits of greatest gain if it has too many leaves.

    >>> import numpy as np
    >>> two = Tree.grown(np.array([[2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]), depth=np.array([0, 1, 1], np.int32))
    >>> len(within(two, Limits(max_depth=0)))
    3
    """
    return Subtrees(tree).within(limits, max_leaves)


def stopped(tree: Tree, limits: Limits) -> Flags:
    """Which nodes may not be split under these limits.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0], [3.0], [4.0]], [0, 1, 1, 1]).tree_
    >>> stopped(tree, Limits(min_split=5)).tolist()
    [True, False, False]
    """
    small = (tree.depth >= limits.max_depth) | (tree.n_rows < limits.min_split)
    return np.asarray(~tree.is_leaf & (small | (tree.gain + ROUNDING < limits.min_gain)))


def opened(tree: Tree, max_leaves: int) -> Flags:
    """Which nodes are split when the greatest gain comes first, until no more leaves are allowed.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
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
    """The inner nodes in the order in which best-first growth splits them; the first of equals first.

    >>> import numpy as np
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
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
