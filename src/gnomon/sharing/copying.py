"""Copies of learners: the same parameters, nothing learned.

scikit-learn's `clone` looks at signatures anew for every copy, which takes longer than a small fit; fields,
as parameters are declared here, are known by their names.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from sklearn.base import BaseEstimator, clone

Estimator = TypeVar("Estimator", bound=BaseEstimator)

# Values that no copy can change for another.
_UNCHANGING = (type(None), bool, int, float, str)

_KNOWN: dict[type[Any], list[str]] = {}

# What users may set on an estimator besides its parameters, and scikit-learn's own way copies.
_BESIDES = ("_metadata_request", "_skl_callbacks", "_sklearn_output_config")


def parameter_names(kind: type[Any]) -> list[str]:
    """The declared parameters of a class, in alphabetical order.

    >>> import gnomon as gn
    >>> parameter_names(gn.NearestMean) == gn.NearestMean()._get_param_names()
    True
    """
    if kind not in _KNOWN:
        _KNOWN[kind] = sorted(each.name for each in fields(kind) if each.init)
    return _KNOWN[kind]


def unfitted(learner: Estimator) -> Estimator:
    """What scikit-learn's clone gives.

    >>> import gnomon as gn
    >>> fitted = gn.Ridge(alpha=2.0).fit([[0.0], [1.0]], [0.0, 1.0])
    >>> unfitted(fitted), hasattr(unfitted(fitted), "coef_")
    (Ridge(alpha=2.0), False)
    """
    kind: Any = type(learner)
    if hasattr(kind, "__post_init__") or any(hasattr(learner, name) for name in _BESIDES):
        copied: Estimator = BaseEstimator.__sklearn_clone__(learner)
        return copied
    model: Estimator = kind.__new__(kind)
    for name in parameter_names(kind):
        value = getattr(learner, name)
        setattr(model, name, value if isinstance(value, _UNCHANGING) else clone(value, safe=False))
    return model
