"""The trees of a forest in one set of arrays, and their bootstrap samples."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers

MAX_DRAWS_PER_ROW = 50


@dataclass(frozen=True)
class Trees:
    """Trees on binned columns; `native.pyi` documents the arrays (`forest_classes`).

    importance: (trees, columns) decrease in impurity by the splits on each column. weight: by node.
    """

    nodes: Array
    side: Array
    values: Floats
    subsets: Array
    begin: Integers
    weight: Floats
    importance: Floats

    def __len__(self) -> int:
        return len(self.begin) - 1

    def first(self, n_trees: int) -> Trees:
        """The first n_trees of these trees."""
        end = self.begin[n_trees]
        if n_trees == len(self):
            return self
        side = self.side[:end]
        is_leaf = self.is_leaf[:end]
        n_values = int(side[is_leaf].max(initial=-1)) + 1
        return Trees(
            self.nodes[:end],
            side,
            self.values[:n_values],
            self.subsets,
            self.begin[: n_trees + 1],
            self.weight[:end],
            self.importance[:n_trees],
        )

    def scaled(self, scale: float) -> Trees:
        """The same trees with their predictions multiplied by scale."""
        return replace(self, values=self.values * scale)

    @property
    def is_leaf(self) -> Flags:
        """Which nodes are leaves."""
        return self.nodes[:, 0] == np.arange(len(self.nodes))

    @property
    def arrays(self) -> native.ForestNodes:
        """The arrays that the kernels read."""
        return native.ForestNodes(self.nodes, self.side, self.values, self.subsets, self.begin)

    def sums(self, codes: Array, first: int, end: int, *, votes: bool = False) -> Floats:
        """The sum of some trees' predictions for each row; with votes, 1 for a tree's majority class."""
        return native.forest_predictions(self.arrays, codes, first, end, votes, threads.count())

    def leaves(self, codes: Array, first: int = 0, end: int | None = None) -> Array:
        """The leaf (a node number) of each row (rows) in each tree (columns)."""
        return native.forest_leaves(
            self.arrays, codes, first, len(self) if end is None else end, threads.count()
        )

    def leaf_values(self) -> Floats:
        """(nodes, outputs): the prediction of each leaf; rows of other nodes are 0."""
        values = np.zeros((len(self.nodes), self.values.shape[1]))
        leaf = np.flatnonzero(self.is_leaf)
        side = self.side[leaf]
        values[leaf[side >= 0]] = self.values[side[side >= 0]]
        values[leaf[side < 0], -1 - side[side < 0]] = 1.0
        return values


@dataclass(frozen=True)
class Draw:
    """The bootstrap samples of a forest: row counts by tree, recomputed from the seed on demand.

    A sample depends on the contents of the rows, not on their order, and a row of weight 2 is sampled as two
    equal rows are.

    order: rows sorted by key. up_to: cumulative weight. n_draws: sample size of a tree.
    """

    order: Array
    up_to: Floats
    n_draws: int
    seed: int

    @classmethod
    def of(cls, keys: Floats, weight: Floats | None, size: float | int | None, seed: int) -> Draw:
        """Samples of as many rows as there are, by weight, or of a fraction (a float) or number of them.

        keys: to sort the rows by (see `bootstrap_sampler.sort_keys`).
        """
        order = np.argsort(keys, kind="stable")
        weights = np.ones(len(keys)) if weight is None else weight
        up_to = np.cumsum(weights[order])
        n_rows = int((weights > 0).sum())
        n_draws = int(min(max(round(up_to[-1]), n_rows), MAX_DRAWS_PER_ROW * n_rows))
        if size is not None:
            is_fraction = isinstance(size, float | np.floating)
            n_draws = max(1, round(size * n_draws)) if is_fraction else min(int(size), n_draws)
        return cls(order.astype(np.int32), up_to, n_draws, seed)

    @property
    def sampling(self) -> tuple[Array, Floats, int]:
        """The arrays that the kernels read."""
        return self.order, self.up_to, self.n_draws

    def counts(self, first: int, end: int) -> Array:
        """(trees, rows): count of each row in each tree's bootstrap sample."""
        return native.forest_draws(self.sampling, self.seed, first, end)

    def out_of_bag_sums(self, trees: Trees, codes: Array, *, votes: bool = False) -> tuple[Floats, Integers]:
        """For each row the sum of the predictions of its out-of-bag trees, and their number."""
        sums, n_trees = native.forest_held_out(
            trees.arrays, self.sampling, self.seed, codes, 0, len(trees), votes, threads.count()
        )
        return sums, n_trees.astype(np.int64)
