"""Impurity measures of class labels, and the information gain of a split.

Labels are sequences of anything but fractional numbers, which are refused as probabilities or numbers;
values of a feature are of any kind. The formulas, on contingency tables, are in `gnomon.probability`.
Information is in bits unless another base is given.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.probability import entropies
from gnomon.probability import shared_information as informations
from gnomon.probability.divergence import kullback_leibler_divergence as kullback_leibler_divergence
from gnomon.probability.tables import counts, joint_counts


def label_entropy(labels: Any, *, sample_weight: ArrayLike | None = None, base: float = 2) -> float:
    """Shannon entropy of labels: H(T) = - sum_t p(t) log p(t), with 0 log 0 = 0 (Shannon 1948).

    >>> round(label_entropy(["yes"] * 9 + ["no"] * 5), 5)
    0.94029
    """
    return float(entropies.entropy(counts(_labels(labels), sample_weight), base))


def gini_impurity(labels: Any, *, sample_weight: ArrayLike | None = None) -> float:
    """Gini impurity (Gini index) of labels: 1 - sum_t p(t)², the probability that two random labels differ.

    >>> gini_impurity([1, 1, 2, 2])
    0.5
    """
    return float(1 - (_proportions(_labels(labels), sample_weight) ** 2).sum())


def misclassification_impurity(labels: Any, *, sample_weight: ArrayLike | None = None) -> float:
    """Misclassification impurity of labels: 1 - max_t p(t), the error rate of the majority class.

    >>> misclassification_impurity(["a", "a", "a", "b"])
    0.25
    """
    return float(1 - _proportions(_labels(labels), sample_weight).max())


def impurities(weight: Floats, criterion: str) -> Floats:
    """Entropy in bits, or Gini impurity, of class weights (along the last axis).

    >>> impurities(np.array([[1.0, 1.0], [1.0, 0.0]]), "entropy")
    array([1., 0.])
    >>> float(impurities(np.array([1.0, 1.0]), "gini"))
    0.5
    """
    if criterion == "entropy":
        return np.asarray(entropies.entropy(weight, axis=-1))
    p = weight / weight.sum(axis=-1, keepdims=True)
    return np.asarray(1 - (p**2).sum(axis=-1))


def label_joint_entropy(a: Any, b: Any, *, sample_weight: ArrayLike | None = None, base: float = 2) -> float:
    """Joint entropy H(A, B): the entropy of the pairs of values.

    >>> label_joint_entropy([0, 0, 1, 1], [0, 1, 0, 1])
    2.0
    """
    return entropies.joint_entropy(joint_counts(a, b, sample_weight), base)


def label_conditional_entropy(
    labels: Any, feature: Any, *, sample_weight: ArrayLike | None = None, base: float = 2
) -> float:
    """Conditional entropy of labels given a variable: H(T | W) = sum_w p(w) H(T | W = w).

    >>> label_conditional_entropy([0, 0, 1, 1], ["a", "a", "b", "b"])
    0.0
    """
    return entropies.conditional_entropy(joint_counts(feature, _labels(labels), sample_weight), base)


def information_gain(
    labels: Any, feature: Any, *, sample_weight: ArrayLike | None = None, base: float = 2
) -> float:
    """Information gain (mutual information) I(T; W) = H(T) - H(T | W): 0 if independent, at most H(T).

    >>> information_gain([0, 0, 1, 1], ["a", "a", "b", "b"])
    1.0
    """
    return float(informations.mutual_information(joint_counts(feature, _labels(labels), sample_weight), base))


def gain_ratio(labels: Any, feature: Any, *, sample_weight: ArrayLike | None = None) -> float:
    """Gain ratio (Quinlan 1993): information gain over split information, I(T; W) / H(W), or 0.

    >>> gain_ratio([0, 0, 1, 1], ["a", "b", "c", "d"])
    0.5
    """
    return informations.gain_ratio(joint_counts(feature, _labels(labels), sample_weight))


def joint(a: Any, b: Any, weight: ArrayLike | None = None) -> Floats:
    """The joint distribution of two variables, a row for each value of a.

    >>> joint(["x", "x", "y"], [0, 1, 1]).round(2)
    array([[0.33, 0.33],
           [0.  , 0.33]])
    """
    table = joint_counts(a, b, weight)
    return table / table.sum()


def _labels(labels: Any) -> Any:
    """The labels as they are; DataError for fractional numbers."""
    values = np.asarray(labels)
    if values.dtype.kind == "f" and values.ndim == 1:
        is_fraction = np.isfinite(values) & (values != np.round(values))
        if is_fraction.any():
            row = int(is_fraction.argmax())
            raise DataError(
                f"row {row} has {values[row]:g}, which is not a class label; for the entropy of "
                "probabilities use gn.probability.entropy, for numbers discretize them first"
            )
    return labels


def _proportions(labels: Any, weight: ArrayLike | None) -> Floats:
    weights = counts(labels, weight)
    return weights / weights.sum()
