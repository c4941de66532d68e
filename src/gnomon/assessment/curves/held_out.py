"""ROC curves of held-out rows: of all splits pooled, or of each split."""

from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def roc_curve_of(predictions: "Predictions", *, ties: str = "expected") -> RocCurve:
    """ROC curve of all held-out rows pooled, for two classes.

    With several splits this is the merged curve: it compares scores of different models, so their scales
    must agree, and it does not show the variance between splits (`roc_curve_each` does). ties: as in
    `roc_curve`.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"])
    >>> print(roc_curve_of(gn.resample(task, GaussianNB(), gn.k_fold(3))))
    ROC curve of GaussianNB: AUC 0.889, 3 positives, 3 negatives, 7 points
    """
    positive, score = scored_rows(predictions)
    group = independent_units(predictions)
    return roc_curve(positive, score, predictions.weight, ties=ties, group=group, name=predictions.learner)


def roc_curve_each(predictions: "Predictions", *, ties: str = "expected") -> list[RocCurve]:
    """ROC curves of the held-out rows of each split, in order of split.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.Task([[0.0], [3.0], [1.0], [2.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"])
    >>> [curve.auc for curve in roc_curve_each(gn.resample(task, GaussianNB(), gn.k_fold(3)))]
    [1.0, 1.0, 0.0]
    """
    positive, score = scored_rows(predictions)
    ends = np.flatnonzero(np.diff(predictions.split)) + 1
    curves = []
    for rows in np.split(np.arange(len(score)), ends):
        name = f"{predictions.learner}, split {predictions.split[rows[0]]}"
        weight, group = (None if x is None else x[rows] for x in (predictions.weight, predictions.group))
        try:
            curves.append(roc_curve(positive[rows], score[rows], weight, ties=ties, group=group, name=name))
        except DataError as error:
            hint = "use a stratified plan, or fewer folds"
            raise DesignError(f"ROC curve of {name}: {error} ({hint})") from error
    return curves


def scored_rows(predictions: "Predictions") -> tuple[Array, Array]:
    """Binary labels and scores of held-out rows; two classes only.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> scored_rows(gn.resample(task, DummyClassifier(), gn.k_fold(2)))[1]
    array([0.5, 0.5, 0.5, 0.5])
    """
    if predictions.classes is not None and len(predictions.classes) > 2:
        raise DesignError(
            f"a ROC curve needs two classes, and {predictions.task_name!r} has {len(predictions.classes)}; "
            "use class_roc_curves_of(predictions) for one-vs-rest curves"
        )
    return predictions.measure_inputs(find_measure("auc"))


def independent_units(predictions: "Predictions") -> Array | None:
    """The independent units of pooled splits: groups, or rows that are held out repeatedly; None for rows.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> twice = gn.resample(task, DummyClassifier(), gn.repeated(gn.k_fold(2), times=2))
    >>> sorted(independent_units(twice).tolist())
    [0, 0, 1, 1, 2, 2, 3, 3]
    """
    if predictions.design.method == "leave-one-out":
        raise DesignError(
            "a ROC curve ranks rows by the scores of one model, but in leave-one-out every row has another "
            "model; use k_fold"
        )
    if predictions.group is not None or len(predictions.train_sizes) == 1:
        return predictions.group
    return predictions.row
