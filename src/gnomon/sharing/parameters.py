"""The parameters of an estimator that differ from their defaults.

Defaults are read from the signature; where it ends in `**options` (XGBoost), from a new instance.
"""

from __future__ import annotations

from functools import lru_cache
from inspect import Parameter, signature
from typing import Any


def changed_parameters(learner: Any) -> dict[str, Any]:
    """The parameters whose values are not the defaults of the class.

    >>> from sklearn.linear_model import Ridge
    >>> changed_parameters(Ridge(alpha=10)), changed_parameters(Ridge())
    ({'alpha': 10}, {})
    """
    kind: Any = type(learner)
    defaults = default_parameters(kind)
    return {
        name: value
        for name, value in learner.get_params(deep=False).items()
        if name not in defaults or not _is_same(value, defaults[name])
    }


@lru_cache(maxsize=512)
def default_parameters(kind: type) -> dict[str, Any]:
    """The default of each parameter of a class that has one.

    >>> from sklearn.linear_model import Ridge
    >>> default_parameters(Ridge)["alpha"]
    1.0
    """
    declared = signature(kind).parameters.values()
    defaults = {each.name: each.default for each in declared if each.default is not Parameter.empty}
    if any(each.kind is Parameter.VAR_KEYWORD for each in declared):
        try:
            # Copied, as some classes return the dict that they store.
            return {**defaults, **kind().get_params(deep=False)}
        except TypeError:  # It has required parameters.
            return defaults
    return defaults


def all_parameters(learner: Any) -> set[str]:
    """The names of all parameters, nested ones too; CatBoost's get_params lists only those that are set.

    >>> from sklearn.linear_model import Ridge
    >>> "alpha" in all_parameters(Ridge())
    True
    """
    declared = signature(type(learner)).parameters.values()
    names = {each.name for each in declared if each.kind is not Parameter.VAR_KEYWORD}
    return names | set(learner.get_params())


def _is_same(value: Any, default: Any) -> bool:
    return value is default or (type(value) is type(default) and repr(value) == repr(default))
