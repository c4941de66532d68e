"""Every way to cut rows in two by their score: what lies at or above each threshold.

Equal scores stay together, so they are one step. All curves over thresholds are read off these counts.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.curves.ranked import rank_rows
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import DataError, DesignError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True, eq=False)
class Cuts:
    """For each threshold, what is predicted positive: the rows that score at or above it.

    threshold: falls from infinity (no row) over every distinct score to the lowest (all rows). caught,
    alarms: the weight of positive and of negative rows at or above it.

    >>> cuts([1, 0, 1], [0.9, 0.5, 0.5]).frame()
       threshold  caught  alarms  tpr  fpr  precision     share
    0        inf     0.0     0.0  0.0  0.0   1.000000  0.000000
    1        0.9     1.0     0.0  0.5  0.0   1.000000  0.333333
    2        0.5     2.0     1.0  1.0  1.0   0.666667  1.000000
    """

    threshold: Floats
    caught: Floats
    alarms: Floats

    @property
    def positives(self) -> float:
        """The weight of all positive rows."""
        return float(self.caught[-1])

    @property
    def negatives(self) -> float:
        """The weight of all negative rows."""
        return float(self.alarms[-1])

    @property
    def prevalence(self) -> float:
        """The share of positive rows."""
        return self.positives / (self.positives + self.negatives)

    @property
    def tpr(self) -> Floats:
        """The share of positive rows that are caught: the true-positive rate."""
        return self.caught / self.positives

    @property
    def fpr(self) -> Floats:
        """The share of negative rows that are called positive: the false-positive rate."""
        return self.alarms / self.negatives

    @property
    def share(self) -> Floats:
        """The share of all rows that are called positive."""
        return (self.caught + self.alarms) / (self.positives + self.negatives)

    @property
    def precision(self) -> Floats:
        """The share of positives among rows called positive; before the first is called, as of that one."""
        called = self.caught[1:] + self.alarms[1:]
        precision = self.caught[1:] / called
        return np.concatenate([precision[:1], precision])

    def frame(self) -> "pd.DataFrame":
        """One line a threshold."""
        import pandas as pd

        names = ("threshold", "caught", "alarms", "tpr", "fpr", "precision", "share")
        return pd.DataFrame({name: getattr(self, name) for name in names})


def cuts(positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None) -> Cuts:
    """Count positive and negative rows above every distinct score.

    positive: whether each row is. score: higher for rows more likely to be. weight: how often a row counts.

    >>> cuts([1, 0, 1], [0.9, 0.5, 0.5], weight=[1, 3, 0]).alarms
    array([0., 0., 3.])
    """
    rows = rank_rows(positive, score, None if weight is None else np.asarray(weight))
    if rows.threshold[0] == np.inf:
        raise DataError("some rows score infinity, and no threshold lies above that; give finite scores")
    alarms, caught = (np.concatenate([[0.0], count]) for count in rows.counts())
    return Cuts(np.concatenate([[np.inf], rows.threshold]), caught, alarms)


def scored(
    predictions: "Predictions", *, positive: Any = None, split: int | None = None, ranks: bool = True
) -> tuple[Flags, Floats, Floats | None]:
    """What a curve is drawn from: whether each held-out row is positive, its score and its weight.

    positive: the class to tell from the rest; the task's own if not given. split: its number, for the rows
    of one split; all splits together if not given, which takes their scores to be on one scale. ranks:
    whether the curve compares scores of different rows, which leave-one-out does not allow.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> scored(gn.resample(task, DummyClassifier(), gn.k_fold(2)), positive="a", split=1)
    (array([ True, False]), array([0.5, 0.5]), None)
    """
    if ranks and predictions.design.method == "leave-one-out":
        raise DesignError(
            "this curve ranks rows by the scores of one model, and leave-one-out gives every row a model of "
            "its own; use k_fold"
        )
    here = np.ones(len(predictions.split), dtype=np.bool_) if split is None else predictions.split == split
    if not here.any():
        raise ParameterError(f"split={split!r}: the splits here are {np.unique(predictions.split).tolist()}")
    truth, score = _of_class(predictions, positive)
    return truth[here], score[here], None if predictions.weight is None else predictions.weight[here]


def _of_class(predictions: "Predictions", positive: Any) -> tuple[Array, Array]:
    truth, score = predictions.given(find_measure("auc"))
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    label = predictions.positive if positive is None else positive
    if label is None:
        raise DesignError(
            f"a curve over thresholds is of one class against the rest, and {predictions.task_name!r} has "
            f"{len(classes)} classes; say which: positive={classes[0]!r}"
        )
    if label not in classes:
        raise ParameterError(
            f"positive={label!r} is no class of {predictions.task_name!r}; choose one of {classes[:10]}"
        )
    code = classes.index(label)
    columns = predictions.probability if score.ndim == 1 else score
    if columns is not None:
        # The class's own column: 1 less another's would round small probabilities away.
        return predictions.truth == code, columns[:, code]
    return (truth, score) if label == predictions.positive else (~truth, -score)
