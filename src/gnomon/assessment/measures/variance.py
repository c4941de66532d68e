"""Regression measures relative to the variance: R², explained variance, Gaussian log-likelihood."""

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
    title="R²: share of the variance that is explained (coefficient of determination)",
    headline=True,
)
def r2(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Coefficient of determination (R²): 1 - SS_residual / SS_total; undefined where the truth is constant.

    >>> r2([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])
    0.5
    """
    residual = mean(squared_error(truth, predicted), weight)
    return 1.0 - residual / _spread(truth, weight, "R²")


@measure(
    better="higher",
    range=(-np.inf, 1),
    needs="number",
    kind="regression",
    title="Explained variance: R² after the bias of the predictions is removed",
)
def explained_variance(truth: Array, predicted: Array, weight: Array | None = None) -> float:
    """Explained variance: 1 - Var(residuals) / Var(truth).

    >>> explained_variance([1.0, 2.0, 3.0], [2.0, 3.0, 4.0])
    1.0
    """
    squared_error(truth, predicted)
    errors = np.asarray(truth, dtype=np.float64) - np.asarray(predicted)
    residual = mean(squares(errors - mean(errors, weight)), weight)
    return 1.0 - residual / _spread(truth, weight, "explained variance")


@measure(
    better="higher",
    range=(-np.inf, np.inf),
    needs="number",
    kind="regression",
    title="Gaussian log-likelihood: mean log density of the truth about the prediction",
)
def gaussian_log_likelihood(
    truth: Array, predicted: Array, weight: Array | None = None, *, deviation: float | None = None
) -> float:
    """Gaussian log-likelihood per row: mean of ln N(truth; prediction, deviation²).

    deviation: standard deviation of the noise; None for its maximum likelihood estimate, the root mean
    squared error.

    >>> round(gaussian_log_likelihood([0.0, 2.0], [1.0, 1.0]), 4)
    -1.4189
    """
    square = mean(squared_error(truth, predicted), weight)
    if deviation is not None and not (np.isfinite(deviation) and deviation > 0):
        raise ParameterError(f"deviation={deviation!r}: a standard deviation must be above 0, or None")
    variance = square if deviation is None else deviation**2
    if variance == 0:
        raise DataError(
            "the Gaussian log-likelihood is unbounded here: every prediction is exact; pass deviation="
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
