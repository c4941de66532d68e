"""Growing a tree: on sorted columns (exact splits), or on binned columns (histogram splits)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.learners.trees.binned_growth import grow_binned
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.growth import Growth, Limits
from gnomon.learners.trees.tree import Tree


def grow(
    data: TreeColumns,
    target: Any,
    n_classes: int,
    weight: Floats | None,
    growth: Growth,
    limits: Limits | None = None,
) -> Tree:
    """Grow a tree on the selected rows. target: class codes of the whole table, or numbers (n_classes 0).

    >>> import numpy as np
    >>> data = TreeColumns.of(np.array([[1.0], [2.0], [6.0]]), None)
    >>> grow(data, np.array([0, 0, 1]), 2, None, Growth("gini")).threshold[0]
    np.float64(4.0)
    """
    limits = limits or Limits()
    if growth.max_bins:
        return grow_binned(data, target, n_classes, weight, growth, limits)
    return _grow_exactly(data, target, n_classes, weight, growth, limits)


def _grow_exactly(
    data: TreeColumns, target: Any, n_classes: int, weight: Floats | None, growth: Growth, limits: Limits
) -> Tree:
    is_class = n_classes > 0
    monotone = growth.monotone
    # Rows of weight 0 count neither for sizes nor for thresholds nor for the branch of missing values.
    times = data.times if weight is None else data.times * (weight > 0)
    arrays = native.grow_tree(
        data.order.table,
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
        threads.count_for(data.X.size),
    )
    return Tree(**arrays)
