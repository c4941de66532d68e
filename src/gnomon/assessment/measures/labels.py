"""Measures of predicted labels; truth and predictions are any labels, or codes of them."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, same_length


def is_right(truth: Array, predicted: Array) -> Floats:
    """1 for each row predicted right, else 0.

    >>> is_right(np.array([0, 1]), np.array([0, 0]))
    array([1., 0.])
    """
    truth, predicted = same_length(truth, predicted)
    return (truth == predicted).astype(np.float64)


def is_wrong(truth: Array, predicted: Array) -> Floats:
    """1 for each row predicted wrong, else 0.

    >>> is_wrong(np.array([0, 1]), np.array([0, 0]))
    array([0., 1.])
    """
    return 1.0 - is_right(truth, predicted)


@measure(
    better="higher",
    range=(0, 1),
    needs="label",
    kind="classification",
    title="Accuracy: share of rows predicted right",
    each=is_right,
    is_share=True,
)
def accuracy(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Share of rows whose label is predicted right.

    >>> accuracy(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.75
    """
    return mean(is_right(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, 1),
    needs="label",
    kind="classification",
    title="Error rate: share of rows predicted wrong",
    each=is_wrong,
    is_share=True,
)
def error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Share of rows whose label is predicted wrong.

    >>> error(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.25
    """
    return mean(is_wrong(truth, predicted), weight)


@measure(
    better="higher",
    range=(0, 1),
    needs="label",
    kind="classification",
    title="Balanced accuracy: mean over classes of the share predicted right",
)
def balanced_accuracy(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean recall of the classes that occur among the true labels.

    >>> balanced_accuracy(["a", "b", "b", "b", "b"], ["a", "b", "b", "b", "a"])
    0.875
    """
    right = is_right(truth, predicted)
    codes = np.unique(np.asarray(truth), return_inverse=True)[1]
    weight = np.ones(len(right)) if weight is None else np.asarray(weight)
    size = np.bincount(codes, weight)
    return mean(np.bincount(codes, weight * right)[size > 0] / size[size > 0])
