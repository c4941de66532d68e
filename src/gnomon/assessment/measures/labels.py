"""Measures of predicted labels, computed from the confusion table; labels are of any kind, or codes of them.

Rows of weight w count as w rows. Shares 0/0 count as `zero_division` (see `tables`).
"""

from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, same_length
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.assessment.measures.tables import hits, of_prediction, of_truth, recalls, share, total
from gnomon.errors import DataError, ParameterError


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


@label_measure("Accuracy: share of rows predicted right", each=is_right, is_share=True, headline=True)
def accuracy(table: Floats) -> Floats:
    """Share of rows whose label is predicted right.

    >>> accuracy(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.75
    """
    return share(np.sum(hits(table), axis=-1), total(table))


@label_measure(
    "Error rate: share of rows predicted wrong",
    better="lower",
    each=is_wrong,
    is_share=True,
    headline=True,
)
def error(table: Floats) -> Floats:
    """Share of rows whose label is predicted wrong (zero-one loss).

    >>> error(["a", "b", "b", "b"], ["a", "b", "b", "a"])
    0.25
    """
    return share(total(table) - np.sum(hits(table), axis=-1), total(table))


@label_measure("Balanced accuracy: mean over classes of the share predicted right", headline=True)
def balanced_accuracy(table: Floats) -> Floats:
    """Mean recall of the classes that occur among the true labels.

    >>> balanced_accuracy(["a", "b", "b", "b", "b"], ["a", "b", "b", "b", "a"])
    0.875
    """
    return share(np.sum(recalls(table), axis=-1), np.sum(of_truth(table) > 0, axis=-1))


@label_measure("G-mean: geometric mean over classes of the share predicted right")
def g_mean(table: Floats) -> Floats:
    """Geometric mean of the recalls of the classes that occur among the true labels.

    >>> round(g_mean(["a", "b", "b", "b", "b"], ["a", "b", "b", "b", "a"]), 4)
    0.866
    """
    occurs = of_truth(table) > 0
    found = np.where(occurs, recalls(table), 1.0)
    logs = np.log(np.where(found > 0, found, 1.0))
    geometric = np.exp(share(np.sum(logs, axis=-1), np.sum(occurs, axis=-1)))
    return np.where(np.all(found > 0, axis=-1), geometric, 0.0)


@label_measure("MCC: Matthews' correlation of truth and prediction", range=(-1, 1), headline=True)
def mcc(table: Floats) -> Floats:
    """Correlation of true and predicted classes (Matthews 1975; of many classes: Gorodkin 2004).

    0 where the truth, or the prediction, is one class only.

    >>> round(mcc([1, 1, 0, 0], [1, 0, 0, 0]), 4)
    0.5774
    """
    n, truth, predicted = total(table), of_truth(table), of_prediction(table)
    joint = n * np.sum(hits(table), axis=-1) - np.sum(truth * predicted, axis=-1)
    spread = [n * n - np.sum(each * each, axis=-1) for each in (truth, predicted)]
    # What rounding leaves of n² - n² is no spread.
    both = np.where(np.minimum(*spread) > 1e-14 * n * n, spread[0] * spread[1], 0.0)
    return np.clip(share(joint, np.sqrt(both)), -1.0, 1.0)


@label_measure("Cohen's kappa: agreement beyond chance", range=(-1, 1))
def kappa(table: Floats, *, weights: str | None = None) -> Floats:
    """Agreement beyond what the margins would give by chance (Cohen 1960).

    weights: None counts every disagreement alike; for ordered classes "linear" and "quadratic" count it by
    the distance of the two classes, or its square. 0 where all is one class, so that chance explains all.

    >>> kappa([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    places = np.arange(table.shape[-1])
    gap = np.abs(places[:, None] - places)
    prices = {None: gap > 0, "linear": gap, "quadratic": gap**2}
    if weights not in prices:
        raise ParameterError(f"weights={weights!r}: give None, 'linear' or 'quadratic'")
    by_chance = of_truth(table)[..., :, None] * of_prediction(table)[..., None, :]
    expected = share(np.sum(prices[weights] * by_chance, axis=(-2, -1)), total(table))
    found = np.sum(prices[weights] * table, axis=(-2, -1))
    return np.where(expected > 0, 1 - share(found, expected), 0.0)


def cost_of_row(truth: Array, predicted: Array, *, costs: Any = ((0, 1), (1, 0))) -> Floats:
    """What each prediction costs: costs[true class][predicted class].

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
                f"{name} must be class codes from 0 to {len(matrix) - 1}, the places in the matrix of costs; "
                "turn labels into codes by numpy.searchsorted(classes, labels)"
            )
    return np.asarray(matrix[truth.astype(np.int64), predicted.astype(np.int64)])


def mean_cost(table: Floats, *, costs: Any = ((0, 1), (1, 0))) -> Floats:
    """Mean cost of a row, from confusion tables.

    >>> float(mean_cost(np.array([[8.0, 1.0], [1.0, 0.0]]), costs=[[0, 1], [5, 0]]))
    0.6
    """
    matrix = _cost_matrix(costs)
    if len(matrix) != table.shape[-1]:
        raise ParameterError(
            f"costs has {len(matrix)} classes and there are {table.shape[-1]}; give a row and a column each"
        )
    return share(np.sum(matrix * table, axis=(-2, -1)), total(table))


@measure(
    better="lower",
    range=(-np.inf, np.inf),
    needs="label",
    kind="classification",
    title="Expected cost: mean price of a prediction, by a matrix of costs",
    each=cost_of_row,
    of_table=mean_cost,
)
def expected_cost(
    truth: Array, predicted: Array, weight: Array | None = None, *, costs: Any = ((0, 1), (1, 0))
) -> float:
    """Mean of costs[true class][predicted class]; truth and predictions are class codes.

    costs: a row a true class, a column a predicted class, in order of the classes.

    >>> expected_cost([0, 0, 1, 1], [0, 1, 0, 1], costs=[[0, 1], [5, 0]])
    1.5
    """
    return mean(cost_of_row(truth, predicted, costs=costs), weight)


def _cost_matrix(costs: Any) -> Floats:
    matrix = np.asarray(costs, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not np.isfinite(matrix).all():
        raise ParameterError(
            f"costs={costs!r}: give a square matrix of finite numbers, a row a true class, a column a "
            "predicted class"
        )
    return matrix
