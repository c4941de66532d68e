"""A fitted tree read out: nested rules, a rule set, a graph; tables of splits, ways and growth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import ParameterError
from gnomon.learners.trees.cutting import best_first
from gnomon.learners.trees.growing import Limits
from gnomon.learners.trees.tree import MISSING, Tree

# Gains this close, as a share of the impurity, are equal but for rounding.
EQUAL_GAINS = 1e-9


@dataclass(frozen=True)
class Rule:
    """If all conditions hold, the answer; weight of the training rows that meet them; mean impurity there.

    >>> print(Rule(("x > 1", "y <= 2"), "yes", 5.0, 0.0))
    if x > 1 and y <= 2 then yes
    """

    conditions: tuple[str, ...]
    answer: Any
    weight: float
    impurity: float

    def __str__(self) -> str:
        return f"if {' and '.join(self.conditions) or 'anything'} then {self.answer}"


def text(model: Any) -> str:
    """The tree as nested rules.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> print(text(model))
    if x0 > 2 then b
    else a
    endif
    """
    check_is_fitted(model)
    return "\n".join(_lines(model))


def rules(model: Any) -> list[Rule]:
    """One rule for each leaf, from left to right.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> print(rules(model)[0])
    if x0 <= 2 then a
    """
    check_is_fitted(model)
    tree, said = model.tree_, model.answers()
    found = []
    for leaf in _leaves_in_order(tree, 0):
        way = tree.path(leaf)
        conditions = tuple(
            condition(model, above, node - tree.first_child[above]) for above, node in pairwise(way)
        )
        found.append(Rule(conditions, said[leaf], float(tree.weight[leaf]), float(tree.impurity[leaf])))
    return found


def dot(model: Any) -> str:
    """The tree in Graphviz's language.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> dot(model).splitlines()[2]
    '  0 [label="x0\\\\n2 rows, impurity 0.5"];'
    """
    check_is_fitted(model)
    tree, said = model.tree_, model.answers()
    lines = ["digraph tree {", "  node [shape=box];"]
    for node in range(len(tree)):
        what = said[node] if tree.is_leaf[node] else column_name(model, tree.feature[node])
        size = f"{tree.weight[node]:g} rows, impurity {tree.impurity[node]:.3g}"
        lines.append(f"  {node} [label={_quoted(f'{what}', size)}];")
        for branch, child in enumerate(tree.children(node)):
            lines.append(f"  {node} -> {child} [label={_quoted(condition(model, node, branch))}];")
    return "\n".join([*lines, "}"])


def splits(model: Any) -> Any:
    """A table of the splits, from the root down.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> splits(model)["question"].tolist()
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
            "question": [condition(model, node, 0) for node in inner],
            "lowest": tree.low[inner],
            "highest": tree.high[inner],
            "rows": tree.n_rows[inner],
            "impurity": tree.impurity[inner],
            "gain": gain,
            "share": gain / tree.impurity[inner],
        }
    )


def way(model: Any, x: Any) -> Any:
    """A table of the nodes that one row passes.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> way(model, [2.5])["answer"].tolist()
    ['x0 > 2', 'leaf']
    """
    import pandas as pd

    rows = model.check_examples(x if hasattr(x, "columns") else np.atleast_2d(np.asarray(x)), reset=False)
    if len(rows) != 1:
        raise ParameterError(f"way shows one row, and {len(rows)} were given; take one of them, as in X[:1]")
    check_is_fitted(model)
    tree, said = model.tree_, model.answers()
    nodes = tree.path(int(tree.apply(rows)[0]))
    taken = [condition(model, node, child - tree.first_child[node]) for node, child in pairwise(nodes)]
    return pd.DataFrame(
        {
            "node": nodes,
            "answer": [*taken, "leaf" if tree.is_leaf[nodes[-1]] else "category not seen here"],
            "rows": tree.n_rows[nodes],
            "impurity": tree.impurity[nodes],
            "majority": said[nodes],
        }
    )


def growth(model: Any) -> Any:
    """A table of the splits in best-first order, with the leaves and the impurity there are after each.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> growth(model)["impurity"].tolist()
    [0.5, 0.0]
    """
    import pandas as pd

    check_is_fitted(model)
    tree = model.tree_
    order = list(best_first(tree))
    left = tree.impurity[0] - np.cumsum([0.0, *tree.gain[order]])
    leaves = 1 + np.cumsum([0, *(tree.n_children[order] - 1)])
    return pd.DataFrame(
        {
            "step": range(len(order) + 1),
            "node": [-1, *order],
            "question": ["", *(condition(model, node, 0) for node in order)],
            "gain": [0.0, *tree.gain[order]],
            "leaves": leaves,
            "impurity": np.maximum(left, 0.0),
        }
    )


