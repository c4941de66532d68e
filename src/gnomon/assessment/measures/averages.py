"""Averages over classes of precision, recall, F1 and Jaccard index: macro, weighted and micro.

macro: the unweighted mean over the classes that occur in truth or prediction. weighted: the mean weighted by
the support (rows) of each class. micro: from the counts summed over all classes. All as in scikit-learn.
"""

from collections.abc import Callable

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.measures.label_measure import label_measure
from gnomon.assessment.measures.tables import (
    f_scores,
    hits,
    jaccards,
    of_prediction,
    of_truth,
    precisions,
    recalls,
    share,
    total,
)

ByClass = Callable[[Floats, float], Floats]

_TITLES = {
    "macro": "macro average: unweighted mean over classes",
    "weighted": "weighted average: mean over classes, weighted by their support",
    "micro": "micro average: from the counts of all classes",
}

_DOCSTRING = """{what}, {average}.

    >>> {name}(["a", "b", "c"], ["a", "b", "c"])
    1.0
    """


def macro(values: Floats, table: Floats) -> Floats:
    """Macro average: the unweighted mean over the classes that occur; NaN is left out.

    >>> table = np.array([[3.0, 1.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0]])
    >>> float(macro(recalls(table), table))
    0.875
    """
    return _mean(values, ((of_truth(table) + of_prediction(table)) > 0).astype(np.float64))


def weighted(values: Floats, table: Floats) -> Floats:
    """Weighted average: the mean over classes, weighted by their support; NaN is left out.

    >>> table = np.array([[3.0, 1.0], [0.0, 2.0]])
    >>> round(float(weighted(recalls(table), table)), 4)
    0.8333
    """
    return _mean(values, of_truth(table))


def micro(table: Floats, zero_division: float = 0.0) -> Floats:
    """Micro average of precision, recall and F1: the share of correct predictions.

    >>> float(micro(np.array([[3.0, 1.0], [0.0, 2.0]]))) == 5 / 6
    True
    """
    return share(np.sum(hits(table), axis=-1), total(table), zero_division)


def micro_jaccard(table: Floats, zero_division: float = 0.0) -> Floats:
    """Micro-averaged Jaccard index: TP / (TP + FP + FN), where each error is one FP and one FN.

    >>> micro_jaccard(np.array([[3.0, 1.0], [0.0, 2.0]])) == 5 / 7
    np.True_
    """
    right = np.sum(hits(table), axis=-1)
    return share(right, 2 * total(table) - right, zero_division)


def _averages(
    name: str, what: str, by_class: ByClass, by_counts: ByClass
) -> tuple[Callable[..., float], Callable[..., float], Callable[..., float]]:
    """The macro, weighted and micro average of one rate, registered as measures."""

    def of_macro(table: Floats, *, zero_division: float = 0.0) -> Floats:
        return macro(by_class(table, zero_division), table)

    def of_weighted(table: Floats, *, zero_division: float = 0.0) -> Floats:
        return weighted(by_class(table, zero_division), table)

    def of_micro(table: Floats, *, zero_division: float = 0.0) -> Floats:
        return by_counts(table, zero_division)

    made = []
    for kind, formula in (("macro", of_macro), ("weighted", of_weighted), ("micro", of_micro)):
        formula.__name__ = formula.__qualname__ = f"{name}_{kind}"
        formula.__doc__ = _DOCSTRING.format(what=what, average=_TITLES[kind], name=formula.__name__)
        headline = name == "f1" and kind == "macro"
        made.append(label_measure(f"{what}, {_TITLES[kind]}", headline=headline)(formula))
    return made[0], made[1], made[2]


precision_macro, precision_weighted, precision_micro = _averages("precision", "Precision", precisions, micro)
recall_macro, recall_weighted, recall_micro = _averages("recall", "Recall", recalls, micro)
f1_macro, f1_weighted, f1_micro = _averages("f1", "F1", f_scores, micro)
jaccard_macro, jaccard_weighted, jaccard_micro = _averages(
    "jaccard", "Jaccard index", jaccards, micro_jaccard
)


def _mean(values: Floats, weight: Floats) -> Floats:
    known = ~np.isnan(values)
    return share(np.sum(np.where(known, values, 0.0) * weight, axis=-1), np.sum(known * weight, axis=-1))
