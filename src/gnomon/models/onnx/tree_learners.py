"""Trees, forests and gradient boosting as ONNX operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.ensembles.extra_trees import ExtraTreesClassifier, ExtraTreesRegressor
from gnomon.learners.ensembles.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.models.onnx.features import Rows
from gnomon.models.onnx.graph import Graph
from gnomon.models.onnx.trees import forest_answers, tree_answers

Answers = dict[str, str]


def shares_of_scores(graph: Graph, model: Any, scores: str) -> Answers:
    """Labels and probabilities from log odds (rows, 1), or from one score a class."""
    if len(model.classes_) == 2:
        label = graph.label_of_two(scores, model.classes_)
        return {"label": label, "probability": graph.two_shares(graph.add("Sigmoid", scores))}
    label = graph.label(scores, model.classes_)
    return {"label": label, "probability": graph.add("Softmax", scores, axis=1)}


def _tree_of_classes(graph: Graph, model: Any, rows: Rows) -> Answers:
    node = tree_answers(graph, model, rows)
    code = graph.add("Gather", graph.constant(model._codes.astype(np.int64)), node)
    shares = graph.add("Gather", graph.numbers(model._shares), node, axis=0)
    return {"label": graph.choose(code, model.classes_), "probability": shares}


def _tree_of_numbers(graph: Graph, model: Any, rows: Rows) -> Answers:
    node = tree_answers(graph, model, rows)
    return {"prediction": graph.add("Gather", graph.numbers(model.tree_.value[:, 0]), node)}


def _forest_mean(graph: Graph, model: Any, rows: Rows) -> str:
    n_columns, lines = model.n_features_in_, model.lines_
    if lines is not None:
        summed = graph.add("MatMul", rows.matrix, graph.numbers(lines))
        rows = Rows(graph.add("Concat", rows.matrix, summed, axis=1), rows.codes)
        n_columns += lines.shape[1]
    total = forest_answers(graph, model, model.trees_, rows, n_columns)
    return graph.add("Div", total, graph.numbers(float(len(model.trees_))))


def _forest_of_classes(graph: Graph, model: Any, rows: Rows) -> Answers:
    if model.combine == "vote":
        raise ParameterError(
            f"{type(model).__name__}(combine='vote') has no form in ONNX here; combine='average' has"
        )
    shares = _forest_mean(graph, model, rows)
    return {"label": graph.label(shares, model.classes_), "probability": shares}


def _forest_of_numbers(graph: Graph, model: Any, rows: Rows) -> Answers:
    return {"prediction": graph.flat(_forest_mean(graph, model, rows))}


def _boosted_scores(graph: Graph, model: Any, rows: Rows) -> str:
    width = model.n_features_in_
    each = [forest_answers(graph, model, trees, rows, width) for trees in model.rounds_.trees]
    together = each[0] if len(each) == 1 else graph.add("Concat", *each, axis=1)
    return graph.add("Add", together, graph.numbers(model.rounds_.baseline))


def _boosted_classes(graph: Graph, model: Any, rows: Rows) -> Answers:
    return shares_of_scores(graph, model, _boosted_scores(graph, model, rows))


def _boosted_numbers(graph: Graph, model: Any, rows: Rows) -> Answers:
    scores = graph.flat(_boosted_scores(graph, model, rows))
    return {"prediction": graph.add("Exp", scores) if model.loss == "poisson" else scores}


TREE_LEARNERS: dict[type, Callable[[Graph, Any, Rows], Answers]] = {
    DecisionTreeClassifier: _tree_of_classes,
    DecisionTreeRegressor: _tree_of_numbers,
    RandomForestClassifier: _forest_of_classes,
    RandomForestRegressor: _forest_of_numbers,
    ExtraTreesClassifier: _forest_of_classes,
    ExtraTreesRegressor: _forest_of_numbers,
    GradientBoostingClassifier: _boosted_classes,
    GradientBoostingRegressor: _boosted_numbers,
}
