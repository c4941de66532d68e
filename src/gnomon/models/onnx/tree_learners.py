"""ONNX conversion of decision trees, random forests and gradient boosting."""

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
from gnomon.models.onnx.trees import forest_sums, tree_leaves

Outputs = dict[str, str]


def probabilities_of_scores(graph: Graph, model: Any, scores: str) -> Outputs:
    """Labels and probabilities from log-odds (rows, 1), or from one score per class."""
    if len(model.classes_) == 2:
        label = graph.label_of_two(scores, model.classes_)
        return {"label": label, "probability": graph.two_probabilities(graph.add("Sigmoid", scores))}
    label = graph.label(scores, model.classes_)
    return {"label": label, "probability": graph.add("Softmax", scores, axis=1)}


def _tree_classifier(graph: Graph, model: Any, rows: Rows) -> Outputs:
    node = tree_leaves(graph, model, rows)
    code = graph.add("Gather", graph.constant(model._codes.astype(np.int64)), node)
    probabilities = graph.add("Gather", graph.doubles(model._shares), node, axis=0)
    return {"label": graph.choose(code, model.classes_), "probability": probabilities}


def _tree_regressor(graph: Graph, model: Any, rows: Rows) -> Outputs:
    node = tree_leaves(graph, model, rows)
    return {"prediction": graph.add("Gather", graph.doubles(model.tree_.value[:, 0]), node)}


def _forest_mean(graph: Graph, model: Any, rows: Rows) -> str:
    n_columns, lines = model.n_features_in_, model.lines_
    if lines is not None:
        summed = graph.add("MatMul", rows.matrix, graph.doubles(lines))
        rows = Rows(graph.add("Concat", rows.matrix, summed, axis=1), rows.codes)
        n_columns += lines.shape[1]
    total = forest_sums(graph, model, model.trees_, rows, n_columns)
    return graph.add("Div", total, graph.doubles(float(len(model.trees_))))


def _forest_classifier(graph: Graph, model: Any, rows: Rows) -> Outputs:
    if model.combine == "vote":
        raise ParameterError(
            f"{type(model).__name__}(combine='vote') has no ONNX conversion; supported: combine='average'"
        )
    probabilities = _forest_mean(graph, model, rows)
    return {"label": graph.label(probabilities, model.classes_), "probability": probabilities}


def _forest_regressor(graph: Graph, model: Any, rows: Rows) -> Outputs:
    return {"prediction": graph.flat(_forest_mean(graph, model, rows))}


def _boosting_scores(graph: Graph, model: Any, rows: Rows) -> str:
    width = model.n_features_in_
    each = [forest_sums(graph, model, trees, rows, width) for trees in model.rounds_.trees]
    total = each[0] if len(each) == 1 else graph.add("Concat", *each, axis=1)
    return graph.add("Add", total, graph.doubles(model.rounds_.baseline))


def _boosting_classifier(graph: Graph, model: Any, rows: Rows) -> Outputs:
    return probabilities_of_scores(graph, model, _boosting_scores(graph, model, rows))


def _boosting_regressor(graph: Graph, model: Any, rows: Rows) -> Outputs:
    scores = graph.flat(_boosting_scores(graph, model, rows))
    return {"prediction": graph.add("Exp", scores) if model.loss == "poisson" else scores}


TREE_LEARNERS: dict[type, Callable[[Graph, Any, Rows], Outputs]] = {
    DecisionTreeClassifier: _tree_classifier,
    DecisionTreeRegressor: _tree_regressor,
    RandomForestClassifier: _forest_classifier,
    RandomForestRegressor: _forest_regressor,
    ExtraTreesClassifier: _forest_classifier,
    ExtraTreesRegressor: _forest_regressor,
    GradientBoostingClassifier: _boosting_classifier,
    GradientBoostingRegressor: _boosting_regressor,
}
