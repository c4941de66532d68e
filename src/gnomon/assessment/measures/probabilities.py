"""Measures of class probabilities; truth is the code (column number) of each row's class."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import as_numbers, mean, measure, same_length
from gnomon.errors import DataError, ParameterError


def surprisal(truth: Array, probability: Array) -> Floats:
    """Log loss of each row: -ln of the predicted probability of its true class.

    >>> surprisal(np.array([1]), np.array([[0.75, 0.25]])).round(4)
    array([1.3863])
    """
    truth, probability = checked_probabilities(truth, probability)
    # As scikit-learn does: a probability of 0 costs -ln(eps), not infinity.
    eps = np.finfo(np.float64).eps
    return -np.log(np.clip(probability[np.arange(len(truth)), truth], eps, 1 - eps))


def squared_distance(truth: Array, probability: Array) -> Floats:
    """Squared distance of each row's probabilities from the one-hot truth: summed over all classes.

    >>> squared_distance(np.array([1]), np.array([[0.75, 0.25]]))
    array([1.125])
    """
    truth, probability = checked_probabilities(truth, probability)
    of_true_class = probability[np.arange(len(truth)), truth]
    return np.sum(probability**2, axis=1) - 2 * of_true_class + 1


def brier_loss(truth: Array, probability: Array) -> Floats:
    """Brier score of each row: for two classes the squared error of p(class 1), else summed over classes.

    >>> brier_loss(np.array([1]), np.array([[0.75, 0.25]]))
    array([0.5625])
    """
    truth, probability = checked_probabilities(truth, probability)
    if probability.shape[1] == 2:
        return (probability[:, 1] - truth) ** 2
    return squared_distance(truth, probability)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="probability",
    kind="classification",
    title="Log loss: mean -ln of the probability of the true class",
    each=surprisal,
    headline=True,
)
def log_loss(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Log loss (cross-entropy): the mean of -ln of the predicted probability of the true class.

    probability: rows x classes, or for two classes the probability of class 1.

    >>> round(log_loss([0, 1], [[0.75, 0.25], [0.5, 0.5]]), 4)
    0.4904
    """
    return mean(surprisal(truth, probability), weight)


@measure(
    better="lower",
    range=(0, 2),
    needs="probability",
    kind="classification",
    title="Brier score: mean squared error of the probabilities",
    each=brier_loss,
    headline=True,
)
def brier(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Brier score: the mean squared error of the probabilities (mean squared probability error).

    As scikit-learn's: for two classes of the probability of class 1, from 0 to 1; for more summed over the
    classes, from 0 to 2. `brier_sum` is summed over the classes for two, too.

    >>> brier([0, 1], [[0.75, 0.25], [0.5, 0.5]])
    0.15625
    """
    return mean(brier_loss(truth, probability), weight)


@measure(
    better="lower",
    range=(0, 2),
    needs="probability",
    kind="classification",
    title="Brier score summed over all classes (Brier 1950): twice the usual one for two classes",
    each=squared_distance,
)
def brier_sum(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Brier score summed over all classes (the original form of Brier 1950): from 0 to 2.

    For two classes it is twice `brier`; for more it is the same.

    >>> brier_sum([0, 1], [[0.75, 0.25], [0.5, 0.5]])
    0.3125
    """
    return mean(squared_distance(truth, probability), weight)


def is_among_top(truth: Array, probability: Array, *, k: int = 2) -> Floats:
    """1 for each row whose true class is among the k most probable, ties included, else 0.

    >>> is_among_top(np.array([2, 2]), np.array([[0.5, 0.3, 0.2], [0.5, 0.1, 0.4]]))
    array([0., 1.])
    """
    truth, probability = checked_probabilities(truth, probability)
    if not (isinstance(k, int | np.integer) and k >= 1):
        raise ParameterError(f"k={k!r}: must be an integer of at least 1")
    own = probability[np.arange(len(truth)), truth]
    return (np.sum(probability > own[:, None], axis=1) < k).astype(np.float64)


@measure(
    better="higher",
    range=(0, 1),
    needs="probability",
    kind="classification",
    title="Top-k accuracy: share of rows whose true class is among the k most probable",
    each=is_among_top,
    is_share=True,
)
def top_k_accuracy(truth: Array, probability: Array, weight: Array | None = None, *, k: int = 2) -> float:
    """Top-k accuracy: the share of rows whose true class is among the k most probable (ties included).

    >>> probability = [[0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.5, 0.3, 0.2], [0.5, 0.1, 0.4]]
    >>> top_k_accuracy([0, 1, 2, 2], probability)
    0.75
    """
    return mean(is_among_top(truth, probability, k=k), weight)


def checked_probabilities(truth: Array, probability: Array) -> tuple[Array, Floats]:
    """Validated class codes, and probabilities as rows x classes.

    >>> checked_probabilities([1], [0.25])
    (array([1]), array([[0.75, 0.25]]))
    """
    truth, probability = same_length(truth, probability)
    probability = as_numbers("probability", probability)
    if probability.ndim == 1:
        probability = np.column_stack([1 - probability, probability])
    if not np.all((probability >= 0) & (probability <= 1)):
        row = int(np.argmin(np.all((probability >= 0) & (probability <= 1), axis=1)))
        raise DataError(f"row {row} has probabilities {probability[row].tolist()}; they must be from 0 to 1")
    if len(truth) and not (
        truth.dtype.kind in "bui" and 0 <= truth.min() <= truth.max() < probability.shape[1]
    ):
        raise DataError(
            f"truth must be class codes from 0 to {probability.shape[1] - 1} (column numbers of the "
            "probabilities); turn labels into codes by numpy.searchsorted(classes, labels)"
        )
    return truth.astype(np.int64), probability
