"""Decision path of a tree: the splits from the root to the leaf, with training rows at each node."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.tree import BaseDecisionTree

from gnomon.arrays import Floats
from gnomon.explanations.case import Case, dense
from gnomon.explanations.explanation import Explanation
from gnomon.explanations.indicator_columns import side_of
from gnomon.explanations.model_output import output_of
from gnomon.learners.trees.condition_text import condition
from gnomon.learners.trees.decision_tree import DecisionTree

_NOTE = "Each line is a split on the path; rows: training rows at the node, and its prediction."


def explain_tree(model: Any, case: Case) -> Explanation | None:
    """The decision path as rules; None if the model is not a tree.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.DecisionTreeClassifier().fit([[1.0], [3.0], [4.0]], ["a", "b", "b"])
    >>> print(explain_tree(model, case_of(model, [3.5], None, None, 0)).lines[1])
    x0 > 2: 2 rows, b 100 %
    """
    if isinstance(model, DecisionTree):
        steps, rows, values = _path(model, case)
    elif isinstance(model, BaseDecisionTree) and hasattr(model, "tree_"):
        steps, rows, values = _scikit_learn_path(model, case)
    else:
        return None
    explained = output_of(model, case.X)
    if is_classifier(model):
        shares = values / values.sum(axis=1, keepdims=True)
        outputs: list[Any] = shares[:, explained.target].tolist()
        words = [
            f"{model.classes_[code]} {100 * line[code]:.0f} %"
            for line, code in zip(shares, shares.argmax(axis=1))
        ]
    else:
        outputs = values[:, 0].tolist()
        words = [f"{number:.6g}" for number in outputs]
    table: dict[str, list[Any]] = {"condition": steps, "rows": rows, explained.output: outputs}
    lines = tuple(f"{step}: {count:g} rows, {word}" for step, count, word in zip(steps, rows, words))
    return Explanation(
        "path", explained.predicted, table, explained.output, value=explained.value, note=_NOTE, lines=lines
    )


def _path(model: Any, case: Case) -> tuple[list[str], list[float], Floats]:
    tree = model.tree_
    nodes = tree.path(int(tree.apply(np.asarray(model.check_examples(case.X, reset=False)))[0]))
    steps = ["all rows"]
    for above, below in pairwise(nodes):
        steps.append(condition(model, above, below - int(tree.first_child[above])))
    return steps, tree.weight[nodes].tolist(), tree.value[nodes]


def _scikit_learn_path(model: Any, case: Case) -> tuple[list[str], list[float], Floats]:
    tree = model.tree_
    nodes = model.decision_path(case.X).indices.tolist()
    # The trees compare single-precision values.
    values = np.asarray(dense(case.X), dtype=np.float32)[0].tolist()
    steps = ["all rows"]
    for above, _ in pairwise(nodes):
        column = int(tree.feature[above])
        steps.append(side_of(case.names[column], values[column], float(tree.threshold[above])))
    return steps, tree.weighted_n_node_samples[nodes].tolist(), tree.value[nodes, 0]
