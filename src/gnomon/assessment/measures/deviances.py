"""Regression measures of positive quantities and counts: logarithmic error, Poisson and gamma deviance."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import as_numbers, mean, measure
from gnomon.assessment.measures.quantities import squared_error
from gnomon.errors import DataError


def squared_log_error(truth: Array, predicted: Array) -> Floats:
    """Squared logarithmic error of each row: (ln(1 + truth) - ln(1 + prediction))², both above -1.

    >>> squared_log_error([0.0], [np.e - 1])
    array([1.])
    """
    squared_error(truth, predicted)
    both = [_above(name, each, -1.0) for name, each in (("truth", truth), ("predicted", predicted))]
    return np.asarray((np.log1p(both[0]) - np.log1p(both[1])) ** 2)


def poisson_deviance(truth: Array, predicted: Array) -> Floats:
    """Poisson deviance of each row: 2 (t ln(t / p) - t + p), for t >= 0 and p > 0.

    >>> poisson_deviance([0.0, 1.0], [1.0, 1.0])
    array([2., 0.])
    """
    squared_error(truth, predicted)
    t, p = as_numbers("truth", truth), _above("predicted", predicted, 0.0)
    if (t < 0).any():
        row = int(np.argmax(t < 0))
        raise DataError(f"truth, row {row}: {t[row]:g} must be 0 or more for this measure")
    return np.asarray(2 * (t * np.log(np.where(t > 0, t, 1.0) / p) - t + p))


def gamma_deviance(truth: Array, predicted: Array) -> Floats:
    """Gamma deviance of each row: 2 (ln(p / t) + t / p - 1), for t > 0 and p > 0.

    >>> gamma_deviance([1.0], [1.0])
    array([0.])
    """
    squared_error(truth, predicted)
    t, p = _above("truth", truth, 0.0), _above("predicted", predicted, 0.0)
    return np.asarray(2 * (np.log(p / t) + t / p - 1))


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean squared logarithmic error",
    each=squared_log_error,
)
def mean_squared_log_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean squared logarithmic error (MSLE): the mean of (ln(1 + truth) - ln(1 + prediction))².

    >>> round(mean_squared_log_error([0.0, 1.0], [1.0, 1.0]), 4)
    0.2402
    """
    return mean(squared_log_error(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Root mean squared logarithmic error",
    root_of=squared_log_error,
)
def root_mean_squared_log_error(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Root mean squared logarithmic error (RMSLE).

    >>> round(root_mean_squared_log_error([0.0, 1.0], [1.0, 1.0]), 4)
    0.4901
    """
    return float(np.sqrt(mean_squared_log_error(truth, predicted, weight)))


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean Poisson deviance, of counts",
    each=poisson_deviance,
)
def mean_poisson_deviance(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean Poisson deviance of counts: the mean of 2 (t ln(t / p) - t + p), for predictions above 0.

    >>> mean_poisson_deviance([0.0, 1.0], [1.0, 1.0])
    1.0
    """
    return mean(poisson_deviance(truth, predicted), weight)


@measure(
    better="lower",
    range=(0, np.inf),
    needs="number",
    kind="regression",
    title="Mean gamma deviance, of positive quantities",
    each=gamma_deviance,
)
def mean_gamma_deviance(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Mean gamma deviance of positive quantities: the mean of 2 (ln(p / t) + t / p - 1).

    >>> round(mean_gamma_deviance([1.0, 2.0], [1.0, 1.0]), 4)
    0.3069
    """
    return mean(gamma_deviance(truth, predicted), weight)


def _above(name: str, values: Array, bound: float) -> Floats:
    numbers = as_numbers(name, values)
    if not (numbers > bound).all():
        row = int(np.argmin(numbers > bound))
        raise DataError(
            f"{name}, row {row}: {numbers[row]:g} must be above {bound:g} for this measure; use "
            "mean_squared_error"
        )
    return numbers
