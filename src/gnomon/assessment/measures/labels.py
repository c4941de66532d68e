"""Measures of predicted labels, computed from the confusion matrix; labels are of any kind.

Rows of weight w count as w rows. 0/0 counts as `zero_division` (see `tables`).
"""

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, same_length
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.assessment.measures.tables import hits, of_prediction, of_truth, recalls, share, total
from gnomon.errors import DataError, ParameterError


def is_correct(truth: Array, predicted: Array) -> Floats:
    """1 for each row predicted correctly, else 0.

    >>> is_correct(np.array([0, 1]), np.array([0, 0]))
    array([1., 0.])
    """
    truth, predicted = same_length(truth, predicted)
    return (truth == predicted).astype(np.float64)


def is_misclassified(truth: Array, predicted: Array) -> Floats:
    """Zero-one loss: 1 for each misclassified row, else 0.

    >>> is_misclassified(np.array([0, 1]), np.array([0, 0]))
    array([0., 1.])
    """
    return 1.0 - is_correct(truth, predicted)


@label_measure("Accuracy: share of rows predicted correctly", each=is_correct, is_share=True, headline=True)
def accuracy(table: Floats) -> Floats:
    """Accuracy: the share of rows whose label is predicted correctly.

    >>> accuracy(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.75
    """
    return share(np.sum(hits(table), axis=-1), total(table))


@label_measure(
    "Error rate: share of misclassified rows",
    better="lower",
    each=is_misclassified,
    is_share=True,
    headline=True,
)
def error(table: Floats) -> Floats:
    """Error rate (misclassification rate, zero-one loss): the share of misclassified rows.

    >>> error(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.25
    """
    return share(total(table) - np.sum(hits(table), axis=-1), total(table))


@label_measure("Balanced accuracy: mean recall over classes", headline=True)
def balanced_accuracy(table: Floats) -> Floats:
    """Balanced accuracy: the mean recall of the classes that occur among the true labels.

    >>> balanced_accuracy(["a", "b", "b", "b", "b"], ["a", "b", "b", "b", "a"])
    0.875
    """
    return share(np.sum(recalls(table), axis=-1), np.sum(of_truth(table) > 0, axis=-1))


@label_measure("G-mean: geometric mean of recall over classes")
def g_mean(table: Floats) -> Floats:
    """G-mean: the geometric mean of the recalls of the classes that occur among the true labels.

    >>> round(g_mean(["a", "b", "b", "b", "b"], ["a", "b", "b", "b", "a"]), 4)
    0.866
    """
    occurs = of_truth(table) > 0
    recall = np.where(occurs, recalls(table), 1.0)
    logs = np.log(np.where(recall > 0, recall, 1.0))
    geometric = np.exp(share(np.sum(logs, axis=-1), np.sum(occurs, axis=-1)))
    return np.where(np.all(recall > 0, axis=-1), geometric, 0.0)


@label_measure("MCC: Matthews correlation coefficient", range=(-1, 1), headline=True)
def mcc(table: Floats) -> Floats:
    """Matthews correlation coefficient (phi coefficient; Matthews 1975, multiclass: Gorodkin 2004).

    0 where truth or predictions are of one class only.

    >>> round(mcc([1, 1, 0, 0], [1, 0, 0, 0]), 4)
    0.5774
    """
    n, truth, predicted = total(table), of_truth(table), of_prediction(table)
    joint = n * np.sum(hits(table), axis=-1) - np.sum(truth * predicted, axis=-1)
    spread = [n * n - np.sum(each * each, axis=-1) for each in (truth, predicted)]
    # n² - n² may differ from 0 by rounding.
    both = np.where(np.minimum(*spread) > 1e-14 * n * n, spread[0] * spread[1], 0.0)
    return np.clip(share(joint, np.sqrt(both)), -1.0, 1.0)


@label_measure("Cohen's kappa: agreement beyond chance", range=(-1, 1))
def kappa(table: Floats, *, weights: str | None = None) -> Floats:
    """Cohen's kappa: agreement beyond that expected by chance from the margins (Cohen 1960).

    weights: None for unweighted kappa; for ordinal classes "linear" or "quadratic" weights of the
    disagreements. 0 where truth and predictions are all of one class.

    >>> kappa([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    index = np.arange(table.shape[-1])
    gap = np.abs(index[:, None] - index)
    penalties = {None: gap > 0, "linear": gap, "quadratic": gap**2}
    if weights not in penalties:
        raise ParameterError(f"weights={weights!r}: use None, 'linear' or 'quadratic'")
    by_chance = of_truth(table)[..., :, None] * of_prediction(table)[..., None, :]
    expected = share(np.sum(penalties[weights] * by_chance, axis=(-2, -1)), total(table))
    observed = np.sum(penalties[weights] * table, axis=(-2, -1))
    return np.where(expected > 0, 1 - share(observed, expected), 0.0)


def cost_of_row(truth: Array, predicted: Array, *, costs: Any = ((0, 1), (1, 0))) -> Floats:
    """Misclassification cost of each row: costs[true class][predicted class].

    >>> cost_of_row([0, 1], [1, 0], costs=[[0, 1], [5, 0]])
    array([1., 5.])
    """
    matrix = _cost_matrix(costs)
    truth, predicted = same_length(truth, predicted)
    for name, codes in (("truth", truth), ("predicted", predicted)):
        if codes.dtype.kind not in "bui" or (
            len(codes) and not 0 <= codes.min() <= codes.max() < len(matrix)
        ):
            raise DataError(
                f"{name} must be class codes from 0 to {len(matrix) - 1}, the indices of the cost matrix; "
                "encode labels by numpy.searchsorted(classes, labels)"
            )
    return np.asarray(matrix[truth.astype(np.int64), predicted.astype(np.int64)])


def mean_cost(table: Floats, *, costs: Any = ((0, 1), (1, 0))) -> Floats:
    """Mean misclassification cost per row, from confusion matrices.

    >>> float(mean_cost(np.array([[8.0, 1.0], [1.0, 0.0]]), costs=[[0, 1], [5, 0]]))
    0.6
    """
    matrix = _cost_matrix(costs)
    if len(matrix) != table.shape[-1]:
        raise ParameterError(
            f"costs has {len(matrix)} classes and the data {table.shape[-1]}; "
            "pass one row and one column per class"
        )
    return share(np.sum(matrix * table, axis=(-2, -1)), total(table))


@measure(
    better="lower",
    range=(-np.inf, np.inf),
    needs="label",
    kind="classification",
    title="Expected cost: mean misclassification cost, by a cost matrix",
    each=cost_of_row,
    of_table=mean_cost,
)
def expected_cost(
    truth: Array, predicted: Array, weight: Array | None = None, *, costs: Any = ((0, 1), (1, 0))
) -> float:
    """Expected misclassification cost: the mean of costs[true class][predicted class] of class codes.

    costs: cost matrix with a row per true class and a column per predicted class, in order of the classes.

    >>> expected_cost([0, 0, 1, 1], [0, 1, 0, 1], costs=[[0, 1], [5, 0]])
    1.5
    """
    return mean(cost_of_row(truth, predicted, costs=costs), weight)


def _cost_matrix(costs: Any) -> Floats:
    matrix = np.asarray(costs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ParameterError(
            f"costs={costs!r}: pass a square matrix of finite numbers, one row per true class and one column "
            "per predicted class"
        )
    return matrix
