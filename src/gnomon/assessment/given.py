"""What a measure is given of Predictions: labels, probabilities, scores or numbers, in the form it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon import registry
from gnomon.arrays import Array
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import DesignError

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions


def given(predictions: Predictions, measure: Measure) -> tuple[Array, Array]:
    """Truth and prediction of all rows; flags and one column where the measure looks at the positive class.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"], positive="a")
    >>> predictions = gn.resample(task, DummyClassifier(), gn.leave_one_out())
    >>> given(predictions, find_measure("recall"))[0]
    array([ True, False, False, False])
    """
    check_kind(predictions, measure)
    if measure.needs == "score":
        return _scores(predictions, measure)
    found = predictions.predicted if measure.needs in ("label", "number") else predictions.probability
    if found is None:
        raise _lacks(predictions, measure, "class probabilities (predict_proba)")
    if not measure.of_positive:
        return predictions.truth, found
    code = positive_code(predictions, measure)
    return predictions.truth == code, found == code if found.ndim == 1 else found[:, code]


def check_kind(predictions: Predictions, measure: Measure) -> None:
    """Refuse a measure of another kind of task.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("iris"), DummyClassifier(), gn.hold_out(0.5))
    >>> check_kind(predictions, find_measure("r2"))
    Traceback (most recent call last):
    gnomon.errors.DesignError: r2 is a measure of regression, and 'iris' is classification
    """
    if measure.kind != predictions.kind:
        raise DesignError(
            f"{measure.name} is a measure of {measure.kind}, and {predictions.task_name!r} is "
            f"{predictions.kind}"
        )


def positive_code(predictions: Predictions, measure: Measure) -> int:
    """The code of the positive class; many classes have none, so the measure is refused.

    >>> import gnomon as gn
    >>> from gnomon.assessment.measures import find_measure
    >>> from sklearn.dummy import DummyClassifier
    >>> predictions = gn.resample(gn.load("breast-cancer"), DummyClassifier(), gn.hold_out(0.5))
    >>> positive_code(predictions, find_measure("recall")), predictions.positive
    (1, 'malignant')
    """
    assert predictions.classes is not None
    if len(predictions.classes) != 2:
        average = f"{measure.name.split('(')[0]}_macro"
        way_out = repr(average) if average in registry.measures else "'f1_macro' or 'auc'"
        raise DesignError(
            f"{measure.name} looks at one class against the other, and {predictions.task_name!r} has "
            f"{len(predictions.classes)} classes; use a measure of all classes, such as {way_out}"
        )
    return int(np.flatnonzero(predictions.classes == predictions.positive)[0])


def _scores(predictions: Predictions, measure: Measure) -> tuple[Array, Array]:
    scores = predictions.probability if predictions.probability is not None else predictions.decision
    if scores is None or predictions.classes is None:
        raise _lacks(predictions, measure, "scores (predict_proba or decision_function)")
    if len(predictions.classes) > 2 and not measure.of_positive:
        return predictions.truth, scores
    code = positive_code(predictions, measure)
    if scores.ndim == 2:
        return predictions.truth == code, scores[:, code]
    return predictions.truth == code, scores if code == 1 else -scores


def _lacks(predictions: Predictions, measure: Measure, what: str) -> DesignError:
    return DesignError(
        f"{measure.name} needs {what}, and {predictions.learner} gives none; use a measure of labels"
    )
