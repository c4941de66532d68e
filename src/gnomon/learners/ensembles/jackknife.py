"""Variance of random forest predictions by the infinitesimal jackknife.

Wager, Hastie & Efron (2014), "Confidence intervals for random forests", equations 5 and 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.ensembles.forest import Forest


@dataclass(frozen=True)
class JackknifeVariance:
    """Predictions with their sampling variance and normal confidence intervals.

    prediction, variance, lower, upper: by row (and class). uncorrected: the variance before the bias
    correction for the Monte Carlo noise of finitely many trees.
    """

    prediction: Floats
    variance: Floats
    uncorrected: Floats
    lower: Floats
    upper: Floats
    level: float
    n_trees: int

    def frame(self) -> Any:
        """A table with a row for each prediction (row by row, class by class)."""
        import pandas as pd

        names = ("prediction", "variance", "lower", "upper")
        return pd.DataFrame({name: getattr(self, name).ravel() for name in names})

    def __str__(self) -> str:
        error = np.sqrt(self.variance)
        return (
            f"{len(self.prediction)} predictions by {self.n_trees} trees; standard error by the "
            f"infinitesimal jackknife median {np.median(error):.4g}, maximum {error.max():.4g}"
        )


def jackknife_variance(forest: Forest, X: Any, level: float = 0.95) -> JackknifeVariance:
    """Infinitesimal jackknife variance of forest predictions: the sum over rows of cov(count, prediction)².

    The covariance is over trees; for a classifier, of the probability of each class. It needs many trees; the
    estimate is corrected for their Monte Carlo noise and truncated at 0.

    >>> from gnomon import RandomForestRegressor
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0]], [0.0, 1.0, 2.0, 3.0, 4.0]
    >>> estimate = jackknife_variance(RandomForestRegressor(2000).fit(X, y), [[2.0]])
    >>> bool(0.05 < estimate.variance[0] < 1.0)
    True
    """
    check_is_fitted(forest)
    if forest.draw_ is None:
        raise DataError(f"{type(forest).__name__} was fitted with bootstrap=False; use bootstrap=True")
    codes, trees = forest._codes(X), forest.trees_
    counts = forest.draw_.counts(0, len(trees)).astype(np.float64)
    counts -= counts.mean(axis=0)
    weight = np.empty(counts.shape[1])
    weight[forest.draw_.order] = np.diff(forest.draw_.up_to, prepend=0.0)
    has_weight = weight > 0
    counts, weight = counts[:, has_weight], weight[has_weight]
    values = np.stack([trees.sums(codes, tree, tree + 1) for tree in range(len(trees))])
    prediction = values.mean(axis=0)
    deviation = values - prediction
    covariance = np.einsum("ti,tmk->imk", counts, deviation, optimize=True) / len(trees)
    # A row of weight w is w equal rows, which share the covariance.
    raw = np.einsum("i,imk->mk", 1 / weight, covariance**2)
    noise = (counts**2).mean(axis=0) @ (1 / weight) / len(trees) * (deviation**2).mean(axis=0)
    variance = np.maximum(raw - noise, 0.0)
    half = stats.norm.ppf(0.5 + level / 2) * np.sqrt(variance)
    one = slice(None) if is_classifier(forest) else 0
    lower, upper = (prediction - half)[:, one], (prediction + half)[:, one]
    return JackknifeVariance(
        prediction[:, one], variance[:, one], raw[:, one], lower, upper, level, len(trees)
    )
