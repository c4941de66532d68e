"""Logistic calibration of features: classes normal with a common variance, so log-odds are linear."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.check import between, free
from gnomon.errors import DataError
from gnomon.features.calibration import Evidence, FeatureCalibration
from gnomon.registry import transformers
from gnomon.sharing.moments import too_large

LARGEST = 1e150


@dataclass(frozen=True)
class LogisticMap:
    """LR(v) = exp(d' z) with z = (v - midpoint) / sigma and d' = (mean+ - mean-) / sigma.

    >>> LogisticMap(2.0, 0.0, 1.0, 10.0).log_odds(np.array([1.0, 3.0]))
    array([0., 4.])
    """

    positive_mean: float
    negative_mean: float
    sigma: float
    rows: float

    @property
    def midpoint(self) -> float:
        """Midpoint of the class means, where the odds are 1."""
        return (self.positive_mean + self.negative_mean) / 2

    @property
    def d_prime(self) -> float:
        """Sensitivity index d': the distance of the means in units of sigma; 0 for a constant column."""
        return (self.positive_mean - self.negative_mean) / self.sigma if self.sigma else 0.0

    def log_odds(self, values: Floats) -> Floats:
        """The log-odds d' z of each value."""
        if self.sigma == 0:
            return np.zeros(len(values))
        return self.d_prime * ((values - self.midpoint) / self.sigma)

    def table(self) -> dict[str, Any]:
        """The two means and the midpoint as rows."""
        where = np.array([self.negative_mean, self.midpoint, self.positive_mean])
        return {
            "at": where,
            "sigma": self.sigma,
            "d_prime": self.d_prime,
            "log_odds": self.log_odds(where),
        }


class CalibrateLogistic(FeatureCalibration):
    """Logistic calibration of numeric features: the sigmoid 1 / (1 + exp(-d' z)) of each value.

    d' = (mean+ - mean-) / sigma, z = (v - midpoint) / sigma, with sigma the pooled within-class standard
    deviation. Correct where both classes are normal with a common variance; with three parameters per column
    `cv` is not needed. A constant column gets probability `prior`. Where a column does not vary within the
    classes d' would be infinite; `min_relative_std` bounds it.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that the output columns are probabilities of
    prior_ : the prior of each target
    d_prime_ : d' of each column (row) and target (column)
    maps_ : a LogisticMap per column and target

    Examples
    --------
    >>> from gnomon import CalibrateLogistic
    >>> weight = [[50.0], [70.0], [60.0], [80.0]]
    >>> model = CalibrateLogistic().fit(weight, ["cat", "cat", "dog", "dog"])
    >>> model.d_prime_
    array([[1.]])
    >>> model.transform([[55.0], [65.0], [75.0]]).round(3).ravel()
    array([0.269, 0.5  , 0.731])
    """

    ddof: int = between(
        0, inf, whole=True, default=0, help="delta degrees of freedom: the divisor of sigma² is n - ddof"
    )
    min_relative_std: float = between(
        0,
        1,
        open=True,
        default=1e-4,
        help="lower bound of sigma, as a fraction of the standard deviation of all rows",
    )
    cv: Any = free(
        default=None,
        help="cross-fitting of `fit_transform`: number of folds, splitter, list of splits, or None for none",
        kind="int, splitter, list or None",
    )

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Finite numbers whose squares are finite."""
        X = super().check_examples(X, reset=reset)
        if np.abs(X).max(initial=0.0) > LARGEST:
            raise DataError(too_large(X))
        return X

    @property
    def d_prime_(self) -> Floats:
        """The d' of each column for each target."""
        return np.array([getattr(each, "d_prime", 0.0) for each in self.maps_]).reshape(
            -1, len(self.targets_)
        )

    def _fit_column(self, evidence: Evidence) -> LogisticMap:
        values, weights = evidence.values, (evidence.positive, evidence.negative)
        total = float(sum(weight.sum() for weight in weights))
        if total <= self.ddof:
            raise DataError(f"ddof={self.ddof} must be less than the {total:g} rows of X")
        if values.min() == values.max():
            return LogisticMap(float(values[0]), float(values[0]), 0.0, total)
        means = [float(np.average(values, weights=weight)) for weight in weights]
        squares = sum(float(weight @ (values - mean) ** 2) for weight, mean in zip(weights, means))
        std = float(np.sqrt(np.cov(values, aweights=sum(weights), ddof=0)))
        sigma = max(float(np.sqrt(squares / (total - self.ddof))), self.min_relative_std * std)
        return LogisticMap(means[0], means[1], sigma, total)


transformers.add(
    "CalibrateLogistic",
    CalibrateLogistic,
    "logistic calibration: numbers as class probabilities, by a sigmoid",
    family="calibration",
    example=lambda: CalibrateLogistic(above="mean"),
)
