"""Rules for fitted values of scikit-learn's estimators that its compiled code uses as indices or sizes.

Each rule takes an estimator whose fields fit, and the lengths of its dimensions; it raises DataError.
"""

import itertools
from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.models.fitted_fields import Dimensions

MAX_THREADS = 256
_METRICS = (
    "euclidean",
    "manhattan",
    "cityblock",
    "l1",
    "l2",
    "chebyshev",
    "minkowski",
    "cosine",
    "sqeuclidean",
)


def require(is_valid: Any, estimator: Any, what: str) -> None:
    """Raise DataError with the name of the estimator unless a condition holds."""
    if not is_valid:
        raise DataError(f"{type(estimator).__name__} is corrupt: {what}")


def check_number_of_classes(model: Any, known: Dimensions) -> None:
    """One plane per class; for two classes one plane. Where n_classes_ is stored, it is their number."""
    n_classes = known["classes"]
    planes = known.get("planes", n_classes)
    require(
        planes == n_classes or (planes == 1 and n_classes == 2), model, "its planes do not fit its classes"
    )
    require(
        getattr(model, "n_classes_", n_classes) == n_classes, model, "n_classes_ is not that of its classes"
    )


def check_one_output(model: Any, known: Dimensions) -> None:
    """One target column."""
    require(model.n_outputs_ == 1 and known.get("targets", 1) == 1, model, "it has several outputs")
    require(not getattr(model, "sparse_output_", False), model, "its output is sparse")


def check_neighbors(model: Any, known: Dimensions) -> None:
    """Nearest neighbors by brute force, of dense training rows, with class codes within the classes."""
    vars_of = vars(model)
    parameters = vars_of["effective_metric_params_"]
    require(vars_of["_fit_method"] == "brute", model, "only algorithm='brute' can be stored")
    require(vars_of["effective_metric_"] in _METRICS, model, "its metric is not one of those for model files")
    require(
        isinstance(parameters, dict)
        and set(parameters) <= {"p"}
        and all(isinstance(each, int | float) for each in parameters.values()),
        model,
        "its metric has parameters other than p",
    )
    require(vars_of["n_samples_fit_"] == known["rows"], model, "n_samples_fit_ is not the number of rows")
    require(isinstance(vars_of.get("weights"), str), model, "its weights are a function")
    if "classes" not in known:
        return
    codes = vars_of["_y"]
    require(codes.dtype == np.intp, model, "_y has the wrong type")
    require(not vars_of["outputs_2d_"], model, "it has several outputs")
    require(((codes >= 0) & (codes < known["classes"])).all(), model, "_y has codes of no class")
    outlier = vars_of.get("outlier_label_")
    is_listed = isinstance(outlier, list | np.ndarray) and len(outlier) == 1
    require(outlier is None or is_listed, model, "outlier_label_ is not one label")


def check_tree(model: Any, known: Dimensions) -> None:
    """A tree has the model's columns and classes, and one output."""
    tree = vars(model)["tree_"]
    require(type(tree).__name__ == "Tree", model, "tree_ is not a tree")
    require(tree.n_features == known["columns"], model, "its tree has another number of columns")
    require(tree.n_outputs == 1 and model.n_outputs_ == 1, model, "it has several outputs")
    require(np.isfinite(tree.value).all(), model, "its tree has values that are not finite")
    n_classes = known.get("classes", 1)
    require(tree.value.shape[2] == n_classes, model, "its tree does not have the model's classes")
    require(
        getattr(model, "n_classes_", n_classes) == n_classes, model, "n_classes_ is not that of its classes"
    )


def check_forest(model: Any, known: Dimensions) -> None:
    """The trees of a forest have its columns, outputs and classes."""
    require(model.n_outputs_ == 1, model, "it has several outputs")
    _check_trees(model, vars(model)["estimators_"], known["columns"], known.get("classes", 1))


def check_bagging(model: Any, known: Dimensions) -> None:
    """Every member of bagging is given columns that exist, as many as it was fitted on."""
    members, columns = vars(model)["estimators_"], vars(model)["estimators_features_"]
    for member, own in zip(members, columns, strict=True):
        require(own.ndim == 1 and len(own) > 0, model, "estimators_features_ is not a list of columns")
        require(((own >= 0) & (own < known["columns"])).all(), model, "a member has columns out of range")
        n_columns = vars(member).get("n_features_in_", len(own))
        require(n_columns == len(own), model, "a member was fitted on another number of columns")
    if "classes" in known:
        require(model.n_classes_ == known["classes"], model, "n_classes_ is not that of its classes")


