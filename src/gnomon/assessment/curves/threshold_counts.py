"""True and false positives at every threshold, from which all curves over thresholds are computed.

Tied scores are one threshold.
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
class ThresholdCounts:
    """True and false positives at every threshold; rows with score >= threshold are predicted positive.

    threshold: decreasing from infinity (no row) over every distinct score to the lowest (all rows).
    true_positives, false_positives: the weight of positive and of negative rows at or above it.

    >>> threshold_counts([1, 0, 1], [0.9, 0.5, 0.5]).frame()[["threshold", "tpr", "fpr", "precision"]]
       threshold  tpr  fpr  precision
    0        inf  0.0  0.0   1.000000
    1        0.9  0.5  0.0   1.000000
    2        0.5  1.0  1.0   0.666667
    """

    threshold: Floats
    true_positives: Floats
    false_positives: Floats

    @property
    def positives(self) -> float:
        """The weight of all positive rows."""
        return float(self.true_positives[-1])

    @property
    def negatives(self) -> float:
        """The weight of all negative rows."""
        return float(self.false_positives[-1])

    @property
    def prevalence(self) -> float:
        """The proportion of positive rows."""
        return self.positives / (self.positives + self.negatives)

    @property
    def tpr(self) -> Floats:
        """True-positive rate (recall, sensitivity)."""
        return self.true_positives / self.positives

    @property
    def fpr(self) -> Floats:
        """False-positive rate (1 - specificity)."""
        return self.false_positives / self.negatives

    @property
    def share(self) -> Floats:
        """The proportion of rows predicted positive."""
        return (self.true_positives + self.false_positives) / (self.positives + self.negatives)

    @property
    def precision(self) -> Floats:
        """Precision (positive predictive value); at the infinite threshold that of the next, its limit."""
        predicted = self.true_positives[1:] + self.false_positives[1:]
        precision = self.true_positives[1:] / predicted
        return np.concatenate([precision[:1], precision])

    def frame(self) -> "pd.DataFrame":
        """One row per threshold."""
        import pandas as pd

        names = ("threshold", "true_positives", "false_positives", "tpr", "fpr", "precision", "share")
        return pd.DataFrame({name: getattr(self, name) for name in names})


def threshold_counts(
    positive: ArrayLike, score: ArrayLike, weight: ArrayLike | None = None
) -> ThresholdCounts:
    """Count true and false positives at every distinct score.

    positive: binary labels. score: higher for more likely positives. weight: sample weights.

    >>> threshold_counts([1, 0, 1], [0.9, 0.5, 0.5], weight=[1, 3, 0]).false_positives
    array([0., 0., 3.])
    """
    rows = rank_rows(positive, score, None if weight is None else np.asarray(weight))
    if rows.threshold[0] == np.inf:
        raise DataError("some scores are infinite, and no threshold is above them; pass finite scores")
    false_positives, true_positives = (np.concatenate([[0.0], count]) for count in rows.counts())
    return ThresholdCounts(np.concatenate([[np.inf], rows.threshold]), true_positives, false_positives)


def scored(
    predictions: "Predictions", *, positive: Any = None, split: int | None = None, ranks: bool = True
) -> tuple[Flags, Floats, Floats | None]:
    """Binary labels, scores and weights of held-out rows, the input of a curve.

    positive: the positive class, versus the rest; by default that of the task. split: number of one split; by
    default all splits pooled, which assumes that their scores are comparable. ranks: whether the curve
    compares scores of different rows, which leave-one-out does not allow.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "a", "b"])
    >>> scored(gn.resample(task, DummyClassifier(), gn.k_fold(2)), positive="a", split=1)
    (array([ True, False]), array([0.5, 0.5]), None)
    """
    if ranks and predictions.design.method == "leave-one-out":
        raise DesignError(
            "this curve ranks rows by the scores of one model, but in leave-one-out every row has another "
            "model; use k_fold"
        )
    here = np.ones(len(predictions.split), dtype=np.bool_) if split is None else predictions.split == split
    if not here.any():
        raise ParameterError(f"split={split!r}: it must be one of {np.unique(predictions.split).tolist()}")
    truth, score = _of_class(predictions, positive)
    return truth[here], score[here], None if predictions.weight is None else predictions.weight[here]


def _of_class(predictions: "Predictions", positive: Any) -> tuple[Array, Array]:
    truth, score = predictions.measure_inputs(find_measure("auc"))
    assert predictions.classes is not None
    classes = predictions.classes.tolist()
    label = predictions.positive if positive is None else positive
    if label is None:
        raise DesignError(
            f"a curve over thresholds needs a positive class, and {predictions.task_name!r} has "
            f"{len(classes)} classes; pass it, such as {{positive}}",
            settings={"positive": classes[0]},
        )
    if label not in classes:
        raise ParameterError(
            f"{{positive}} is not a class of {predictions.task_name!r}; use one of {classes[:10]}",
            settings={"positive": label},
        )
    code = classes.index(label)
    columns = predictions.probability if score.ndim == 1 else score
    if columns is not None:
        # The column of the class, as 1 minus that of the other would round small probabilities to 0.
        return predictions.truth == code, columns[:, code]
    return (truth, score) if label == predictions.positive else (~truth, -score)
