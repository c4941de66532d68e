"""Calibrators of one score: maps to a probability, or to log-odds; Platt scaling.

`LogisticCalibration` is a smooth curve; step functions are in `steps`. A calibrator must be fitted to
held-out scores, as `CalibratedClassifier` does.
"""

from abc import ABC, abstractmethod
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.assessment.calibration.binning import Steps, steps
from gnomon.assessment.calibration.logistic_fit import logistic_fit
from gnomon.errors import DataError, ParameterError


class ScoreCalibration(TransformerMixin, BaseEstimator, ABC):
    """Base class of calibrators of one score; subclasses implement `_fit` and `_log_odds`.

    prior: proportion of positives where the probabilities are used; None for that of the fitted rows. With
    prior=0.5, p / (1 - p) is the likelihood ratio of the score.
    """

    prior: float | None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to scores X (one number per row) and binary labels y (positive or not)."""
        check_prior(self.prior)
        score = column_of(X)
        if np.isinf(score).any():
            row = int(np.argmax(np.isinf(score)))
            raise DataError(f"row {row} has an infinite score; pass finite scores")
        data = steps(y, score, sample_weight)
        self.prior_ = data.prevalence
        self._fit(data)
        return self

    def log_odds(self, X: ArrayLike) -> Floats:
        """Log-odds ln p / (1 - p) of each score, which are additive over independent scores."""
        check_is_fitted(self)
        return self._log_odds(column_of(X)) + self._shift()

    def probability(self, X: ArrayLike) -> Floats:
        """The probability that a row of this score is positive."""
        return expit(self.log_odds(X))

    def transform(self, X: ArrayLike) -> Floats:
        """The probabilities as a column."""
        return self.probability(X)[:, None]

    @abstractmethod
    def _fit(self, data: Steps) -> None:
        """Fit to the distinct scores."""

    @abstractmethod
    def _log_odds(self, score: Floats) -> Floats:
        """Log-odds under the prior of the fitted rows."""

    def _shift(self) -> float:
        return 0.0 if self.prior is None else float(logit(self.prior) - logit(self.prior_))


class LogisticCalibration(ScoreCalibration):
    """Logistic calibration (Platt scaling): p = 1 / (1 + exp(-slope (score - center))).

    method: "likelihood" for maximum likelihood (Platt 1999); "d prime" for normal scores with equal variance
    in both classes: slope = (mean+ - mean-) / sigma², with d' = (mean+ - mean-) / sigma.
    smoothing: use Platt's smoothed targets instead of 0 and 1, so that the slope is finite for separable
    scores. prior: as in `ScoreCalibration`. increasing: the required sign of the slope (True for positive);
    a slope of the other sign is set to 0. ddof: delta degrees of freedom of sigma².

    >>> score, positive = [1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 1]
    >>> LogisticCalibration().fit(score, positive).probability([0, 3.5, 7]).round(2)
    array([0.13, 0.5 , 0.87])
    >>> round(LogisticCalibration(method="d prime").fit(score, positive).d_prime_, 3)
    1.871
    """

    def __init__(
        self,
        *,
        method: str = "likelihood",
        smoothing: bool = True,
        prior: float | None = None,
        increasing: bool | None = None,
        ddof: int = 0,
    ) -> None:
        self.method = method
        self.smoothing = smoothing
        self.prior = prior
        self.increasing = increasing
        self.ddof = ddof

    @property
    def center_(self) -> float:
        """The score of probability 1/2; infinite where the slope is 0."""
        intercept = self.intercept_ + self._shift()
        return -intercept / self.slope_ if self.slope_ else float(np.inf)

    def _fit(self, data: Steps) -> None:
        if self.method not in ("likelihood", "d prime"):
            raise ParameterError(f"method={self.method!r}: it must be 'likelihood' or 'd prime'")
        fit = self._by_spread if self.method == "d prime" else self._by_likelihood
        self.slope_, self.intercept_ = fit(data)
        self.direction_ = -1 if self.slope_ < 0 else 1
        wanted = self.direction_ if self.increasing is None else (1 if self.increasing else -1)
        if self.slope_ * wanted < 0:
            self.slope_, self.intercept_, self.direction_ = 0.0, float(logit(data.prevalence)), wanted

    def _by_likelihood(self, data: Steps) -> tuple[float, float]:
        hits = data.hits
        misses = data.weight - hits
        if self.smoothing:
            above, below = (hits.sum() + 1) / (hits.sum() + 2), 1 / (misses.sum() + 2)
            hits = hits * above + misses * below
        elif _is_separable(data.score, data.hits, misses):
            raise DataError(
                "the scores of the two classes are perfectly separable, so the likelihood has no maximum; "
                "use smoothing=True"
            )
        return logistic_fit(data.score, hits, data.weight)

    def _by_spread(self, data: Steps) -> tuple[float, float]:
        misses = data.weight - data.hits
        means = [float(np.average(data.score, weights=each)) for each in (data.hits, misses)]
        squares = (data.hits * (data.score - means[0]) ** 2 + misses * (data.score - means[1]) ** 2).sum()
        freedom = data.weight.sum() - self.ddof
        if freedom <= 0:
            raise ParameterError(
                f"ddof={self.ddof!r}: it must be below the number of rows, {data.weight.sum():g}"
            )
        if len(data.score) > 1 and squares == 0:
            raise DataError(
                "the scores do not vary within a class, so d' is infinite; use method='likelihood'"
            )
        self.sigma_ = float(np.sqrt(squares / freedom)) if squares else 0.0
        self.d_prime_ = (means[0] - means[1]) / self.sigma_ if self.sigma_ else 0.0
        slope = self.d_prime_ / self.sigma_ if self.sigma_ else 0.0
        return slope, float(logit(data.prevalence)) - slope * (means[0] + means[1]) / 2

    def _log_odds(self, score: Floats) -> Floats:
        return self.slope_ * score + self.intercept_


def check_prior(prior: float | None) -> None:
    """Raise ParameterError unless prior is None or a proportion between 0 and 1.

    >>> check_prior(0.5)
    """
    if prior is not None and not 0 < prior < 1:
        raise ParameterError(f"prior={prior!r}: it must be above 0 and below 1, or None")


def column_of(X: ArrayLike) -> Floats:
    """One number per row, from a list or a column.

    >>> column_of([[1.0], [2.0]])
    array([1., 2.])
    """
    values = np.asarray(X, dtype=np.float64)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise DataError(f"the scores have shape {values.shape}; pass one number per row")
    if np.isnan(values).any():
        raise DataError(f"row {int(np.argmax(np.isnan(values)))} has score NaN; pass a number for every row")
    return values


def _is_separable(score: Floats, hits: Floats, misses: Floats) -> bool:
    """Whether some threshold separates the classes perfectly, in either direction."""
    of_hits, of_misses = score[hits > 0], score[misses > 0]
    return len(score) > 1 and bool(of_misses[-1] <= of_hits[0] or of_hits[-1] <= of_misses[0])
