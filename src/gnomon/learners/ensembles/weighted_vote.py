"""The vote of boosted models: v_k(x) = sum_t alpha_t [M_t(x) = k], or with real votes sum_t log p_tk(x)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import softmax

from gnomon import native
from gnomon.arrays import Floats, Integers
from gnomon.learners.ensembles.boosting import LEAST_SHARE
from gnomon.learners.ensembles.members import class_shares, named_codes
from gnomon.learners.ensembles.stump import Stump


@dataclass(frozen=True, eq=False)
class WeightedVote:
    """Models that vote.

    models: of codes 0..n_classes - 1. alpha: the vote of each as log-odds. kind: "discrete", "real" or
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

    def named(self, X: Any) -> Integers:
        """The class, as a code, that each model names for each row (models, rows)."""
        columns = self._by_column(X)
        return np.array([_named(model, columns) for model in self.models])

    def probabilities(self, votes: Floats, n_models: int) -> Floats:
        """exp(votes) made to sum to 1, or the shares of votes that count alike."""
        if self.kind == "uniform":
            return votes / self.alpha[:n_models].sum()
        return np.asarray(softmax(votes, axis=1))

    def scores(self, votes: Floats, n_models: int) -> Floats:
        """The lead of the second class of two, or of each class, as a share of all votes."""
        total = n_models if self.kind == "real" else float(np.abs(self.alpha[:n_models]).sum())
        shares = votes / total
        if self.n_classes == 2:
            return shares[:, 1] - shares[:, 0]
        return shares - (shares.sum(axis=1, keepdims=True) - shares) / max(self.n_classes - 1, 1)

    @property
    def _has_thresholds(self) -> bool:
        """Whether every model is a stump that names a class by a threshold."""
        return self.kind != "real" and all(
            isinstance(model, Stump) and model.levels is None for model in self.models
        )

    def _votes_of_thresholds(self, X: Floats) -> Floats:
        feature, threshold, *ways = zip(*(model.ways for model in self.models))
        return native.stump_votes(
            np.ascontiguousarray(X, dtype=np.float64),
            np.array(feature, dtype=np.int64),
            np.array(threshold, dtype=np.float64),
            np.array(ways, dtype=np.int32),
            np.asarray(self.alpha, dtype=np.float64),
            self.n_classes,
        )

    def _vote(self, number: int, X: Any) -> Floats:
        model, alpha = self.models[number], self.alpha[number]
        if self.kind == "real":
            shares = np.maximum(_shares(model, X, self.n_classes), LEAST_SHARE)
            return np.asarray(alpha * np.log(shares))
        return np.asarray(alpha * (_named(model, X)[:, None] == np.arange(self.n_classes)))

    def _by_column(self, X: Any) -> Any:
        """A stump reads one column, which is quick if it lies in one piece."""
        return np.asfortranarray(X) if isinstance(self.models[0], Stump) else X


def _named(model: Any, X: Any) -> Integers:
    return model.answers(X) if isinstance(model, Stump) else named_codes(model, X)


def _shares(model: Any, X: Any, n_classes: int) -> Floats:
    return model.shares(X) if isinstance(model, Stump) else class_shares(model, X, n_classes)
