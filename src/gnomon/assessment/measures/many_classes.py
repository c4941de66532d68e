"""Multiclass AUC: one-vs-rest weighted by prevalence (Provost and Domingos), one-vs-one (Hand and Till).

The unweighted one-vs-rest mean is `auc` itself.
"""

from typing import Literal

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import as_numbers, measure, same_length, weights
from gnomon.assessment.measures.ranking import area, auc
from gnomon.errors import DataError, ParameterError

SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="AUC of Provost and Domingos: one-vs-rest, weighted by prevalence",
)
def auc_provost_domingos(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Multiclass AUC of Provost & Domingos (2001): one-vs-rest AUC, weighted by class prevalence.

    truth: class codes, the columns of the scores; for one score per row this is AUC.

    >>> auc_provost_domingos([0, 1, 1, 2], [[0.8, 0.1, 0.1], [0, 1, 0], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]])
    1.0
    """
    truth, score = _by_class(truth, score)
    if score.ndim == 1:
        return auc(truth, score, weight)
    rows = weights(weight, len(truth))
    shares = np.bincount(truth, rows, score.shape[1]) / np.sum(rows)
    areas = [area(truth == k, score[:, k], weight, f"class {k}") for k in range(score.shape[1])]
    return float(np.dot(shares, areas))


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="AUC of Hand and Till: one-vs-one, mean over pairs of classes",
)
def auc_hand_till(
    truth: Array, score: Array, weight: Array | None = None, *, average: str = "macro"
) -> float:
    """Multiclass AUC of Hand & Till (2001): one-vs-one, the mean over pairs of classes, by either's score.

    truth: class codes, the columns of the scores; for one score per row this is AUC. average: "macro", or
    "weighted" by the prevalence of each pair's classes.

    >>> auc_hand_till([0, 1, 1, 2], [[0.8, 0.1, 0.1], [0, 1, 0], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]])
    1.0
    """
    if average not in ("macro", "weighted"):
        raise ParameterError(f"average={average!r}: pass 'macro' or 'weighted'")
    truth, score = _by_class(truth, score)
    if score.ndim == 1:
        return auc(truth, score, weight)
    total = np.bincount(truth, weights(weight, len(truth)), score.shape[1])
    if len(total) < 2 or not total.all():
        raise DataError(
            f"AUC over pairs of classes is undefined here: no row is class {int(np.argmin(total))} of "
            f"{len(total)}; evaluate rows of all classes together"
        )
    return hand_till(pair_areas(truth, score, weight), total if average == "weighted" else None)


def pair_areas(code: Integers, score: Floats, weight: Array | None = None) -> Floats:
    """Pairwise AUC: [i, j] is the probability that a row of class i has a higher score of i than one of j.

    Ties count as half, so the diagonal is 1/2. Every class must have rows. Each class is sorted once.

    >>> pair_areas(np.array([0, 1, 0]), np.array([[0.9, 0.1], [0.4, 0.6], [0.4, 0.6]]))
    array([[0.5 , 0.75],
           [0.75, 0.5 ]])
    """
    times = weights(weight, len(code))
    n_classes = score.shape[1]
    total = np.bincount(code, times, n_classes)
    areas = np.empty((n_classes, n_classes))
    for k in range(n_classes):
        column = as_numbers("score", score[:, k])
        if np.isnan(column).any():
            raise DataError(f"row {int(np.argmax(np.isnan(column)))} has score NaN; every row needs a score")
        own = np.flatnonzero(code == k)
        own = own[np.argsort(column[own], kind="stable")]
        weight_up_to = np.concatenate([[0.0], np.cumsum(times[own])])
        below, through = (weight_up_to[np.searchsorted(column[own], column, side)] for side in SIDES)
        above = total[k] - (below + through) / 2
        areas[k] = np.bincount(code, times * above, n_classes) / (total * total[k])
    np.fill_diagonal(areas, 0.5)
    return areas


def hand_till(areas: Floats, sizes: Array | None = None) -> float:
    """Mean of the AUC of all ordered pairs of classes (Hand & Till 2001).

    sizes: of the classes, if each pair has the weight of its two classes together; None for equal weights.

    >>> hand_till(np.array([[0.5, 1.0], [0.75, 0.5]]))
    0.875
    """
    pairs = np.ones_like(areas) if sizes is None else np.add.outer(sizes, sizes)
    np.fill_diagonal(pairs, 0)
    return float(np.sum(pairs * areas) / np.sum(pairs))


def _by_class(truth: Array, score: Array) -> tuple[Array, Floats]:
    truth, score = same_length(truth, score)
    if score.ndim == 1:
        return truth, score
    if truth.dtype.kind not in "bui" or not (len(truth) and 0 <= truth.min() <= truth.max() < score.shape[1]):
        raise DataError(
            f"truth must be class codes from 0 to {score.shape[1] - 1}, the columns of the scores; "
            "turn labels into codes by numpy.searchsorted(classes, labels)"
        )
    return truth.astype(np.int64), score
