"""Histogram-based growth of a tree on binned columns.

The forest kernel grows it, as one tree on all rows; the node statistics are then summed from the rows in the
leaves. A column with no more distinct values than bins is split exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.binning import Binned, Bins
from gnomon.learners.ensembles.forest_targets import ClassTargets, NumberTargets
from gnomon.learners.ensembles.trees import Trees
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.growth import Growth, Limits
from gnomon.learners.trees.impurity import impurities
from gnomon.learners.trees.tree import MISSING, Tree

UNSEEN_BIT = 255


def grow_binned(
    data: TreeColumns, target: Array, n_classes: int, weight: Floats | None, growth: Growth, limits: Limits
) -> Tree:
    """A tree on the selected rows, as by `growing.grow`; the minimum leaf size is by weight.

    >>> data = TreeColumns.of(np.array([[1.0], [2.0], [6.0]]), None)
    >>> growth = Growth("gini", max_bins=10)
    >>> grow_binned(data, np.array([0, 0, 1]), 2, None, growth, Limits()).threshold[0]
    np.float64(4.0)
    """
    _check_supported(growth)
    times = data.times.astype(np.float64)
    mass = times if weight is None else times * weight
    rows = np.flatnonzero(mass > 0)
    mass, target = mass[rows], target[rows]
    binned = Binned(data.X[rows], target, mass, data.categorical, wide=False, max_bins=growth.max_bins)
    trees = _trees(binned, n_classes, growth, limits)
    ends = trees.leaves(binned.codes)[:, 0].astype(np.int64)
    grown = _shape(trees, binned.bins)
    return _annotated(grown, ends, times[rows], mass, target, n_classes, growth.criterion)


def _check_supported(growth: Growth) -> None:
    lacking = {
        f"criterion {'gain_ratio' if growth.by_ratio else growth.criterion!r}": growth.by_ratio
        or growth.criterion not in ("gini", "entropy", "squared"),
        "category_splits='multiway'": growth.multiway,
        "splitter='random'": growth.thresholds > 0,
        "monotonic_cst": growth.monotone is not None,
    }
    for option, is_requested in lacking.items():
        if is_requested:
            raise ParameterError(
                f"max_bins={growth.max_bins}: {option} is not supported with bins; use max_bins=None"
            )


def _trees(data: Binned, n_classes: int, growth: Growth, limits: Limits) -> Trees:
    """A forest of one tree."""
    assert data.weight is not None
    min_weight_fraction = growth.min_weight / float(data.weight.sum())
    width = min(growth.max_features, data.codes.shape[1])
    # With all columns, the order is fixed. Splits are of any size and gain: pre-pruning comes later.
    has_all = width == data.codes.shape[1]
    min_leaf = float(growth.min_leaf)
    options = native.ForestGrowth(
        max_features=width,
        per_tree=has_all,
        threshold_tests=0,
        with_replacement=False,
        max_depth=limits.max_depth,
        min_split=0.0,
        min_leaf=min_leaf,
        min_share=min_weight_fraction,
        min_decrease=0.0,
        min_gain=0.0,
        max_leaves=0,
    )
    if n_classes == 0:
        return Trees(*NumberTargets.of(data).grow(data, None, options, growth.seed, 1))
    codes, class_weight = data.y.astype(np.int32), np.ones(n_classes)
    targets = ClassTargets(codes, np.arange(n_classes), class_weight, growth.criterion, data.weight)
    return Trees(*targets.grow(data, None, options, growth.seed, 1))


def _shape(trees: Trees, bins: Bins) -> dict[str, Any]:
    """The arrays of a Tree that describe its splits."""
    inner = ~trees.is_leaf
    first, split = trees.nodes.T.astype(np.int64)
    n = len(first)
    feature = np.where(inner, split >> 14, -1)
    is_category = inner & (split >> 1 & 1).astype(bool)
    is_number = inner & ~is_category
    threshold = np.zeros(n)
    threshold[is_number] = bins.thresholds(feature[is_number], (split >> 2 & 4095)[is_number])
    parent = np.full(n, -1)
    parent[first[inner]] = parent[first[inner] + 1] = np.flatnonzero(inner)
    begin, levels, branches = _categorical_splits(trees, bins, feature, is_category)
    return {
        "feature": feature.astype(np.int32),
        "threshold": threshold,
        "low": threshold,
        "high": threshold,
        "first_child": np.where(inner, first, 0).astype(np.int32),
        "n_children": np.where(inner, 2, 0).astype(np.int32),
        "missing": np.where(is_number, 1 - (split & 1), -1).astype(np.int32),
        "parent": parent.astype(np.int32),
        "depth": _depths(parent),
        "level_begin": begin,
        "levels": levels,
        "branches": branches,
    }


def _depths(parent: Integers) -> Array:
    depth = np.zeros(len(parent), dtype=np.int32)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    return depth


def _categorical_splits(
    trees: Trees, bins: Bins, feature: Integers, is_category: Flags
) -> tuple[Integers, Array, Array]:
    """The offset of each node's levels, all levels, and the branch of each."""
    sizes, levels, branches = np.zeros(len(feature), dtype=np.int64), [], []
    for node in np.flatnonzero(is_category):
        of_level = bins.bin_of_level[feature[node]]
        assert of_level is not None
        known = np.flatnonzero(of_level >= 0)
        bit = np.append(of_level[known], UNSEEN_BIT).astype(np.uint64)
        word = trees.subsets[trees.side[node]][(bit >> np.uint64(6)).astype(np.int64)]
        goes_left = word >> (bit & np.uint64(63)) & np.uint64(1)
        levels.append(np.append(known, MISSING))
        branches.append(1 - goes_left.astype(np.int64))
        sizes[node] = len(bit)
    joined = [
        np.concatenate([np.empty(0, dtype=np.int64), *each]).astype(np.int32) for each in (levels, branches)
    ]
    return np.concatenate([[0], np.cumsum(sizes)]), joined[0], joined[1]


def _annotated(
    shape: dict[str, Any],
    ends: Integers,
    times: Floats,
    mass: Floats,
    target: Array,
    n_classes: int,
    criterion: str,
) -> Tree:
    """The tree with the row count, weight, value, impurity and gain of every node."""
    n = len(shape["feature"])
    bare = Tree.grown(value=np.zeros((n, 1)), **shape)

    def passing(values: Floats) -> Floats:
        return bare.sums(np.bincount(ends, values, minlength=n).astype(np.float64))

    weight = passing(mass)
    if n_classes:
        value = np.column_stack([passing(mass * (target == code)) for code in range(n_classes)])
        impurity = impurities(value, criterion)
    else:
        center = float(np.average(target, weights=mass))
        mean = passing(mass * (target - center)) / weight
        value = (mean + center)[:, None]
        impurity = np.maximum(passing(mass * (target - center) ** 2) / weight - mean**2, 0.0)
    risk = weight * impurity
    below = np.zeros(n)
    np.add.at(below, shape["parent"][1:], risk[1:])
    gain = np.where(shape["n_children"] > 0, (risk - below) / weight[0], 0.0)
    return Tree.grown(
        value=value,
        **shape,
        weight=weight,
        n_rows=passing(times).astype(np.int64),
        impurity=impurity,
        gain=gain,
    )
