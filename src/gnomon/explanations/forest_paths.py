"""Path contributions of forests and boosted trees (Saabas 2014), by column.

The value of a node is the weighted mean of its leaves; the change from a node to its child is attributed to
the column of the split. The contributions sum to the prediction exactly. Unlike Shapley values, of two
redundant columns the one nearer to the root gets the credit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.ensemble._forest import BaseForest

from gnomon.arrays import Floats, Integers
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation, contributions
from gnomon.explanations.model_output import output_of
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.gradient_boosting import GradientBoosting
from gnomon.learners.ensembles.trees import Trees

_NOTE = (
    "Each contribution is the change in prediction at splits on the column, summed over the paths of all "
    "trees. Of redundant columns, the one nearer to the root gets the credit."
)


def explain_forest(model: Any, case: Case) -> Explanation | None:
    """The path contributions of each column; None if the model is not a sum of trees.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.RandomForestRegressor(5).fit([[0.0], [1.0], [4.0], [5.0]], [0.0, 0.0, 1.0, 1.0])
    >>> explanation = explain_forest(model, case_of(model, [4.5], None, None, 0))
    >>> round(explanation.base + sum(explanation.frame()["contribution"]) - explanation.value, 9)
    0.0
    """
    if isinstance(model, Forest):
        decomposition = None if model.lines_ is not None else _of_forest(model, case)
    elif isinstance(model, GradientBoosting):
        decomposition = _of_boosting(model, case)
    elif isinstance(model, BaseForest):
        decomposition = _of_scikit_learn(model, case)
    else:
        return None
    if decomposition is None:
        return None
    amounts, base, value, output = decomposition
    if not np.isclose(base + amounts.sum(), value, rtol=1e-6, atol=1e-6):
        return None
    predicted = np.asarray(model.predict(case.X)).tolist()[0]
    return contributions(
        "contributions", predicted, case.names, case.values, amounts, base, value, output, _NOTE
    )


Decomposition = tuple[Floats, float, float, str]


def _of_forest(model: Any, case: Case) -> Decomposition:
    explained = output_of(model, case.X)
    column = max(explained.target, 0)
    n_trees = len(model.trees_)
    amounts, roots = path_contributions(model.trees_, model._codes(case.X), len(case.names))
    return amounts[:, column] / n_trees, float(roots[column]) / n_trees, explained.value, explained.output


def _of_boosting(model: Any, case: Case) -> Decomposition:
    """Contributions to the raw score; for multiclass, to the difference of the two highest scores."""
    codes, rounds = model._codes(case.X), model.rounds_
    each = [path_contributions(trees, codes, len(case.names)) for trees in rounds.trees]
    amounts = np.stack([of_class[0][:, 0] for of_class in each])
    bases = rounds.baseline + np.array([of_class[1][0] for of_class in each])
    scores = rounds.scores(codes)[0]
    if not is_classifier(model):
        output = (
            "prediction"
            if np.isclose(scores[0], model.predict(case.X)[0])
            else "raw score (before the link function)"
        )
        return amounts[0], float(bases[0]), float(scores[0]), output
    if len(scores) == 1:
        return amounts[0], float(bases[0]), float(scores[0]), f"log-odds of {model.classes_[1]}"
    best, other = np.argsort(-scores, kind="stable")[:2]
    output = f"score of {model.classes_[best]} minus score of {model.classes_[other]}"
    return (
        amounts[best] - amounts[other],
        float(bases[best] - bases[other]),
        float(scores[best] - scores[other]),
        output,
    )


def path_contributions(trees: Trees, codes: Any, n_columns: int) -> tuple[Floats, Floats]:
    """(columns, outputs): contributions on the paths of the first row; and the sum of the root values.

    >>> import gnomon as gn
    >>> forest = gn.RandomForestRegressor(1, bootstrap=False).fit([[0.0], [1.0]], [0.0, 4.0])
    >>> path_contributions(forest.trees_, forest._codes([[1.0]]), 1)
    (array([[2.]]), array([2.]))
    """
    values, parent = _node_values(trees)
    split_column = trees.nodes[:, 1].astype(np.int64) >> 14
    at = np.asarray(trees.leaves(codes)[0], dtype=np.int64)
    amounts = np.zeros((n_columns, values.shape[1]))
    while len(at):
        above = parent[at]
        at, above = at[above >= 0], above[above >= 0]
        np.add.at(amounts, split_column[above], values[at] - values[above])
        at = above
    return amounts, values[trees.begin[:-1]].sum(axis=0)


def _node_values(trees: Trees) -> tuple[Floats, Integers]:
    """The value of every node, the weighted mean of its children; and its parent, -1 for a root."""
    values = trees.leaf_values()
    left = trees.nodes[:, 0].astype(np.int64)
    parent = np.full(len(left), -1)
    inner = np.flatnonzero(~trees.is_leaf)
    parent[left[inner]] = parent[left[inner] + 1] = inner
    levels, at = [], trees.begin[:-1].astype(np.int64)
    while len(at := at[~trees.is_leaf[at]]):
        levels.append(at)
        at = np.concatenate([left[at], left[at] + 1])
    for nodes in levels[::-1]:
        children = left[nodes], left[nodes] + 1
        weight = [trees.weight[child][:, None] for child in children]
        total = np.maximum(weight[0] + weight[1], np.finfo(np.float64).tiny)
        values[nodes] = (weight[0] * values[children[0]] + weight[1] * values[children[1]]) / total
    return values, parent


def _of_scikit_learn(model: Any, case: Case) -> Decomposition | None:
    """scikit-learn's forests, whose trees store the value of every node."""
    if getattr(model, "n_outputs_", 1) != 1:
        return None
    explained = output_of(model, case.X)
    column = max(explained.target, 0)
    amounts, base = np.zeros(len(case.names)), 0.0
    for each in model.estimators_:
        tree = each.tree_
        nodes = each.decision_path(np.asarray(case.X, dtype=np.float32)).indices
        values = tree.value[nodes, 0]
        on_path = (values / values.sum(axis=1, keepdims=True) if is_classifier(model) else values)[:, column]
        np.add.at(amounts, tree.feature[nodes[:-1]], np.diff(on_path))
        base += on_path[0]
    n_trees = len(model.estimators_)
    return amounts / n_trees, base / n_trees, explained.value, explained.output
