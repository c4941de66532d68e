"""ROC curves of held-out rows: of all splits together, or of each by itself."""

from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def roc_curve_of(predictions: "Predictions", *, ties: str = "expected") -> RocCurve:
    """The ROC curve of all held-out rows together, of two classes.

    With several splits this is the merged curve: it compares scores of different models, so it is fair only
    where their scales agree, and it says nothing of the spread between splits (`roc_curve_each` does).

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
    """The ROC curve of each split's held-out rows, in order of split.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> task = gn.Task([[0.0], [3.0], [1.0], [2.0], [4.0], [5.0]], ["a", "a", "a", "b", "b", "b"])
    >>> [curve.auc for curve in roc_curve_each(gn.resample(task, GaussianNB(), gn.k_fold(3)))]
    [1.0, 1.0, 0.0]
    """
    positive, score = scored_rows(predictions)
    ends = np.flatnonzero(np.diff(predictions.split)) + 1
    curves = []
    for place in np.split(np.arange(len(score)), ends):
        name = f"{predictions.learner}, split {predictions.split[place[0]]}"
        weight, group = (None if x is None else x[place] for x in (predictions.weight, predictions.group))
        try:
            curves.append(roc_curve(positive[place], score[place], weight, ties=ties, group=group, name=name))
        except DataError as error:
            way_out = "a stratified plan, or fewer folds, hold out some of every class"
            raise DesignError(f"ROC curve of {name}: {error} ({way_out})") from error
    return curves


def scored_rows(predictions: "Predictions") -> tuple[Array, Array]:
    """Whether each row is positive, and its score; two classes only.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> scored_rows(gn.resample(task, DummyClassifier(), gn.k_fold(2)))[1]
    array([0.5, 0.5, 0.5, 0.5])
    """
    if predictions.classes is not None and len(predictions.classes) > 2:
        raise DesignError(
            f"a ROC curve is of two classes, and {predictions.task_name!r} has {len(predictions.classes)}; "
            "use class_curves_of(predictions): a curve for each class against the rest"
        )
    return predictions.given(find_measure("auc"))


def independent_units(predictions: "Predictions") -> Array | None:
    """What is drawn independently where all splits are taken together: groups, or rows held out repeatedly.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> twice = gn.resample(task, DummyClassifier(), gn.repeated(gn.k_fold(2), times=2))
    >>> sorted(independent_units(twice).tolist())
    [0, 0, 1, 1, 2, 2, 3, 3]
    """
    if predictions.design.method == "leave-one-out":
        raise DesignError(
            "a ROC curve ranks rows by the scores of one model, and leave-one-out gives every row a model "
            "of its own; use k_fold"
        )
    if predictions.group is not None or len(predictions.train_sizes) == 1:
        return predictions.group
    return predictions.row
