"""Rates of the positive class in binary classification, from the counts TP, FP, FN and TN.

Truth and predictions are Boolean: whether each row is positive. For more classes there are averages over
classes, such as `precision_macro`. 0/0 counts as `zero_division` (see `tables`).
"""

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.assessment.measures.tables import f_scores, jaccards, precisions, recalls, share, total


@label_measure(
    "Precision (positive predictive value): share of the predicted positives that are positive",
    of_positive=True,
    headline=True,
)
def precision(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Precision (positive predictive value): TP / (TP + FP).

    >>> precision([1, 1, 0, 0], [1, 1, 1, 0])
    0.6666666666666666
    """
    return precisions(table, zero_division)[..., 1]


@label_measure(
    "Recall (sensitivity, true positive rate): share of the positives predicted positive",
    of_positive=True,
    headline=True,
)
def recall(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Recall (sensitivity, hit rate, true positive rate): TP / (TP + FN).

    >>> recall([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return recalls(table, zero_division)[..., 1]


@label_measure(
    "Specificity (true negative rate): share of the negatives predicted negative",
    of_positive=True,
    headline=True,
)
def specificity(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Specificity (true negative rate): TN / (TN + FP).

    >>> specificity([1, 1, 0, 0], [1, 0, 0, 0])
    1.0
    """
    return recalls(table, zero_division)[..., 0]


@label_measure(
    "False positive rate: share of the negatives predicted positive", better="lower", of_positive=True
)
def false_positive_rate(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """False positive rate (fall-out, false alarm rate, type I error rate): FP / (FP + TN).

    >>> false_positive_rate([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return share(table[..., 0, 1], np.sum(table[..., 0, :], axis=-1), zero_division)


@label_measure(
    "False negative rate: share of the positives predicted negative", better="lower", of_positive=True
)
def false_negative_rate(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """False negative rate (miss rate, type II error rate): FN / (FN + TP).

    >>> false_negative_rate([1, 1, 0, 0], [1, 0, 1, 0])
    0.5
    """
    return share(table[..., 1, 0], np.sum(table[..., 1, :], axis=-1), zero_division)


@label_measure(
    "Negative predictive value: share of the predicted negatives that are negative", of_positive=True
)
def negative_predictive_value(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Negative predictive value: TN / (TN + FN).

    >>> negative_predictive_value([1, 1, 0, 0], [1, 0, 0, 0])
    0.6666666666666666
    """
    return precisions(table, zero_division)[..., 0]


@label_measure("F1: harmonic mean of precision and recall", of_positive=True, headline=True)
def f1(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """F1 score (F-measure, Dice coefficient): 2 TP / (2 TP + FP + FN).

    >>> f1([1, 1, 0, 0], [1, 0, 0, 0])
    0.6666666666666666
    """
    return f_scores(table, zero_division)[..., 1]


@label_measure(
    "F-beta: weighted harmonic mean of precision and recall, recall beta times as important",
    of_positive=True,
)
def f_beta(table: Floats, *, beta: float = 2.0, zero_division: float = 0.0) -> Floats:
    """F-beta score: (1 + beta²) TP / ((1 + beta²) TP + beta² FN + FP).

    >>> f_beta([1, 1, 0, 0], [1, 0, 0, 0], beta=0.5)
    0.8333333333333334
    """
    return f_scores(table, zero_division, beta)[..., 1]


@label_measure(
    "Jaccard index: true positives among all rows that are or are predicted positive", of_positive=True
)
def jaccard(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Jaccard index (intersection over union): TP / (TP + FP + FN).

    >>> jaccard([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    return jaccards(table, zero_division)[..., 1]


@label_measure("Youden's J (informedness): sensitivity + specificity - 1", range=(-1, 1), of_positive=True)
def youden(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Youden's J (informedness): sensitivity + specificity - 1, the height above the ROC diagonal (1950).

    >>> youden([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    return np.sum(recalls(table, zero_division), axis=-1) - 1


@label_measure("Markedness: precision + negative predictive value - 1", range=(-1, 1), of_positive=True)
def markedness(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Markedness: precision + negative predictive value - 1.

    >>> round(markedness([1, 1, 0, 0], [1, 0, 0, 0]), 4)
    0.6667
    """
    return np.sum(precisions(table, zero_division), axis=-1) - 1


@label_measure("Lift: precision divided by the prevalence", range=(0, np.inf), of_positive=True)
def lift(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """Lift: precision / prevalence of the positive class.

    >>> lift([1, 1, 0, 0], [1, 0, 0, 0])
    2.0
    """
    positives = share(np.sum(table[..., 1, :], axis=-1), total(table))
    return share(precisions(table, zero_division)[..., 1], positives, zero_division)


@label_measure("AUC of one ROC point: mean of sensitivity and specificity", of_positive=True)
def auc_of_point(table: Floats, *, zero_division: float = 0.0) -> Floats:
    """AUC of a single ROC point, that of the predicted labels: (1 + TPR - FPR) / 2.

    >>> auc_of_point([1, 1, 0, 0], [1, 0, 0, 0])
    0.75
    """
    return np.mean(recalls(table, zero_division), axis=-1)


@label_measure(
    "Positive likelihood ratio: sensitivity divided by the false positive rate",
    range=(0, np.inf),
    of_positive=True,
)
def positive_likelihood_ratio(table: Floats) -> Floats:
    """Positive likelihood ratio (LR+): sensitivity / (1 - specificity); infinite without false positives.

    >>> positive_likelihood_ratio([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0])
    2.0
    """
    rates = recalls(table)
    return _ratio(rates[..., 1], 1 - rates[..., 0])


@label_measure(
    "Negative likelihood ratio: false negative rate divided by the specificity",
    better="lower",
    range=(0, np.inf),
    of_positive=True,
)
def negative_likelihood_ratio(table: Floats) -> Floats:
    """Negative likelihood ratio (LR-): (1 - sensitivity) / specificity; infinite without true negatives.

    >>> round(negative_likelihood_ratio([1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0]), 4)
    0.6667
    """
    rates = recalls(table)
    return _ratio(1 - rates[..., 1], rates[..., 0])


def _ratio(above: Floats, below: Floats) -> Floats:
    """above / below; infinite where below is 0, and 1 (no information) where both are."""
    above, below = np.asarray(above), np.asarray(below)
    whole = np.where(above > 0, np.inf, 1.0)
    return np.divide(above, below, out=whole, where=below > 0)
