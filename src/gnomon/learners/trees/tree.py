"""The tree as a value: arrays with one entry per node, the root first, parents before their children.

Other learners (forests, bagging, boosting, rules) use it. A node is a leaf (`n_children` 0, `feature` -1) or
splits on one feature; its children are `first_child`, `first_child` + 1, ..., and *branch* b leads to child
`first_child + b`:

- a number x takes branch 0 if x <= `threshold`, else branch 1;
- a category takes the branch in `branches` at the index of its code in `levels`, between `level_begin[node]`
  and `level_begin[node + 1]` (codes ascending; the code of "missing" is `MISSING`);
- an oblique split (`feature` >= number of columns) uses the number directions[feature - d] . x;
- a missing number takes branch `missing`.

A row stops where it has no branch (an unknown category), so `apply` may return an inner node: every node has
a `value` and predicts its majority class. `value` (nodes, outputs) holds the weight of each class, or the
mean (or median) target.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers

MISSING = 2**31 - 1


@dataclass(frozen=True)
class Tree:
    """A tree; see the module docstring for the arrays.

    weight, n_rows: total weight and number of training rows at each node. impurity: of each node, by the
    criterion. gain: decrease in impurity by its split, times its fraction of the total weight. low, high: the
    two values that bound the threshold. parent: -1 for the root. depth: 0 for the root.

    >>> import numpy as np
    >>> tree = Tree.grown(value=np.array([[3.0, 1.0]]))
    >>> tree.apply(np.zeros((2, 1))), tree.n_leaves
    (array([0, 0]), 1)
    """

    feature: Array
    threshold: Floats
    first_child: Array
    n_children: Array
    missing: Array
    value: Floats
    weight: Floats
    n_rows: Integers
    impurity: Floats
    gain: Floats
    low: Floats
    high: Floats
    parent: Array
    depth: Array
    level_begin: Integers
    levels: Array
    branches: Array
    directions: Floats | None = None

    @classmethod
    def grown(cls, value: Floats, **arrays: Any) -> Tree:
        """A tree from these arrays; missing arrays have the values of a leaf without gain and parent."""
        n = len(value)
        whole = value.sum(axis=1) if value.shape[1] > 1 else np.ones(n)
        filled: dict[str, Any] = {
            "feature": np.full(n, -1, dtype=np.int32),
            "threshold": np.zeros(n),
            "first_child": np.zeros(n, dtype=np.int32),
            "n_children": np.zeros(n, dtype=np.int32),
            "missing": np.full(n, -1, dtype=np.int32),
            "weight": whole,
            "n_rows": np.ones(n, dtype=np.int64),
            "impurity": np.zeros(n),
            "gain": np.zeros(n),
            "low": np.zeros(n),
            "high": np.zeros(n),
            "parent": np.full(n, -1, dtype=np.int32),
            "depth": np.zeros(n, dtype=np.int32),
            "level_begin": np.zeros(n + 1, dtype=np.int64),
            "levels": np.empty(0, dtype=np.int32),
            "branches": np.empty(0, dtype=np.int32),
        }
        return cls(value=np.ascontiguousarray(value, dtype=np.float64), **{**filled, **arrays})

    def __len__(self) -> int:
        return len(self.feature)

    @property
    def is_leaf(self) -> Flags:
        """Which nodes are leaves."""
        return self.n_children == 0

    @property
    def n_leaves(self) -> int:
        """The number of leaves."""
        return int(self.is_leaf.sum())

    @property
    def max_depth(self) -> int:
        """The depth of the deepest leaf."""
        return int(self.depth.max())

    def children(self, node: int) -> range:
        """The children of a node, in order of branch."""
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def is_categorical(self, node: int) -> bool:
        """Whether a node has a categorical split."""
        return bool(self.level_begin[node + 1] > self.level_begin[node])

    def levels_of(self, node: int) -> tuple[Array, Array]:
        """The category codes of a node's split, and the branch of each."""
        part = slice(self.level_begin[node], self.level_begin[node + 1])
        return self.levels[part], self.branches[part]

    def apply(self, X: Array, n_jobs: int | None = None) -> Integers:
        """The node that each row of X ends in: a leaf, or an inner node for an unknown category."""
        nodes = native.tree_apply(
            np.ascontiguousarray(X, dtype=np.float64),
            self.feature,
            self.threshold,
            self.first_child,
            self.n_children,
            self.missing,
            self.level_begin,
            self.levels,
            self.branches,
            self.directions,
            threads.count(n_jobs),
        )
        return nodes.astype(np.int64)

    def path(self, node: int) -> list[int]:
        """The nodes from the root to a node."""
        nodes = [int(node)]
        while self.parent[nodes[-1]] >= 0:
            nodes.append(int(self.parent[nodes[-1]]))
        return nodes[::-1]

    def levelwise(self) -> list[Integers]:
        """The nodes of depth 0, of depth 1, and so on."""
        order = np.argsort(self.depth, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.depth))[:-1])

    def sums(self, values: Floats) -> Floats:
        """For each node the sum of values over itself and its descendants."""
        total = np.array(values, dtype=np.float64)
        for nodes in self.levelwise()[:0:-1]:
            np.add.at(total, self.parent[nodes], total[nodes])
        return total

    def cut(self, closed: Flags) -> Tree:
        """The subtree in which these nodes are leaves."""
        return self.numbered(closed)[0]

    def numbered(self, closed: Flags) -> tuple[Tree, Integers]:
        """The subtree in which these nodes are leaves, and for each old node the new node of its rows."""
        if not (closed & ~self.is_leaf).any():
            return self, np.arange(len(self))
        return self.ended(self.stops(closed))

    def ended(self, stops: Integers) -> tuple[Tree, Integers]:
        """The subtree in which rows end at `stops`, and for each old node the new one."""
        keep = stops == np.arange(len(self))
        new = (np.cumsum(keep) - 1)[stops]
        has_children = np.zeros(len(self), dtype=bool)
        has_children[self.parent[1:][keep[1:]]] = True
        return self._subtree(keep, ~has_children, new), new

    def stops(self, closed: Flags) -> Integers:
        """For each node the node in which its rows end when these nodes are leaves."""
        return native.tree_stops(
            np.asarray(self.parent, dtype=np.int32), np.ascontiguousarray(closed, dtype=bool)
        )

    def hidden(self, closed: Flags) -> Flags:
        """Which nodes are descendants of one of these."""
        return np.asarray(self.stops(closed) != np.arange(len(self)))

    def _subtree(self, keep: Flags, closed: Flags, new: Integers) -> Tree:
        leaf = (closed | self.is_leaf)[keep]
        sizes = np.where(keep & ~closed, np.diff(self.level_begin), 0)
        pool = np.repeat(keep & ~closed, np.diff(self.level_begin))
        parent = self.parent[keep]
        return replace(
            self,
            **{name: getattr(self, name)[keep] for name in _BY_NODE},
            feature=np.where(leaf, np.int32(-1), self.feature[keep]),
            gain=np.where(leaf, 0.0, self.gain[keep]),
            n_children=np.where(leaf, np.int32(0), self.n_children[keep]),
            first_child=np.where(leaf, 0, new[self.first_child[keep]]).astype(np.int32),
            parent=np.where(parent < 0, -1, new[parent]).astype(np.int32),
            level_begin=np.concatenate([[0], np.cumsum(sizes[keep])]),
            levels=self.levels[pool],
            branches=self.branches[pool],
        )


_BY_NODE = ("threshold", "missing", "value", "weight", "n_rows", "impurity", "low", "high", "depth")
