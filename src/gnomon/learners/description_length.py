"""Models chosen by description length: the one that says itself and the data in the fewest bits.

`description_length` codes a fitted model; `mdl_polynomial_degree`, `mdl_tree_size` and `mdl_cluster_count`
fit a row of models and take the shortest. The codes are those of `gnomon.probability.description_length`.
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

# Targets are told to this share of their range: a code for numbers needs a last digit.
PRECISION = 2.0**-16


def description_length(model: Any, X: Any, y: Any = None) -> CodeLength:
    """The two-part code of these rows and a fitted tree, polynomial, mixture, k-means or Bayesian network.

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
        f"no code is known for a {type(model).__name__}; give its log likelihood, parameters and rows to "
        "`two_part_code`"
    )


def minimum_description_length(
    models: Mapping[Any, Any] | Iterable[Any], X: Any, y: Any = None
) -> ShortestCode:
    """The fitted model whose code, with that of the rows, is shortest.

    models: by name, or in a row, which are then numbered from 0.

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
    """The degree of a polynomial, up to a largest: bits for the degree, its numbers, and the residuals.

    bits_per_parameter: how finely coefficients are told; half a log2 n if not given. Residuals are normal,
    and targets are told to a 65,536th of their range.

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
    """How far a tree is to be pruned: of every subtree on the path of cost-complexity pruning, by leaves.

    A tree is told node by node: one bit for whether it is a leaf; a leaf's label and how often it errs; a
    question's column, and its place among those that the node's rows allow (Quinlan & Rivest 1989). The data
    then are the rows that are exceptions in their leaf, and their labels.

    >>> random = np.random.default_rng(0)
    >>> X = random.uniform(size=(200, 2))
    >>> y = (X[:, 0] > 0.5) ^ (random.random(200) < 0.1)
    >>> mdl_tree_size(X, y).best
    2
    """
    model = DecisionTreeClassifier(random_state=0) if tree is None else clone(tree)
    alphas = model.cost_complexity_pruning_path(X, y).ccp_alphas
    data = model.prepare(*model.check_rows(X, y))
    # Copies keep what was learned of the columns; one tree is grown, and cut back for each.
    path = [copy(model).set_params(ccp_alpha=float(alpha)) for alpha in alphas[::-1]]
    models = {each.tree_.n_leaves: each for each in type(model).fit_each(path, data)}
    return minimum_description_length(models, X, y)


def mdl_cluster_count(X: Any, n_clusters: Iterable[int] = range(1, 9), learner: Any = None) -> ShortestCode:
    """The number of components of a mixture, Gaussian unless another or k-means is given.

    >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(9, 10, 20)])[:, None]
    >>> mdl_cluster_count(X, [1, 2, 3]).best
    2
    """
    chosen = GaussianMixture(random_state=0) if learner is None else learner
    name = "n_clusters" if "n_clusters" in chosen.get_params() else "n_components"
    models = {k: clone(chosen).set_params(**{name: k}).fit(X) for k in n_clusters}
    return minimum_description_length(models, X)


def code_of_labels(classifier: Any, X: Any, y: Any) -> float:
    """Bits that say the labels of rows to one who has a classifier's probabilities: 0 if all are certain.

    >>> from gnomon.learners.bayes.gaussian import GaussianNB
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["a", "a", "b", "b"]
    >>> round(code_of_labels(GaussianNB().fit(X, y), X, y), 6)
    0.0
    """
    probabilities, labels = classifier.predict_proba(X), np.asarray(y)
    place = np.searchsorted(classifier.classes_, labels)
    known = place < len(classifier.classes_)
    known[known] = classifier.classes_[place[known]] == labels[known]
    if not known.all():
        raise DataError(f"label {labels[~known][0]!r} was not among those that the classifier was trained on")
    return label_code(np.clip(probabilities[np.arange(len(place)), place], 0.0, 1.0))


def _fitted_polynomial_code(model: PolynomialRegression, X: Any, y: Any) -> CodeLength:
    if y is None:
        raise DataError("a polynomial codes targets; give y")
    targets = np.asarray(y, dtype=np.float64)
    loss = float(np.mean((targets - model.predict(X)) ** 2))
    return _polynomial_code(model.degree, len(model.terms_), loss, len(targets), float(np.ptp(targets)))


def _polynomial_code(
    degree: int, n_terms: int, loss: float, n_rows: int, span: float, bits_per_parameter: float | None = None
) -> CodeLength:
    """Degree, constant, coefficients and noise; then residuals, rounded as the targets are."""
    step = PRECISION * span if span > 0 else 1.0
    # Rounded targets have the noise of rounding at least, so that a perfect fit has a finite code.
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
    """Centers, shares and one variance; then the cluster of each row, and its distance as noise."""
    labels, distances = model.predict(X), model.transform(X)
    n_rows, n_columns = len(labels), model.n_features_in_
    loss = float(np.mean(distances[np.arange(n_rows), labels] ** 2)) / n_columns
    low, high = min_max_axis(X, axis=0) if issparse(X) else (np.min(X, axis=0), np.max(X, axis=0))
    step = PRECISION * float(np.max(high - low)) or 1.0
    noise = max(loss, step**2 / 12)
    which = n_rows * entropy(np.bincount(labels), e)
    log_density = -n_rows * n_columns / 2 * (log(2 * pi * noise) + loss / noise) + n_rows * n_columns * log(
        step
    )
    n_parameters = model.n_clusters * (n_columns + 1)
    return two_part_code(log_density - which, n_parameters, n_rows, structure=integer_code(model.n_clusters))


def _mixture_code(model: Any, X: Any) -> CodeLength:
    found = model.criteria(X)
    structure = integer_code(model.n_components)
    return two_part_code(found.log_likelihood, found.n_parameters, found.n_rows, structure=structure)


def _network_code(model: BayesianNetwork, X: Any) -> CodeLength:
    rows = model.log_likelihood(X)
    # Naming a parent takes log2 of the number of nodes (Lam & Bacchus 1994).
    named = len(model.graph.edges) * log2(len(model.graph.nodes))
    return two_part_code(float(rows.sum()), model.n_parameters, len(rows), structure=named)


def _tree_code(model: DecisionTreeClassifier, X: Any, y: Any) -> CodeLength:
    check_is_fitted(model)
    if y is None:
        raise DataError("a tree codes labels; give y")
    tree, n_columns, labels = model.tree_, model.n_features_in_, np.asarray(y)
    n_classes, ends = len(np.union1d(model.classes_, labels)), model.apply(X)
    rows = np.bincount(ends, minlength=len(tree))
    wrong = np.bincount(ends, model.predict(X) != labels, len(tree)).astype(int)
    bits = float(len(tree))
    for node in range(len(tree)):
        bits += _question_code(tree, node, n_columns) if tree.n_children[node] else log2(n_classes)
        bits += log2(rows[node] + 1)
    return CodeLength(
        bits, sum(exceptions_code(w, n, n_classes) for w, n in zip(wrong.tolist(), rows.tolist()))
    )


def _question_code(tree: Tree, node: int, n_columns: int) -> float:
    """Which column, and which of the cuts or groups of levels that the rows of this node allow."""
    n_rows = int(tree.n_rows[node])
    if tree.feature[node] >= n_columns:
        return n_columns * log2(n_rows) / 2
    if tree.is_categorical(node):
        levels, branches = tree.levels_of(node)
        is_multiway = len(np.unique(branches)) == len(levels)
        return log2(n_columns) + (0.0 if is_multiway else len(levels) - 1)
    return log2(n_columns) + log2(max(n_rows - 1, 1))
