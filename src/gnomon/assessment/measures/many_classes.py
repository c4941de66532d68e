"""AUC of many classes: weighted by prevalence (Provost and Domingos), and over pairs (Hand and Till).

The plain mean of each class against the rest is `auc` itself.
"""

from itertools import combinations

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import measure, same_length, weights
from gnomon.assessment.measures.ranking import area, auc
from gnomon.errors import DataError


@measure(
    better="higher",
    range=(0, 1),
    needs="score",
    kind="classification",
    title="AUC of Provost and Domingos: each class against the rest, weighted by prevalence",
)
def auc_provost_domingos(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Mean over classes of AUC against the rest, weighted by the classes' shares (2001).

    truth: class codes, the columns of the scores; for one score a row this is AUC.

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
    title="AUC of Hand and Till: mean over pairs of classes, whatever their prevalence",
)
def auc_hand_till(truth: Array, score: Array, weight: Array | None = None) -> float:
    """Mean over pairs of classes of the AUC that tells the two apart, by either class's score (2001).

    truth: class codes, the columns of the scores; for one score a row this is AUC.

    >>> auc_hand_till([0, 1, 1, 2], [[0.8, 0.1, 0.1], [0, 1, 0], [0.1, 0.6, 0.3], [0.2, 0.3, 0.5]])
    1.0
    """
    truth, score = _by_class(truth, score)
    if score.ndim == 1:
        return auc(truth, score, weight)
    total = np.bincount(truth, weights(weight, len(truth)), score.shape[1])
    if len(total) < 2 or not total.all():
        raise DataError(
            f"AUC over pairs of classes is undefined here: no row is class {int(np.argmin(total))} of "
            f"{len(total)}; measure rows of all classes together"
        )
    found = []
    for a, b in combinations(range(score.shape[1]), 2):
        rows = (truth == a) | (truth == b)
        counted = None if weight is None else np.asarray(weight)[rows]
        for one in (a, b):
            found.append(area(truth[rows] == one, score[rows, one], counted, f"class {one}"))
    return float(np.mean(found))


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
