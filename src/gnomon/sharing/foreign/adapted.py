"""Adapter (wrapper) that gives estimators of LightGBM, XGBoost and CatBoost a uniform interface."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Self, TypeVar

import numpy as np
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.metrics import accuracy_score, r2_score
from sklearn.utils import Tags, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.foreign.cat_boost import CatBoost
from gnomon.sharing.foreign.level_codes import as_numbers, learn_levels
from gnomon.sharing.foreign.library import Library
from gnomon.sharing.foreign.light_gbm import LightGBM
from gnomon.sharing.foreign.xg_boost import XGBoost
from gnomon.sharing.parameters import changed_parameters

_Method = TypeVar("_Method", bound=Callable[..., Any])

LIBRARIES: tuple[Library, ...] = (LightGBM(), XGBoost(), CatBoost())

_PLAIN = (type(None), bool, int, float, str)


def library_of(learner: Any) -> Library | None:
    """The supported library of an estimator, or None.

    >>> from sklearn.linear_model import Ridge
    >>> library_of(Ridge()) is None
    True
    """
    names = [(kind.__module__.partition(".")[0], kind.__name__) for kind in type(learner).__mro__]
    for library in LIBRARIES:
        if any(package == library.package and name in library.classes for package, name in names):
            return library
    return None


def adapted(learner: Any) -> Any:
    """Wrap a learner, or its nested learners, of a supported library; others are returned unchanged.

    >>> from sklearn.linear_model import Ridge
    >>> adapted(Ridge(alpha=2))
    Ridge(alpha=2)
    """
    if _is_adaptable(learner):
        return Adapted(learner)
    if isinstance(learner, Adapted) or not hasattr(learner, "get_params"):
        return learner
    inner = {name: Adapted(value) for name, value in _parameters(learner).items() if _is_adaptable(value)}
    return clone(learner).set_params(**inner) if inner else learner


def libraries_in(learner: Any) -> list[Library]:
    """The supported libraries of a learner and its nested learners.

    >>> from sklearn.linear_model import Ridge
    >>> libraries_in(Ridge())
    []
    """
    nested = [learner, *learner.get_params(deep=True).values()] if hasattr(learner, "get_params") else []
    libraries = [library_of(unwrapped(each)) for each in nested]
    return list({id(library): library for library in libraries if library is not None}.values())


def unfitted_copy(learner: Any) -> Any:
    """An unfitted copy, like scikit-learn's `clone`, also of CatBoost's estimators.

    CatBoost returns copies of dict parameters, which `clone` treats as changed parameters.

    >>> from sklearn.linear_model import Ridge
    >>> unfitted_copy(Ridge(alpha=2))
    Ridge(alpha=2)
    """
    if library_of(learner) is None:
        return clone(learner)
    return type(learner)(**deepcopy(learner.get_params(deep=False)))


def unwrapped(learner: Any) -> Any:
    """The wrapped estimator of an adapter; any other is returned unchanged.

    >>> from sklearn.linear_model import Ridge
    >>> unwrapped(Ridge())
    Ridge()
    """
    return learner.learner if isinstance(learner, Adapted) else learner


def _for_classifiers(method: _Method) -> _Method:
    return available_if(lambda self: is_classifier(self.learner))(method)


class Adapted(BaseEstimator):
    """Adapter of an estimator of another library to Gnomon's interface.

    Labels may be strings, columns categorical, and column names arbitrary; the library handles missing
    values. It prints nothing and uses one thread, unless set by the learner's parameters. A training set of
    one class gives a constant model.

    learner: an estimator of LightGBM, XGBoost or CatBoost.
    """

    def __init__(self, learner: Any) -> None:
        self.learner = learner

    @property
    def learner(self) -> Any:
        """The wrapped estimator."""
        if "_learner" not in vars(self):
            self._learner = _estimator(self._of, self._with)
        return self._learner

    @learner.setter
    def learner(self, value: Any) -> None:
        self._learner = value

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit the wrapped estimator."""
        self._set_columns(X)
        self.levels_ = learn_levels(X)
        rows, y = as_numbers(X, self.levels_), np.asarray(y)
        weight = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        learner = self._library.with_quiet_defaults(unfitted_copy(self.learner))
        if is_classifier(self.learner):
            self.classes_, y = np.unique(y, return_inverse=True)
            _recode_class_weights(learner, self.classes_)
        self.model_ = None
        if not self._is_constant():
            self.model_ = self._fitted(learner, rows, y, weight)
        return self

    def predict(self, X: Any) -> Array:
        """Predict labels or values."""
        if hasattr(self, "classes_"):
            labels: Array = self.classes_[np.argmax(self._probability(X), axis=1)]
            return labels
        return self._predictions(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Accuracy of a classifier, or R² of a regressor."""
        measure = accuracy_score if hasattr(self, "classes_") else r2_score
        return float(measure(y, self.predict(X), sample_weight=sample_weight))

    @_for_classifiers
    def predict_proba(self, X: Any) -> Floats:
        """Predict class probabilities."""
        return self._probability(X)

    def contributions(self, X: Any) -> Floats:
        """SHAP values (rows, scores, columns + 1): contributions of columns to raw scores, and base value.

        There is one score for binary classification and regression, else one per class.
        """
        return self._library.contributions(self._own_model(), self._rows(X), sorted(self.levels_))

    def set_params(self, **parameters: Any) -> Self:
        """Set parameters of the adapter, or of the wrapped estimator by its own names."""
        own = {name: value for name, value in parameters.items() if name.partition("__")[0] == "learner"}
        self.learner.set_params(**{name: value for name, value in parameters.items() if name not in own})
        return super().set_params(**own)

    def __sklearn_clone__(self) -> Adapted:
        return Adapted(unfitted_copy(self.learner))

    def __sklearn_tags__(self) -> Tags:
        tags = get_tags(self.learner)
        tags.input_tags.categorical = self._library.takes_categories(self.learner)
        tags.input_tags.allow_nan = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return "model_" in vars(self) or "document_" in vars(self)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        changed = changed_parameters(self.learner)
        parameters = ", ".join(f"{name}={value!r}" for name, value in changed.items())
        return f"{type(self.learner).__name__}({parameters})"

    def __getstate__(self) -> dict[str, Any]:
        """Plain values only: the model in the library's own format, with a digest."""
        state = {name: value for name, value in vars(self).items() if name not in ("_learner", "model_")}
        if "_learner" in vars(self):
            state["_of"], state["_with"] = _path_of(self.learner), _plain_parameters(self.learner)
        if vars(self).get("model_") is not None:
            content = self._library.serialized(self.model_)
            state["document_"] = np.frombuffer(content, dtype=np.uint8)
            state["digest_"] = document_digest(content)
        elif "model_" in vars(self):
            state["document_"], state["digest_"] = np.empty(0, dtype=np.uint8), document_digest(b"")
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def _library(self) -> Library:
        library = library_of(self.learner)
        if library is None:
            raise DataError(
                f"{type(self.learner).__name__} is not from a supported library; use it without the adapter"
            )
        return library

    def _fitted(self, learner: Any, rows: Any, y: Array, weight: Floats | None) -> Any:
        try:
            return self._library.fitted(learner, rows, sorted(self.levels_), y, weight)
        except Exception as error:  # Each library has its own exceptions.
            message = str(error).strip().split("\n")[0][:300]
            raise DataError(f"{self!r} cannot be fitted: {message}") from error

    def _set_columns(self, X: Any) -> None:
        self.n_features_in_ = np.shape(X)[1]
        names = getattr(X, "columns", None)
        if names is not None and all(isinstance(name, str) for name in names):
            self.feature_names_in_ = np.asarray(names, dtype=object)

    def _is_constant(self) -> bool:
        return len(getattr(self, "classes_", ())) == 1

    def _probability(self, X: Any) -> Floats:
        if self._is_constant():
            return np.ones((np.shape(X)[0], 1))
        probability = self._predictions(X)
        if probability.ndim == 1 or probability.shape[1] == 1:
            second = probability.ravel()
            return np.column_stack([1 - second, second])
        # XGBoost's are float32: they sum to one only in that precision.
        return probability / probability.sum(axis=1, keepdims=True)

    def _predictions(self, X: Any) -> Floats:
        check_is_fitted(self)
        return self._library.predictions(self._own_model(), self._rows(X), sorted(self.levels_))

    def _rows(self, X: Any) -> Any:
        """Rows in the form that the library's model accepts."""
        if np.shape(X)[1] != self.n_features_in_:
            raise DataError(
                f"X has {np.shape(X)[1]} columns, but {self!r} was fitted on {self.n_features_in_}"
            )
        return as_numbers(X, self.levels_)

    def _own_model(self) -> Any:
        """The library's model; one from a file is deserialized at first use."""
        if vars(self).get("model_") is None:
            content = self.document_.tobytes()
            if document_digest(content) != self.digest_:
                raise DataError("the stored model was modified (wrong digest); get a fresh copy")
            self.model_ = self._library.deserialized(content, type(self.learner).__name__)
        return self.model_


def _is_adaptable(learner: Any) -> bool:
    library = None if isinstance(learner, type) else library_of(learner)
    return library is not None and library.is_plain(learner)


def _parameters(learner: Any) -> dict[str, Any]:
    """All parameters, nested ones too, except those inside an adapter."""
    parameters: dict[str, Any] = learner.get_params(deep=True)
    inside = tuple(f"{name}__" for name, value in parameters.items() if isinstance(value, Adapted))
    return {name: value for name, value in parameters.items() if not (inside and name.startswith(inside))}


def _recode_class_weights(learner: Any, classes: Array) -> None:
    """Map the keys of class weights to class codes, which the library is trained on."""
    code_of = {label: code for code, label in enumerate(classes.tolist())}
    for name in ("class_weight", "class_weights"):
        weights = learner.get_params().get(name)
        if isinstance(weights, dict):
            learner.set_params(**{name: {code_of.get(key, key): value for key, value in weights.items()}})


def _path_of(learner: Any) -> str:
    """Package and class; DataError for a user-defined class, which cannot be stored."""
    kind = type(learner)
    package = kind.__module__.partition(".")[0]
    library = next((each for each in LIBRARIES if each.package == package), None)
    if library is None or kind.__name__ not in library.classes:
        raise DataError(
            f"{kind.__module__}.{kind.__name__} cannot be stored; only classes of LightGBM, XGBoost and "
            "CatBoost can; use its parent class"
        )
    return f"{package}.{kind.__name__}"


def _plain_parameters(learner: Any) -> dict[str, Any]:
    parameters = changed_parameters(learner)
    for name, value in parameters.items():
        if not _is_plain(value):
            raise DataError(
                f"{type(learner).__name__} cannot be stored, as {name} is {value!r}; pass a number, a "
                "string or a list or dict of these"
            )
    return parameters


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    return all(map(_is_plain, value)) if isinstance(value, list | tuple) else isinstance(value, _PLAIN)


def _estimator(path: str, parameters: dict[str, Any]) -> Any:
    """The estimator of a model file; only supported classes are created."""
    package, _, name = path.partition(".")
    library = next((each for each in LIBRARIES if each.package == package), None)
    if library is None or name not in library.classes:
        raise DataError(f"the file contains the class {path[:80]!r}, which is not supported")
    return getattr(library.loaded(), name)(**parameters)


def document_digest(content: bytes) -> str:
    """A digest (checksum) of a serialized model; it detects corruption, but is not a signature.

    >>> document_digest(b"a") == document_digest(b"b")
    False
    """
    return hashlib.blake2b(content, digest_size=16).hexdigest()
