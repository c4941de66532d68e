"""The tree as a value: arrays with one entry a node, the root first, parents before their children.

Other learners (forests, bagging, boosting, rules) read it, cut it and apply it. A node either is a leaf
(`n_children` 0, `feature` -1) or asks about one feature; its children are `first_child`, `first_child` + 1,
..., and *branch* b leads to child `first_child + b`:

- a number x takes branch 0 if x <= `threshold`, else branch 1;
- a category takes the branch that `branches` has beside its code in `levels`, between `level_begin[node]`
  and `level_begin[node + 1]` (codes ascending; the code of "missing" is `MISSING`);
- a direction (`feature` >= number of columns) is asked as the number directions[feature - d] . x;
- a missing number takes branch `missing`.

A row stops where it has no branch (a category that the node never saw), so `apply` may give an inner node:
every node has a `value`, and its answer is that of the majority there. `value` (nodes, outputs) holds the
weight of each class, or the mean (or median) target.
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
    """A tree; see the top of this file for what the arrays hold.

    weight, n_rows: training rows at each node, by weight and by number. impurity: of each node, by the
    criterion. gain: by how much its split lowers the impurity of its rows, times its share of all weight.
    low, high: the two values that the threshold may lie between. parent: -1 for the root. depth: 0 there.

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
        """A tree from the arrays given; what is left out says "a leaf", which has no gain and no parent."""
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
        """How many leaves there are."""
        return int(self.is_leaf.sum())

    @property
    def max_depth(self) -> int:
        """How many questions the longest path asks."""
        return int(self.depth.max())

    def children(self, node: int) -> range:
        """The children of a node, in order of branch."""
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def is_categorical(self, node: int) -> bool:
        """Whether a node asks for a category."""
        return bool(self.level_begin[node + 1] > self.level_begin[node])

    def levels_of(self, node: int) -> tuple[Array, Array]:
        """The category codes that a node knows, and the branch that each takes."""
        part = slice(self.level_begin[node], self.level_begin[node + 1])
        return self.levels[part], self.branches[part]

    def apply(self, X: Array, n_jobs: int | None = None) -> Integers:
        """The node that each row of X ends in: a leaf, or an inner node where a category is new."""
        found = native.tree_apply(
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
        return found.astype(np.int64)

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

    def sums(self, figure: Floats) -> Floats:
        """For each node the sum of a figure over itself and all nodes below it."""
        total = np.array(figure, dtype=np.float64)
        for nodes in self.levelwise()[:0:-1]:
            np.add.at(total, self.parent[nodes], total[nodes])
        return total

    def cut(self, closed: Flags) -> Tree:
        """The tree in which these nodes are leaves and what was below them is gone."""
        return self.numbered(closed)[0]

    def numbered(self, closed: Flags) -> tuple[Tree, Integers]:
        """The tree cut at these nodes, and for each old node the new one that its rows end in."""
        if not (closed & ~self.is_leaf).any():
            return self, np.arange(len(self))
        return self.ended(self.stops(closed))

    def ended(self, stops: Integers) -> tuple[Tree, Integers]:
        """The tree in which rows end where `stops` says, and for each old node the new one."""
        keep = stops == np.arange(len(self))
        new = (np.cumsum(keep) - 1)[stops]
        has_children = np.zeros(len(self), dtype=bool)
        has_children[self.parent[1:][keep[1:]]] = True
        return self._kept(keep, ~has_children, new), new

    def stops(self, closed: Flags) -> Integers:
        """For each node the one in which its rows end when these nodes are closed."""
        return native.tree_stops(
            np.asarray(self.parent, dtype=np.int32), np.ascontiguousarray(closed, dtype=bool)
        )

    def hidden(self, closed: Flags) -> Flags:
        """Which nodes lie below one of these."""
        return np.asarray(self.stops(closed) != np.arange(len(self)))

    def _kept(self, keep: Flags, closed: Flags, new: Integers) -> Tree:
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
