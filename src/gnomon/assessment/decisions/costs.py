"""What decisions cost, case by case, and the decision of least expected cost.

A cost matrix has a row for each true class and a column for each predicted one, in the order of the classes;
for two classes that is [[0, cost_false_alarm], [cost_miss, 0]], the positive class last.
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
    """The cost matrix of two classes, the positive one last, or in the order that a task has them.

    of: a Task, or Predictions; needed where its positive class is not the last.

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
            f"misses and false alarms are of two classes, and these are {n_classes}; write the matrix "
            "(true, predicted) in the order of the classes"
        )
    return costs if of.classes[1] == of.positive else costs[::-1, ::-1]


def threshold_of_costs(cost_miss: float = 1.0, cost_false_alarm: float = 1.0) -> float:
    """The probability from which "positive" costs less: C_false_alarm / (C_miss + C_false_alarm).

    It holds for calibrated probabilities; for other scores see `thresholds`.

    >>> threshold_of_costs(cost_miss=9)
    0.1
    """
    check_costs(cost_miss, cost_false_alarm)
    return cost_false_alarm / (cost_miss + cost_false_alarm)


def case_costs(truth: ArrayLike, predicted: ArrayLike, costs: ArrayLike) -> Floats:
    """What each case cost.

    truth, predicted: class codes. costs: a matrix (true, predicted); or of each case, either the cost of
    predicting each class (rows x classes), or a whole matrix (rows x true x predicted).

    >>> case_costs([0, 1, 1], [1, 1, 0], [[0, 1], [10, 0]])
    array([ 1.,  0., 10.])
    >>> case_costs([0, 1, 1], [1, 1, 0], [[0, 1], [2, 0], [30, 0]])
    array([ 1.,  0., 30.])
    """
    true, called = same_length(truth, predicted)
    prices = _checked_costs(costs)
    n_classes = prices.shape[-1]
    # One square matrix is a cost matrix, even where there happen to be as many rows as classes.
    if prices.shape == (n_classes, n_classes):
        return cost_of_row(true, called, costs=prices)
    if len(prices) != len(true):
        raise DataError(f"costs has {len(prices)} rows for {len(true)} cases; give one a case")
    # Any square matrix will do to check the codes.
    cost_of_row(true, called, costs=np.zeros((n_classes, n_classes)))
    row, true, called = np.arange(len(true)), true.astype(np.int64), called.astype(np.int64)
    return prices[row, called] if prices.ndim == 2 else prices[row, true, called]


def mean_case_cost(
    truth: ArrayLike, predicted: ArrayLike, costs: ArrayLike, weight: Array | None = None
) -> float:
    """The mean cost of a case, costs as in `case_costs`; for one matrix it is the measure `expected_cost`.

    >>> mean_case_cost([0, 1, 1], [1, 1, 0], [[0, 1], [2, 0], [30, 0]], weight=[1, 1, 2])
    15.25
    """
    return mean(case_costs(truth, predicted, costs), weight)


def expected_costs(probability: ArrayLike, costs: ArrayLike) -> Floats:
    """The expected cost of each decision (column) for each case: the sum over classes of P(class) cost.

    probability: rows x classes, or for two classes of the last. costs: a matrix, or one a case.

    >>> expected_costs([[0.8, 0.2]], [[0, 1], [10, 0]])
    array([[2. , 0.8]])
    """
    chances = np.asarray(probability, dtype=np.float64)
    if chances.ndim == 1:
        chances = np.column_stack([1 - chances, chances])
    prices = _checked_costs(costs)
    whole = prices.ndim == 3 or prices.shape == (chances.shape[1], chances.shape[1])
    if not whole or prices.shape[-1] != chances.shape[1] or prices.shape[:-2] not in ((), (len(chances),)):
        raise DataError(
            f"costs of shape {prices.shape} do not fit probabilities of shape {chances.shape}; give a matrix "
            "(true, predicted), or one for each case"
        )
    wrong = ~((chances >= 0) & (chances <= 1)).all(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise DataError(f"row {row} has probabilities {chances[row].tolist()}; they must be from 0 to 1")
    return chances @ prices if prices.ndim == 2 else np.einsum("nt,ntp->np", chances, prices)


def minimum_cost_decisions(
    probability: ArrayLike, costs: ArrayLike | None = None, *, cost_reject: float | None = None
) -> Integers:
    """The class of least expected cost for each case; of those equal but for rounding, the first.

    costs: without them every error costs 1, and the most probable class is chosen. cost_reject: what it
    costs to leave a case to somebody else; where every class costs more than that the decision is -1.

    >>> minimum_cost_decisions([[0.8, 0.2], [0.95, 0.05]], [[0, 1], [10, 0]])
    array([1, 0])
    >>> minimum_cost_decisions([[0.8, 0.2], [0.55, 0.45]], cost_reject=0.3)
    array([ 0, -1])
    """
    chances = np.asarray(probability, dtype=np.float64)
    n_classes = 2 if chances.ndim == 1 else chances.shape[1]
    prices = 1 - np.eye(n_classes) if costs is None else np.asarray(costs, dtype=np.float64)
    losses = expected_costs(chances, prices)
    # Gains, which are costs below 0, may cancel: rounding is a share of the terms.
    decision = first_smallest(losses, scale=expected_costs(chances, np.abs(prices)).max(axis=1))
    if cost_reject is None:
        return decision
    if not 0 <= cost_reject < np.inf:
        raise ParameterError(f"cost_reject={cost_reject!r}: the cost of leaving a case is finite, 0 or more")
    return np.where(losses.min(axis=1) > cost_reject * (1 + ROUNDING), -1, decision)


def minimum_cost_predictions(predictions: "Predictions", costs: ArrayLike | None = None) -> "Predictions":
    """The same predictions with the decision of least expected cost in place of the learner's own.

    It reads the probabilities alone, so no truth of a held-out row has a say.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> careful = minimum_cost_predictions(predictions, cost_matrix_of_two(cost_miss=100, of=predictions))
    >>> [round(each.score("recall"), 2) for each in (predictions, careful)]
    [0.89, 0.93]
    """
    if predictions.probability is None:
        raise DesignError(
            f"{predictions.learner} gives no probabilities, and a decision by costs needs them; use "
            "CalibratedClassifier, or ThresholdedClassifier for two classes"
        )
    codes = minimum_cost_decisions(predictions.probability, costs).astype(predictions.predicted.dtype)
    setting: dict[str, Any] = {**predictions.setting, "decision": "least expected cost"}
    return replace(predictions, predicted=codes, setting=setting)


def check_costs(cost_miss: float, cost_false_alarm: float) -> None:
    """Refuse costs below 0, infinite, or both 0.

    >>> check_costs(10, 1)
    """
    if not (0 <= cost_miss < np.inf and 0 <= cost_false_alarm < np.inf):
        raise ParameterError(
            f"cost_miss={cost_miss!r}, cost_false_alarm={cost_false_alarm!r}: costs are finite, 0 or more"
        )
    if cost_miss == cost_false_alarm == 0:
        raise ParameterError("cost_miss=0, cost_false_alarm=0: no error costs anything; give one above 0")


def _checked_costs(costs: ArrayLike) -> Floats:
    prices = np.asarray(costs, dtype=np.float64)
    if prices.ndim not in (2, 3) or not np.isfinite(prices).all():
        raise ParameterError(
            f"costs has shape {prices.shape}; give a finite matrix (true, predicted), or one a case"
        )
    return prices
