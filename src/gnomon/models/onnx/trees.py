"""ONNX conversion of trees: a TreeEnsembleRegressor returns the leaf index of each tree, a look-up its value.

Leaf indices, one output per tree, are exact in single precision; leaf values are then gathered and summed in
double precision. A categorical split reads an added column: the branch of each code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.binning import Bins
from gnomon.learners.ensembles.trees import Trees
from gnomon.learners.trees.tree import MISSING, Tree
from gnomon.models.onnx.features import INT64, Rows, concatenated
from gnomon.models.onnx.graph import Graph, load_onnx


@dataclass(frozen=True)
class Nodes:
    """The nodes of an ensemble of trees.

    tree, node: indices of the tree, and of the node in it. feature, threshold: a row with a value <=
    threshold goes to `left`, else to `right`; a missing value goes left if `missing_left`. leaf: index of the
    leaf, -1 for inner nodes.
    """

    tree: Array
    node: Array
    feature: Array
    threshold: Floats
    left: Array
    right: Array
    missing_left: Array
    leaf: Array


class CategoricalSplits:
    """Added columns for categorical splits: for each, the branch of every code of one feature.

    n_columns: number of original columns. n_levels: number of levels of each categorical feature.
    """

    def __init__(self, n_columns: int, categories: Any) -> None:
        self.n_columns = n_columns
        levels = () if categories is None else categories.levels
        self.n_levels = {index: len(each) for index, each in enumerate(levels) if each is not None}
        self.branches: list[tuple[int, Array]] = []

    def add(self, feature: int, branch: Array) -> int:
        """The index of the column with the branch (by code; then for missing and unseen values)."""
        self.branches.append((feature, branch))
        return self.n_columns + len(self.branches) - 1

    def matrix(self, graph: Graph, rows: Rows) -> str:
        """The feature matrix with the added columns."""
        if not self.branches:
            return rows.matrix
        tensors, order = [], []
        for feature in sorted({feature for feature, _ in self.branches}):
            columns = [index for index, (each, _) in enumerate(self.branches) if each == feature]
            branches = np.array([self.branches[index][1] for index in columns], dtype=np.float64).T
            code = graph.flat(rows.codes[feature])
            tensors.append(graph.add("Gather", graph.constant(branches), code, axis=0))
            order += columns
        added = graph.add("Gather", concatenated(graph, tensors), graph.integers(*np.argsort(order)), axis=1)
        return graph.add("Concat", rows.matrix, added, axis=1)


def tree_leaves(graph: Graph, model: Any, rows: Rows) -> str:
    """The leaf node (rows) of a tree for each row."""
    tree: Tree = model.tree_
    if tree.directions is not None:
        raise ParameterError("an oblique tree has no ONNX conversion; fit an axis-parallel one")
    splits = CategoricalSplits(model.n_features_in_, getattr(model, "categories_", None))
    nodes = _tree_nodes(tree, splits)
    return graph.flat(_leaves(graph, nodes, 1, splits.matrix(graph, rows)))


def forest_sums(graph: Graph, model: Any, trees: Trees, rows: Rows, n_columns: int) -> str:
    """(rows, outputs): the sum of the leaf values of all trees."""
    splits = CategoricalSplits(n_columns, getattr(model, "categories_", None))
    nodes = _forest_nodes(trees, model.bins_, splits)
    leaves = _leaves(graph, nodes, len(trees), splits.matrix(graph, rows))
    values = graph.doubles(trees.leaf_values()[trees.is_leaf])
    each = graph.add("Gather", values, leaves, axis=0)
    return graph.add("ReduceSum", each, graph.integers(1), keepdims=0)


def _tree_nodes(tree: Tree, splits: CategoricalSplits) -> Nodes:
    """The nodes of one tree; a categorical split becomes a chain of binary splits, one per branch."""
    lines: list[tuple[int, int, float, int, int, bool, int]] = []
    extra = len(tree)
    for node in range(len(tree)):
        if tree.n_children[node] == 0:
            lines.append((node, 0, 0.0, 0, 0, False, node))
            continue
        first = int(tree.first_child[node])
        if not tree.is_categorical(node):
            here = (node, int(tree.feature[node]), float(tree.threshold[node]), first, first + 1)
            lines.append((*here, bool(tree.missing[node] == 0), -1))
            continue
        column = splits.add(int(tree.feature[node]), _branches(tree, node, splits))
        # A row without a branch stops here: its prediction is that of the node itself.
        n_links = int(tree.n_children[node])
        links = [node, *range(extra + 1, extra + n_links), first + n_links - 1]
        children = [extra, *range(first, first + n_links - 1)]
        lines.append((extra, 0, 0.0, 0, 0, False, node))
        for link in range(n_links):
            lines.append((links[link], column, link - 0.5, children[link], links[link + 1], False, -1))
        extra += n_links
    return Nodes(np.zeros(len(lines), dtype=np.int64), *(np.array(each) for each in zip(*lines, strict=True)))


def _branches(tree: Tree, node: int, splits: CategoricalSplits) -> Array:
    """The branch of each code, and of missing and unseen values; -1 for none."""
    n_levels = splits.n_levels[int(tree.feature[node])]
    branch = np.full(n_levels + 2, -1)
    for level, child in zip(*tree.levels_of(node), strict=True):
        branch[n_levels if level == MISSING else level] = child
    return branch


def _forest_nodes(trees: Trees, bins: Bins, splits: CategoricalSplits) -> Nodes:
    leaf, split = trees.is_leaf, trees.nodes[:, 1].astype(np.int64)
    sizes = np.diff(trees.begin)
    first = np.repeat(trees.begin[:-1], sizes)
    feature, left = np.where(leaf, 0, split >> 14), trees.nodes[:, 0].astype(np.int64) - first
    threshold = np.where(leaf, 0.0, bins.thresholds(feature, split >> 2 & 4095))
    for node in np.flatnonzero(~leaf & (split >> 1 & 1).astype(bool)):
        branch = _subset_branches(
            trees.subsets[trees.side[node]], bins.bin_of_level[feature[node]], splits, feature[node]
        )
        feature[node], threshold[node] = splits.add(int(feature[node]), branch), 0.5
    return Nodes(
        tree=np.repeat(np.arange(len(trees)), sizes),
        node=np.arange(len(leaf)) - first,
        feature=feature,
        threshold=threshold,
        left=np.where(leaf, 0, left),
        right=np.where(leaf, 0, left + 1),
        missing_left=(split & 1).astype(bool),
        leaf=np.where(leaf, np.cumsum(leaf) - 1, -1),
    )


def _subset_branches(subset: Array, bin_of_level: Any, splits: CategoricalSplits, feature: int) -> Array:
    """0 for each code whose bin goes left, else 1; the last bit is for missing and unseen values."""
    bins = np.full(splits.n_levels[int(feature)] + 2, 255)
    known = bin_of_level[: len(bins) - 2]
    bins[: len(known)] = np.where(known < 0, 255, known)
    return 1 - (subset[bins >> 6] >> (bins & 63).astype(np.uint64) & np.uint64(1)).astype(np.int64)


def _leaves(graph: Graph, nodes: Nodes, n_trees: int, X: str) -> str:
    """(rows, trees), int64: the index of the leaf of each row."""
    is_leaf = nodes.leaf >= 0
    leaves = graph.add(
        "TreeEnsembleRegressor",
        X,
        domain="ai.onnx.ml",
        n_targets=n_trees,
        nodes_treeids=_list(nodes.tree),
        nodes_nodeids=_list(nodes.node),
        nodes_featureids=_list(nodes.feature),
        nodes_values_as_tensor=_doubles("thresholds", nodes.threshold),
        nodes_modes=["LEAF" if each else "BRANCH_LEQ" for each in is_leaf],
        nodes_truenodeids=_list(nodes.left),
        nodes_falsenodeids=_list(nodes.right),
        nodes_missing_value_tracks_true=_list(nodes.missing_left),
        target_treeids=_list(nodes.tree[is_leaf]),
        target_nodeids=_list(nodes.node[is_leaf]),
        target_ids=_list(nodes.tree[is_leaf]),
        target_weights_as_tensor=_doubles("leaves", nodes.leaf[is_leaf]),
    )
    return graph.add("Cast", leaves, to=INT64)


def _list(values: Array) -> list[int]:
    return [int(each) for each in values]


def _doubles(name: str, values: Any) -> Any:
    return load_onnx().numpy_helper.from_array(np.asarray(values, dtype=np.float64), name)
