"""A learner of LightGBM, XGBoost or CatBoost that takes and gives what all others here take and give."""

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
    """The library that an estimator is of, if it is one that is adapted.

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
    """The learner, with all in it that is of another library adapted; itself where there is none.

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
    """The libraries that a learner, or what it holds, is of.

    >>> from sklearn.linear_model import Ridge
    >>> libraries_in(Ridge())
    []
    """
    held = [learner, *learner.get_params(deep=True).values()] if hasattr(learner, "get_params") else []
    found = {id(library): library for each in held if (library := library_of(as_given(each))) is not None}
    return list(found.values())


def copy_of(learner: Any) -> Any:
    """An unfitted copy, as scikit-learn's `clone` makes it where the estimator lets it.

    CatBoost hands out copies of its dictionaries, which `clone` takes for a changed parameter.

    >>> from sklearn.linear_model import Ridge
    >>> copy_of(Ridge(alpha=2))
    Ridge(alpha=2)
    """
    if library_of(learner) is None:
        return clone(learner)
    return type(learner)(**deepcopy(learner.get_params(deep=False)))


def as_given(learner: Any) -> Any:
    """The estimator that an adapted one holds; any other as it is.

    >>> from sklearn.linear_model import Ridge
    >>> as_given(Ridge())
    Ridge()
    """
    return learner.learner if isinstance(learner, Adapted) else learner


def _for_classifiers(method: _Method) -> _Method:
    return available_if(lambda self: is_classifier(self.learner))(method)


class Adapted(BaseEstimator):
    """An estimator of another library behind one face.

    Labels may be words, columns categories, and names anything; missing values are left to the library. It is
    silent and uses one thread, unless the learner's own parameters say otherwise. A training set of one class
    gives a constant model.

    learner: an estimator of LightGBM, XGBoost or CatBoost.
    """

    def __init__(self, learner: Any) -> None:
        self.learner = learner

    @property
    def learner(self) -> Any:
        """The estimator as it was given."""
        if "_learner" not in vars(self):
            self._learner = _made(self._of, self._with)
        return self._learner

    @learner.setter
    def learner(self, value: Any) -> None:
        self._learner = value

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit on rows X with targets y."""
        self._know_columns(X)
        self.levels_ = learn_levels(X)
        rows, y = as_numbers(X, self.levels_), np.asarray(y)
        weight = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        learner = self._library.settled(copy_of(self.learner))
        if is_classifier(self.learner):
            self.classes_, y = np.unique(y, return_inverse=True)
            _speak_codes(learner, self.classes_)
        self.model_ = None
        if not self._is_constant():
            self.model_ = self._fitted(learner, rows, y, weight)
        return self

    def predict(self, X: Any) -> Array:
        """The label, or the value, of each row."""
        if hasattr(self, "classes_"):
            found: Array = self.classes_[np.argmax(self._probability(X), axis=1)]
            return found
        return self._answers(X)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The accuracy, or R squared."""
        measure = accuracy_score if hasattr(self, "classes_") else r2_score
        return float(measure(y, self.predict(X), sample_weight=sample_weight))

    @_for_classifiers
    def predict_proba(self, X: Any) -> Floats:
        """The probability of each class."""
        return self._probability(X)

    def contributions(self, X: Any) -> Floats:
        """(rows, scores, columns and one): what each column adds to each score before the link, and the base.

        There is one score of two classes, and of numbers; else one a class.
        """
        return self._library.contributions(self._own_model(), self._rows(X), sorted(self.levels_))

    def set_params(self, **parameters: Any) -> Self:
        """Parameters of this, or of the learner by their own names."""
        own = {name: value for name, value in parameters.items() if name.partition("__")[0] == "learner"}
        self.learner.set_params(**{name: value for name, value in parameters.items() if name not in own})
        return super().set_params(**own)

    def __sklearn_clone__(self) -> Adapted:
        return Adapted(copy_of(self.learner))

    def __sklearn_tags__(self) -> Tags:
        tags = get_tags(self.learner)
        tags.input_tags.categorical = self._library.takes_categories(self.learner)
        tags.input_tags.allow_nan = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return "model_" in vars(self) or "document_" in vars(self)

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in changed_parameters(self.learner).items())
        return f"{type(self.learner).__name__}({given})"

    def __getstate__(self) -> dict[str, Any]:
        """Plain values alone: the model in the library's own format, with a digest."""
        state = {name: value for name, value in vars(self).items() if name not in ("_learner", "model_")}
        if "_learner" in vars(self):
            state["_of"], state["_with"] = _path_of(self.learner), _plain_parameters(self.learner)
        if vars(self).get("model_") is not None:
            content = self._library.packed(self.model_)
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
        found = library_of(self.learner)
        if found is None:
            raise DataError(
                f"{type(self.learner).__name__} is of no library that is adapted; use it as it is"
            )
        return found

    def _fitted(self, learner: Any, rows: Any, y: Array, weight: Floats | None) -> Any:
        try:
            return self._library.fitted(learner, rows, sorted(self.levels_), y, weight)
        except Exception as error:  # Each library has errors of its own.
            said = str(error).strip().split("\n")[0][:300]
            raise DataError(f"{self!r} cannot be fitted: {said}") from error

    def _know_columns(self, X: Any) -> None:
        self.n_features_in_ = np.shape(X)[1]
        names = getattr(X, "columns", None)
        if names is not None and all(isinstance(name, str) for name in names):
            self.feature_names_in_ = np.asarray(names, dtype=object)

    def _is_constant(self) -> bool:
        return len(getattr(self, "classes_", ())) == 1

    def _probability(self, X: Any) -> Floats:
        if self._is_constant():
            return np.ones((np.shape(X)[0], 1))
        found = self._answers(X)
        if found.ndim == 1 or found.shape[1] == 1:
            second = found.ravel()
            return np.column_stack([1 - second, second])
        # XGBoost's are float32: they add up to one no closer than that.
        return found / found.sum(axis=1, keepdims=True)

    def _answers(self, X: Any) -> Floats:
        check_is_fitted(self)
        return self._library.answers(self._own_model(), self._rows(X), sorted(self.levels_))

    def _rows(self, X: Any) -> Any:
        """Rows as the library's model takes them."""
        if np.shape(X)[1] != self.n_features_in_:
            raise DataError(
                f"X has {np.shape(X)[1]} columns, and {self!r} was fitted on {self.n_features_in_}"
            )
        return as_numbers(X, self.levels_)

    def _own_model(self) -> Any:
        """The library's model; one out of a file is made when it is first asked."""
        if vars(self).get("model_") is None:
            content = self.document_.tobytes()
            if document_digest(content) != self.digest_:
                raise DataError("the model inside was altered since it was stored; get a fresh copy")
            self.model_ = self._library.unpacked(content, type(self.learner).__name__)
        return self.model_


