"""Trees as ONNX operations: an ensemble finds the leaf of a row in each tree, a look-up gives its answer.

The ensemble adds up leaf numbers, one output a tree, which are exact; the answers are then gathered and
added in double precision. A question for a category reads a column made for it: the branch of each code.
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
from gnomon.models.onnx.features import INT64, Rows, side_by_side
from gnomon.models.onnx.graph import Graph, load_onnx


@dataclass(frozen=True)
class Nodes:
    """The nodes of some trees.

    tree, node: which tree, and which node in it. feature, threshold: a row with a value up to the threshold
    goes to `left`, else to `right`; a missing value goes left where `missing_left` says so. answer: of a leaf
    its number, -1 for other nodes.
    """

    tree: Array
    node: Array
    feature: Array
    threshold: Floats
    left: Array
    right: Array
    missing_left: Array
    answer: Array


class Questions:
    """Columns made for questions about categories: for each, the branch of every code of one feature.

    n_columns: how many columns there are before them. n_levels: of each feature that is a category.
    """

    def __init__(self, n_columns: int, categories: Any) -> None:
        self.n_columns = n_columns
        levels = () if categories is None else categories.levels
        self.n_levels = {place: len(each) for place, each in enumerate(levels) if each is not None}
        self.asked: list[tuple[int, Array]] = []

    def ask(self, feature: int, branch: Array) -> int:
        """The number of the column that holds the branch (by code; then of missing, then of new values)."""
        self.asked.append((feature, branch))
        return self.n_columns + len(self.asked) - 1

    def answered(self, graph: Graph, rows: Rows) -> str:
        """The matrix with these columns behind it."""
        if not self.asked:
            return rows.matrix
        tensors, order = [], []
        for feature in sorted({feature for feature, _ in self.asked}):
            mine = [place for place, (each, _) in enumerate(self.asked) if each == feature]
            branches = np.array([self.asked[place][1] for place in mine], dtype=np.float64).T
            code = graph.flat(rows.codes[feature])
            tensors.append(graph.add("Gather", graph.constant(branches), code, axis=0))
            order += mine
        made = graph.add("Gather", side_by_side(graph, tensors), graph.whole(*np.argsort(order)), axis=1)
        return graph.add("Concat", rows.matrix, made, axis=1)


def tree_answers(graph: Graph, model: Any, rows: Rows) -> str:
    """The node (rows) of a tree that each row ends in."""
    tree: Tree = model.tree_
    if tree.directions is not None:
        raise ParameterError(
            "a tree that asks along slanted lines has no form in ONNX here; grow a plain one"
        )
    questions = Questions(model.n_features_in_, getattr(model, "categories_", None))
    nodes = _tree_nodes(tree, questions)
    return graph.flat(_leaves(graph, nodes, 1, questions.answered(graph, rows)))


def forest_answers(graph: Graph, model: Any, trees: Trees, rows: Rows, n_columns: int) -> str:
    """(rows, outputs): the answers of all trees added up."""
    questions = Questions(n_columns, getattr(model, "categories_", None))
    nodes = _forest_nodes(trees, model.bins_, questions)
    places = _leaves(graph, nodes, len(trees), questions.answered(graph, rows))
    values = graph.numbers(trees.leaf_values()[trees.is_leaf])
    each = graph.add("Gather", values, places, axis=0)
    return graph.add("ReduceSum", each, graph.whole(1), keepdims=0)


def _tree_nodes(tree: Tree, questions: Questions) -> Nodes:
    """The nodes of one tree; one that asks for a category becomes a chain, one link a branch."""
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
        column = questions.ask(int(tree.feature[node]), _branches(tree, node, questions))
        # A row with no branch stops here: its answer is that of the node itself.
        n_links = int(tree.n_children[node])
        links = [node, *range(extra + 1, extra + n_links), first + n_links - 1]
        ways = [extra, *range(first, first + n_links - 1)]
        lines.append((extra, 0, 0.0, 0, 0, False, node))
        for link in range(n_links):
            lines.append((links[link], column, link - 0.5, ways[link], links[link + 1], False, -1))
        extra += n_links
    return Nodes(np.zeros(len(lines), dtype=np.int64), *(np.array(each) for each in zip(*lines, strict=True)))


def _branches(tree: Tree, node: int, questions: Questions) -> Array:
    """The branch of each code, of missing and of new values; -1 where there is none."""
    n_levels = questions.n_levels[int(tree.feature[node])]
    branch = np.full(n_levels + 2, -1)
    for level, way in zip(*tree.levels_of(node), strict=True):
        branch[n_levels if level == MISSING else level] = way
    return branch


def _forest_nodes(trees: Trees, bins: Bins, questions: Questions) -> Nodes:
    leaf, ask = trees.is_leaf, trees.nodes[:, 1].astype(np.int64)
    sizes = np.diff(trees.begin)
    first = np.repeat(trees.begin[:-1], sizes)
    feature, left = np.where(leaf, 0, ask >> 14), trees.nodes[:, 0].astype(np.int64) - first
    threshold = np.where(leaf, 0.0, bins.thresholds(feature, ask >> 2 & 4095))
    for place in np.flatnonzero(~leaf & (ask >> 1 & 1).astype(bool)):
        branch = _sides(
            trees.subsets[trees.side[place]], bins.bin_of_level[feature[place]], questions, feature[place]
        )
        feature[place], threshold[place] = questions.ask(int(feature[place]), branch), 0.5
    return Nodes(
        tree=np.repeat(np.arange(len(trees)), sizes),
        node=np.arange(len(leaf)) - first,
        feature=feature,
        threshold=threshold,
        left=np.where(leaf, 0, left),
        right=np.where(leaf, 0, left + 1),
        missing_left=(ask & 1).astype(bool),
        answer=np.where(leaf, np.cumsum(leaf) - 1, -1),
    )


def _sides(subset: Array, bin_of_level: Any, questions: Questions, feature: int) -> Array:
    """0 for each code whose bin goes left, else 1; the last bit of a subset is for missing and new values."""
    bins = np.full(questions.n_levels[int(feature)] + 2, 255)
    known = bin_of_level[: len(bins) - 2]
    bins[: len(known)] = np.where(known < 0, 255, known)
    return 1 - (subset[bins >> 6] >> (bins & 63).astype(np.uint64) & np.uint64(1)).astype(np.int64)


def _leaves(graph: Graph, nodes: Nodes, n_trees: int, X: str) -> str:
    """(rows, trees), whole numbers: the answer's number of the leaf that each row falls in."""
    is_leaf = nodes.answer >= 0
    found = graph.add(
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
        target_weights_as_tensor=_doubles("leaves", nodes.answer[is_leaf]),
    )
    return graph.add("Cast", found, to=INT64)


def _list(values: Array) -> list[int]:
    return [int(each) for each in values]


def _doubles(name: str, values: Any) -> Any:
    return load_onnx().numpy_helper.from_array(np.asarray(values, dtype=np.float64), name)
