"""Combination rules for classifiers: vote, mean, product, median, maximum and minimum of probabilities.

Kittler, Hatef, Duin & Matas (1998), "On combining classifiers".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.ties import first_largest

RULES = ("vote", "average", "product", "median", "maximum", "minimum")


def combine_probabilities(probabilities: Any, rule: str = "average", weights: Any = None) -> Floats:
    """Combine class probabilities of several classifiers (members, rows, classes): classifier fusion.

    rule: one of RULES; "vote" is majority voting by each member's most probable class (ties: the first).
    weights: of the members, for a vote, an average, or (as exponents) a product. Where every product, or
    every minimum, is 0, the classes get equal probabilities. Returns (rows, classes), normalized.

    >>> members = [[[0.6, 0.4]], [[0.6, 0.4]], [[0.0, 1.0]]]
    >>> (
    ...     combine_probabilities(members, "vote"),
    ...     combine_probabilities(members, "average"),
    ...     combine_probabilities(members, "product"),
    ... )
    (array([[0.66666667, 0.33333333]]), array([[0.4, 0.6]]), array([[0., 1.]]))
    """
    each = np.asarray(probabilities, dtype=np.float64)
    if each.ndim != 3 or each.size == 0:
        raise DataError(
            f"probabilities have shape {each.shape}; pass (members, rows, classes), none of them empty"
        )
    if rule not in RULES:
        raise ParameterError(f"rule={rule!r}: it must be one of {', '.join(RULES)}")
    return _normalized(_combined(each, rule, _member_weights(weights, len(each), rule)))


def combine_predictions(predictions: Any, rule: str = "average", weights: Any = None) -> Floats:
    """Combine the predictions of several regressors (members, rows) by their weighted mean or their median.

    >>> combine_predictions([[1.0, 2.0], [2.0, 2.0], [9.0, 5.0]], "median")
    array([2., 2.])
    """
    each = np.asarray(predictions, dtype=np.float64)
    if rule not in ("average", "median"):
        raise ParameterError(f"rule={rule!r}: regression predictions are combined by average or median")
    weight = _member_weights(weights, len(each), rule)
    return np.asarray(np.median(each, axis=0) if rule == "median" else weight @ each / weight.sum())


def _member_weights(weights: Any, n_members: int, rule: str) -> Floats:
    if weights is None:
        return np.ones(n_members)
    if rule in ("median", "maximum", "minimum"):
        raise ParameterError(f"rule={rule!r} takes no weights; use vote, average or product, or weights=None")
    weight = np.asarray(weights, dtype=np.float64)
    if weight.shape != (n_members,) or not (weight >= 0).all() or not weight.any() or np.isinf(weight).any():
        raise ParameterError(
            f"weights={weights!r}: pass {n_members} numbers, one per member, nonnegative and not all 0"
        )
    return weight


def _combined(each: Floats, rule: str, weight: Floats) -> Floats:
    if rule == "vote":
        named = first_largest(each, axis=2)
        return np.asarray(np.tensordot(weight, np.eye(each.shape[2])[named], axes=1))
    if rule == "average":
        return np.asarray(np.tensordot(weight, each, axes=1))
    if rule == "product":
        return _product(each, weight)
    if rule == "median":
        return np.asarray(np.median(each, axis=0))
    return np.asarray(each.max(axis=0) if rule == "maximum" else each.min(axis=0))


def _product(each: Floats, weight: Floats) -> Floats:
    """prod_m p_m^w_m, from logarithms minus their maximum, so that many members do not underflow to 0."""
    with np.errstate(divide="ignore"):
        logs = np.log(each)
    # A member of weight 0 is left out, as 0 times log 0 is NaN.
    total = np.tensordot(weight[weight > 0], logs[weight > 0], axes=1)
    largest = total.max(axis=1, keepdims=True)
    return np.exp(total - np.where(np.isinf(largest), 0.0, largest))


def _normalized(scores: Floats) -> Floats:
    scores[scores.sum(axis=1) == 0] = 1.0
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))
