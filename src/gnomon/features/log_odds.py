"""Calibrated probabilities and log-odds from counts of two classes.

With m positives of n rows, v = (m + 1) / (m + 1 + c (n - m + 1)): Flach (2012), "Machine Learning", 10.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logit

from gnomon.arrays import Floats
from gnomon.errors import DataError


def calibrated_log_odds(
    positives: ArrayLike, rows: ArrayLike, odds: float = 1.0, smoothing: float = 1.0
) -> Floats:
    """Calibrated log-odds ln(m + s) - ln(n - m + s) - ln c (weight of evidence) of the positive class.

    odds: c. The odds of positives in the whole table remove the prior, so that the result is a log likelihood
    ratio; 1 retains the prior of the rows. smoothing: s, pseudo-count added to each class.

    >>> calibrated_log_odds([4, 2, 1, 0], [4, 3, 3, 2], odds=7 / 5).round(6)
    array([ 1.272966,  0.068993, -0.741937, -1.435085])
    """
    hits = np.asarray(positives, dtype=np.float64)
    misses = np.asarray(rows, dtype=np.float64) - hits
    # A value with rows of one class only has infinite odds without smoothing.
    with np.errstate(divide="ignore"):
        return np.log(hits + smoothing) - np.log(misses + smoothing) - np.log(odds)


def calibrated_probability(
    positives: ArrayLike, rows: ArrayLike, odds: float = 1.0, smoothing: float = 1.0
) -> Floats:
    """Calibrated probability (m + s) / (m + s + c (n - m + s)), the sigmoid of `calibrated_log_odds`.

    >>> calibrated_probability([4, 2, 1, 0], [4, 3, 3, 2], odds=7 / 5).round(6)
    array([0.78125 , 0.517241, 0.322581, 0.192308])
    """
    hits = np.asarray(positives, dtype=np.float64) + smoothing
    misses = np.asarray(rows, dtype=np.float64) - np.asarray(positives, dtype=np.float64) + smoothing
    return np.asarray(hits / (hits + odds * misses))


def log_odds(probability: ArrayLike) -> Floats:
    """Log-odds (logit) ln v - ln(1 - v) of each probability, infinite at 0 and 1.

    >>> log_odds([0.5, 0.75]).round(4)
    array([0.    , 1.0986])
    """
    values = np.asarray(probability, dtype=np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        index = int(np.flatnonzero(~((values >= 0) & (values <= 1)).ravel())[0])
        raise DataError(
            f"value {index} is {values.ravel()[index]}, not a probability; pass numbers from 0 to 1"
        )
    return np.asarray(logit(values))
