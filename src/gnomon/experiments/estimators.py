"""Estimators of other packages by their qualified names (`lightgbm.LGBMClassifier`, `sklearn.svm.SVC`).

A name may come from an untrusted file, so it is only looked up in lists of classes, and in the packages that
the user has allowed in Python; no module is imported by a name from a file.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from sklearn.base import BaseEstimator

from gnomon.errors import NameUnknown, ParameterError
from gnomon.experiments.allowed_classes import ALLOWED_CLASSES
from gnomon.sharing.foreign import LIBRARIES, Library

_IN_PYTHON = "pass the estimator itself in Python"

_allowed: set[str] = set()


def allow_package(name: str) -> None:
    """Allow designs, results files and claims to use estimators of an installed package that you trust.

    Looking up a name imports the package, which executes its code; a file may then set any parameter of its
    estimators.

    >>> allow_package("imblearn")
    """
    if not name.isidentifier():
        raise ParameterError(
            f"allow_package({name!r}): pass the name by which it is imported, such as 'imblearn'"
        )
    _allowed.add(name)


def estimator_named(path: str) -> type[BaseEstimator]:
    """The class of a qualified name; NameUnknown, with a suggestion, if there is none.

    ParameterError for a package that is not allowed.

    >>> estimator_named("sklearn.linear_model.Ridge").__name__
    'Ridge'
    >>> estimator_named("catboost.CatBoost")
    Traceback (most recent call last):
        ...
    gnomon.errors.NameUnknown: catboost has no estimator CatBoost; did you mean 'catboost.CatBoostRegressor'?
    """
    package = path.partition(".")[0]
    library = next((each for each in LIBRARIES if each.package == package), None)
    if library is not None:
        return _of_library(library, path)
    if package == "sklearn":
        return _of_sklearn(path)
    if package in _allowed:
        return _in_module(path, importlib.import_module(package))
    known = ["gnomon", "sklearn", *(each.package for each in LIBRARIES)]
    raise ParameterError(
        f"estimators are looked up in {', '.join(known[:-1])} and {known[-1]} only, not in {package}; in "
        f"Python pass the estimator itself, or call gnomon.experiments.estimators.allow_package({package!r})"
    )


def is_known_package(name: str) -> bool:
    """Whether classes of this package can be used by qualified name.

    >>> is_known_package("lightgbm"), is_known_package("os")
    (True, False)
    """
    return name == "sklearn" or name in _allowed or any(name == each.package for each in LIBRARIES)


def is_trusted_package(name: str) -> bool:
    """Whether the user has allowed this package by `allow_package`.

    >>> is_trusted_package("os")
    False
    """
    return name in _allowed


def is_allowed_class(kind: type) -> bool:
    """Whether a file may describe estimators of this class.

    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.preprocessing import FunctionTransformer
    >>> is_allowed_class(Ridge), is_allowed_class(FunctionTransformer)
    (True, False)
    """
    package = kind.__module__.partition(".")[0]
    if package == "gnomon" or package in _allowed:
        return True
    if any(package == each.package and kind.__name__ in each.classes for each in LIBRARIES):
        return True
    return any(
        kind.__name__ in names and kind.__module__.startswith(module)
        for module, names in ALLOWED_CLASSES.items()
    )


def full_names(name: str) -> list[str]:
    """The qualified names of estimators of other packages with this or a similar class name.

    >>> full_names("LGBMClasifier"), full_names("HistGradientBoostingClassifier")
    (['lightgbm.LGBMClassifier'], ['sklearn.ensemble.HistGradientBoostingClassifier'])
    """
    known = {each: f"{library.package}.{each}" for library in LIBRARIES for each in library.classes}
    known |= {each: f"{module}.{each}" for module, names in ALLOWED_CLASSES.items() for each in names}
    return [known[each] for each in difflib.get_close_matches(name, known, n=1, cutoff=0.8)]


def public_module(kind: type) -> str:
    """The public module of a class: without private modules; for other libraries the package.

    >>> from sklearn.svm import SVC
    >>> public_module(SVC)
    'sklearn.svm'
    """
    package = kind.__module__.partition(".")[0]
    if any(package == each.package and kind.__name__ in each.classes for each in LIBRARIES):
        return package
    return _public(kind)


def _public(kind: type) -> str:
    return ".".join(takewhile(lambda name: not name.startswith("_"), kind.__module__.split(".")))


def _of_library(library: Library, path: str) -> type[BaseEstimator]:
    name = path.rpartition(".")[2]
    if name not in library.classes:
        raise NameUnknown(_unknown(path, library.package, library.classes))
    try:
        package = importlib.import_module(library.package)
    except ImportError as error:
        raise NameUnknown(
            f"{path} needs the package {library.package}, which cannot be imported ({error}); "
            f"pip install {library.package}"
        ) from None
    kind: type[BaseEstimator] = getattr(package, name)
    return kind


def _of_sklearn(path: str) -> type[BaseEstimator]:
    public, _, name = path.rpartition(".")
    # The module to import is the constant of the list, not the text of the file.
    for module, names in ALLOWED_CLASSES.items():
        if public == module:
            member: Any = getattr(importlib.import_module(module), name, None)
            if name in names and member is not None:
                kind: type[BaseEstimator] = member
                return kind
            if _is_estimator(member):
                raise NameUnknown(f"{path} is not one of the estimators that a file may name; {_IN_PYTHON}")
            raise NameUnknown(_unknown(path, module, names))
    near = full_names(name)
    hint = f"did you mean {near[0]!r}?" if near else "check the module that it is imported from"
    raise NameUnknown(f"scikit-learn has no estimator {path}; {hint}")


def _in_module(path: str, module: Any) -> type[BaseEstimator]:
    """The estimator of this name in an imported module."""
    name = path.rpartition(".")[2]
    for part in path.split(".")[1:-1]:
        module = getattr(module, part, module)
    kind = getattr(module, name, None)
    if isinstance(kind, type) and issubclass(kind, BaseEstimator):
        return kind
    names = [each for each, value in vars(module).items() if _is_estimator(value)]
    raise NameUnknown(_unknown(path, module.__name__, names))


def _is_estimator(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseEstimator) and not value.__name__.startswith("_")


def _unknown(path: str, module: str, names: Iterable[str]) -> str:
    listed = list(names)
    near = difflib.get_close_matches(path.rpartition(".")[2], listed, n=1, cutoff=0.5)
    if near:
        return f"{module} has no estimator {path.rpartition('.')[2]}; did you mean {f'{module}.{near[0]}'!r}?"
    return (
        f"{module} has no estimator {path.rpartition('.')[2]}; available are {', '.join(sorted(listed)[:12])}"
    )
