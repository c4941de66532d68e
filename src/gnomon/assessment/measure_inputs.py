"""The inputs of a measure from Predictions: y_true with labels, probabilities, scores or numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon import registry
from gnomon.arrays import Array
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def measure_inputs(predictions: Predictions, measure: Measure) -> tuple[Array, Array]:
    """y_true and y_pred (or scores) of all rows; boolean and one column for measures of a positive class.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"], positive="a")
    >>> predictions = gn.resample(task, DummyClassifier(), gn.leave_one_out())
    >>> measure_inputs(predictions, find_measure("recall"))[0]
    array([ True, False, False, False])
    """
    check_kind(predictions, measure)
    if measure.needs == "score":
        return _scores(predictions, measure)
    y_pred = predictions.predicted if measure.needs in ("label", "number") else predictions.probability
    if y_pred is None:
        raise _missing(predictions, measure, "class probabilities (predict_proba)")
    if not measure.of_positive:
        return predictions.truth, y_pred
    code = positive_code(predictions, measure)
    return predictions.truth == code, y_pred == code if y_pred.ndim == 1 else y_pred[:, code]


def check_kind(predictions: Predictions, measure: Measure) -> None:
    """Raise DesignError for a measure of another kind of task.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("iris"), DummyClassifier(), gn.hold_out(0.5))
    >>> check_kind(predictions, find_measure("r2"))
    Traceback (most recent call last):
    gnomon.errors.DesignError: r2 is a regression measure, but task 'iris' is classification
    """
    if measure.kind != predictions.kind:
        raise DesignError(
            f"{measure.name} is a {measure.kind} measure, but task {predictions.task_name!r} is "
            f"{predictions.kind}"
        )


def positive_code(predictions: Predictions, measure: Measure) -> int:
    """The code of the positive class; raises DesignError for more than two classes.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("breast-cancer"), DummyClassifier(), gn.hold_out(0.5))
    >>> positive_code(predictions, find_measure("recall")), predictions.positive
    (1, 'malignant')
    """
    assert predictions.classes is not None
    if len(predictions.classes) != 2:
        average = f"{measure.name.split('(')[0]}_macro"
        multiclass = repr(average) if average in registry.measures else "'f1_macro' or 'auc'"
        raise DesignError(
            f"{measure.name} is a binary measure, but {predictions.task_name!r} has "
            f"{len(predictions.classes)} classes; use a multiclass measure, such as {multiclass}"
        )
    return int(np.flatnonzero(predictions.classes == predictions.positive)[0])


def _scores(predictions: Predictions, measure: Measure) -> tuple[Array, Array]:
    scores = predictions.probability if predictions.probability is not None else predictions.decision
    if scores is None or predictions.classes is None:
        raise _missing(predictions, measure, "scores (predict_proba or decision_function)")
    if len(predictions.classes) > 2 and not measure.of_positive:
        return predictions.truth, scores
    code = positive_code(predictions, measure)
    if scores.ndim == 2:
        return predictions.truth == code, scores[:, code]
    return predictions.truth == code, scores if code == 1 else -scores


def _missing(predictions: Predictions, measure: Measure, what: str) -> DesignError:
    return DesignError(
        f"{measure.name} needs {what}, but {predictions.learner} has none; use a measure of labels"
    )
