"""Validation of the scikit-learn estimators in a model: their parameters and their fitted state.

scikit-learn trusts its own attributes: its compiled code reads and writes out of bounds where a file has
altered them. Only the listed classes are created from a file, and every attribute is checked.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils._param_validation import InvalidParameterError, validate_parameter_constraints

from gnomon.errors import DataError
from gnomon.models.fitted_fields import Dimensions, check_fields, is_required
from gnomon.models.foreign_classes import CLASSES

MAX_JOBS = 256

# Parameters by which an estimator reads files or pickles, with the values that do not.
_FILES: Mapping[str, tuple[Any, ...]] = {"memory": (None,), "input": ("content",)}
_COMMON = ("n_features_in_", "feature_names_in_", "_sklearn_output_config", "_sklearn_version")
_SCALARS = (type(None), bool, int, float, str, np.bool_, np.number)
_PLAIN = (
    *_SCALARS,
    bytes,
    complex,
    slice,
    type,
    np.dtype,
    np.random.RandomState,
    np.random.Generator,
    np.ufunc,
)


def check_foreign(model: Any, trusted: Collection[str] = ()) -> None:
    """Raise DataError if a scikit-learn estimator in a model is altered; trusted: classes not to check.

    >>> from sklearn.linear_model import Ridge
    >>> check_foreign([Ridge().fit([[0.0], [1.0]], [0.0, 1.0])])
    """
    for each in objects_in(model):
        name = f"{type(each).__module__}.{type(each).__name__}"
        if name in CLASSES and name not in trusted:
            _check(each, name)


def objects_in(model: Any) -> Iterator[Any]:
    """All objects that are reached from a model by its attributes, containers and arrays of objects."""
    seen: set[int] = set()
    stack = [model]
    while stack:
        value = stack.pop()
        if isinstance(value, (*_PLAIN, str)) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Mapping):
            stack += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            stack += value
        elif isinstance(value, np.ndarray):
            stack += value.ravel().tolist() if value.dtype == object else []
        elif hasattr(value, "__dict__") and not scipy.sparse.issparse(value):
            yield value
            stack += vars(value).values()


def _check(estimator: Any, name: str) -> None:
    kind, label = CLASSES[name], type(estimator).__name__
    state = vars(estimator)
    parameters = _checked_parameters(estimator, label)
    _refuse_others(estimator, label, {*parameters, *kind.fields, *_COMMON})
    required = [each for each, field in kind.fields.items() if is_required(field)]
    if kind.has_columns:
        required.append("n_features_in_")
    if required and not any(each in state for each in required):
        return  # It is not fitted.
    known: Dimensions = {}
    if kind.has_columns:
        columns = state.get("n_features_in_")
        if isinstance(columns, bool) or not isinstance(columns, int | np.integer) or columns < 1:
            raise DataError(f"{label}.n_features_in_ is missing, or not a number of columns")
        known["columns"] = int(columns)
    check_fields(label, state, kind.fields, known)
    check_fields(label, state, {"feature_names_in_": "l columns ?"}, dict(known))
    for rule in kind.rules:
        try:
            rule(estimator, known)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(f"{label} is corrupt ({type(error).__name__}: {error})") from None


def _checked_parameters(estimator: Any, label: str) -> dict[str, Any]:
    """The parameters, within the constraints that scikit-learn declares, and without files."""
    state = vars(estimator)
    names = type(estimator)._get_param_names()
    missing = [name for name in names if name not in state]
    if missing:
        raise DataError(f"{label}.{missing[0]} is missing")
    parameters = {name: state[name] for name in names}
    constraints = getattr(type(estimator), "_parameter_constraints", {})
    try:
        validate_parameter_constraints(constraints, parameters, label)
    except (InvalidParameterError, TypeError, ValueError) as error:
        raise DataError(f"{label} is corrupt: {str(error)[:200]}") from None
    for name, value in parameters.items():
        if name in _FILES and value not in _FILES[name]:
            raise DataError(
                f"{label}({name}={str(value)[:40]!r}) reads files; use {name}={_FILES[name][0]!r}"
            )
        if name == "n_jobs" and isinstance(value, int) and value > MAX_JOBS:
            raise DataError(f"{label}(n_jobs={value}): at most {MAX_JOBS} can be stored")
    return parameters


def _refuse_others(estimator: Any, label: str, expected: set[str]) -> None:
    """Refuse unknown attributes, except plain numbers and text that replace nothing of the class."""
    for name, value in vars(estimator).items():
        is_plain = isinstance(value, _SCALARS) and not hasattr(type(estimator), name)
        if name not in expected and not is_plain:
            raise DataError(f"{label}.{name} is an unknown attribute; save it with this version of Gnomon")
