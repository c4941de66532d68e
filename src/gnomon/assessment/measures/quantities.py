"""Measures of predicted numbers."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, same_length
from gnomon.errors import DataError


def squared_error(truth: Array, predicted: Array) -> Floats:
    """Square of each row's error.

    >>> squared_error(np.array([1.0]), np.array([3.0]))
    array([4.])
    """
    truth, predicted = same_length(truth, predicted)
    return np.square(truth - predicted)


def absolute_error(truth: Array, predicted: Array) -> Floats:
    """Size of each row's error.

    >>> absolute_error(np.array([1.0]), np.array([3.0]))
    array([2.])
    """
    truth, predicted = same_length(truth, predicted)
    return np.abs(truth - predicted)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean squared error",
    each=squared_error,
)
def mean_squared_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean of the squared errors.

    >>> mean_squared_error([1.0, 2.0], [1.0, 4.0])
    2.0
    """
    return mean(squared_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean absolute error",
    each=absolute_error,
)
def mean_absolute_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean size of the errors.

    >>> mean_absolute_error([1.0, 2.0], [1.0, 4.0])
    1.0
    """
    return mean(absolute_error(truth, predicted), weight)


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="number",
    kind="regression",
    title="R²: share of the variance that is explained",
)
def r2(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """One minus the squared errors as a share of those of the mean; undefined where the truth is constant.

    >>> r2([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])
    0.5
    """
    truth = np.asarray(truth, dtype=np.float64)
    spread = mean(np.square(truth - mean(truth, weight)), weight)
    if np.ptp(truth if weight is None else truth[weight > 0]) == 0:
        raise DataError(
            f"R² is undefined here: the {len(truth)} true values are all {truth[0]:g}; "
            "measure more rows together, or use mean_squared_error"
        )
    return 1.0 - mean(squared_error(truth, predicted), weight) / spread
