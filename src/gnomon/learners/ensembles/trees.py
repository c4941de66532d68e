"""The trees of a forest, all in one set of arrays, and the draws that they were grown on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Flags, Floats, Integers

MOST_DRAWS_A_ROW = 50


@dataclass(frozen=True)
class Trees:
    """Trees over binned columns; `native.pyi` says what the arrays hold (`forest_classes`).

    importance: (trees, columns) what the splits of each column took off the impurity. weight: by node.
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
        """The first so many of these trees."""
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
        """The same trees with their answers in another unit."""
        return replace(self, values=self.values * scale)

    @property
    def is_leaf(self) -> Flags:
        """Which nodes are leaves."""
        return self.nodes[:, 0] == np.arange(len(self.nodes))

    @property
    def arrays(self) -> tuple[Any, ...]:
        """What the kernels read."""
        return self.nodes, self.side, self.values, self.subsets, self.begin

    def sums(self, codes: Array, first: int, end: int, *, votes: bool = False) -> Floats:
        """The answers of some trees to each row, added up; one for a tree's likeliest class if by votes."""
        return native.forest_answers(self.arrays, codes, first, end, votes, threads.count())

    def leaves(self, codes: Array, first: int = 0, end: int | None = None) -> Array:
        """The place of the leaf (a node number) that each row (rows) falls in, in each tree (columns)."""
        return native.forest_leaves(
            self.arrays, codes, first, len(self) if end is None else end, threads.count()
        )

    def leaf_values(self) -> Floats:
        """(nodes, outputs): the answer of each leaf; rows of other nodes are 0."""
        answers = np.zeros((len(self.nodes), self.values.shape[1]))
        leaf = np.flatnonzero(self.is_leaf)
        side = self.side[leaf]
        answers[leaf[side >= 0]] = self.values[side[side >= 0]]
        answers[leaf[side < 0], -1 - side[side < 0]] = 1.0
        return answers


@dataclass(frozen=True)
class Draw:
    """The bootstrap of a forest: which rows each tree was grown on, as counts, remade when asked for.

    A draw depends on the contents of the rows, not on their order, and a row of weight 2 is drawn as two
    equal rows are.

    order: rows by their places on a line. up_to: weight up to each. n_draws: draws of a tree.
    """

    order: Array
    up_to: Floats
    n_draws: int
    seed: int

    @classmethod
    def of(cls, places: Floats, weight: Floats | None, share: float | int | None, seed: int) -> Draw:
        """A draw of as many rows as there are, by weight, or of a share (a float) or number of them.

        places: by which rows are put in order (see `draws.places`).
        """
        order = np.argsort(places, kind="stable")
        weights = np.ones(len(places)) if weight is None else weight
        up_to = np.cumsum(weights[order])
        n_rows = int((weights > 0).sum())
        n_draws = int(min(max(round(up_to[-1]), n_rows), MOST_DRAWS_A_ROW * n_rows))
        if share is not None:
            is_share = isinstance(share, float | np.floating)
            n_draws = max(1, round(share * n_draws)) if is_share else min(int(share), n_draws)
        return cls(order.astype(np.int32), up_to, n_draws, seed)

    @property
    def urn(self) -> tuple[Array, Floats, int]:
        """What the kernels read."""
        return self.order, self.up_to, self.n_draws

    def times(self, first: int, end: int) -> Array:
        """(trees, rows): how often each tree drew each row."""
        return native.forest_draws(self.urn, self.seed, first, end)

    def held_out_sums(self, trees: Trees, codes: Array, *, votes: bool = False) -> tuple[Floats, Integers]:
        """For each row the answers of the trees that have not drawn it, added up, and how many these are."""
        sums, n_trees = native.forest_held_out(
            trees.arrays, self.urn, self.seed, codes, 0, len(trees), votes, threads.count()
        )
        return sums, n_trees.astype(np.int64)
