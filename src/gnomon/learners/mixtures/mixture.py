"""What all mixtures share: components, each with its share and its density of a row."""

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
    """p(x) = sum of share times density over the components; a subclass gives the logs of those terms."""

    def predict(self, X: Any) -> Integers:
        """The likeliest component of each row; the first of equals."""
        return first_largest(self._scores(X))

    def predict_proba(self, X: Any) -> Floats:
        """p(component | row): the responsibilities."""
        scores = self._scores(X)
        return np.exp(scores - log_densities(scores)[:, None])

    def score_samples(self, X: Any) -> Floats:
        """log p(x) of each row, of its columns that are not missing."""
        return log_densities(self._scores(X))

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The mean log likelihood of rows."""
        logs = self.score_samples(X)
        weight = None if sample_weight is None else _check_sample_weight(sample_weight, logs[:, None])
        return float(np.average(logs, weights=weight))

    @abstractmethod
    def _scores(self, X: Any) -> Floats:
        """log(share) + log density of each row (rows) under each component (columns)."""
