"""Measures of scores: how well they rank the rows."""

import numpy as np

from gnomon import native
from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, same_length
from gnomon.errors import DataError


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="AUC: probability that a positive is scored above a negative",
)
def auc(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Area under the ROC curve: the probability that a positive scores above a negative, ties as half.

    truth: for one score a row, whether the row is positive; for a column a class, the class codes: then the
    plain mean over classes of each against the rest.

    >>> auc([1, 0, 1, 1, 0], [0.9, 0.8, 0.8, 0.8, 0.1])
    0.8333333333333334
    """
    truth, score = same_length(truth, score)
    if score.ndim == 1:
        return _area(truth.astype(np.bool_), score, weight, "positive")
    return mean(
        np.array([_area(truth == k, score[:, k], weight, f"class {k}") for k in range(score.shape[1])])
    )


def placements(score: Array, others: Array, weight: Array | None = None) -> Floats:
    """For each score the (weighted) share of others below it, ties as half.

    >>> placements(np.array([0.9, 0.8]), np.array([0.8, 0.1]))
    array([1.  , 0.75])
    """
    order = np.argsort(others, kind="stable")
    weight = np.ones(len(others)) if weight is None else np.asarray(weight, dtype=np.float64)
    below = np.concatenate([[0.0], np.cumsum(weight[order])])
    low = np.searchsorted(others[order], score, side="left")
    high = np.searchsorted(others[order], score, side="right")
    return (below[low] + below[high]) / (2 * below[-1])


def _area(positive: Array, score: Array, weight: Array | None, name: str) -> float:
    score = np.ascontiguousarray(score, dtype=np.float64)
    if np.isnan(score).any():
        raise DataError(
            f"row {int(np.argmax(np.isnan(score)))} has score NaN; AUC needs a score for every row"
        )
    if weight is not None:
        weight = np.ascontiguousarray(weight, dtype=np.float64)
    counted = positive if weight is None else positive[weight > 0]
    if counted.all() or not counted.any():
        lacking = "is not" if counted.any() else "is"
        raise DataError(
            f"AUC is undefined here: no row {lacking} {name}; measure rows of both kinds together"
        )
    return native.auc(score, np.ascontiguousarray(positive), weight)
