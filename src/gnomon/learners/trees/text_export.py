"""Text export of a fitted tree: nested rules, a rule set, Graphviz DOT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sklearn.utils.validation import check_is_fitted

from gnomon.learners.trees.condition_text import column_name, condition
from gnomon.learners.trees.tree import Tree


@dataclass(frozen=True)
class Rule:
    """A rule: its conditions (a conjunction), prediction, weight of the covered training rows, and impurity.

    >>> print(Rule(("x > 1", "y <= 2"), "yes", 5.0, 0.0))
    if x > 1 and y <= 2 then yes
    """

    conditions: tuple[str, ...]
    prediction: Any
    weight: float
    impurity: float

    def __str__(self) -> str:
        return f"if {' and '.join(self.conditions) or 'anything'} then {self.prediction}"


def text(model: Any) -> str:
    """The tree as nested rules (decision list).

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> print(text(model))
    if x0 > 2 then b
    else a
    endif
    """
    check_is_fitted(model)
    return "\n".join(_lines(model))


def rules(model: Any) -> list[Rule]:
    """The rule set of the tree: one rule per leaf, from left to right.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> print(rules(model)[0])
    if x0 <= 2 then a
    """
    check_is_fitted(model)
    tree, predictions = model.tree_, model.node_predictions()
    conditions = [
        condition(model, above, node - tree.first_child[above]) if above >= 0 else ""
        for node, above in enumerate(tree.parent)
    ]
    return [
        Rule(
            tuple(conditions[node] for node in tree.path(leaf)[1:]),
            predictions[leaf],
            float(tree.weight[leaf]),
            float(tree.impurity[leaf]),
        )
        for leaf in _leaves_in_order(tree)
    ]


def dot(model: Any) -> str:
    """The tree in Graphviz's DOT format.

    >>> from gnomon import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1.0], [3.0]], ["a", "b"])
    >>> dot(model).splitlines()[2]
    '  0 [label="x0\\\\n2 rows, impurity 0.5"];'
    """
    check_is_fitted(model)
    tree, predictions = model.tree_, model.node_predictions()
    lines = ["digraph tree {", "  node [shape=box];"]
    for node in range(len(tree)):
        label = predictions[node] if not tree.n_children[node] else column_name(model, tree.feature[node])
        size = f"{tree.weight[node]:g} rows, impurity {tree.impurity[node]:.3g}"
        lines.append(f"  {node} [label={_quoted(f'{label}', size)}];")
        for branch, child in enumerate(tree.children(node)):
            lines.append(f"  {node} -> {child} [label={_quoted(condition(model, node, branch))}];")
    return "\n".join([*lines, "}"])


def _lines(model: Any) -> Iterator[str]:
    """The nested rules line by line; without recursion, as trees may be thousands of levels deep."""
    predictions, stack = model.node_predictions(), [(0, 0, "")]
    while stack:
        node, depth, line = stack.pop()
        if line:
            yield "    " * depth + line
        elif not model.tree_.n_children[node]:
            yield "    " * depth + f"{predictions[node]}"
        else:
            parts = [
                (child, depth + deeper, line) for child, deeper, line in _parts(model, predictions, node)
            ]
            stack += reversed(parts)


def _parts(model: Any, predictions: Any, node: int) -> Iterator[tuple[int, int, str]]:
    """The lines of a node, and its children to be printed one level deeper (without a line)."""
    tree = model.tree_
    is_number = not tree.is_categorical(node)
    # Numeric conditions are printed as "x > threshold" first.
    branches = [1, 0] if is_number else range(int(tree.n_children[node]))
    for number, branch in enumerate(branches):
        is_last = is_number and number == 1
        word = "else" if is_last else f"{'else ' if number else ''}if {condition(model, node, branch)} then"
        child = int(tree.first_child[node]) + branch
        if not tree.n_children[child]:
            yield child, 0, f"{word} {predictions[child]}"
        else:
            yield child, 0, word
            yield child, 1, ""
    yield node, 0, "endif"


def _leaves_in_order(tree: Tree) -> Iterator[int]:
    waiting = [0]
    while waiting:
        at = waiting.pop()
        if not tree.n_children[at]:
            yield at
        waiting.extend(reversed(tree.children(at)))


def _quoted(*lines: str) -> str:
    inside = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return f'"{inside}"'
