"""Node tables of decision trees: split feature, branch condition, prediction and class proportions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.learners.ensembles.forest_tables import tree_table
from gnomon.learners.trees.condition_text import column_name, condition

if TYPE_CHECKING:
    import pandas as pd


def node_table(model: Any, max_depth: int | None = None) -> pd.DataFrame:
    """Node table of a fitted decision tree, down to max_depth.

    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(random_state=0).fit([[1.0], [3.0]], ["a", "b"])
    >>> node_table(tree)[["feature", "branch", "prediction"]].values.tolist()
    [['x0', '', 'a'], ['', '≤ 2', 'a'], ['', '> 2', 'b']]
    """
    import pandas as pd

    tree, predictions = model.tree_, _node_predictions(model)
    if max_depth is not None:
        is_cut = tree.depth >= max_depth
        tree, predictions = tree.cut(is_cut), predictions[~tree.hidden(is_cut)]
    names = [column_name(model, feature) if feature >= 0 else "" for feature in tree.feature]
    table = {
        "parent": tree.parent,
        "feature": ["" if leaf else name for name, leaf in zip(names, tree.is_leaf)],
        "branch": [_branch_words(model, tree, node, names) for node in range(len(tree))],
        "prediction": [f"{each:.4g}" if isinstance(each, float) else str(each) for each in predictions],
        "weight": tree.weight,
    }
    return pd.DataFrame({**table, **_proportions(model, tree)})


def _node_predictions(model: Any) -> Any:
    """Prediction of each node: the model's own, or the majority class."""
    if hasattr(model, "node_predictions"):
        return model.node_predictions()
    return model.classes_[model.tree_.value.argmax(axis=1)]


def _proportions(model: Any, tree: Any) -> dict[str, Any]:
    if not hasattr(model, "classes_"):
        return {}
    proportions = tree.value / tree.value.sum(axis=1, keepdims=True)
    return {f"proportion {name}": proportions[:, code] for code, name in enumerate(model.classes_)}


def _branch_words(model: Any, tree: Any, node: int, names: list[str]) -> str:
    """Branch condition of a node, without the name of the split feature of its parent."""
    above = int(tree.parent[node])
    if above < 0:
        return ""
    # Nodes of a cut tree are renumbered: the condition comes from the cut tree.
    words = condition(_Cut(model, tree), above, node - int(tree.first_child[above]))
    rest = words[len(names[above]) + 1 :]
    if rest.startswith("in {"):
        return rest[4:-1]
    return rest.removeprefix("= ").replace("<=", "≤")


class _Cut:
    """The attributes of a model that `condition` reads, with another tree."""

    def __init__(self, model: Any, tree: Any) -> None:
        self.tree_, self.n_features_ = tree, getattr(model, "n_features_", 0)
        self.feature_names_in_ = getattr(model, "feature_names_in_", None)
        self.categories_, self.orders_ = getattr(model, "categories_", None), getattr(model, "orders_", {})


def forest_node_table(forest: Any, number: int = 0, max_depth: int | None = None) -> pd.DataFrame:
    """Node table of one tree of a fitted forest, down to max_depth.

    >>> from gnomon import RandomForestClassifier
    >>> forest = RandomForestClassifier(1, bootstrap=False).fit([[1.0], [3.0]], ["a", "b"])
    >>> forest_node_table(forest)[["feature", "branch", "prediction"]].values.tolist()
    [['x0', '', 'a'], ['', '≤ 2', 'a'], ['', '> 2', 'b']]
    """
    import pandas as pd

    table = tree_table(forest, number)
    names = getattr(forest, "feature_names_in_", [f"x{place}" for place in range(forest.n_features_in_)])
    proportions = [name for name in table if name.startswith("proportion_")]
    values, nodes = _node_means(table, proportions or ["value"]), table.to_dict("records")
    rows: list[dict[str, Any]] = []
    queue = [(0, -1, "", 0)]
    while queue:
        place, parent, branch, depth = queue.pop(0)
        node = nodes[place]
        is_leaf = node["feature"] < 0 or depth == max_depth
        row = {
            "parent": parent,
            "feature": "" if is_leaf else str(names[int(node["feature"])]),
            "branch": branch,
            "prediction": str(forest.classes_[values[place].argmax()])
            if proportions
            else f"{values[place, 0]:.4g}",
            "weight": node["weight"],
        }
        rows.append(
            {
                **row,
                **{
                    name.replace("proportion_", "proportion ", 1): value
                    for name, value in zip(proportions, values[place])
                },
            }
        )
        if not is_leaf:
            words = ("some", "others") if node["is_categorical"] else _sides(node["threshold"])
            below = zip((node["left"], node["right"]), words)
            queue += [(int(child), len(rows) - 1, word, depth + 1) for child, word in below]
    return pd.DataFrame(rows)


def _sides(threshold: float) -> tuple[str, str]:
    return f"≤ {threshold:.4g}", f"> {threshold:.4g}"


def _node_means(table: pd.DataFrame, columns: list[str]) -> Any:
    """Value of every node: its own for a leaf, else the weighted mean of the leaves below."""
    left, right = table["left"].to_numpy(), table["right"].to_numpy()
    values, weight = table[columns].to_numpy(copy=True), table["weight"].to_numpy()
    order, stack = [], [0]
    while stack:
        node = stack.pop()
        order.append(node)
        if left[node] >= 0:
            stack += [int(left[node]), int(right[node])]
    for node in reversed(order):
        if left[node] >= 0:
            pair = [left[node], right[node]]
            values[node] = weight[pair] @ values[pair] / weight[pair].sum()
    return values
