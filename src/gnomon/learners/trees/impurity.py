"""Information measures and impurities: how mixed some labels are, and how much a question tells of them.

Labels and answers are sequences of anything; weights, where given, count rows. Logarithms are to base 2, so
information is in bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError


def entropy(labels: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """H(T) = - sum_t p(t) log p(t), with 0 log 0 = 0; at most log of the number of labels (Shannon 1948).

    >>> round(entropy(["yes"] * 9 + ["no"] * 5), 5)
    0.94029
    """
    return entropy_of(_shares(labels, weight), base=base)


def entropy_of(probabilities: ArrayLike, *, base: float = 2) -> float:
    """The entropy of a distribution.

    >>> entropy_of([0.5, 0.5])
    1.0
    """
    p = _distribution(probabilities)
    _check_base(base)
    return float(abs(-(p[p > 0] * np.log(p[p > 0])).sum()) / np.log(base))


def gini(labels: Any, weight: ArrayLike | None = None) -> float:
    """1 - sum_t p(t)²: how often two labels drawn by chance differ.

    >>> gini([1, 1, 2, 2])
    0.5
    """
    return float(1 - (_shares(labels, weight) ** 2).sum())


def error_rate(labels: Any, weight: ArrayLike | None = None) -> float:
    """1 - max_t p(t): how often the commonest label is wrong; 0 for a pure node.

    >>> error_rate(["a", "a", "a", "b"])
    0.25
    """
    return float(1 - _shares(labels, weight).max())


def joint_entropy(a: Any, b: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """H(A, B): the entropy of the pairs.

    >>> joint_entropy([0, 0, 1, 1], [0, 1, 0, 1])
    2.0
    """
    return entropy_of(joint(a, b, weight).ravel(), base=base)


def conditional_entropy(
    labels: Any, given: Any, weight: ArrayLike | None = None, *, base: float = 2
) -> float:
    """H(T | W) = sum_w p(w) H(T | W = w): how mixed the labels are once the answer is known.

    >>> conditional_entropy([0, 0, 1, 1], ["a", "a", "b", "b"])
    0.0
    """
    table = joint(given, labels, weight)
    shares = table.sum(axis=1)
    return float(sum(p * entropy_of(row / p, base=base) for p, row in zip(shares, table) if p > 0))


def information_gain(labels: Any, given: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """I(T; W) = H(T) - H(T | W), the mutual information: 0 if independent, H(T) at most.

    >>> information_gain([0, 0, 1, 1], ["a", "a", "b", "b"])
    1.0
    """
    left = entropy(labels, weight, base=base) - conditional_entropy(labels, given, weight, base=base)
    return max(left, 0.0)


def gain_ratio(labels: Any, given: Any, weight: ArrayLike | None = None) -> float:
    """I(T; W) / H(W): the gain for each bit of the answer; 0 if there is but one answer (Quinlan 1993).

    >>> gain_ratio([0, 0, 1, 1], ["a", "b", "c", "d"])
    0.5
    """
    branching = entropy(given, weight)
    return information_gain(labels, given, weight) / branching if branching > 0 else 0.0


def kullback_leibler(p: ArrayLike, q: ArrayLike, *, base: float = 2) -> float:
    """KL(p, q) = sum p log(p / q); infinite where p has something that q has not.

    >>> kullback_leibler([1.0, 0.0], [0.5, 0.5])
    1.0
    """
    a, b = _distribution(p), _distribution(q)
    if a.shape != b.shape:
        raise DataError(f"distributions over {len(a)} and {len(b)} things cannot be compared")
    _check_base(base)
    if (b[a > 0] == 0).any():
        return float("inf")
    seen = a > 0
    return float((a[seen] * np.log(a[seen] / b[seen])).sum() / np.log(base))


def joint(a: Any, b: Any, weight: ArrayLike | None = None) -> Floats:
    """The share of the rows that has each pair of values, a row for each value of a.

    >>> joint(["x", "x", "y"], [0, 1, 1]).round(2)
    array([[0.33, 0.33],
           [0.  , 0.33]])
    """
    codes_a, codes_b = _codes(a), _codes(b)
    if len(codes_a) != len(codes_b):
        raise DataError(f"{len(codes_a)} values and {len(codes_b)} others cannot be paired")
    size = int(codes_a.max()) + 1, int(codes_b.max()) + 1
    pairs = codes_a * size[1] + codes_b
    counts = np.bincount(pairs, _weights(weight, len(pairs)), minlength=size[0] * size[1])
    return np.asarray(counts / counts.sum(), dtype=np.float64).reshape(size)


def _shares(labels: Any, weight: ArrayLike | None) -> Floats:
    codes = _codes(labels)
    counts = np.bincount(codes, _weights(weight, len(codes)))
    return np.asarray(counts / counts.sum(), dtype=np.float64)


def _codes(labels: Any) -> Array:
    values = np.asarray(labels)
    if values.ndim != 1 or len(values) == 0:
        raise DataError(f"labels of shape {values.shape}: give one label a row, and at least one row")
    return np.unique(values, return_inverse=True)[1].reshape(-1)


def _weights(weight: ArrayLike | None, n_rows: int) -> Floats | None:
    if weight is None:
        return None
    found = np.asarray(weight, dtype=np.float64)
    if found.shape != (n_rows,) or not (found >= 0).all() or not found.any() or not np.isfinite(found).all():
        raise DataError(f"weights of shape {found.shape}: give {n_rows} finite numbers from 0, not all 0")
    return found


def _distribution(probabilities: ArrayLike) -> Floats:
    p = np.asarray(probabilities, dtype=np.float64).ravel()
    if not (p >= 0).all() or abs(p.sum() - 1) > 1e-9:
        raise DataError(f"probabilities must be from 0 and sum to 1; these sum to {p.sum():g}")
    return p


def _check_base(base: float) -> None:
    if not (base > 0 and base != 1 and np.isfinite(base)):
        raise ParameterError(f"base={base!r}: the base of a logarithm must be positive and not 1")
