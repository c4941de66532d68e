"""The nodes of a tree as the table that its drawing is made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.learners.ensembles.forest_tables import tree_table
from gnomon.learners.trees.condition_text import column_name, condition

if TYPE_CHECKING:
    import pandas as pd


def node_table(model: Any, max_depth: int | None = None) -> pd.DataFrame:
    """The nodes of a fitted decision tree, down to a depth.

    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier(random_state=0).fit([[1.0], [3.0]], ["a", "b"])
    >>> node_table(tree)[["asks", "branch", "answer"]].values.tolist()
    [['x0', '', 'a'], ['', '≤ 2', 'a'], ['', '> 2', 'b']]
    """
    import pandas as pd

    tree, said = model.tree_, _answers(model)
    if max_depth is not None:
        closed = tree.depth >= max_depth
        tree, said = tree.cut(closed), said[~tree.hidden(closed)]
    names = [column_name(model, feature) if feature >= 0 else "" for feature in tree.feature]
    table = {
        "parent": tree.parent,
        "asks": ["" if leaf else name for name, leaf in zip(names, tree.is_leaf)],
        "branch": [_branch_words(model, tree, node, names) for node in range(len(tree))],
        "answer": [f"{each:.4g}" if isinstance(each, float) else str(each) for each in said],
        "weight": tree.weight,
    }
    return pd.DataFrame({**table, **_shares(model, tree)})


def _answers(model: Any) -> Any:
    """What each node says; the likeliest class where the model has no word for it."""
    if hasattr(model, "node_predictions"):
        return model.node_predictions()
    return model.classes_[model.tree_.value.argmax(axis=1)]


def _shares(model: Any, tree: Any) -> dict[str, Any]:
    if not hasattr(model, "classes_"):
        return {}
    shares = tree.value / tree.value.sum(axis=1, keepdims=True)
    return {f"share {name}": shares[:, code] for code, name in enumerate(model.classes_)}


def _branch_words(model: Any, tree: Any, node: int, names: list[str]) -> str:
    """The condition on the way to a node, without the name of the column, which stands above it."""
    above = int(tree.parent[node])
    if above < 0:
        return ""
    # The nodes of a tree that was cut have other numbers: the words are asked of the cut tree.
    words = condition(_Cut(model, tree), above, node - int(tree.first_child[above]))
    rest = words[len(names[above]) + 1 :]
    if rest.startswith("in {"):
        return rest[4:-1]
    return rest.removeprefix("= ").replace("<=", "≤")


class _Cut:
    """A model as seen by the words of its conditions, with another tree."""

    def __init__(self, model: Any, tree: Any) -> None:
        self.tree_, self.n_features_ = tree, getattr(model, "n_features_", 0)
        self.feature_names_in_ = getattr(model, "feature_names_in_", None)
        self.categories_, self.orders_ = getattr(model, "categories_", None), getattr(model, "orders_", {})


def forest_node_table(forest: Any, number: int = 0, max_depth: int | None = None) -> pd.DataFrame:
    """The nodes of one tree of a fitted forest, down to a depth.

    >>> from gnomon import RandomForestClassifier
    >>> forest = RandomForestClassifier(1, bootstrap=False).fit([[1.0], [3.0]], ["a", "b"])
    >>> forest_node_table(forest)[["asks", "branch", "answer"]].values.tolist()
    [['x0', '', 'a'], ['', '≤ 2', 'a'], ['', '> 2', 'b']]
    """
    import pandas as pd

    table = tree_table(forest, number)
    names = getattr(forest, "feature_names_in_", [f"x{place}" for place in range(forest.n_features_in_)])
    shares = [name for name in table if name.startswith("proportion_")]
    held, nodes = _means(table, shares or ["value"]), table.to_dict("records")
    rows: list[dict[str, Any]] = []
    left_to_see = [(0, -1, "", 0)]
    while left_to_see:
        place, parent, branch, depth = left_to_see.pop(0)
        node = nodes[place]
        ends = node["feature"] < 0 or depth == max_depth
        row = {
            "parent": parent,
            "asks": "" if ends else str(names[int(node["feature"])]),
            "branch": branch,
            "answer": str(forest.classes_[held[place].argmax()]) if shares else f"{held[place, 0]:.4g}",
            "weight": node["weight"],
        }
        rows.append(
            {
                **row,
                **{
                    name.replace("proportion_", "share ", 1): value
                    for name, value in zip(shares, held[place])
                },
            }
        )
        if not ends:
            words = ("some", "others") if node["is_categorical"] else _sides(node["threshold"])
            below = zip((node["left"], node["right"]), words)
            left_to_see += [(int(child), len(rows) - 1, word, depth + 1) for child, word in below]
    return pd.DataFrame(rows)


def _sides(threshold: float) -> tuple[str, str]:
    return f"≤ {threshold:.4g}", f"> {threshold:.4g}"


def _means(table: pd.DataFrame, columns: list[str]) -> Any:
    """The answer of every node: its own if it is a leaf, else the mean of the leaves below, by weight."""
    left, right = table["left"].to_numpy(), table["right"].to_numpy()
    values, weight = table[columns].to_numpy(copy=True), table["weight"].to_numpy()
    order, seen = [], [0]
    while seen:
        node = seen.pop()
        order.append(node)
        if left[node] >= 0:
            seen += [int(left[node]), int(right[node])]
    for node in reversed(order):
        if left[node] >= 0:
            pair = [left[node], right[node]]
            values[node] = weight[pair] @ values[pair] / weight[pair].sum()
    return values
