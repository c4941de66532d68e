"""Class weights: factors of the sample weights by class (class_weight)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError


def class_factors(
    class_weight: Any, classes: Array, sums: Floats, name: str, *, may_be_zero: bool = False
) -> Floats:
    """The weight of each class by scikit-learn's class_weight: a dict (default 1), "balanced" or None.

    "balanced" gives all present classes the same total weight, with an unchanged overall sum. As in
    scikit-learn, a dict may name absent classes only if it names all present ones.

    sums: total sample weight of each class. name: of the learner, for errors.

    >>> class_factors("balanced", np.array(["a", "b"]), np.array([1.0, 3.0]), "SVC")
    array([2.        , 0.66666667])
    """
    if class_weight is None:
        return np.ones(len(classes))
    if isinstance(class_weight, str) and class_weight == "balanced":
        return np.divide(sums.sum(), (sums > 0).sum() * sums, out=np.ones_like(sums), where=sums > 0)
    if not isinstance(class_weight, dict):
        raise ParameterError(
            f"{name}(class_weight={class_weight!r}): it must be None, 'balanced', or a dict from classes to "
            "weights"
        )
    known = classes.tolist()
    _refuse_misspelled(class_weight, known, classes[sums > 0].tolist(), name)
    return _checked([class_weight.get(each, 1.0) for each in known], class_weight, name, may_be_zero)


def _refuse_misspelled(class_weight: dict[Any, Any], known: list[Any], present: list[Any], name: str) -> None:
    unknown = [key for key in class_weight if key not in known]
    if unknown and not all(each in class_weight for each in present):
        raise ParameterError(
            f"{name}(class_weight={class_weight!r}): {unknown[0]!r} is not a class; the classes are {known!r}"
        )


def _checked(numbers: list[Any], class_weight: Any, name: str, may_be_zero: bool) -> Floats:
    try:
        factors = np.array(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        factors = np.array([np.nan])
    bound = "of at least 0" if may_be_zero else "above 0; drop the rows of a class to exclude it"
    if not (np.isfinite(factors) & ((factors >= 0) if may_be_zero else (factors > 0))).all():
        raise ParameterError(f"{name}(class_weight={class_weight!r}): pass finite weights {bound}")
    return factors
