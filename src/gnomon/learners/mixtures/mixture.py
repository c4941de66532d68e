"""Base class of mixture models."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from sklearn.base import DensityMixin
from sklearn.utils.validation import _check_sample_weight

from gnomon.arrays import Floats, Integers
from gnomon.learners.mixtures.normals import log_densities
from gnomon.sharing.learner import Learner
from gnomon.ties import first_largest


class Mixture(DensityMixin, Learner):
    """Mixture model p(x) = sum_k w_k p(x | k); a subclass implements the logarithms of these terms."""

    def predict(self, X: Any) -> Integers:
        """Predict the most probable component of each row; the first on ties."""
        return first_largest(self._scores(X))

    def predict_proba(self, X: Any) -> Floats:
        """Return the responsibilities p(component | row)."""
        scores = self._scores(X)
        return np.exp(scores - log_densities(scores)[:, None])

    def score_samples(self, X: Any) -> Floats:
        """Return the log density log p(x) of each row, of its observed values."""
        return log_densities(self._scores(X))

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Return the mean log likelihood of rows."""
        logs = self.score_samples(X)
        weight = None if sample_weight is None else _check_sample_weight(sample_weight, logs[:, None])
        return float(np.average(logs, weights=weight))

    @abstractmethod
    def _scores(self, X: Any) -> Floats:
        """log w_k + log density of each row (rows) under each component (columns)."""
