"""Skill scores (D²): the share of the loss of the best constant prediction that a model explains."""

import numpy as np

from gnomon.arrays import Array
from gnomon.assessment.measures.facts import measure, weights
from gnomon.assessment.measures.probabilities import brier, checked_probabilities, log_loss
from gnomon.assessment.measures.quantities import mean_absolute_error
from gnomon.errors import DataError


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="number",
    kind="regression",
    title="D² of the absolute error: share of the error of the median that is explained",
)
def d2_absolute_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """D² of the absolute error: 1 - MAE / MAE of the median, the analog of R².

    >>> d2_absolute_error([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])
    0.5
    """
    loss = mean_absolute_error(truth, predicted, weight)
    values = np.asarray(truth, dtype=np.float64)
    rows = weights(weight, len(values))
    order = np.argsort(values, kind="stable")
    # Any median has the least absolute error, so the lower of two will do.
    half = np.searchsorted(np.cumsum(rows[order]), rows.sum() / 2)
    median = np.full(len(values), values[order][min(int(half), len(values) - 1)])
    return _explained(loss, mean_absolute_error(values, median, weight), "D² of the absolute error")


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="probability",
    kind="classification",
    title="D² of the log loss: share of the log loss of the class proportions that is explained",
)
def d2_log_loss(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """D² of the log loss: 1 - log loss / log loss of the class proportions (McFadden's pseudo-R²).

    >>> round(d2_log_loss([0, 1], [[0.75, 0.25], [0.25, 0.75]]), 4)
    0.585
    """
    codes, proportions = _proportions(truth, probability, weight)
    loss = log_loss(truth, probability, weight)
    return _explained(loss, log_loss(codes, proportions, weight), "D² of the log loss")


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="probability",
    kind="classification",
    title="Brier skill score: share of the Brier score of the class proportions that is explained",
)
def d2_brier(truth: Array, probability: Array, weight: Array | None = None) -> float:
    """Brier skill score (D² of the Brier score): 1 - Brier score / Brier score of the class proportions.

    >>> d2_brier([0, 1], [[0.75, 0.25], [0.25, 0.75]])
    0.75
    """
    codes, proportions = _proportions(truth, probability, weight)
    loss = brier(truth, probability, weight)
    return _explained(loss, brier(codes, proportions, weight), "the Brier skill score")


def _proportions(truth: Array, probability: Array, weight: Array | None) -> tuple[Array, Array]:
    """Class codes, and the weighted proportions of the classes as the probabilities of every row."""
    codes, shaped = checked_probabilities(truth, probability)
    total = np.bincount(codes, weights(weight, len(codes)), shaped.shape[1])
    return codes, np.tile(total / total.sum(), (len(codes), 1))


def _explained(loss: float, of_constant: float, name: str) -> float:
    if of_constant <= 1e-15:
        raise DataError(f"{name} is undefined here: all rows have the same true value; measure more together")
    return 1 - loss / of_constant
