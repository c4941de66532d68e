"""Entropy (Shannon 1948), joint and conditional, in bits by default.

Arguments are probabilities or counts; counts are normalized.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.errors import DataError, ParameterError
from gnomon.probability.tables import checked, floats, times_log, unit


def information_content(p: ArrayLike, base: float = 2.0) -> Any:
    """Information content (self-information, surprisal) -log p of an event of probability p.

    >>> information_content(1 / 8)
    3.0
    >>> information_content([1.0, 0.5, 0.0])
    array([ 0.,  1., inf])
    """
    values = floats(p, "p")
    if not ((values >= 0) & (values <= 1)).all():
        wrong = values[~((values >= 0) & (values <= 1))].flat[0]
        raise ParameterError(f"p contains {wrong!s}; probabilities must be from 0 to 1")
    with np.errstate(divide="ignore"):
        content = np.abs(np.log(values)) / unit(base)
    return content if content.ndim else float(content)


def entropy(p: ArrayLike, base: float = 2.0, *, axis: int | None = None) -> Any:
    """Shannon entropy H = - sum p log p, with 0 log 0 = 0.

    axis: axis of each distribution, in a table of several; None for the whole table as one distribution.

    >>> entropy([0.5, 0.5])
    1.0
    >>> round(entropy([9, 5]), 5)
    0.94029
    >>> entropy([[1, 1], [4, 0]], axis=1)
    array([1., 0.])
    """
    table = checked(p)
    if axis is not None and not -table.ndim <= axis < table.ndim:
        raise ParameterError(f"axis={axis!r} is out of range for a table of shape {table.shape}")
    total = table.sum(axis=axis, keepdims=True)
    if not total.all():
        raise DataError("one of the distributions is 0 everywhere; drop it")
    value = np.abs(times_log(table / total).sum(axis=axis)) / unit(base)
    return value if axis is not None else float(value)


def max_entropy(n_values: int, base: float = 2.0) -> float:
    """Maximum entropy of a variable with n values: log n, the entropy of the uniform distribution.

    >>> max_entropy(8)
    3.0
    """
    if n_values < 1:
        raise ParameterError(f"n_values={n_values!r}: it must be at least 1")
    return float(np.log(n_values)) / unit(base)


def joint_entropy(joint: ArrayLike, base: float = 2.0) -> float:
    """Joint entropy H(X, Y, ...) of a joint table of two axes or more.

    >>> joint_entropy([[1, 1], [1, 1]])
    2.0
    """
    return float(entropy(_joint(joint), base))


def conditional_entropy(joint: ArrayLike, base: float = 2.0, *, given: int = 0) -> float:
    """Conditional entropy H(T | W) = sum_w p(w) H(T | W = w) of one axis of a table given the other.

    given: axis of the conditioning variable W, 0 (rows) or 1 (columns).

    >>> conditional_entropy([[2, 0], [0, 2]])
    0.0
    >>> round(conditional_entropy([[3, 3], [6, 2]]), 4)
    0.8922
    """
    table = _joint(joint)
    if table.ndim != 2 or given not in (0, 1):
        raise ParameterError(f"given={given!r}, shape {table.shape}: the table must be 2-D, and given 0 or 1")
    p = table / table.sum()
    known = p.sum(axis=1 - given)
    return float(max(times_log(known).sum() - times_log(p).sum(), 0.0)) / unit(base)


def entropy_reduction(prior: ArrayLike, posterior: ArrayLike, base: float = 2.0) -> Any:
    """Entropy reduction (information gain of an observation): H(prior) - H(posterior); may be negative.

    posterior: one distribution, or one per row.

    >>> entropy_reduction([0.25] * 4, [0.5, 0.5, 0, 0])
    1.0
    >>> entropy_reduction([0.5, 0.5], [[1, 0], [0.5, 0.5]])
    array([1., 0.])
    """
    p, q = floats(prior, "the prior"), floats(posterior, "the posterior")
    if q.ndim not in (1, 2) or q.shape[-1] != p.size:
        raise DataError(
            f"the prior has {p.size} values and the posteriors have shape {q.shape}: they do not match"
        )
    reduction = entropy(p, base) - np.asarray(entropy(q, base, axis=-1))
    return reduction if reduction.ndim else float(reduction)


def _joint(joint: ArrayLike) -> Any:
    table = checked(joint, "a joint table")
    if table.ndim < 2:
        raise DataError(f"a joint table needs one axis per variable, two or more; its shape is {table.shape}")
    return table
