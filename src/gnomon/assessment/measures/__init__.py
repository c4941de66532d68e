"""Measures: plain functions (truth, given, weight=None) -> float, each with a record of facts.

`labels` reads predicted labels, `probabilities` class probabilities, `ranking` scores, `quantities` numbers;
`facts` holds the decorator that registers a measure. `gnomon list measures` prints them all.
"""

from gnomon.assessment.measures.facts import Measure, find_measure, measure
from gnomon.assessment.measures.labels import accuracy, balanced_accuracy, error
from gnomon.assessment.measures.probabilities import brier, log_loss
from gnomon.assessment.measures.quantities import mean_absolute_error, mean_squared_error, r2
from gnomon.assessment.measures.ranking import auc

__all__ = [
    "Measure",
    "accuracy",
    "auc",
    "balanced_accuracy",
    "brier",
    "error",
    "find_measure",
    "log_loss",
    "mean_absolute_error",
    "mean_squared_error",
    "measure",
    "r2",
]
