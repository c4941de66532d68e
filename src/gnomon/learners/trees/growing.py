"""How a tree is grown: the choices that shape every split, as opposed to those that only cut the tree back.

A node's split depends on its own rows, on `Growth`, and on nothing else. So one grown tree serves every
depth, every least size to split, every least gain, every number of leaves and every price of a leaf
(`cutting`). The least size of a *leaf* forbids splits and changes the choice: it is part of `Growth`. Random
choices at a node come from the seed and from the way to the node, so they are nested too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.tree import Tree

DEEPEST = 2**31 - 1


@dataclass(frozen=True)
class Growth:
    """What a split depends on, but for the rows.

    criterion: gini, entropy, error, squared or absolute. by_ratio: columns compete by gain ratio. multiway: a
    branch for each category. thresholds: how many to draw for a column; 0 tries all. monotone: -1, 0 or 1 for
    each column, or none at all.

    >>> Growth("gini") == Growth("gini", min_leaf=1)
    True
    """

    criterion: str
    by_ratio: bool = False
    multiway: bool = False
    min_leaf: int = 1
    min_weight: float = 0.0
    max_features: int = DEEPEST
    thresholds: int = 0
    seed: int = 0
    monotone: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Limits:
    """Where growth stops: choices that only cut a tree back.

    >>> Limits(max_depth=2).looser(Limits(max_depth=5, min_split=9))
    Limits(max_depth=5, min_split=2, min_gain=0.0)
    """

    max_depth: int = DEEPEST
    min_split: int = 2
    min_gain: float = 0.0

    def looser(self, other: Limits) -> Limits:
        """Limits within which the trees of both lie."""
        return Limits(
            max(self.max_depth, other.max_depth),
            min(self.min_split, other.min_split),
            min(self.min_gain, other.min_gain),
        )


def grow(
    data: TreeColumns,
    target: Any,
    n_classes: int,
    weight: Floats | None,
    growth: Growth,
    limits: Limits | None = None,
) -> Tree:
    """A tree of the rows in view. target: class codes by row of the whole table, or numbers (n_classes 0).

    >>> import numpy as np
    >>> data = TreeColumns.of(np.array([[1.0], [2.0], [6.0]]), None)
    >>> grow(data, np.array([0, 0, 1]), 2, None, Growth("gini")).threshold[0]
    np.float64(4.0)
    """
    limits = limits or Limits()
    is_class = n_classes > 0
    monotone = growth.monotone
    # A row without weight is no row: it has no say in sizes, thresholds or the way of missing values.
    times = data.times if weight is None else data.times * (weight > 0)
    found = native.grow_tree(
        data.values,
        data.places,
        data.categorical.astype(np.uint8),
        times,
        weight,
        np.asarray(target, dtype=np.int32) if is_class else None,
        None if is_class else np.asarray(target, dtype=np.float64),
        n_classes,
        growth.criterion,
        growth.by_ratio,
        growth.multiway,
        limits.max_depth,
        limits.min_split,
        growth.min_leaf,
        growth.min_weight,
        limits.min_gain,
        growth.max_features,
        growth.thresholds,
        growth.seed,
        None if monotone is None else np.array(monotone, dtype=np.int8),
        threads.count(),
    )
    return Tree(**found)