def gains(model: Any, X: Any, y: Any, sample_weight: Any = None, node: int = 0) -> Any:
    """A table of every column's best split at a node of a tree fitted on these rows, best first.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> gains(model, [[1.0, 5.0], [3.0, 5.0]], ["a", "b"])["column"].tolist()
    ['x0']
    """
    import pandas as pd

    data = model.prepare(*model.check_rows(X, y, sample_weight))
    if node:
        check_is_fitted(model)
        data = data.rows(
            np.array([node in model.tree_.path(end) for end in model.tree_.apply(data.X)]).nonzero()[0]
        )
    rows = [_alone(model, data, column) for column in range(data.X.shape[1])]
    frame = pd.DataFrame([row for row in rows if row is not None])
    if frame.empty:
        return pd.DataFrame(columns=["column", "question", "impurity", "gain", "share", "tied"])
    frame = frame.sort_values("gain", ascending=False, kind="stable", ignore_index=True)
    frame["tied"] = frame["gain"] >= frame["gain"].iloc[0] - EQUAL_GAINS * frame["impurity"]
    return frame


def condition(model: Any, node: Any, branch: Any) -> str:
    """What holds on a branch of a node.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> condition(model, 0, 1)
    'x0 > 2'
    """
    tree: Tree = model.tree_
    name = column_name(model, tree.feature[node])
    if not tree.is_categorical(node):
        levels = getattr(model, "orders_", {}).get(name)
        limit = f"{tree.threshold[node]:.6g}" if levels is None else levels[int(tree.threshold[node])]
        return f"{name} {'>' if branch else '<='} {limit}"
    codes, branches = tree.levels_of(node)
    chosen = [level_name(model, tree.feature[node], code) for code in codes[branches == branch]]
    return f"{name} = {chosen[0]}" if len(chosen) == 1 else f"{name} in {{{', '.join(chosen)}}}"


def column_name(model: Any, feature: int) -> str:
    """The name of a column, or of a direction.

    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> column_name(model, 0)
    'x0'
    """
    names = getattr(model, "feature_names_in_", None)
    tree: Tree = model.tree_
    n_columns = int(model.n_features_)
    if feature >= n_columns and tree.directions is not None:
        parts = enumerate(tree.directions[feature - n_columns])
        return " + ".join(f"{size:.3g} {column_name(model, place)}" for place, size in parts if size)
    return f"x{feature}" if names is None else str(names[feature])


def level_name(model: Any, feature: int, code: int) -> str:
    """The name of a category.

    >>> import pandas as pd
    >>> from gnomon.learners.trees.classifier import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit(pd.DataFrame({"z": ["p", "q"]}), [0, 1])
    >>> level_name(model, 0, 1)
    'q'
    """
    if code == MISSING:
        return "missing"
    levels = model.categories_.levels[feature]
    return str(levels[code])


def _lines(model: Any) -> Iterator[str]:
    """The nested rules line by line; without recursion, as a tree may be thousands of questions deep."""
    said, waiting = model.answers(), [(0, 0, "")]
    while waiting:
        node, depth, line = waiting.pop()
        if line:
            yield "    " * depth + line
        elif model.tree_.is_leaf[node]:
            yield "    " * depth + f"{said[node]}"
        else:
            waiting += [(child, depth + deeper, line) for child, deeper, line in _parts(model, said, node)][
                ::-1
            ]


def _parts(model: Any, said: Any, node: int) -> Iterator[tuple[int, int, str]]:
    """What a node prints: lines, and children to be printed one step further in (without a line)."""
    tree = model.tree_
    is_number = not tree.is_categorical(node)
    # A number is asked as "x > threshold", as books write it.
    branches = [1, 0] if is_number else range(int(tree.n_children[node]))
    for place, branch in enumerate(branches):
        is_last = is_number and place == 1
        word = "else" if is_last else f"{'else ' if place else ''}if {condition(model, node, branch)} then"
        child = int(tree.first_child[node]) + branch
        if tree.is_leaf[child]:
            yield child, 0, f"{word} {said[child]}"
        else:
            yield child, 0, word
            yield child, 1, ""
    yield node, 0, "endif"


def _leaves_in_order(tree: Tree, node: int) -> Iterator[int]:
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if tree.is_leaf[at]:
            yield at
        waiting.extend(reversed(tree.children(at)))


def _quoted(*lines: str) -> str:
    inside = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f'"{inside}"'


def _alone(model: Any, data: Any, column: int) -> dict[str, Any] | None:
    """The best split of one column by itself; None if it allows none."""
    one = replace(
        data,
        X=data.X[:, [column]],
        categorical=data.categorical[[column]],
        values=data.values[[column]],
        places=data.places[[column]],
    )
    plan = model._plan(data)
    alone = replace(plan, growth=replace(plan.growth, monotone=None, max_features=1))
    tree = model._grown(one, alone, Limits(max_depth=1), data)
    if tree.is_leaf[0]:
        return None
    shown = _Shown(
        model, replace(tree, feature=np.where(tree.is_leaf, -1, column).astype(np.int32)), data.X.shape[1]
    )
    return {
        "column": column_name(shown, column),
        "question": condition(shown, 0, 0),
        "impurity": tree.impurity[0],
        "gain": tree.gain[0],
        "share": tree.gain[0] / tree.impurity[0],
    }


class _Shown:
    """A tree with the names of a model."""

    def __init__(self, model: Any, tree: Tree, n_columns: int) -> None:
        self.tree_ = tree
        self.n_features_ = n_columns
        self.feature_names_in_ = getattr(model, "feature_names_in_", None)
        self.categories_ = getattr(model, "categories_", None)
        self.orders_ = getattr(model, "orders_", {})
