"""ONNX conversion of learners: one function per family, selected by the class of the model."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.clusters.minibatch import MiniBatchKMeans
from gnomon.learners.kernel.kernels import LinearKernel, PolynomialKernel, RBFKernel, SigmoidKernel
from gnomon.learners.kernel.planes.linear_svc import LinearSVC
from gnomon.learners.kernel.planes.linear_svr import LinearSVR
from gnomon.learners.kernel.svc import SVC
from gnomon.learners.kernel.svr import SVR
from gnomon.learners.linear.discriminant import LinearDiscriminantAnalysis
from gnomon.learners.linear.lasso import ElasticNet, Lasso
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.learners.linear.logistic import LogisticRegression
from gnomon.learners.linear.nearest_mean import NearestMean
from gnomon.learners.linear.perceptron import Perceptron
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.neural.classifier import MLPClassifier
from gnomon.learners.neural.regressor import MLPRegressor
from gnomon.learners.projections.pca import PCA
from gnomon.models.onnx.features import DOUBLE, Features, rows_for
from gnomon.models.onnx.graph import Graph
from gnomon.models.onnx.tree_learners import TREE_LEARNERS, Outputs, probabilities_of_scores


def learner_outputs(graph: Graph, model: Any, features: Features) -> Outputs:
    """Add the predictions of a model for these rows: tensors by output name."""
    if type(model) in TREE_LEARNERS:
        return TREE_LEARNERS[type(model)](graph, model, rows_for(graph, model, features))
    if type(model) in _LEARNERS:
        return _LEARNERS[type(model)](graph, model, features.matrix(graph))
    known = ", ".join(sorted(kind.__name__ for kind in (*TREE_LEARNERS, *_LEARNERS)))
    foreign = type(model).__module__.startswith("sklearn.")
    more = "; skl2onnx converts scikit-learn's own" if foreign else ""
    raise ParameterError(f"{type(model).__name__} has no ONNX conversion; supported: {known}{more}")


def _linear_regression(graph: Graph, model: Any, X: str) -> Outputs:
    weights = np.atleast_2d(model.coef_).T
    y_pred = graph.affine(X, weights, np.broadcast_to(model.intercept_, weights.shape[1]))
    return {"prediction": graph.flat(y_pred) if np.ndim(model.coef_) == 1 else y_pred}


def _linear_scores(graph: Graph, model: Any, X: str) -> str:
    return graph.affine(X, model.coef_.T, np.broadcast_to(model.intercept_, len(model.coef_)))


def _linear_classifier(graph: Graph, model: Any, X: str) -> Outputs:
    scores = _linear_scores(graph, model, X)
    if len(model.classes_) == 2:
        return {"label": graph.label_of_two(scores, model.classes_), "score": graph.flat(scores)}
    return {"label": graph.label(scores, model.classes_), "score": scores}


def _logistic_classifier(graph: Graph, model: Any, X: str) -> Outputs:
    scores = _linear_scores(graph, model, X)
    return probabilities_of_scores(graph, model, scores)


def _gaussian_naive_bayes(graph: Graph, model: Any, X: str) -> Outputs:
    # log p(c) - 1/2 sum_j [log 2 pi v_cj + (x_j - m_cj)² / v_cj], over the columns that are not missing.
    deviations = graph.add("Sub", graph.add("Unsqueeze", X, graph.integers(1)), graph.doubles(model.theta_))
    scaled = graph.add("Div", graph.add("Mul", deviations, deviations), graph.doubles(model.var_))
    each = graph.add("Add", scaled, graph.doubles(np.log(2 * np.pi * model.var_)))
    known = graph.add("Where", graph.add("IsNaN", each), graph.doubles(0.0), each)
    halves = graph.add(
        "Mul", graph.add("ReduceSum", known, graph.integers(2), keepdims=0), graph.doubles(-0.5)
    )
    with np.errstate(divide="ignore"):
        scores = graph.add("Add", halves, graph.doubles(np.log(model.class_prior_)))
    label = graph.label(scores, model.classes_)
    return {"label": label, "probability": graph.add("Softmax", scores, axis=1)}


def _kernel_sums(graph: Graph, model: Any, X: str) -> str:
    kernel, support = model.kernel_, np.asarray(_dense(model.support_vectors_), dtype=np.float64)
    if isinstance(kernel, LinearKernel):
        return graph.affine(X, _dense(model.coef_).T, model._intercepts)
    if isinstance(kernel, RBFKernel):
        squares = graph.squared_distances(X, support)
        values = graph.add("Exp", graph.add("Mul", squares, graph.doubles(-kernel.gamma)))
    elif isinstance(kernel, PolynomialKernel | SigmoidKernel):
        inside = graph.affine(X, kernel.gamma * support.T, np.full(len(support), kernel.coef0))
        power = graph.doubles(float(getattr(kernel, "degree", 1)))
        is_sigmoid = isinstance(kernel, SigmoidKernel)
        values = graph.add("Tanh", inside) if is_sigmoid else graph.add("Pow", inside, power)
    else:
        raise ParameterError(
            f"the kernel {type(kernel).__name__} of {type(model).__name__} has no ONNX conversion; "
            "supported: Linear, RBF, Polynomial and Sigmoid"
        )
    return graph.affine(values, model._coefficients.T, model._intercepts)


def _support_vector_classifier(graph: Graph, model: Any, X: str) -> Outputs:
    scores = _kernel_sums(graph, model, X)
    n_classes = len(model.classes_)
    if n_classes == 2:
        return {"label": graph.label_of_two(scores, model.classes_), "score": graph.flat(scores)}
    if model.multi_class == "ovr":
        return {"label": graph.label(scores, model.classes_), "score": scores}
    if model.break_ties:
        raise ParameterError("SVC(break_ties=True) has no ONNX conversion; fit it with break_ties=False")
    # One-vs-one voting: a positive pair score is a vote for its first class, else for its second.
    pairs = list(combinations(range(n_classes), 2))
    for_first, for_second = np.zeros((2, len(pairs), n_classes))
    for pair, (first, second) in enumerate(pairs):
        for_first[pair, first] = for_second[pair, second] = 1.0
    above = graph.add("Cast", graph.add("Greater", scores, graph.doubles(0.0)), to=DOUBLE)
    votes = graph.affine(above, for_first - for_second, for_second.sum(axis=0))
    return {"label": graph.label(votes, model.classes_), "pair_score": scores}


def _support_vector_regression(graph: Graph, model: Any, X: str) -> Outputs:
    return {"prediction": graph.flat(_kernel_sums(graph, model, X))}


def _layers(graph: Graph, model: Any, X: str) -> str:
    """The output scores of the network: linear layers with activation functions."""
    layer = graph.add("Div", graph.add("Sub", X, graph.doubles(model.mean_)), graph.doubles(model.scale_))
    for index, (coef, intercept) in enumerate(zip(model.coefs_, model.intercepts_, strict=True)):
        if index and model.activation != "identity":
            layer = graph.add(_ACTIVATIONS[model.activation], layer)
        layer = graph.affine(layer, coef, intercept)
    return layer


def _neural_classifier(graph: Graph, model: Any, X: str) -> Outputs:
    if model.loss != "log_loss" or model.costs is not None:
        raise ParameterError("MLPClassifier has an ONNX conversion only for loss='log_loss' without costs")
    return probabilities_of_scores(graph, model, _layers(graph, model, X))


def _neural_regressor(graph: Graph, model: Any, X: str) -> Outputs:
    scaled = graph.add("Mul", _layers(graph, model, X), graph.doubles(model.target_scale_))
    y_pred = graph.add("Add", scaled, graph.doubles(model.target_mean_))
    return {"prediction": y_pred if model.target_is_table_ else graph.flat(y_pred)}


def _nearest_center(graph: Graph, model: Any, X: str) -> Outputs:
    squares = graph.squared_distances(X, model.cluster_centers_)
    return {"label": graph.add("ArgMin", squares, axis=1, keepdims=0)}


def _projection(graph: Graph, model: Any, X: str) -> Outputs:
    loadings = model._loadings() / (model._deviations() if model.whiten else 1.0)
    centered = graph.add("Sub", X, graph.doubles(model.mean_))
    return {"features": graph.add("MatMul", centered, graph.doubles(loadings))}


def _dense(matrix: Any) -> Any:
    return matrix.toarray() if hasattr(matrix, "toarray") else matrix


_ACTIVATIONS = {"logistic": "Sigmoid", "tanh": "Tanh", "relu": "Relu"}

_LEARNERS: dict[type, Callable[[Graph, Any, str], Outputs]] = {
    LinearRegression: _linear_regression,
    Ridge: _linear_regression,
    Lasso: _linear_regression,
    ElasticNet: _linear_regression,
    LinearSVR: _linear_regression,
    LogisticRegression: _logistic_classifier,
    LinearDiscriminantAnalysis: _logistic_classifier,
    LinearSVC: _linear_classifier,
    Perceptron: _linear_classifier,
    NearestMean: _linear_classifier,
    GaussianNB: _gaussian_naive_bayes,
    SVC: _support_vector_classifier,
    SVR: _support_vector_regression,
    MLPClassifier: _neural_classifier,
    MLPRegressor: _neural_regressor,
    KMeans: _nearest_center,
    MiniBatchKMeans: _nearest_center,
    PCA: _projection,
}
