"""Multiclass ROC: one-vs-rest curves and one-vs-one AUCs.

One-vs-rest curves depend on the class proportions; one-vs-one AUCs do not (Fawcett 2006, section 9).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.curves.held_out import independent_units
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.measures import many_classes
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.measures.many_classes import hand_till
from gnomon.errors import DataError, DesignError

__all__ = ["ClassCurves", "class_roc_curves", "class_roc_curves_of", "hand_till", "pair_areas"]

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False, repr=False)
class ClassCurves:
    """One-vs-rest ROC curves of all classes, with the class proportions (prevalence).

    >>> truth = ["a", "a", "b", "b", "c", "c"]
    >>> score = [[3, 1, 0], [1, 2, 0], [0, 3, 1], [2, 2, 1], [0, 1, 3], [0, 0, 2]]
    >>> curves = class_roc_curves(truth, score)
    >>> curves.frame().round(3)
      class  prevalence    auc
    0     a       0.333  0.875
    1     b       0.333  0.938
    2     c       0.333  1.000
    >>> print(curves)
    3 one-vs-rest ROC curves: macro AUC 0.938, weighted AUC 0.938
    """

    curves: tuple[RocCurve, ...]
    classes: tuple[Any, ...]
    prevalence: Floats

    @property
    def auc(self) -> Floats:
        """AUC of each curve."""
        return np.array([curve.auc for curve in self.curves])

    @property
    def weighted_auc(self) -> float:
        """Mean AUC weighted by prevalence (Provost & Domingos 2001)."""
        return float(np.dot(self.auc, self.prevalence))

    @property
    def mean_auc(self) -> float:
        """Macro-averaged AUC: the unweighted mean."""
        return float(np.mean(self.auc))

    def frame(self) -> "pd.DataFrame":
        """One row per class."""
        import pandas as pd

        return pd.DataFrame({"class": self.classes, "prevalence": self.prevalence, "auc": self.auc})

    def points(self) -> "pd.DataFrame":
        """All points of all curves, for plotting."""
        import pandas as pd

        frames = [each.frame().assign(**{"class": name}) for name, each in zip(self.classes, self.curves)]
        return pd.concat(frames, ignore_index=True)

    def __str__(self) -> str:
        means = f"macro AUC {self.mean_auc:.3f}, weighted AUC {self.weighted_auc:.3f}"
        return f"{len(self.curves)} one-vs-rest ROC curves: {means}"

    __repr__ = __str__


def class_roc_curves(
    truth: Any,
    score: Any,
    weight: Any | None = None,
    *,
    classes: Sequence[Any] | None = None,
    group: Any | None = None,
) -> ClassCurves:
    """One-vs-rest ROC curves of all classes.

    truth: class labels. score: rows x classes. weight: sample weights. classes: labels in the order of the
    columns; by default the sorted labels of truth. group: group of each row, as in `roc_curve`.

    >>> class_roc_curves([0, 1, 2], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).auc
    array([1., 1., 1.])
    """
    truth, score, names = _check(truth, score, classes)
    weight = None if weight is None else np.asarray(weight, dtype=np.float64)
    curves = tuple(
        roc_curve(truth == name, score[:, code], weight, group=group, name=f"class {name}")
        for code, name in enumerate(names)
    )
    shares = np.array([curve.prevalence for curve in curves])
    return ClassCurves(curves, tuple(names), shares)


def class_roc_curves_of(predictions: "Predictions") -> ClassCurves:
    """One-vs-rest ROC curves of all held-out rows pooled.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> curves = class_roc_curves_of(gn.resample(gn.load("iris"), GaussianNB(), gn.hold_out(0.5)))
    >>> len(curves.curves), bool(curves.mean_auc > 0.95)
    (3, True)
    """
    if predictions.classes is None:
        raise DesignError(
            f"ROC curves need a classification task, but {predictions.task_name!r} is {predictions.kind}"
        )
    unit = independent_units(predictions)
    truth, score = predictions.measure_inputs(find_measure("auc"))
    names = predictions.classes.tolist()
    if score.ndim == 1:
        positive = names.index(predictions.positive)
        score = np.column_stack([score, -score] if positive == 0 else [-score, score])
        truth = np.where(truth, positive, 1 - positive)
    return class_roc_curves(np.array(names)[truth], score, predictions.weight, classes=names, group=unit)


def pair_areas(
    truth: Any, score: Any, weight: Array | None = None, *, classes: Sequence[Any] | None = None
) -> Floats:
    """One-vs-one AUCs: row i, column j is the AUC of class i versus j by the score of i; diagonal 1/2.

    The M measure of Hand & Till (2001) is the mean off the diagonal; it does not depend on class proportions.

    >>> areas = pair_areas([0, 1, 2, 0], [[3, 1, 0], [0, 2, 1], [0, 1, 3], [2, 3, 0]])
    >>> areas
    array([[0.5, 1. , 1. ],
           [0.5, 0.5, 1. ],
           [1. , 1. , 0.5]])
    >>> round(hand_till(areas), 4)
    0.9167
    """
    truth, score, names = _check(truth, score, classes)
    order = np.argsort(names)
    code = order[np.searchsorted(np.asarray(names)[order], truth)]
    return many_classes.pair_areas(code, score, weight)


def _check(truth: Any, score: Any, classes: Sequence[Any] | None) -> tuple[Array, Floats, list[Any]]:
    truth, score = np.asarray(truth), np.asarray(score, dtype=np.float64)
    if score.ndim != 2 or len(truth) != len(score):
        raise DataError(
            f"truth has shape {truth.shape} and score {score.shape}; pass one label per row, and scores as "
            "rows x classes"
        )
    names = np.unique(truth).tolist() if classes is None else list(classes)
    if len(names) != score.shape[1] or len(names) < 2:
        raise DataError(
            f"there are {len(names)} classes ({', '.join(map(str, names[:5]))}) and {score.shape[1]} columns "
            "of score; pass one column per class, at least two, and classes=[...] if truth lacks a class"
        )
    absent = [name for name in names if not (truth == name).any()]
    if absent:
        raise DataError(f"no row is of class {absent[0]!r}, so it has no curve; drop the class, or add rows")
    unknown = ~np.isin(truth, names)
    if unknown.any():
        row = int(np.argmax(unknown))
        raise DataError(
            f"row {row} is of class {truth[row : row + 1].tolist()[0]!r}, which is not in classes={names[:5]}"
        )
    return truth, score, names
