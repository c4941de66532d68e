"""Logistic calibration of features: both classes normal with a common spread, so log-odds are a line."""

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
        """Half way between the means, where the odds are even."""
        return (self.positive_mean + self.negative_mean) / 2

    @property
    def d_prime(self) -> float:
        """The distance of the means in units of sigma; 0 for a constant column."""
        return (self.positive_mean - self.negative_mean) / self.sigma if self.sigma else 0.0

    def log_odds(self, values: Floats) -> Floats:
        """d' z of each value."""
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
    """Give each number the sigmoid 1 / (1 + exp(-d' z)) of its distance from the midpoint of two classes.

    d' = (mean+ - mean-) / sigma, z = (v - midpoint) / sigma, sigma the spread within the classes. Right where
    both classes are normal with one spread; only three numbers a column are fitted, so `cv` is not needed.
    A constant column says nothing: probability `prior`. Where a column does not vary within the classes d'
    would be infinite; `least_spread` bounds it.

    Attributes
    ----------
    classes_, targets_ : the classes, and those that columns speak of
    prior_ : the prior of each target
    d_prime_ : d' of each column (row) and target (column)
    maps_ : a LogisticMap for each column and target

    Examples
    --------
    >>> from gnomon.features.calibrate_logistic import CalibrateLogistic
    >>> weight = [[50.0], [70.0], [60.0], [80.0]]
    >>> model = CalibrateLogistic().fit(weight, ["cat", "cat", "dog", "dog"])
    >>> model.d_prime_
    array([[1.]])
    >>> model.transform([[55.0], [65.0], [75.0]]).round(3).ravel()
    array([0.269, 0.5  , 0.731])
    """

    ddof: int = between(
        0, inf, whole=True, default=0, help="the divisor of sigma² is the number of rows less this"
    )
    least_spread: float = between(
        0, 1, open=True, default=1e-4, help="sigma is at least this share of the spread of all rows"
    )
    cv: Any = free(
        default=None,
        help="how `fit_transform` cross-fits: a number of parts, a splitter, a list of splits, or None: not",
        kind="int, splitter, list or None",
    )

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Finite numbers whose squares are finite too."""
        X = super().check_examples(X, reset=reset)
        if np.abs(X).max(initial=0.0) > LARGEST:
            raise DataError(too_large(X))
        return X

    @property
    def d_prime_(self) -> Floats:
        """Separability of each column for each target."""
        found = [getattr(each, "d_prime", 0.0) for each in self.maps_]
        return np.array(found).reshape(-1, len(self.targets_))

    def _fit_column(self, evidence: Evidence) -> LogisticMap:
        values, sides = evidence.values, (evidence.positive, evidence.negative)
        total = float(sum(side.sum() for side in sides))
        if total <= self.ddof:
            raise DataError(f"ddof={self.ddof} leaves no rows of {total:g}; give a smaller one")
        if values.min() == values.max():
            return LogisticMap(float(values[0]), float(values[0]), 0.0, total)
        means = [float(np.average(values, weights=side)) for side in sides]
        squares = sum(float(side @ (values - mean) ** 2) for side, mean in zip(sides, means))
        whole = float(np.sqrt(np.cov(values, aweights=sum(sides), ddof=0)))
        sigma = max(float(np.sqrt(squares / (total - self.ddof))), self.least_spread * whole)
        return LogisticMap(means[0], means[1], sigma, total)


transformers.add(
    "CalibrateLogistic",
    CalibrateLogistic,
    "numbers as probabilities of a class, by d' and a sigmoid",
    family="calibration",
    example=lambda: CalibrateLogistic(above="mean"),
)
