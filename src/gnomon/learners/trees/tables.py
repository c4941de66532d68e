"""A fitted tree as tables: splits, decision path of a row, growth, and the gain of every column."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Flags
from gnomon.errors import ParameterError
from gnomon.learners.trees.condition_text import column_name, condition
from gnomon.learners.trees.growth import Limits
from gnomon.learners.trees.pre_pruning import best_first
from gnomon.learners.trees.tree import Tree

# Relative tolerance for ties of gains.
EQUAL_GAINS = 1e-9


def splits(model: Any) -> Any:
    """A table of the splits, in order of node.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> splits(model)["condition"].tolist()
    ['x0 <= 2']
    """
    import pandas as pd

    check_is_fitted(model)
    tree = model.tree_
    inner = np.flatnonzero(~tree.is_leaf)
    gain = tree.gain[inner] * tree.weight[0] / tree.weight[inner]
    return pd.DataFrame(
        {
            "node": inner,
            "depth": tree.depth[inner],
            "column": [column_name(model, tree.feature[node]) for node in inner],
            "condition": [condition(model, node, 0) for node in inner],
            "lowest": tree.low[inner],
            "highest": tree.high[inner],
            "rows": tree.n_rows[inner],
            "impurity": tree.impurity[inner],
            "gain": gain,
            "relative_gain": gain / tree.impurity[inner],
        }
    )


def path(model: Any, x: Any) -> Any:
    """A table of the decision path of one row: the nodes that it passes.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> path(model, [2.5])["condition"].tolist()
    ['x0 > 2', 'leaf']
    """
    import pandas as pd

    rows = model.check_examples(x if hasattr(x, "columns") else np.atleast_2d(np.asarray(x)), reset=False)
    if len(rows) != 1:
        raise ParameterError(f"path takes one row, and X has {len(rows)}; select one, as in X[:1]")
    check_is_fitted(model)
    tree, predictions = model.tree_, model.node_predictions()
    nodes = tree.path(int(tree.apply(rows)[0]))
    conditions = [condition(model, node, child - tree.first_child[node]) for node, child in pairwise(nodes)]
    return pd.DataFrame(
        {
            "node": nodes,
            "condition": [*conditions, "leaf" if tree.is_leaf[nodes[-1]] else "unknown category"],
            "rows": tree.n_rows[nodes],
            "impurity": tree.impurity[nodes],
            "prediction": predictions[nodes],
        }
    )


def growth(model: Any) -> Any:
    """A table of the splits in best-first order, with the number of leaves and the impurity after each.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> growth(model)["impurity"].tolist()
    [0.5, 0.0]
    """
    import pandas as pd

    check_is_fitted(model)
    tree = model.tree_
    order = list(best_first(tree))
    remaining = tree.impurity[0] - np.cumsum([0.0, *tree.gain[order]])
    leaves = 1 + np.cumsum([0, *(tree.n_children[order] - 1)])
    return pd.DataFrame(
        {
            "step": range(len(order) + 1),
            "node": [-1, *order],
            "condition": ["", *(condition(model, node, 0) for node in order)],
            "gain": [0.0, *tree.gain[order]],
            "leaves": leaves,
            "impurity": np.maximum(remaining, 0.0),
        }
    )


def gains(model: Any, X: Any, y: Any, sample_weight: Any = None, node: int = 0) -> Any:
    """A table of every column's best split at a node of a tree fitted on these rows, best first.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> gains(model, [[1.0, 5.0], [3.0, 5.0]], ["a", "b"])["column"].tolist()
    ['x0']
    """
    import pandas as pd

    data = model.prepare(*model.check_rows(X, y, sample_weight))
    if node:
        check_is_fitted(model)
        data = data.rows(np.flatnonzero(_passes(model.tree_, node)[model.tree_.apply(data.X)]))
    rows = [_best_split_of(model, data, column) for column in range(data.X.shape[1])]
    frame = pd.DataFrame([row for row in rows if row is not None])
    if frame.empty:
        return pd.DataFrame(columns=["column", "condition", "impurity", "gain", "relative_gain", "tied"])
    frame = frame.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
    frame["tied"] = frame["gain"] >= frame["gain"].iloc[0] - EQUAL_GAINS * frame["impurity"]
    return frame


def _passes(tree: Tree, node: int) -> Flags:
    """The mask of this node and its descendants."""
    below = tree.hidden(np.arange(len(tree)) == node)
    below[node] = True
    return below


def _best_split_of(model: Any, data: Any, column: int) -> dict[str, Any] | None:
    """The best split of one column; None if there is none."""
    plan = model._plan(data)
    single = replace(plan, growth=replace(plan.growth, monotone=None, max_features=1))
    tree = model._grown(data.column(column), single, Limits(max_depth=1), data)
    if tree.is_leaf[0]:
        return None
    named = _NamedTree(
        model, replace(tree, feature=np.where(tree.is_leaf, -1, column).astype(np.int32)), data.X.shape[1]
    )
    return {
        "column": column_name(named, column),
        "condition": condition(named, 0, 0),
        "impurity": tree.impurity[0],
        "gain": tree.gain[0],
        "relative_gain": tree.gain[0] / tree.impurity[0],
    }


class _NamedTree:
    """A tree with the feature names of a model."""

    def __init__(self, model: Any, tree: Tree, n_columns: int) -> None:
        self.tree_ = tree
        self.n_features_ = n_columns
        self.feature_names_in_ = getattr(model, "feature_names_in_", None)
        self.categories_ = getattr(model, "categories_", None)
        self.orders_ = getattr(model, "orders_", {})
