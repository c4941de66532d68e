"""Model selection by minimum description length (MDL).

`description_length` is that of a fitted model; `mdl_polynomial_degree`, `mdl_tree_size` and
`mdl_cluster_count` select among models of increasing size. Codes are from
`gnomon.probability.description_length`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from math import e, log, log2, pi
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils.sparsefuncs import min_max_axis
from sklearn.utils.validation import check_is_fitted

from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.linear.polynomial import PolynomialRegression
from gnomon.learners.mixtures.gaussian import GaussianMixture
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.tree import Tree
from gnomon.probability.description_length import (
    CodeLength,
    ShortestCode,
    exceptions_code,
    integer_code,
    label_code,
    two_part_code,
)
from gnomon.probability.entropies import entropy

# Targets are coded with this precision, relative to their range.
PRECISION = 2.0**-16


def description_length(model: Any, X: Any, y: Any = None) -> CodeLength:
    """Description length (two-part code) of rows and a fitted tree, polynomial, mixture, k-means or network.

    >>> tree = DecisionTreeClassifier(max_depth=1).fit([[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> print(description_length(tree, [[1.0], [2.0], [3.0], [4.0]], [0, 0, 1, 1]))
    9.8 bits: 9.8 for the model and 0.0 for the data
    """
    if isinstance(model, DecisionTreeClassifier):
        return _tree_code(model, X, y)
    if isinstance(model, PolynomialRegression):
        return _fitted_polynomial_code(model, X, y)
    if isinstance(model, KMeans):
        return _means_code(model, X)
    if hasattr(model, "criteria") and hasattr(model, "n_components"):
        return _mixture_code(model, X)
    if isinstance(model, BayesianNetwork):
        return _network_code(model, X)
    raise ParameterError(
        f"{type(model).__name__} is not supported; pass its log likelihood, number of parameters and rows to "
        "`two_part_code`"
    )


def minimum_description_length(
    models: Mapping[Any, Any] | Iterable[Any], X: Any, y: Any = None
) -> ShortestCode:
    """Minimum description length (MDL): select the fitted model with the shortest two-part code.

    models: by name, or a list, indexed from 0.

    >>> X, y = np.arange(20.0)[:, None], np.arange(20.0) ** 2
    >>> models = {degree: PolynomialRegression(degree=degree).fit(X, y) for degree in (1, 2, 3)}
    >>> minimum_description_length(models, X, y).best
    2
    """
    named = dict(models) if isinstance(models, Mapping) else dict(enumerate(models))
    return ShortestCode({name: description_length(model, X, y) for name, model in named.items()}, named)


def mdl_polynomial_degree(
    X: Any, y: Any, max_degree: int = 8, *, bits_per_parameter: float | None = None
) -> ShortestCode:
    """Select the degree of a polynomial regression by minimum description length.

    The code has the degree, the coefficients and the residuals. bits_per_parameter: precision of the
    coefficients, log2(n) / 2 by default. Residuals are normal, and targets are rounded to 1/65,536 of their
    range.

    >>> random = np.random.default_rng(1)
    >>> x = random.uniform(-2, 2, 60)
    >>> mdl_polynomial_degree(x[:, None], x**3 - 2 * x + random.normal(scale=0.5, size=60)).best
    3
    """
    orders = PolynomialRegression(degree=max_degree).orders(X, y)
    n_rows, span = len(np.asarray(y)), float(np.ptp(np.asarray(y, dtype=np.float64)))
    codes = {
        degree: _polynomial_code(degree, int(terms), float(loss), n_rows, span, bits_per_parameter)
        for degree, (terms, loss) in enumerate(zip(orders["terms"], orders["loss"], strict=True))
    }
    return ShortestCode(codes)


def mdl_tree_size(X: Any, y: Any, tree: DecisionTreeClassifier | None = None) -> ShortestCode:
    """Select the number of leaves of a decision tree by minimum description length (MDL pruning).

    Candidates are the subtrees of the cost-complexity pruning path. The code of a tree has for each node one
    bit for whether it is a leaf; for a leaf its label and number of errors; for a split its column and its
    index among the possible splits (Quinlan & Rivest 1989). The data are coded by the misclassified rows and
    their labels.

    >>> random = np.random.default_rng(0)
    >>> X = random.uniform(size=(200, 2))
    >>> y = (X[:, 0] > 0.5) ^ (random.random(200) < 0.1)
    >>> mdl_tree_size(X, y).best
    2
    """
    model = DecisionTreeClassifier(random_state=0) if tree is None else clone(tree)
    alphas = model.cost_complexity_pruning_path(X, y).ccp_alphas
    data = model.prepare(*model.check_rows(X, y))
    # Copies share the prepared columns; one tree is grown, and pruned for each.
    path = [copy(model).set_params(ccp_alpha=float(alpha)) for alpha in alphas[::-1]]
    models = {each.tree_.n_leaves: each for each in type(model).fit_each(path, data)}
    return minimum_description_length(models, X, y)


def mdl_cluster_count(X: Any, n_clusters: Iterable[int] = range(1, 9), learner: Any = None) -> ShortestCode:
    """Select the number of clusters of a mixture or k-means by minimum description length.

    learner: a Gaussian mixture by default.

    >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(9, 10, 20)])[:, None]
    >>> mdl_cluster_count(X, [1, 2, 3]).best
    2
    """
    chosen = GaussianMixture(random_state=0) if learner is None else learner
    name = "n_clusters" if "n_clusters" in chosen.get_params() else "n_components"
    models = {k: clone(chosen).set_params(**{name: k}).fit(X) for k in n_clusters}
    return minimum_description_length(models, X)


def code_of_labels(classifier: Any, X: Any, y: Any) -> float:
    """Code length of the labels in bits (total log loss) under the probabilities of a classifier.

    >>> from gnomon import GaussianNB
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["a", "a", "b", "b"]
    >>> round(code_of_labels(GaussianNB().fit(X, y), X, y), 6)
    0.0
    """
    probabilities, labels = classifier.predict_proba(X), np.asarray(y)
    code = np.searchsorted(classifier.classes_, labels)
    known = code < len(classifier.classes_)
    known[known] = classifier.classes_[code[known]] == labels[known]
    if not known.all():
        raise DataError(f"label {labels[~known][0]!r} is not among the training classes; drop such rows")
    return label_code(np.clip(probabilities[np.arange(len(code)), code], 0.0, 1.0))


def _fitted_polynomial_code(model: PolynomialRegression, X: Any, y: Any) -> CodeLength:
    if y is None:
        raise DataError("the description length of a polynomial needs y")
    targets = np.asarray(y, dtype=np.float64)
    loss = float(np.mean((targets - model.predict(X)) ** 2))
    return _polynomial_code(model.degree, len(model.terms_), loss, len(targets), float(np.ptp(targets)))


def _polynomial_code(
    degree: int, n_terms: int, loss: float, n_rows: int, span: float, bits_per_parameter: float | None = None
) -> CodeLength:
    """Degree, intercept, coefficients and noise variance; then residuals, rounded like the targets."""
    step = PRECISION * span if span > 0 else 1.0
    # The rounding error is a lower bound on the noise, so that a perfect fit has a finite code.
    noise = max(loss, step**2 / 12)
    log_likelihood = -n_rows / 2 * (log(2 * pi * noise) + loss / noise) + n_rows * log(step)
    return two_part_code(
        log_likelihood,
        n_terms + 2,
        n_rows,
        bits_per_parameter=bits_per_parameter,
        structure=integer_code(degree + 1),
    )


def _means_code(model: KMeans, X: Any) -> CodeLength:
    """Centers, cluster sizes and one variance; then the cluster of each row, and its residual."""
    labels, distances = model.predict(X), model.transform(X)
    n_rows, n_columns = len(labels), model.n_features_in_
    loss = float(np.mean(distances[np.arange(n_rows), labels] ** 2)) / n_columns
    low, high = min_max_axis(X, axis=0) if issparse(X) else (np.min(X, axis=0), np.max(X, axis=0))
    step = PRECISION * float(np.max(high - low)) or 1.0
    noise = max(loss, step**2 / 12)
    of_labels = n_rows * entropy(np.bincount(labels), e)
    log_density = -n_rows * n_columns / 2 * (log(2 * pi * noise) + loss / noise) + n_rows * n_columns * log(
        step
    )
    n_parameters = model.n_clusters * (n_columns + 1)
    return two_part_code(
        log_density - of_labels, n_parameters, n_rows, structure=integer_code(model.n_clusters)
    )


def _mixture_code(model: Any, X: Any) -> CodeLength:
    criteria = model.criteria(X)
    structure = integer_code(model.n_components)
    return two_part_code(criteria.log_likelihood, criteria.n_parameters, criteria.n_rows, structure=structure)


def _network_code(model: BayesianNetwork, X: Any) -> CodeLength:
    rows = model.log_likelihood(X)
    # Each parent is coded with log2 of the number of nodes (Lam & Bacchus 1994).
    structure = len(model.graph.edges) * log2(len(model.graph.nodes))
    return two_part_code(float(rows.sum()), model.n_parameters, len(rows), structure=structure)


def _tree_code(model: DecisionTreeClassifier, X: Any, y: Any) -> CodeLength:
    check_is_fitted(model)
    if y is None:
        raise DataError("the description length of a tree needs y")
    tree, n_columns, labels = model.tree_, model.n_features_in_, np.asarray(y)
    n_classes, leaves = len(np.union1d(model.classes_, labels)), model.apply(X)
    rows = np.bincount(leaves, minlength=len(tree))
    wrong = np.bincount(leaves, model.predict(X) != labels, len(tree)).astype(int)
    bits = float(len(tree))
    for node in range(len(tree)):
        bits += _split_code(tree, node, n_columns) if tree.n_children[node] else log2(n_classes)
        bits += log2(rows[node] + 1)
    return CodeLength(
        bits, sum(exceptions_code(w, n, n_classes) for w, n in zip(wrong.tolist(), rows.tolist()))
    )


def _split_code(tree: Tree, node: int, n_columns: int) -> float:
    """Column of a split, and its index among the possible thresholds or groupings of categories."""
    n_rows = int(tree.n_rows[node])
    if tree.feature[node] >= n_columns:
        return n_columns * log2(n_rows) / 2
    if tree.is_categorical(node):
        levels, branches = tree.levels_of(node)
        is_multiway = len(np.unique(branches)) == len(levels)
        return log2(n_columns) + (0.0 if is_multiway else len(levels) - 1)
    return log2(n_columns) + log2(max(n_rows - 1, 1))