def check_path_lengths(model: Any, known: Dimensions) -> None:
    """An isolation forest: trees, with the path length of each of their nodes."""
    trees = vars(model)["estimators_"]
    for tree, own in zip(trees, vars(model)["estimators_features_"], strict=True):
        _check_trees(model, [tree], len(own), 1)
    for name in ("_average_path_length_per_tree", "_decision_path_lengths"):
        for tree, lengths in zip(trees, vars(model)[name], strict=True):
            require(len(lengths) == tree.tree_.node_count, model, f"{name} does not fit its trees")


def check_gradient_boosting(model: Any, known: Dimensions) -> None:
    """Regression trees: in each stage as many as the initial model and the loss have scores."""
    state = vars(model)
    classes = known.get("classes", 2)
    n_scores = classes if classes > 2 else 1
    stages, loss, first = state["estimators_"], state["_loss"], state["init_"]
    is_table = isinstance(stages, np.ndarray) and stages.dtype == object and stages.ndim == 2
    require(is_table and stages.shape[1] == n_scores, model, "estimators_ does not have one tree per score")
    require(state["n_trees_per_iteration_"] == n_scores, model, "n_trees_per_iteration_ is wrong")
    require(state.get("n_classes_", classes) == classes, model, "n_classes_ is not that of its classes")
    _check_trees(model, stages.ravel().tolist(), known["columns"], 1)
    require(type(loss).__module__ == "sklearn._loss.loss", model, "_loss is not a loss")
    require(bool(loss.is_multiclass) == (n_scores > 1), model, "its loss is for another number of classes")
    require(n_scores == 1 or loss.n_classes == n_scores, model, "its loss is for another number of classes")
    kind = "DummyClassifier" if "classes" in known else "DummyRegressor"
    is_plain = type(first).__name__ == kind and type(first).__module__ == "sklearn.dummy"
    require(isinstance(first, str) or is_plain, model, "init is an estimator; only the default can be stored")
    if not isinstance(first, str):
        n_first = len(vars(first).get("classes_", (0, 0)))
        require(
            "n_features_in_" in vars(first) and n_first == classes, model, "its initial model does not fit"
        )


def check_layers(model: Any, known: Dimensions) -> None:
    """The weights of each layer of a network fit the layers before and after."""
    weights, biases = vars(model)["coefs_"], vars(model)["intercepts_"]
    widths = [known["columns"], *(len(each) for each in biases)]
    shapes = [each.shape for each in weights]
    require(shapes == list(itertools.pairwise(widths)), model, "its layers do not fit each other")
    require(model.n_layers_ == len(widths), model, "n_layers_ is wrong")
    n_outputs = widths[-1]
    n_classes = known.get("classes", n_outputs)
    require(n_outputs == n_classes or (n_outputs == 1 and n_classes == 2), model, "its outputs do not fit")
    require(model.n_outputs_ == n_outputs, model, "n_outputs_ is wrong")
    names = ("identity", "logistic", "relu", "softmax", "tanh")
    require(model.out_activation_ in names, model, "its output has an unknown activation function")


def check_clusters(model: Any, known: Dimensions) -> None:
    """A limited number of threads, and one output per cluster."""
    require(1 <= model._n_threads <= MAX_THREADS, model, f"_n_threads is not from 1 to {MAX_THREADS}")
    require(model._n_features_out == known["clusters"], model, "_n_features_out is not that of its clusters")


def check_precisions(model: Any, known: Dimensions) -> None:
    """The precisions of a mixture have the shape of its covariance type."""
    components, columns = known["components"], known["columns"]
    shape = {
        "full": (components, columns, columns),
        "tied": (columns, columns),
        "diag": (components, columns),
        "spherical": (components,),
    }.get(model.covariance_type)
    require(model.precisions_cholesky_.shape == shape, model, "precisions_cholesky_ has another shape")


def check_categories(model: Any, known: Dimensions) -> None:
    """One array of categories per column: sorted without duplicates, unless it holds objects."""
    categories = vars(model)["categories_"]
    require(
        isinstance(categories, list) and len(categories) == known["columns"],
        model,
        "categories_ does not fit",
    )
    require(not model._infrequent_enabled, model, "groups of infrequent categories cannot be stored")
    for each in categories:
        require(
            type(each) is np.ndarray and each.ndim == 1, model, "categories_ has an entry of another type"
        )
        if each.dtype == object:
            plain = [type(value) in (str, int, float, bool, type(None)) for value in each]
            require(all(plain), model, "a category is not a label")
            require(len({str(value) for value in each}) == len(each), model, "a category occurs twice")
            continue
        require(each.dtype.kind in "biufU" and each.dtype.isnative, model, "a category is not a label")
        known_values = each[~np.isnan(each)] if each.dtype.kind == "f" else each
        is_last = len(each) - len(known_values) <= 1 and np.array_equal(
            each[: len(known_values)], known_values
        )
        require(
            is_last and (known_values[1:] > known_values[:-1]).all(), model, "its categories are not sorted"
        )
    for column, index in (getattr(model, "_missing_indices", None) or {}).items():
        is_column = isinstance(column, int) and 0 <= column < len(categories)
        require(is_column and 0 <= index < len(categories[column]), model, "_missing_indices is out of range")


