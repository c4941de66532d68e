"""Measures of predicted numbers against their spread: R², explained variance, Gaussian likelihood."""

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.measures.facts import mean, measure, weights
from gnomon.assessment.measures.quantities import squared_error, squares
from gnomon.errors import DataError, ParameterError


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="number",
    kind="regression",
    title="R²: share of the variance that is explained",
    headline=True,
)
def r2(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """One minus the squared errors as a share of those of the mean; undefined where the truth is constant.

    >>> r2([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])
    0.5
    """
    left = mean(squared_error(truth, predicted), weight)
    return 1.0 - left / _spread(truth, weight, "R²")


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="number",
    kind="regression",
    title="Explained variance: R² that forgives a constant shift",
)
def explained_variance(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """One minus the variance of the errors as a share of that of the truth.

    >>> explained_variance([1.0, 2.0, 3.0], [2.0, 3.0, 4.0])
    1.0
    """
    squared_error(truth, predicted)
    errors = np.asarray(truth, dtype=np.float64) - np.asarray(predicted)
    left = mean(squares(errors - mean(errors, weight)), weight)
    return 1.0 - left / _spread(truth, weight, "explained variance")


@measure(
    better="higher",
    range=(-np.inf, np.inf),
    needs="number",
    kind="regression",
    title="Gaussian log likelihood: mean log density of the truth about the prediction",
)
def gaussian_log_likelihood(
    truth: Array, predicted: Array, weight: Array | None = None, *, deviation: float | None = None
) -> float:
    """Mean over rows of ln N(truth; prediction, deviation²).

    deviation: the standard deviation of the noise; None takes the one that makes these errors most likely,
    the root of their mean square.

    >>> round(gaussian_log_likelihood([0.0, 2.0], [1.0, 1.0]), 4)
    -1.4189
    """
    square = mean(squared_error(truth, predicted), weight)
    if deviation is not None and not (np.isfinite(deviation) and deviation > 0):
        raise ParameterError(f"deviation={deviation!r}: a standard deviation is a number above 0, or None")
    variance = square if deviation is None else deviation**2
    if variance == 0:
        raise DataError(
            "the Gaussian log likelihood has no bound here: every prediction is exact; give the deviation"
        )
    return float(-(np.log(2 * np.pi * variance) + square / variance) / 2)


def _spread(truth: Array, weight: Array | None, name: str) -> float:
    """The variance of the truth."""
    values: Floats = np.asarray(truth, dtype=np.float64)
    counted = values[weights(weight, len(values)) > 0]
    if np.ptp(counted) == 0:
        raise DataError(
            f"{name} is undefined here: the {len(counted)} true values are all {counted[0]:g}; "
            "measure more rows together, or use mean_squared_error"
        )
    spread = mean(squares(values - mean(values, weight)), weight)
    if spread == 0:
        raise DataError(
            f"{name} is undefined here: the squares of the true values are too small for a float; rescale"
        )
    return spread
