"""Measures of predicted numbers."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import as_numbers, mean, measure, same_length, weights
from gnomon.errors import DataError, ParameterError

# Of squares up to here, thousands can be squared and added up.
LARGEST_SQUARE = 1e150


def squared_error(truth: Array, predicted: Array) -> Floats:
    """Square of each row's error.

    >>> squared_error(np.array([1.0]), np.array([3.0]))
    array([4.])
    """
    return squares(_excess(truth, predicted))


def absolute_error(truth: Array, predicted: Array) -> Floats:
    """Size of each row's error.

    >>> absolute_error(np.array([1.0]), np.array([3.0]))
    array([2.])
    """
    return np.abs(_excess(truth, predicted))


def percentage_error(truth: Array, predicted: Array) -> Floats:
    """Size of each row's error as a share of the true value, which must not be 0.

    >>> percentage_error(np.array([2.0]), np.array([3.0]))
    array([0.5])
    """
    size = absolute_error(truth, predicted)
    truth = np.abs(np.asarray(truth, dtype=np.float64))
    if (truth == 0).any():
        raise DataError(
            f"row {int(np.argmin(truth))} has the true value 0, of which no error is a share; "
            "use mean_absolute_error"
        )
    return size / truth


def pinball_loss(truth: Array, predicted: Array, *, quantile: float = 0.5) -> Floats:
    """Each row's loss as a prediction of a quantile: q (t - p) if t is above p, (1 - q) (p - t) if below.

    >>> pinball_loss(np.array([1.0, 5.0]), np.array([3.0, 3.0]), quantile=0.75)
    array([0.5, 1.5])
    """
    if not 0 < quantile < 1:
        raise ParameterError(f"quantile={quantile!r}: it is above 0 and below 1, such as 0.9")
    excess = _excess(truth, predicted)
    return np.maximum(quantile * excess, (quantile - 1) * excess)


def huber_loss(truth: Array, predicted: Array, *, delta: float = 1.0) -> Floats:
    """Half the squared error up to delta, and a straight line of slope delta beyond (Huber 1964).

    >>> huber_loss(np.array([1.0, 5.0]), np.array([2.0, 2.0]))
    array([0.5, 2.5])
    """
    if not (np.isfinite(delta) and delta > 0):
        raise ParameterError(f"delta={delta!r}: the error where squares end is a number above 0")
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
    title="Root mean squared error: size of the errors, in the units of the target",
    root_of=squared_error,
    headline=True,
)
def root_mean_squared_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Square root of the mean of the squared errors.

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
    """Mean size of the errors.

    >>> mean_absolute_error([1.0, 2.0], [1.0, 4.0])
    1.0
    """
    return mean(absolute_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Median absolute error: half the rows err by less",
)
def median_absolute_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Median size of the errors.

    >>> median_absolute_error([1.0, 2.0, 3.0], [1.0, 4.0, 4.0])
    1.0
    """
    size = absolute_error(truth, predicted)
    weight = weights(weight, len(size))
    order = np.argsort(size, kind="stable")
    upto = np.cumsum(weight[order])
    # The two middle ones, which are one where half the weight falls inside a row's.
    half, slack = upto[-1] / 2, 1e-12 * upto[-1]
    low = size[order][np.searchsorted(upto, half - slack)]
    high = size[order][np.searchsorted(upto, half + slack)]
    return float((low + high) / 2)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Largest error of any row",
)
def max_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """The largest error among rows that carry weight.

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
    title="Mean absolute percentage error, as a share of the true value",
    each=percentage_error,
)
def mean_absolute_percentage_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean size of the errors, each as a share of the true value; a true value of 0 is refused.

    >>> mean_absolute_percentage_error([2.0, 4.0], [3.0, 4.0])
    0.25
    """
    return mean(percentage_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Pinball loss: how well a quantile is predicted",
    each=pinball_loss,
)
def pinball(truth: Array, predicted: Array, weight: Array | None = None, *, quantile: float = 0.5) -> float:
    """Mean of q (t - p) where the truth t is above the prediction p, and of (1 - q) (p - t) where below.

    quantile: q, above 0 and below 1. At 0.5 this is half the mean absolute error.

    >>> pinball([1.0, 5.0], [3.0, 3.0], quantile=0.75)
    1.0
    """
    return mean(pinball_loss(truth, predicted, quantile=quantile), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Huber loss: squared for small errors, straight for large ones",
    each=huber_loss,
)
def huber(truth: Array, predicted: Array, weight: Array | None = None, *, delta: float = 1.0) -> float:
    """Mean of half the squared error up to delta, and of delta (error - delta / 2) beyond.

    >>> huber([1.0, 5.0], [2.0, 2.0])
    1.5
    """
    return mean(huber_loss(truth, predicted, delta=delta), weight)


def squares(values: Floats) -> Floats:
    """The square of each value; one so large that its own square is beyond a float is refused.

    Intervals and tests square what they are told once more.

    >>> squares(np.array([3.0, -1.0]))
    array([9., 1.])
    """
    with np.errstate(over="ignore"):
        found = np.square(values)
    is_small = found <= LARGEST_SQUARE
    if not is_small.all():
        row = int(np.argmin(is_small))
        raise DataError(f"row {row}: the square of {values[row]:g} is too large a number; rescale the target")
    return found


def _excess(truth: Array, predicted: Array) -> Floats:
    """The truth less the prediction, row by row."""
    truth, predicted = same_length(truth, predicted)
    if truth.ndim != 1 or predicted.ndim != 1:
        raise DataError("truth and predictions must be one number a row, in one dimension")
    with np.errstate(over="ignore"):
        excess = as_numbers("truth", truth) - as_numbers("predicted", predicted)
    if not np.isfinite(excess).all():
        row = int(np.argmin(np.isfinite(excess)))
        raise DataError(
            f"row {row} has truth {truth[row]} and prediction {predicted[row]}; both must be finite numbers, "
            "and so must their difference"
        )
    return excess
