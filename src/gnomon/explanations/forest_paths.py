"""Forests and boosted trees: how far each question on the case's paths moved the answer, column by column.

Every node has an answer, the mean of its leaves by weight; a step from a node to its child moves it, and the
move is put down to the column asked there (Saabas 2014). The moves add up to the answer exactly. They are no
Shapley values: of two columns that tell the same, the one asked first gets the credit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.ensemble._forest import BaseForest

from gnomon.arrays import Floats, Integers
from gnomon.explanations.answers import answer_of
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation, contributions
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.gradient_boosting import GradientBoosting
from gnomon.learners.ensembles.trees import Trees

_NOTE = (
    "Each amount is what the questions about a column moved the answer by, summed over the paths in all "
    "trees. Of columns that tell the same, the one asked first gets the credit."
)


def explain_forest(model: Any, case: Case) -> Explanation | None:
    """What each column moved the answer by; None for a model that is no sum of trees.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.RandomForestRegressor(5).fit([[0.0], [1.0], [4.0], [5.0]], [0.0, 0.0, 1.0, 1.0])
    >>> found = explain_forest(model, case_of(model, [4.5], None, None, 0))
    >>> round(found.base + sum(found.frame()["contribution"]) - found.value, 9)
    0.0
    """
    if isinstance(model, Forest):
        found = None if model.lines_ is not None else _of_forest(model, case)
    elif isinstance(model, GradientBoosting):
        found = _of_boosting(model, case)
    elif isinstance(model, BaseForest):
        found = _of_peer(model, case)
    else:
        return None
    if found is None:
        return None
    amounts, base, value, output = found
    if not np.isclose(base + amounts.sum(), value, rtol=1e-6, atol=1e-6):
        return None
    predicted = np.asarray(model.predict(case.X)).tolist()[0]
    return contributions(
        "contributions", predicted, case.names, case.values, amounts, base, value, output, _NOTE
    )


Found = tuple[Floats, float, float, str]


def _of_forest(model: Any, case: Case) -> Found:
    answer = answer_of(model, case.X)
    place = max(answer.target, 0)
    n_trees = len(model.trees_)
    amounts, roots = path_amounts(model.trees_, model._codes(case.X), len(case.names))
    return amounts[:, place] / n_trees, float(roots[place]) / n_trees, answer.value, answer.output


def _of_boosting(model: Any, case: Case) -> Found:
    """The scores: of a class against the next where there are more than two."""
    codes, rounds = model._codes(case.X), model.rounds_
    each = [path_amounts(trees, codes, len(case.names)) for trees in rounds.trees]
    amounts = np.stack([found[0][:, 0] for found in each])
    bases = rounds.baseline + np.array([found[1][0] for found in each])
    scores = rounds.scores(codes)[0]
    if not is_classifier(model):
        output = (
            "prediction" if np.isclose(scores[0], model.predict(case.X)[0]) else "score (before the link)"
        )
        return amounts[0], float(bases[0]), float(scores[0]), output
    if len(scores) == 1:
        return amounts[0], float(bases[0]), float(scores[0]), f"log odds of {model.classes_[1]}"
    best, other = np.argsort(-scores, kind="stable")[:2]
    output = f"score of {model.classes_[best]} less that of {model.classes_[other]}"
    return (
        amounts[best] - amounts[other],
        float(bases[best] - bases[other]),
        float(scores[best] - scores[other]),
        output,
    )


def path_amounts(trees: Trees, codes: Any, n_columns: int) -> tuple[Floats, Floats]:
    """(columns, outputs): the moves on the first row's paths; and the answers of the roots, added up.

    >>> import gnomon as gn
    >>> forest = gn.RandomForestRegressor(1, bootstrap=False).fit([[0.0], [1.0]], [0.0, 4.0])
    >>> path_amounts(forest.trees_, forest._codes([[1.0]]), 1)
    (array([[2.]]), array([2.]))
    """
    values, parent = _node_values(trees)
    ask = trees.nodes[:, 1].astype(np.int64) >> 14
    at = np.asarray(trees.leaves(codes)[0], dtype=np.int64)
    amounts = np.zeros((n_columns, values.shape[1]))
    while len(at):
        above = parent[at]
        at, above = at[above >= 0], above[above >= 0]
        np.add.at(amounts, ask[above], values[at] - values[above])
        at = above
    return amounts, values[trees.begin[:-1]].sum(axis=0)


def _node_values(trees: Trees) -> tuple[Floats, Integers]:
    """The answer of every node, the mean of its children's by weight; and its parent, -1 for a root."""
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


def _of_peer(model: Any, case: Case) -> Found | None:
    """scikit-learn's forests: trees that hold the answer of every node."""
    if getattr(model, "n_outputs_", 1) != 1:
        return None
    answer = answer_of(model, case.X)
    place = max(answer.target, 0)
    amounts, base = np.zeros(len(case.names)), 0.0
    for each in model.estimators_:
        tree = each.tree_
        nodes = each.decision_path(np.asarray(case.X, dtype=np.float32)).indices
        values = tree.value[nodes, 0]
        said = (values / values.sum(axis=1, keepdims=True) if is_classifier(model) else values)[:, place]
        np.add.at(amounts, tree.feature[nodes[:-1]], np.diff(said))
        base += said[0]
    n_trees = len(model.estimators_)
    return amounts / n_trees, base / n_trees, answer.value, answer.output
