"""Calibrations that give a probability to each step, bin or category.

The rate of a step with m positives among n rows is (m + s) / (m + s + c (n - m + s)), where s smooths and
c = 1 keeps the share of positives. For another prior c is the odds of the rows over those of the prior: with
prior 1/2 it is positives over negatives.
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
    """One rate for each run of neighboring scores; two runs are parted half way between their scores."""

    smoothing: float

    def frame(self) -> "pd.DataFrame":
        """One line a step: from which score on, its positives and rows, and its probability."""
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

    def _keep(self, found: Steps, start: Integers) -> None:
        _check_smoothing(self.smoothing)
        self.hits_, self.weight_ = found.pooled(start)
        self.edges_ = (found.score[start[1:] - 1] + found.score[start[1:]]) / 2

    def _odds(self) -> Floats:
        return _log_odds(self.hits_, self.weight_, self.smoothing)

    def _log_odds(self, score: Floats) -> Floats:
        return self._odds()[np.searchsorted(self.edges_, score, side="right")]


class IsotonicCalibration(StepCalibration):
    """The rising steps nearest to the data: the segments of the ROC curve's convex hull.

    smoothing: this many positives and as many negatives are added to every step; 1 keeps probabilities off 0
    and 1. Steps that smoothing would put out of order are joined. increasing: whether the probability rises
    with the score; None takes the direction in which the scores rank better than chance.

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

    def _fit(self, found: Steps) -> None:
        _check_smoothing(self.smoothing)
        rises = ranks_upwards(found) if self.increasing is None else self.increasing
        self.direction_ = 1 if rises else -1
        hits, weight = found.hits[:: self.direction_], found.weight[:: self.direction_]
        start = _in_order(hits, weight, pools(hits, weight), self.smoothing)
        if not rises:
            start = np.concatenate([[0], len(hits) - start[:0:-1]])
        self._keep(found, start)


class BinnedCalibration(StepCalibration):
    """The rate of each of some bins of about equal numbers of rows, in whatever order the rates come.

    bins: how many, or "auto" for the cube root of the number of rows. smoothing: this many positives and as
    many negatives are added to every bin.

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

    def _fit(self, found: Steps) -> None:
        self._keep(found, bin_starts(found, self.bins))


class CategoricalCalibration(BaseEstimator):
    """The rate of each value of a feature without order; a value not seen before gets the prior.

    smoothing: this many positives and as many negatives are added to every value. prior: as in
    `ScoreCalibration`.

    >>> towns = CategoricalCalibration(prior=0.5).fit(["a", "a", "a", "b"], [1, 1, 0, 0])
    >>> towns.probability(["a", "b", "z"]).round(3)
    array([0.6  , 0.333, 0.5  ])
    """

    def __init__(self, *, smoothing: float = 1.0, prior: float | None = None) -> None:
        self.smoothing = smoothing
        self.prior = prior

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to the values X (one a row) and whether each row is positive, y."""
        _check_smoothing(self.smoothing)
        check_prior(self.prior)
        values, code = np.unique(_values(X), return_inverse=True)
        # As scores, the codes make a step of each value that has weight.
        found = steps(y, code, sample_weight)
        self.prior_ = found.prevalence
        self.categories_ = values[found.score.astype(np.int64)]
        self.hits_, self.weight_ = found.hits, found.weight
        return self

    def log_odds(self, X: ArrayLike) -> Floats:
        """ln p / (1 - p) of each value, which add up over independent features."""
        check_is_fitted(self)
        values = _values(X)
        place = np.minimum(np.searchsorted(self.categories_, values), len(self.categories_) - 1)
        own = _log_odds(self.hits_, self.weight_, self.smoothing)[place]
        odds = np.where(self.categories_[place] == values, own, logit(self.prior_))
        return odds + (0.0 if self.prior is None else float(logit(self.prior) - logit(self.prior_)))

    def probability(self, X: ArrayLike) -> Floats:
        """The probability that a row of this value is positive."""
        return expit(self.log_odds(X))


def ranks_upwards(found: Steps) -> bool:
    """Whether a positive scores above a negative at least as often as below: AUC >= 1/2.

    >>> ranks_upwards(steps([1, 0], [0.1, 0.9]))
    False
    """
    misses = found.weight - found.hits
    below = np.cumsum(misses) - misses / 2
    return bool(found.hits @ below >= found.hits.sum() * misses.sum() / 2)


def _in_order(hits: Floats, weight: Floats, start: Integers, smoothing: float) -> Integers:
    """Join neighboring pools until their smoothed rates rise too."""
    while True:
        found, size = np.add.reduceat(hits, start), np.add.reduceat(weight, start)
        rate = (found + smoothing) / (size + 2 * smoothing)
        falls = rate[1:] < rate[:-1]
        if not falls.any():
            return start
        start = start[np.concatenate([[True], ~falls])]


def _log_odds(hits: Floats, weight: Floats, smoothing: float) -> Floats:
    # A step of one class alone has infinite odds where nothing smooths them.
    with np.errstate(divide="ignore"):
        return np.log(hits + smoothing) - np.log(weight - hits + smoothing)


def _check_smoothing(smoothing: Any) -> None:
    if not 0 <= smoothing < np.inf:
        raise ParameterError(f"smoothing={smoothing!r}: it is a number of rows, finite, 0 or more")


def _values(X: ArrayLike) -> Array:
    values = np.asarray(X)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise DataError(f"the values have shape {values.shape}; give one a row")
    return values.astype(str) if values.dtype.kind == "O" else values
