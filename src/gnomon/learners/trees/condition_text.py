"""The conditions of a tree as text: names of columns and categories, and the condition of a branch."""

from __future__ import annotations

from math import isinf
from typing import Any

from gnomon.learners.trees.tree import MISSING, Tree


def condition(model: Any, node: Any, branch: Any) -> str:
    """The condition of a branch of a node.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> condition(model, 0, 1)
    'x0 > 2'
    """
    tree: Tree = model.tree_
    name = column_name(model, tree.feature[node])
    if not tree.is_categorical(node):
        if isinf(tree.threshold[node]):
            # Every number is below the threshold, so the split is on missingness.
            return f"{name} is {'missing' if branch == tree.missing[node] else 'known'}"
        levels = getattr(model, "orders_", {}).get(name)
        limit = f"{tree.threshold[node]:.6g}" if levels is None else levels[int(tree.threshold[node])]
        return f"{name} {'>' if branch else '<='} {limit}"
    codes, branches = tree.levels_of(node)
    chosen = [level_name(model, tree.feature[node], code) for code in codes[branches == branch]]
    return f"{name} = {chosen[0]}" if len(chosen) == 1 else f"{name} in {{{', '.join(chosen)}}}"


def column_name(model: Any, feature: int) -> str:
    """The name of a column, or of an oblique direction.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> column_name(model, 0)
    'x0'
    """
    names = getattr(model, "feature_names_in_", None)
    tree: Tree = model.tree_
    n_columns = int(model.n_features_)
    if feature >= n_columns and tree.directions is not None:
        parts = enumerate(tree.directions[feature - n_columns])
        return " + ".join(f"{size:.3g} {column_name(model, column)}" for column, size in parts if size)
    return f"x{feature}" if names is None else str(names[feature])


def level_name(model: Any, feature: int, code: int) -> str:
    """The name of a category.

    >>> import pandas as pd
    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit(pd.DataFrame({"z": ["p", "q"]}), [0, 1])
    >>> level_name(model, 0, 1)
    'q'
    """
    if code == MISSING:
        return "missing"
    levels = model.categories_.levels[feature]
    return str(levels[code])
