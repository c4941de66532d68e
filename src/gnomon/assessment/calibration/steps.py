"""Calibrators by step functions: isotonic regression, histogram binning and categories.

The rate of a step with m positives among n rows is (m + s) / (m + s + c (n - m + s)), where s is the
smoothing (pseudo-count) and c = 1 keeps the proportion of positives. For another prior c is the odds of the
rows over those of the prior: with prior 1/2 it is positives over negatives.
"""

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, logit
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.calibration.binning import Steps, bin_starts, steps
from gnomon.assessment.calibration.isotonic import pools
from gnomon.assessment.calibration.logistic import ScoreCalibration, check_prior
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


class StepCalibration(ScoreCalibration):
    """Base class of step functions: one rate per run of scores, with edges midway between runs."""

    smoothing: float

    def frame(self) -> "pd.DataFrame":
        """One row per step: its lower edge, positives, rows and probability."""
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame(
            {
                "from": np.concatenate([[-np.inf], self.edges_]),
                "positives": self.hits_,
                "rows": self.weight_,
                "probability": expit(self._odds() + self._shift()),
            }
        )

    def _store(self, data: Steps, start: Integers) -> None:
        _check_smoothing(self.smoothing)
        self.hits_, self.weight_ = data.pooled(start)
        self.edges_ = (data.score[start[1:] - 1] + data.score[start[1:]]) / 2

    def _odds(self) -> Floats:
        return _log_odds(self.hits_, self.weight_, self.smoothing)

    def _log_odds(self, score: Floats) -> Floats:
        return self._odds()[np.searchsorted(self.edges_, score, side="right")]


class IsotonicCalibration(StepCalibration):
    """Isotonic calibration (isotonic regression, PAVA): the segments of the ROC convex hull.

    smoothing: pseudo-count of positives and of negatives added to every step; 1 avoids probabilities of 0
    and 1. Steps that smoothing would put out of order are merged. prior: as in `ScoreCalibration`.
    increasing: whether the probability increases with the score; None for the direction of AUC >= 1/2.

    >>> calibration = IsotonicCalibration(smoothing=1, prior=0.5)
    >>> calibration.fit(range(1, 13), [0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1]).frame().round(4)
       from  positives  rows  probability
    0  -inf        0.0   2.0       0.1923
    1   2.5        1.0   3.0       0.3226
    2   5.5        2.0   3.0       0.5172
    3   8.5        4.0   4.0       0.7812
    """

    def __init__(
        self, *, smoothing: float = 0.0, prior: float | None = None, increasing: bool | None = None
    ) -> None:
        self.smoothing = smoothing
        self.prior = prior
        self.increasing = increasing

    def _fit(self, data: Steps) -> None:
        _check_smoothing(self.smoothing)
        rises = ranks_upwards(data) if self.increasing is None else self.increasing
        self.direction_ = 1 if rises else -1
        hits, weight = data.hits[:: self.direction_], data.weight[:: self.direction_]
        start = _in_order(hits, weight, pools(hits, weight), self.smoothing)
        if not rises:
            start = np.concatenate([[0], len(hits) - start[:0:-1]])
        self._store(data, start)


class BinnedCalibration(StepCalibration):
    """Histogram binning: the rate of positives in each equal-mass bin, not necessarily monotone.

    bins: number of bins, or "auto" for the cube root of the number of rows. smoothing: pseudo-count of
    positives and of negatives added to every bin. prior: as in `ScoreCalibration`.

    >>> calibration = BinnedCalibration(bins=2).fit([1, 2, 3, 4], [0, 0, 0, 1])
    >>> calibration.probability([1, 4])
    array([0.25, 0.5 ])
    """

    def __init__(
        self, *, bins: int | str = "auto", smoothing: float = 1.0, prior: float | None = None
    ) -> None:
        self.bins = bins
        self.smoothing = smoothing
        self.prior = prior

    def _fit(self, data: Steps) -> None:
        self._store(data, bin_starts(data, self.bins))


class CategoricalCalibration(BaseEstimator):
    """Rate of positives of each category of a nominal feature; an unknown category gets the prior.

    smoothing: pseudo-count of positives and of negatives added to every category. prior: as in
    `ScoreCalibration`.

    >>> towns = CategoricalCalibration(prior=0.5).fit(["a", "a", "a", "b"], [1, 1, 0, 0])
    >>> towns.probability(["a", "b", "z"]).round(3)
    array([0.6  , 0.333, 0.5  ])
    """

    def __init__(self, *, smoothing: float = 1.0, prior: float | None = None) -> None:
        self.smoothing = smoothing
        self.prior = prior

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to the categories X (one per row) and binary labels y (positive or not)."""
        _check_smoothing(self.smoothing)
        check_prior(self.prior)
        values, code = np.unique(_values(X), return_inverse=True)
        # With the codes as scores, each category of positive weight is a step.
        data = steps(y, code, sample_weight)
        self.prior_ = data.prevalence
        self.categories_ = values[data.score.astype(np.int64)]
        self.hits_, self.weight_ = data.hits, data.weight
        return self

    def log_odds(self, X: ArrayLike) -> Floats:
        """Log-odds ln p / (1 - p) of each category, which are additive over independent features."""
        check_is_fitted(self)
        values = _values(X)
        code = np.minimum(np.searchsorted(self.categories_, values), len(self.categories_) - 1)
        of_category = _log_odds(self.hits_, self.weight_, self.smoothing)[code]
        odds = np.where(self.categories_[code] == values, of_category, logit(self.prior_))
        return odds + (0.0 if self.prior is None else float(logit(self.prior) - logit(self.prior_)))

    def probability(self, X: ArrayLike) -> Floats:
        """The probability that a row of this category is positive."""
        return expit(self.log_odds(X))


def ranks_upwards(data: Steps) -> bool:
    """Whether AUC >= 1/2.

    >>> ranks_upwards(steps([1, 0], [0.1, 0.9]))
    False
    """
    misses = data.weight - data.hits
    below = np.cumsum(misses) - misses / 2
    return bool(data.hits @ below >= data.hits.sum() * misses.sum() / 2)


def _in_order(hits: Floats, weight: Floats, start: Integers, smoothing: float) -> Integers:
    """Merge neighboring pools until their smoothed rates are increasing."""
    while True:
        pooled, size = np.add.reduceat(hits, start), np.add.reduceat(weight, start)
        rate = (pooled + smoothing) / (size + 2 * smoothing)
        falls = rate[1:] < rate[:-1]
        if not falls.any():
            return start
        start = start[np.concatenate([[True], ~falls])]


def _log_odds(hits: Floats, weight: Floats, smoothing: float) -> Floats:
    # A step of a single class has infinite log-odds without smoothing.
    with np.errstate(divide="ignore"):
        return np.log(hits + smoothing) - np.log(weight - hits + smoothing)


def _check_smoothing(smoothing: Any) -> None:
    if not 0 <= smoothing < np.inf:
        raise ParameterError(f"smoothing={smoothing!r}: it must be a finite number of at least 0")


def _values(X: ArrayLike) -> Array:
    values = np.asarray(X)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise DataError(f"the values have shape {values.shape}; pass one value per row")
    return values.astype(str) if values.dtype.kind == "O" else values
