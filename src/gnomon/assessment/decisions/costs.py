"""Misclassification costs per case, expected costs and the minimum-cost (Bayes) decision.

A cost matrix has a row per true class and a column per predicted class, in the order of the classes; for two
classes that is [[0, cost_false_alarm], [cost_miss, 0]], the positive class last.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import mean, same_length
from gnomon.assessment.measures.labels import cost_of_row
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.ties import ROUNDING, first_smallest

if TYPE_CHECKING:
    from gnomon.assessment.predictions import Predictions
    from gnomon.data.task import Task


def cost_matrix_of_two(
    cost_miss: float = 1.0, cost_false_alarm: float = 1.0, *, of: "Task | Predictions | None" = None
) -> Floats:
    """The cost matrix of two classes, the positive class last or in the order of a task.

    cost_miss: cost of a false negative. cost_false_alarm: cost of a false positive. of: a Task or
    Predictions; needed if its positive class is not the last.

    >>> cost_matrix_of_two(cost_miss=10)
    array([[ 0.,  1.],
           [10.,  0.]])
    >>> import gnomon as gn
    >>> cost_matrix_of_two(cost_miss=10, of=gn.Task([[0.0], [1.0]], ["ill", "well"], positive="ill"))
    array([[ 0., 10.],
           [ 1.,  0.]])
    """
    check_costs(cost_miss, cost_false_alarm)
    costs = np.array([[0.0, cost_false_alarm], [cost_miss, 0.0]])
    if of is None:
        return costs
    if of.classes is None or len(of.classes) != 2:
        n_classes = 0 if of.classes is None else len(of.classes)
        raise DesignError(
            f"cost_miss and cost_false_alarm need two classes, and there are {n_classes}; write the cost "
            "matrix (true, predicted) in the order of the classes"
        )
    return costs if of.classes[1] == of.positive else costs[::-1, ::-1]


def threshold_of_costs(cost_miss: float = 1.0, cost_false_alarm: float = 1.0) -> float:
    """The minimum-cost probability threshold of the positive class: C_false_alarm / (C_miss + C_false_alarm).

    It is for calibrated probabilities; for other scores see `choose_threshold`.

    >>> threshold_of_costs(cost_miss=9)
    0.1
    """
    check_costs(cost_miss, cost_false_alarm)
    return cost_false_alarm / (cost_miss + cost_false_alarm)


def case_costs(truth: ArrayLike, predicted: ArrayLike, costs: ArrayLike) -> Floats:
    """The misclassification cost of each case.

    truth, predicted: class codes. costs: a matrix (true, predicted), or per case the cost of predicting
    each class (rows x classes) or a matrix (rows x true x predicted).

    >>> case_costs([0, 1, 1], [1, 1, 0], [[0, 1], [10, 0]])
    array([ 1.,  0., 10.])
    >>> case_costs([0, 1, 1], [1, 1, 0], [[0, 1], [2, 0], [30, 0]])
    array([ 1.,  0., 30.])
    """
    true_codes, predicted_codes = same_length(truth, predicted)
    cost = _checked_costs(costs)
    n_classes = cost.shape[-1]
    # A square matrix is a cost matrix, even if there are as many rows as classes.
    if cost.shape == (n_classes, n_classes):
        return cost_of_row(true_codes, predicted_codes, costs=cost)
    if len(cost) != len(true_codes):
        raise DataError(f"costs has {len(cost)} rows for {len(true_codes)} cases; pass one row per case")
    # Only to check the codes.
    cost_of_row(true_codes, predicted_codes, costs=np.zeros((n_classes, n_classes)))
    row, true_codes = np.arange(len(true_codes)), true_codes.astype(np.int64)
    predicted_codes = predicted_codes.astype(np.int64)
    return cost[row, predicted_codes] if cost.ndim == 2 else cost[row, true_codes, predicted_codes]


def mean_case_cost(
    truth: ArrayLike, predicted: ArrayLike, costs: ArrayLike, weight: Array | None = None
) -> float:
    """The mean misclassification cost, with costs as in `case_costs`.

    For one cost matrix it is the measure `expected_cost`.

    >>> mean_case_cost([0, 1, 1], [1, 1, 0], [[0, 1], [2, 0], [30, 0]], weight=[1, 1, 2])
    15.25
    """
    return mean(case_costs(truth, predicted, costs), weight)


def expected_costs(probability: ArrayLike, costs: ArrayLike) -> Floats:
    """The expected cost of predicting each class (column) for each case: sum over classes of P(class) cost.

    probability: rows x classes, or of the second of two classes. costs: a matrix, or one per case.

    >>> expected_costs([[0.8, 0.2]], [[0, 1], [10, 0]])
    array([[2. , 0.8]])
    """
    proba = np.asarray(probability, dtype=np.float64)
    if proba.ndim == 1:
        proba = np.column_stack([1 - proba, proba])
    cost = _checked_costs(costs)
    n_rows, n_classes = proba.shape
    is_matrix = cost.ndim == 3 or cost.shape == (n_classes, n_classes)
    if not is_matrix or cost.shape[-1] != n_classes or cost.shape[:-2] not in ((), (n_rows,)):
        raise DataError(
            f"costs has shape {cost.shape}, but probability has shape {proba.shape}; pass a matrix "
            "(true, predicted), or one per case"
        )
    wrong = ~((proba >= 0) & (proba <= 1)).all(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise DataError(f"row {row} has probabilities {proba[row].tolist()}; they must be from 0 to 1")
    return proba @ cost if cost.ndim == 2 else np.einsum("nt,ntp->np", proba, cost)


def minimum_cost_decisions(
    probability: ArrayLike, costs: ArrayLike | None = None, *, cost_reject: float | None = None
) -> Integers:
    """The minimum-cost (Bayes) decision for each case: the class of smallest expected cost.

    costs: by default zero-one loss, so that the most probable class is predicted. cost_reject: cost of the
    reject option (abstention); where every class has a larger expected cost the decision is -1.

    >>> minimum_cost_decisions([[0.8, 0.2], [0.95, 0.05]], [[0, 1], [10, 0]])
    array([1, 0])
    >>> minimum_cost_decisions([[0.8, 0.2], [0.55, 0.45]], cost_reject=0.3)
    array([ 0, -1])
    """
    proba = np.asarray(probability, dtype=np.float64)
    n_classes = 2 if proba.ndim == 1 else proba.shape[1]
    cost = 1 - np.eye(n_classes) if costs is None else np.asarray(costs, dtype=np.float64)
    losses = expected_costs(proba, cost)
    # Negative costs (gains) may cancel, so rounding is relative to the absolute terms.
    decision = first_smallest(losses, scale=expected_costs(proba, np.abs(cost)).max(axis=1))
    if cost_reject is None:
        return decision
    if not 0 <= cost_reject < np.inf:
        raise ParameterError(f"cost_reject={cost_reject!r}: it must be a finite number of at least 0")
    return np.where(losses.min(axis=1) > cost_reject * (1 + ROUNDING), -1, decision)


def minimum_cost_predictions(predictions: "Predictions", costs: ArrayLike | None = None) -> "Predictions":
    """Predictions with the learner's labels replaced by the minimum-cost decisions.

    Only the probabilities are used, so the true labels of held-out rows do not leak.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> careful = minimum_cost_predictions(predictions, cost_matrix_of_two(cost_miss=100, of=predictions))
    >>> [round(each.score("recall"), 2) for each in (predictions, careful)]
    [0.89, 0.93]
    """
    if predictions.probability is None:
        raise DesignError(
            f"{predictions.learner} has no probabilities, which minimum-cost decisions need; use "
            "CalibratedClassifier, or ThresholdedClassifier for two classes"
        )
    codes = minimum_cost_decisions(predictions.probability, costs).astype(predictions.predicted.dtype)
    setting: dict[str, Any] = {**predictions.setting, "decision": "least expected cost"}
    return replace(predictions, predicted=codes, setting=setting)


def check_costs(cost_miss: float, cost_false_alarm: float) -> None:
    """Raise ParameterError for costs that are negative, infinite, or both 0.

    >>> check_costs(10, 1)
    """
    if not (0 <= cost_miss < np.inf and 0 <= cost_false_alarm < np.inf):
        raise ParameterError(
            f"cost_miss={cost_miss!r}, cost_false_alarm={cost_false_alarm!r}: costs must be finite and at "
            "least 0"
        )
    if cost_miss == cost_false_alarm == 0:
        raise ParameterError("cost_miss=0, cost_false_alarm=0: at least one cost must be positive")


def _checked_costs(costs: ArrayLike) -> Floats:
    cost = np.asarray(costs, dtype=np.float64)
    if cost.ndim not in (2, 3) or not np.isfinite(cost).all():
        raise ParameterError(
            f"costs has shape {cost.shape}; pass a finite matrix (true, predicted), or one per case"
        )
    return cost
