"""The parameter values that a file may give an estimator: numbers, options, labels and other estimators.

A string is allowed only where it is one of the listed options, so that no parameter is a path, a pattern or
the name of a module: joblib, for one, loads pickles from the folder of `memory`.
"""

from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.metrics import get_scorer_names
from sklearn.utils._param_validation import make_constraint

from gnomon.assessment.measures.synonyms import MEASURE_OF
from gnomon.errors import ParameterError
from gnomon.experiments.estimators import is_allowed_class, is_trusted_package
from gnomon.registry import measures
from gnomon.sharing.foreign import library_of
from gnomon.sharing.parameters import changed_parameters

# A cache of pickles, text read from files, and an expression that joblib evaluates.
_REFUSED = ("memory", "input", "pre_dispatch")
# Labels, missing-value markers and thresholds, which are compared with data.
_DATA = ("constant", "fill_value", "missing_values", "outlier_label", "pos_label", "separator", "threshold")
MAX_JOBS = 256

_PLAIN = (type(None), bool, int, float, complex, np.bool_, np.number)


def check_allowed(value: Any) -> None:
    """Raise ParameterError if an estimator, or one inside it, is not of those that a file may describe.

    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> check_allowed(make_pipeline(Ridge(alpha=10)))
    >>> check_allowed(make_pipeline(Ridge(), memory="cache"))
    Traceback (most recent call last):
        ...
    gnomon.errors.ParameterError: Pipeline(memory='cache'): a file may not set this; pass it in Python instead
    """
    for estimator in estimators_in(value):
        _check_class(type(estimator))
        for name, each in changed_parameters(estimator).items():
            if not _is_allowed(estimator, name, each):
                raise ParameterError(
                    f"{type(estimator).__name__}({name}={repr(each)[:80]}): a file may not set this; "
                    "pass it in Python instead"
                )


def estimators_in(value: Any) -> Iterator[Any]:
    """The estimators in a value: itself, its nested estimators, and those of the settings that it tries.

    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> [type(each).__name__ for each in estimators_in([make_pipeline(Ridge())])]
    ['Pipeline', 'Ridge']
    """
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from estimators_in(each)
    elif hasattr(value, "get_params") and not isinstance(value, type):
        yield value
        for each in value.get_params(deep=False).values():
            yield from estimators_in(each)
        for setting in _settings_tried(value):
            yield from estimators_in(setting)


def _settings_tried(search: Any) -> Iterator[Any]:
    """Copies of the estimator of a GridSearchCV or RandomizedSearchCV, one per value that it sets."""
    grid = getattr(search, "param_grid", getattr(search, "param_distributions", None))
    for each in [grid] if isinstance(grid, Mapping) else grid or ():
        for name, values in each.items():
            for value in values:
                yield clone(search.estimator).set_params(**{name: value})


def _check_class(kind: type) -> None:
    if not is_allowed_class(kind):
        raise ParameterError(
            f"{kind.__module__}.{kind.__name__} is not one of the estimators that a file may contain; pass "
            "the estimator in Python instead"
        )


def _is_allowed(estimator: Any, name: str, value: Any) -> bool:
    kind: Any = type(estimator)
    package = kind.__module__.partition(".")[0]
    if name == "n_jobs" and isinstance(value, int):
        return value <= MAX_JOBS
    library = library_of(estimator)
    if library is not None:
        return library.allows(name, value)
    if package != "sklearn":
        # Gnomon's own parameters are declared, and none of them is a path; a package is trusted by the user.
        return _is_plain(value) and (package == "gnomon" or is_trusted_package(package))
    if name in _REFUSED:
        return False
    if isinstance(value, str):
        return name in _DATA or value in _options(kind, name)
    return _is_plain(value)


def _is_plain(value: Any) -> bool:
    """Whether a value consists of numbers, text and estimators; functions are not plain."""
    if isinstance(value, Mapping):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_plain, value))
    return isinstance(value, (*_PLAIN, str, bytes, BaseEstimator))


@cache
def _options(kind: Hashable, name: str) -> frozenset[str]:
    """The strings that scikit-learn declares as options of a parameter."""
    if name == "scoring":
        return frozenset((*get_scorer_names(), *measures, *MEASURE_OF))
    declared = getattr(kind, "_parameter_constraints", {}).get(name, ())
    constraints = [make_constraint(each) for each in declared] if isinstance(declared, list) else []
    return frozenset(
        option for each in constraints for option in getattr(each, "options", ()) if isinstance(option, str)
    )
