"""Regression measures: squared, absolute, percentage, pinball and Huber error."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import as_numbers, mean, measure, same_length, weights
from gnomon.errors import DataError, ParameterError

# Squares up to here can be squared again and summed without overflow.
LARGEST_SQUARE = 1e150


def squared_error(truth: Array, predicted: Array) -> Floats:
    """Squared error of each row.

    >>> squared_error(np.array([1.0]), np.array([3.0]))
    array([4.])
    """
    return squares(_excess(truth, predicted))


def absolute_error(truth: Array, predicted: Array) -> Floats:
    """Absolute error of each row.

    >>> absolute_error(np.array([1.0]), np.array([3.0]))
    array([2.])
    """
    return np.abs(_excess(truth, predicted))


def percentage_error(truth: Array, predicted: Array) -> Floats:
    """Absolute percentage error of each row: |error| / |truth|, where the truth must not be 0.

    >>> percentage_error(np.array([2.0]), np.array([3.0]))
    array([0.5])
    """
    size = absolute_error(truth, predicted)
    truth = np.abs(np.asarray(truth, dtype=np.float64))
    if (truth == 0).any():
        raise DataError(
            f"row {int(np.argmin(truth))} has the true value 0, where the percentage error is undefined; "
            "use mean_absolute_error"
        )
    return size / truth


def pinball_loss(truth: Array, predicted: Array, *, quantile: float = 0.5) -> Floats:
    """Pinball (quantile) loss of each row: q (t - p) if the truth t is above p, (1 - q) (p - t) if below.

    >>> pinball_loss(np.array([1.0, 5.0]), np.array([3.0, 3.0]), quantile=0.75)
    array([0.5, 1.5])
    """
    if not 0 < quantile < 1:
        raise ParameterError(f"quantile={quantile!r}: must be above 0 and below 1, such as 0.9")
    excess = _excess(truth, predicted)
    return np.maximum(quantile * excess, (quantile - 1) * excess)


def huber_loss(truth: Array, predicted: Array, *, delta: float = 1.0) -> Floats:
    """Huber loss of each row: half the squared error up to delta, linear with slope delta beyond (1964).

    >>> huber_loss(np.array([1.0, 5.0]), np.array([2.0, 2.0]))
    array([0.5, 2.5])
    """
    if not (np.isfinite(delta) and delta > 0):
        raise ParameterError(f"delta={delta!r}: the error above which the loss is linear must be above 0")
    size = absolute_error(truth, predicted)
    return np.where(size <= delta, np.minimum(size, delta) ** 2 / 2, delta * (size - delta / 2))


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean squared error",
    each=squared_error,
    headline=True,
)
def mean_squared_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean squared error (MSE).

    >>> mean_squared_error([1.0, 2.0], [1.0, 4.0])
    2.0
    """
    return mean(squared_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Root mean squared error: in the units of the target",
    root_of=squared_error,
    headline=True,
)
def root_mean_squared_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Root mean squared error (RMSE).

    >>> root_mean_squared_error([1.0, 2.0], [1.0, 2.0])
    0.0
    """
    return float(np.sqrt(mean_squared_error(truth, predicted, weight)))


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean absolute error",
    each=absolute_error,
    headline=True,
)
def mean_absolute_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean absolute error (MAE).

    >>> mean_absolute_error([1.0, 2.0], [1.0, 4.0])
    1.0
    """
    return mean(absolute_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Median absolute error",
)
def median_absolute_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Median absolute error.

    >>> median_absolute_error([1.0, 2.0, 3.0], [1.0, 4.0, 4.0])
    1.0
    """
    size = absolute_error(truth, predicted)
    weight = weights(weight, len(size))
    order = np.argsort(size, kind="stable")
    cumulative = np.cumsum(weight[order])
    # The lower and upper weighted median, equal unless half the weight falls between two rows.
    half, slack = cumulative[-1] / 2, 1e-12 * cumulative[-1]
    low = size[order][np.searchsorted(cumulative, half - slack)]
    high = size[order][np.searchsorted(cumulative, half + slack)]
    return float((low + high) / 2)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Maximum absolute error",
)
def max_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Maximum absolute error among the rows of positive weight.

    >>> max_error([1.0, 2.0], [1.0, 4.0])
    2.0
    """
    size = absolute_error(truth, predicted)
    return float(np.max(size[weights(weight, len(size)) > 0]))


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean absolute percentage error, as a fraction of the true value",
    each=percentage_error,
)
def mean_absolute_percentage_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean absolute percentage error (MAPE), as a fraction; a true value of 0 is an error.

    >>> mean_absolute_percentage_error([2.0, 4.0], [3.0, 4.0])
    0.25
    """
    return mean(percentage_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Pinball loss (quantile loss)",
    each=pinball_loss,
)
def pinball(truth: Array, predicted: Array, weight: Array | None = None, *, quantile: float = 0.5) -> float:
    """Pinball loss (quantile loss): the mean of q (t - p) where the truth t > p, (1 - q) (p - t) where t < p.

    quantile: level q, above 0 and below 1. At 0.5 this is half the mean absolute error.

    >>> pinball([1.0, 5.0], [3.0, 3.0], quantile=0.75)
    1.0
    """
    return mean(pinball_loss(truth, predicted, quantile=quantile), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Huber loss: quadratic for small errors, linear for large ones",
    each=huber_loss,
)
def huber(truth: Array, predicted: Array, weight: Array | None = None, *, delta: float = 1.0) -> float:
    """Huber loss: the mean of error² / 2 up to delta, and of delta (|error| - delta / 2) beyond.

    >>> huber([1.0, 5.0], [2.0, 2.0])
    1.5
    """
    return mean(huber_loss(truth, predicted, delta=delta), weight)


def squares(values: Floats) -> Floats:
    """The square of each value; an error where squaring it once more would overflow.

    Variances of the squares, for intervals and tests, square them again.

    >>> squares(np.array([3.0, -1.0]))
    array([9., 1.])
    """
    with np.errstate(over="ignore"):
        squared = np.square(values)
    is_small = squared <= LARGEST_SQUARE
    if not is_small.all():
        row = int(np.argmin(is_small))
        raise DataError(f"row {row}: the square of {values[row]:g} overflows; rescale the target")
    return squared


def _excess(truth: Array, predicted: Array) -> Floats:
    """Residuals: truth - prediction."""
    truth, predicted = same_length(truth, predicted)
    if truth.ndim != 1 or predicted.ndim != 1:
        raise DataError("truth and predictions must be one-dimensional, one number per row")
    with np.errstate(over="ignore"):
        excess = as_numbers("truth", truth) - as_numbers("predicted", predicted)
    if not np.isfinite(excess).all():
        row = int(np.argmin(np.isfinite(excess)))
        raise DataError(
            f"row {row} has truth {truth[row]} and prediction {predicted[row]}; both must be finite numbers, "
            "and so must their difference"
        )
    return excess