def _is_adaptable(learner: Any) -> bool:
    library = None if isinstance(learner, type) else library_of(learner)
    return library is not None and library.is_plain(learner)


def _parameters(learner: Any) -> dict[str, Any]:
    """All parameters, of what the learner holds too, but for those inside an adapted one."""
    found: dict[str, Any] = learner.get_params(deep=True)
    inside = tuple(f"{name}__" for name, value in found.items() if isinstance(value, Adapted))
    return {name: value for name, value in found.items() if not (inside and name.startswith(inside))}


def _speak_codes(learner: Any, classes: Array) -> None:
    """Weights by class under the codes of the classes, which the library is trained on."""
    code_of = {label: code for code, label in enumerate(classes.tolist())}
    for name in ("class_weight", "class_weights"):
        given = learner.get_params().get(name)
        if isinstance(given, dict):
            learner.set_params(**{name: {code_of.get(key, key): value for key, value in given.items()}})


def _path_of(learner: Any) -> str:
    """Package and class; DataError for a class of the user's own, which no file can name."""
    kind = type(learner)
    package = kind.__module__.partition(".")[0]
    library = next((each for each in LIBRARIES if each.package == package), None)
    if library is None or kind.__name__ not in library.classes:
        raise DataError(
            f"{kind.__module__}.{kind.__name__} cannot be stored, as only classes of LightGBM, XGBoost and "
            "CatBoost themselves can; use the class that it is derived from"
        )
    return f"{package}.{kind.__name__}"


def _plain_parameters(learner: Any) -> dict[str, Any]:
    found = changed_parameters(learner)
    for name, value in found.items():
        if not _is_plain(value):
            raise DataError(
                f"{type(learner).__name__} cannot be stored without code, as {name} is {value!r}; give a "
                "plain value"
            )
    return found


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    return all(map(_is_plain, value)) if isinstance(value, list | tuple) else isinstance(value, _PLAIN)


def _made(path: str, parameters: dict[str, Any]) -> Any:
    """The estimator of a file, by the names that are known here alone."""
    package, _, name = path.partition(".")
    library = next((each for each in LIBRARIES if each.package == package), None)
    if library is None or name not in library.classes:
        raise DataError(f"the file names the class {path[:80]!r}, which is none of those that are adapted")
    return getattr(library.loaded(), name)(**parameters)


def document_digest(content: bytes) -> str:
    """A digest of a model in the format of its library; it shows accidents, and signs nothing.

    >>> document_digest(b"a") == document_digest(b"b")
    False
    """
    return hashlib.blake2b(content, digest_size=16).hexdigest()
