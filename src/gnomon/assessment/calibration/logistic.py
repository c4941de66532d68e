"""Calibrations of one score: maps that turn it into a probability, or into log-odds.

`LogisticCalibration` draws a smooth curve; those that go by steps are in `step_calibration`. A calibration is
fitted to scores of rows that the scorer has not been trained on; `CalibratedClassifier` sees to that.
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
    """What all calibrations of one number do; write `_fit` and `_log_odds` to make another.

    prior: the share of positives where the probabilities will be used; that of the rows fitted on if None.
    Under prior=0.5 a probability p says how strongly the score speaks: p / (1 - p) is the likelihood ratio.
    """

    prior: float | None

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to scores X (one number a row) and whether each row is positive, y."""
        check_prior(self.prior)
        score = column_of(X)
        if np.isinf(score).any():
            raise DataError(f"row {int(np.argmax(np.isinf(score)))} has an infinite score; give finite ones")
        found = steps(y, score, sample_weight)
        self.prior_ = found.prevalence
        self._fit(found)
        return self

    def log_odds(self, X: ArrayLike) -> Floats:
        """ln p / (1 - p) of each score, which add up over independent scores."""
        check_is_fitted(self)
        return self._log_odds(column_of(X)) + self._shift()

    def probability(self, X: ArrayLike) -> Floats:
        """The probability that a row of this score is positive."""
        return expit(self.log_odds(X))

    def transform(self, X: ArrayLike) -> Floats:
        """The probabilities as a column."""
        return self.probability(X)[:, None]

    @abstractmethod
    def _fit(self, found: Steps) -> None:
        """Fit to the distinct scores."""

    @abstractmethod
    def _log_odds(self, score: Floats) -> Floats:
        """Log-odds under the prior of the rows fitted on."""

    def _shift(self) -> float:
        return 0.0 if self.prior is None else float(logit(self.prior) - logit(self.prior_))


class LogisticCalibration(ScoreCalibration):
    """Log-odds are a straight line in the score: p = 1 / (1 + exp(-slope (score - center))).

    method: "likelihood" makes the rows most likely (Platt 1999); "d prime" takes both classes as normal with
    a common spread: slope = (mean+ - mean-) / sigma², where d' = (mean+ - mean-) / sigma.
    smoothing: draw the targets of the likelihood in from 0 and 1, as Platt does, so that scores that part the
    classes get a finite slope. increasing: True or False refuse a slope of the other sign, and take none
    instead. ddof: the divisor of sigma² is the number of rows less this.

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
        """The score at even odds; infinite where the score says nothing."""
        intercept = self.intercept_ + self._shift()
        return -intercept / self.slope_ if self.slope_ else float(np.inf)

    def _fit(self, found: Steps) -> None:
        if self.method not in ("likelihood", "d prime"):
            raise ParameterError(f"method={self.method!r}: it must be 'likelihood' or 'd prime'")
        fit = self._by_spread if self.method == "d prime" else self._by_likelihood
        self.slope_, self.intercept_ = fit(found)
        self.direction_ = -1 if self.slope_ < 0 else 1
        wanted = self.direction_ if self.increasing is None else (1 if self.increasing else -1)
        if self.slope_ * wanted < 0:
            self.slope_, self.intercept_, self.direction_ = 0.0, float(logit(found.prevalence)), wanted

    def _by_likelihood(self, found: Steps) -> tuple[float, float]:
        hits = found.hits
        misses = found.weight - hits
        if self.smoothing:
            above, below = (hits.sum() + 1) / (hits.sum() + 2), 1 / (misses.sum() + 2)
            hits = hits * above + misses * below
        elif _parts(found.score, found.hits, misses):
            raise DataError(
                "a threshold parts the scores of the two classes, so the likelihood has no greatest value; "
                "use smoothing=True"
            )
        return logistic_fit(found.score, hits, found.weight)

    def _by_spread(self, found: Steps) -> tuple[float, float]:
        misses = found.weight - found.hits
        means = [float(np.average(found.score, weights=each)) for each in (found.hits, misses)]
        squares = (found.hits * (found.score - means[0]) ** 2 + misses * (found.score - means[1]) ** 2).sum()
        freedom = found.weight.sum() - self.ddof
        if freedom <= 0:
            raise ParameterError(f"ddof={self.ddof!r}: there are only {found.weight.sum():g} rows")
        if len(found.score) > 1 and squares == 0:
            raise DataError(
                "the scores do not vary within a class, so d' is infinite; use method='likelihood'"
            )
        self.sigma_ = float(np.sqrt(squares / freedom)) if squares else 0.0
        self.d_prime_ = (means[0] - means[1]) / self.sigma_ if self.sigma_ else 0.0
        slope = self.d_prime_ / self.sigma_ if self.sigma_ else 0.0
        return slope, float(logit(found.prevalence)) - slope * (means[0] + means[1]) / 2

    def _log_odds(self, score: Floats) -> Floats:
        return self.slope_ * score + self.intercept_


def check_prior(prior: float | None) -> None:
    """Refuse what is no share of positives.

    >>> check_prior(0.5)
    """
    if prior is not None and not 0 < prior < 1:
        raise ParameterError(f"prior={prior!r}: the share of positives is above 0 and below 1, or None")


def column_of(X: ArrayLike) -> Floats:
    """One number a row, from a list or a column.

    >>> column_of([[1.0], [2.0]])
    array([1., 2.])
    """
    values = np.asarray(X, dtype=np.float64)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise DataError(f"the scores have shape {values.shape}; a calibration takes one number a row")
    if np.isnan(values).any():
        raise DataError(f"row {int(np.argmax(np.isnan(values)))} has score NaN; give a number for every row")
    return values


def _parts(score: Floats, hits: Floats, misses: Floats) -> bool:
    """Whether some threshold has no positive below it and no negative above it, or the other way round."""
    of_hits, of_misses = score[hits > 0], score[misses > 0]
    return len(score) > 1 and bool(of_misses[-1] <= of_hits[0] or of_hits[-1] <= of_misses[0])
