"""Impurities of labels, and the information that a question gives about them.

Labels and answers are sequences of anything; weights, where given, count rows. The formulas of information,
on tables of counts, stand in `gnomon.probability`. Information is in bits unless another base is asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.probability import entropies
from gnomon.probability import shared_information as informations
from gnomon.probability.divergence import kullback_leibler_divergence as kullback_leibler_divergence
from gnomon.probability.tables import counts, joint_counts


def label_entropy(labels: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """H(T) = - sum_t p(t) log p(t), with 0 log 0 = 0; at most log of the number of labels (Shannon 1948).

    >>> round(label_entropy(["yes"] * 9 + ["no"] * 5), 5)
    0.94029
    """
    return float(entropies.entropy(counts(labels, weight), base))


def gini_impurity(labels: Any, weight: ArrayLike | None = None) -> float:
    """1 - sum_t p(t)²: how often two labels drawn by chance differ.

    >>> gini_impurity([1, 1, 2, 2])
    0.5
    """
    return float(1 - (_shares(labels, weight) ** 2).sum())


def misclassification_impurity(labels: Any, weight: ArrayLike | None = None) -> float:
    """1 - max_t p(t): how often the commonest label is wrong; 0 for a pure node.

    >>> misclassification_impurity(["a", "a", "a", "b"])
    0.25
    """
    return float(1 - _shares(labels, weight).max())


def impurities(weight: Floats, criterion: str) -> Floats:
    """Entropy in bits, or Gini's index, of class weights (along the last axis).

    >>> impurities(np.array([[1.0, 1.0], [1.0, 0.0]]), "entropy")
    array([1., 0.])
    >>> float(impurities(np.array([1.0, 1.0]), "gini"))
    0.5
    """
    if criterion == "entropy":
        return np.asarray(entropies.entropy(weight, axis=-1))
    share = weight / weight.sum(axis=-1, keepdims=True)
    return np.asarray(1 - (share**2).sum(axis=-1))


def label_joint_entropy(a: Any, b: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """H(A, B): the entropy of the pairs.

    >>> label_joint_entropy([0, 0, 1, 1], [0, 1, 0, 1])
    2.0
    """
    return entropies.joint_entropy(joint_counts(a, b, weight), base)


def label_conditional_entropy(
    labels: Any, given: Any, weight: ArrayLike | None = None, *, base: float = 2
) -> float:
    """H(T | W) = sum_w p(w) H(T | W = w): how mixed the labels are once the answer is known.

    >>> label_conditional_entropy([0, 0, 1, 1], ["a", "a", "b", "b"])
    0.0
    """
    return entropies.conditional_entropy(joint_counts(given, labels, weight), base)


def information_gain(labels: Any, given: Any, weight: ArrayLike | None = None, *, base: float = 2) -> float:
    """I(T; W) = H(T) - H(T | W), the mutual information: 0 if independent, H(T) at most.

    >>> information_gain([0, 0, 1, 1], ["a", "a", "b", "b"])
    1.0
    """
    return float(informations.mutual_information(joint_counts(given, labels, weight), base))


def gain_ratio(labels: Any, given: Any, weight: ArrayLike | None = None) -> float:
    """I(T; W) / H(W): the gain for each bit of the answer; 0 if there is but one answer (Quinlan 1993).

    >>> gain_ratio([0, 0, 1, 1], ["a", "b", "c", "d"])
    0.5
    """
    return informations.gain_ratio(joint_counts(given, labels, weight))


def joint(a: Any, b: Any, weight: ArrayLike | None = None) -> Floats:
    """The share of the rows that has each pair of values, a row for each value of a.

    >>> joint(["x", "x", "y"], [0, 1, 1]).round(2)
    array([[0.33, 0.33],
           [0.  , 0.33]])
    """
    table = joint_counts(a, b, weight)
    return table / table.sum()


def _shares(labels: Any, weight: ArrayLike | None) -> Floats:
    found = counts(labels, weight)
    return found / found.sum()
