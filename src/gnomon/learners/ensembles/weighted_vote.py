"""Weighted voting: v_k(x) = sum_t alpha_t [M_t(x) = k], or for SAMME.R sum_t log p_tk(x)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import softmax

from gnomon import native
from gnomon.arrays import Floats, Integers
from gnomon.learners.ensembles.boosting import MIN_PROBABILITY
from gnomon.learners.ensembles.members import class_probabilities, predicted_codes
from gnomon.learners.ensembles.stump import Stump


@dataclass(frozen=True, eq=False)
class WeightedVote:
    """Base estimators with their voting weights.

    models: on codes 0..n_classes - 1. alpha: voting weight of each, a log-odds. kind: "discrete", "real" or
    "uniform".

    >>> import numpy as np
    >>> stump = Stump(0, 4.0, None, np.array([[2.0, 0.0], [0.0, 1.0], [0.0, 0.0]]))
    >>> WeightedVote([stump], np.array([0.7]), 2, "discrete").votes(np.array([[9.0]]))
    array([[0. , 0.7]])
    """

    models: list[Any]
    alpha: Floats
    n_classes: int
    kind: str

    def votes(self, X: Any) -> Floats:
        """Votes (rows, classes) of all models."""
        if self._has_thresholds:
            return self._votes_of_thresholds(X)
        total = np.zeros((X.shape[0], self.n_classes))
        columns = self._by_column(X)
        for number in range(len(self.models)):
            total += self._vote(number, columns)
        return total

    def staged(self, X: Any) -> Iterator[Floats]:
        """The votes after the first model, after two, and so on."""
        total = np.zeros((X.shape[0], self.n_classes))
        columns = self._by_column(X)
        for number in range(len(self.models)):
            total = total + self._vote(number, columns)
            yield total

    def predicted_codes(self, X: Any) -> Integers:
        """The predicted class, as a code, of each model for each row (models, rows)."""
        columns = self._by_column(X)
        return np.array([_predicted(model, columns) for model in self.models])

    def probabilities(self, votes: Floats, n_models: int) -> Floats:
        """The softmax of the votes, or the proportions of unweighted votes."""
        if self.kind == "uniform":
            return votes / self.alpha[:n_models].sum()
        return np.asarray(softmax(votes, axis=1))

    def scores(self, votes: Floats, n_models: int) -> Floats:
        """Normalized votes: of the second class minus the first, or of each class against the others."""
        total = n_models if self.kind == "real" else float(np.abs(self.alpha[:n_models]).sum())
        shares = votes / total
        if self.n_classes == 2:
            return shares[:, 1] - shares[:, 0]
        return shares - (shares.sum(axis=1, keepdims=True) - shares) / max(self.n_classes - 1, 1)

    @property
    def _has_thresholds(self) -> bool:
        """Whether every model is a stump that splits on a threshold."""
        return self.kind != "real" and all(
            isinstance(model, Stump) and model.levels is None for model in self.models
        )

    def _votes_of_thresholds(self, X: Floats) -> Floats:
        feature, threshold, *branches = zip(*(model.branches for model in self.models))
        return native.stump_votes(
            np.ascontiguousarray(X, dtype=np.float64),
            np.array(feature, dtype=np.int64),
            np.array(threshold, dtype=np.float64),
            np.array(branches, dtype=np.int32),
            np.asarray(self.alpha, dtype=np.float64),
            self.n_classes,
        )

    def _vote(self, number: int, X: Any) -> Floats:
        model, alpha = self.models[number], self.alpha[number]
        if self.kind == "real":
            probabilities = np.maximum(_probabilities(model, X, self.n_classes), MIN_PROBABILITY)
            return np.asarray(alpha * np.log(probabilities))
        return np.asarray(alpha * (_predicted(model, X)[:, None] == np.arange(self.n_classes)))

    def _by_column(self, X: Any) -> Any:
        """Column-major order for stumps, each of which reads one column."""
        return np.asfortranarray(X) if isinstance(self.models[0], Stump) else X


def _predicted(model: Any, X: Any) -> Integers:
    return model.predict(X) if isinstance(model, Stump) else predicted_codes(model, X)


def _probabilities(model: Any, X: Any, n_classes: int) -> Floats:
    return model.predict_proba(X) if isinstance(model, Stump) else class_probabilities(model, X, n_classes)
