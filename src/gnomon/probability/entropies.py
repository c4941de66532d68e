"""Entropy: how much a distribution leaves open, in bits unless another base is asked for (Shannon 1948).

Arguments are probabilities or counts; counts are divided by their sum.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.errors import DataError, ParameterError
from gnomon.probability.tables import checked, floats, times_log, unit


def information_content(p: ArrayLike, base: float = 2.0) -> Any:
    """-log p: the length of the best code for something of this probability; log k for one of k equals.

    >>> information_content(1 / 8)
    3.0
    >>> information_content([1.0, 0.5, 0.0])
    array([ 0.,  1., inf])
    """
    share = floats(p, "p")
    if not ((share >= 0) & (share <= 1)).all():
        wrong = share[~((share >= 0) & (share <= 1))].flat[0]
        raise ParameterError(f"p has {wrong!s}; a probability is from 0 to 1")
    with np.errstate(divide="ignore"):
        content = np.abs(np.log(share)) / unit(base)
    return content if content.ndim else float(content)


def entropy(p: ArrayLike, base: float = 2.0, *, axis: int | None = None) -> Any:
    """H = - sum p log p, with 0 log 0 = 0: the mean information content.

    axis: where each distribution lies, for a table of many; None takes the whole table as one.

    >>> entropy([0.5, 0.5])
    1.0
    >>> round(entropy([9, 5]), 5)
    0.94029
    >>> entropy([[1, 1], [4, 0]], axis=1)
    array([1., 0.])
    """
    table = checked(p)
    if axis is not None and not -table.ndim <= axis < table.ndim:
        raise ParameterError(f"axis={axis!r}: a table of shape {table.shape} has {table.ndim} axes, from 0")
    total = table.sum(axis=axis, keepdims=True)
    if not total.all():
        raise DataError("a distribution among these is 0 everywhere; leave it out")
    share = table / total
    found = np.abs(times_log(share).sum(axis=axis)) / unit(base)
    return found if axis is not None else float(found)


def max_entropy(n_values: int, base: float = 2.0) -> float:
    """log of the number of values: the entropy of the uniform distribution, which no other exceeds.

    >>> max_entropy(8)
    3.0
    """
    if n_values < 1:
        raise ParameterError(f"n_values={n_values!r}: a variable has at least one value")
    return float(np.log(n_values)) / unit(base)


def joint_entropy(joint: ArrayLike, base: float = 2.0) -> float:
    """H(X, Y, ...): the entropy of the combinations, from a table of two axes or more.

    >>> joint_entropy([[1, 1], [1, 1]])
    2.0
    """
    return float(entropy(_joint(joint), base))


def conditional_entropy(joint: ArrayLike, base: float = 2.0, *, given: int = 0) -> float:
    """H(T | W) = sum_w p(w) H(T | W = w): what stays open of the one axis once the other is known.

    given: the axis of the known variable, 0 (rows) or 1 (columns).

    >>> conditional_entropy([[2, 0], [0, 2]])
    0.0
    >>> round(conditional_entropy([[3, 3], [6, 2]]), 4)
    0.8922
    """
    table = _joint(joint)
    if table.ndim != 2 or given not in (0, 1):
        raise ParameterError(f"given={given!r}: a table of two axes has the axes 0 and 1")
    share = table / table.sum()
    known = share.sum(axis=1 - given)
    return float(max(times_log(known).sum() - times_log(share).sum(), 0.0)) / unit(base)


def entropy_reduction(prior: ArrayLike, posterior: ArrayLike, base: float = 2.0) -> Any:
    """H(prior) - H(posterior): what an observation took off the uncertainty; below 0 where it added some.

    posterior: one distribution, or one a row; the mean over rows is what the observations tell.

    >>> entropy_reduction([0.25] * 4, [0.5, 0.5, 0, 0])
    1.0
    >>> entropy_reduction([0.5, 0.5], [[1, 0], [0.5, 0.5]])
    array([1., 0.])
    """
    before, after = floats(prior, "the prior"), floats(posterior, "the posterior")
    if after.ndim not in (1, 2) or after.shape[-1] != before.size:
        raise DataError(
            f"a prior over {before.size} values and posteriors of shape {after.shape} do not match"
        )
    left = entropy(before, base) - np.asarray(entropy(after, base, axis=-1))
    return left if left.ndim else float(left)


def _joint(joint: ArrayLike) -> Any:
    table = checked(joint, "a joint table")
    if table.ndim < 2:
        raise DataError(f"a joint table of shape {table.shape} has one axis; give an axis for each variable")
    return table
