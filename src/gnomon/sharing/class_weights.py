"""Class weights: what the weight of every row of a class is multiplied by."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import ParameterError


def class_factors(
    class_weight: Any, classes: Array, sums: Floats, name: str, *, may_be_zero: bool = False
) -> Floats:
    """The factor of each class: a dict's number, 1 where it has none, or "balanced".

    "balanced" gives every class that has weight the same sum of weights, and leaves the sum of all as it is.
    As in scikit-learn, a dict may name classes that are absent only if it names all that are present.

    sums: the weight of each class. name: of the learner, for errors.

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
            "numbers"
        )
    known = classes.tolist()
    _refuse_misspelled(class_weight, known, classes[sums > 0].tolist(), name)
    return _checked([class_weight.get(each, 1.0) for each in known], class_weight, name, may_be_zero)


def _refuse_misspelled(class_weight: dict[Any, Any], known: list[Any], present: list[Any], name: str) -> None:
    unknown = [key for key in class_weight if key not in known]
    if unknown and not all(each in class_weight for each in present):
        raise ParameterError(
            f"{name}(class_weight={class_weight!r}): {unknown[0]!r} is no class; the classes are {known!r}"
        )


def _checked(numbers: list[Any], class_weight: Any, name: str, may_be_zero: bool) -> Floats:
    try:
        found = np.array(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.array([np.nan])
    least_words = (
        "of at least 0" if may_be_zero else "above 0; leave out the rows of a class that shall not count"
    )
    if not (np.isfinite(found) & ((found >= 0) if may_be_zero else (found > 0))).all():
        raise ParameterError(f"{name}(class_weight={class_weight!r}): give finite numbers {least_words}")
    return found