def check_one_hot(model: Any, known: Dimensions) -> None:
    """As many features per column as it has categories, less a dropped one."""
    dropped, grouped = vars(model)["drop_idx_"], vars(model)["_drop_idx_after_grouping"]
    sizes = [len(each) for each in model.categories_]
    indices: Sequence[Any] = [None] * len(sizes) if dropped is None else dropped
    require(len(indices) == len(sizes), model, "drop_idx_ does not fit its columns")
    for index, size in zip(indices, sizes, strict=True):
        require(
            index is None or (isinstance(index, int | np.integer) and 0 <= index < size), model, "drop_idx_"
        )
    same = dropped is None and grouped is None
    require(same or np.array_equal(dropped, grouped), model, "_drop_idx_after_grouping is not drop_idx_")
    expected = [size - (index is not None) for size, index in zip(sizes, indices, strict=True)]
    require(list(model._n_features_outs) == expected, model, "_n_features_outs is not that of its categories")


def check_encodings(model: Any, known: Dimensions) -> None:
    """One encoding per category of each column, for each class of several."""
    n_classes = known.get("classes", 1) if model.target_type_ == "multiclass" else 1
    sizes = [len(each) for each in model.categories_ for _ in range(n_classes)]
    require([each.shape for each in model.encodings_] == [(size,) for size in sizes], model, "encodings_")


def check_bins(model: Any, known: Dimensions) -> None:
    """Increasing bin edges, one more than bins."""
    edges, n_bins = vars(model)["bin_edges_"], vars(model)["n_bins_"]
    for each, n in zip(edges, n_bins, strict=True):
        require(each.ndim == 1 and len(each) == n + 1, model, "bin_edges_ does not fit n_bins_")
        require((np.diff(each) > 0).all() or len(each) <= 2, model, "its bin edges do not increase")
    encoder = vars(model).get("_encoder")
    if encoder is not None and "categories_" in vars(encoder):
        require(
            [len(each) for each in encoder.categories_] == list(n_bins), model, "its encoder does not fit"
        )


def check_polynomial(model: Any, known: Dimensions) -> None:
    """The number of monomials of its degrees."""
    low, high, columns = model._min_degree, model._max_degree, known["columns"]
    require(0 <= low <= high <= 1000, model, "its degrees are out of range")
    if model.interaction_only:
        counts = [comb(columns, degree) for degree in range(max(low, 1), min(high, columns) + 1)]
    else:
        counts = [comb(columns + degree - 1, degree) for degree in range(max(low, 1), high + 1)]
    expected = sum(counts) + bool(model.include_bias)
    require(model.n_output_features_ == expected, model, "n_output_features_ is not that of its degrees")
    require(model._n_out_full >= expected, model, "_n_out_full is too small")
    degree = model.degree if isinstance(model.degree, tuple) else (0, model.degree)
    require(tuple(degree) == (low, high), model, "its degrees are not those of its parameters")


def check_selected(model: Any, known: Dimensions) -> None:
    """Indices of columns."""
    features = model.features_
    require(((features >= 0) & (features < known["columns"])).all(), model, "features_ is out of range")
    require(model._n_features == known["columns"], model, "_n_features is not the number of columns")


def check_function(model: Any, known: Dimensions) -> None:
    """A function of one argument of NumPy, or none."""
    for function in (model.func, model.inverse_func):
        is_plain = isinstance(function, np.ufunc) and function.nin == 1
        require(function is None or is_plain, model, "it applies a function other than a ufunc of NumPy")
    for arguments in (model.kw_args, model.inv_kw_args):
        require(not arguments, model, "its function has arguments")


def check_vocabulary(model: Any, known: Dimensions) -> None:
    """Every term has an index of its own, below the number of terms."""
    terms = vars(model)["vocabulary_"]
    require(isinstance(terms, dict) and all(isinstance(each, str) for each in terms), model, "vocabulary_")
    indices = np.array([int(each) for each in terms.values()], dtype=np.int64)
    require(np.array_equal(np.sort(indices), np.arange(len(terms))), model, "its terms have wrong indices")
    tfidf = vars(model).get("_tfidf")
    if tfidf is not None and "idf_" in vars(tfidf):
        require(len(tfidf.idf_) == len(terms), model, "idf_ does not have one weight per term")


def _check_trees(model: Any, trees: Sequence[Any], n_columns: int, n_classes: int) -> None:
    for tree in trees:
        is_tree = type(tree).__module__ == "sklearn.tree._classes" and "tree_" in vars(tree)
        require(is_tree and tree.n_features_in_ == n_columns, model, "a tree in it has other columns")
        require(tree.tree_.value.shape[1:] == (1, n_classes), model, "a tree in it has other classes")
