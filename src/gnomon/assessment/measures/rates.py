"""Rates of the positive class of two: TP, FP, FN and TN counted, and shares of them.

Truth and predictions say of each row whether it is positive. For more classes there are the averages over
classes: `precision_macro` and its kin. Shares 0/0 count as `zero_division` (see `tables`).
"""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.assessment.measures.tables import f_scores, jaccards, precisions, recalls, share, total


@label_measure("Precision: share of the predicted positives that are", of_positive=True, headline=True)
def precision(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """TP / (TP + FP), the positive predictive value.

    >>> precision([1, 1, 0, 0], [1, 1, 1, 0])
    0.6666666666666666
    """
    return precisions(table, zero_division)[..., 1]


@label_measure(
    "Recall (sensitivity, true positive rate): share of the positives that are found",
    of_positive=True,
    headline=True,
)
def recall(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """TP / (TP + FN), also called sensitivity, hit rate or true positive rate.

    >>> recall([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return recalls(table, zero_division)[..., 1]


@label_measure(
    "Specificity (true negative rate): share of the negatives left alone", of_positive=True, headline=True
)
def specificity(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """TN / (TN + FP).

    >>> specificity([1, 1, 0, 0], [1, 0, 0, 0])
    1.0
    """
    return recalls(table, zero_division)[..., 0]


@label_measure(
    "False positive rate: share of the negatives called positive", better="lower", of_positive=True
)
def false_positive_rate(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """FP / (FP + TN), the rate of false alarms (errors of the first kind).

    >>> false_positive_rate([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return share(table[..., 0, 1], np.sum(table[..., 0, :], axis=-1), zero_division)


@label_measure("False negative rate: share of the positives missed", better="lower", of_positive=True)
def false_negative_rate(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """FN / (FN + TP), the rate of misses (errors of the second kind).

    >>> false_negative_rate([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return share(table[..., 1, 0], np.sum(table[..., 1, :], axis=-1), zero_division)


@label_measure("Negative predictive value: share of the predicted negatives that are", of_positive=True)
def negative_predictive_value(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """TN / (TN + FN).

    >>> negative_predictive_value([1, 1, 0, 0], [1, 0, 0, 0])
    0.6666666666666666
    """
    return precisions(table, zero_division)[..., 0]


@label_measure("F1: harmonic mean of precision and recall", of_positive=True, headline=True)
def f1(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """2 TP / (2 TP + FP + FN).

    >>> f1([1, 1, 0, 0], [1, 0, 0, 0])
    0.6666666666666666
    """
    return f_scores(table, zero_division)[..., 1]


@label_measure("F-beta: harmonic mean of precision and recall, recall beta times as dear", of_positive=True)
def f_beta(table: Floats, *, beta: float = 2.0, zero_division: float = 0.0) -> Floats:
    """(1 + beta²) TP / ((1 + beta²) TP + beta² FN + FP).

    >>> f_beta([1, 1, 0, 0], [1, 0, 0, 0], beta=0.5)
    0.8333333333333334
    """
    return f_scores(table, zero_division, beta)[..., 1]


@label_measure("Jaccard index: found positives among all that are or are called so", of_positive=True)
def jaccard(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """TP / (TP + FP + FN).

    >>> jaccard([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    return jaccards(table, zero_division)[..., 1]


@label_measure("Youden's J (informedness): sensitivity + specificity - 1", range=(-1, 1), of_positive=True)
def youden(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Sensitivity + specificity - 1: height of the ROC point above the diagonal (Youden 1950).

    >>> youden([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    return np.sum(recalls(table, zero_division), axis=-1) - 1


@label_measure("Markedness: precision + negative predictive value - 1", range=(-1, 1), of_positive=True)
def markedness(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Precision of the positives + precision of the negatives - 1.

    >>> round(markedness([1, 1, 0, 0], [1, 0, 0, 0]), 4)
    0.6667
    """
    return np.sum(precisions(table, zero_division), axis=-1) - 1


@label_measure("Lift: precision as a multiple of the share of positives", range=(0, np.inf), of_positive=True)
def lift(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Precision / share of positives: how much richer in positives the predicted ones are than all rows.

    >>> lift([1, 1, 0, 0], [1, 0, 0, 0])
    2.0
    """
    positives = share(np.sum(table[..., 1, :], axis=-1), total(table))
    return share(precisions(table, zero_division)[..., 1], positives, zero_division)


@label_measure("AUC of one ROC point: mean of sensitivity and specificity", of_positive=True)
def auc_of_point(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """(1 + true positive rate - false positive rate) / 2: the area under the ROC curve of plain labels.

    >>> auc_of_point([1, 1, 0, 0], [1, 0, 0, 0])
    0.75
    """
    return np.mean(recalls(table, zero_division), axis=-1)
