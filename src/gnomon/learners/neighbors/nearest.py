"""Nearest neighbors: predict from the k training rows most like the query."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.check import one_of, seed
from gnomon.data.units import SUMMED, unit_of
from gnomon.errors import DataWarning
from gnomon.learners.neighbors.explanation import Explanation
from gnomon.learners.neighbors.neighbor_learner import NeighborLearner
from gnomon.learners.neighbors.votes import TIES, count_votes, tied, winners
from gnomon.registry import learners
from gnomon.seeds import generator
from gnomon.sharing.neighborhood import Neighborhood


class KNeighborsClassifier(ClassifierMixin, NeighborLearner):
    """Predict the class that most of the nearest training rows have.

    Attributes
    ----------
    classes_ : the classes
    n_samples_fit_ : how many training rows there are

    Examples
    --------
    >>> from gnomon import KNeighborsClassifier
    >>> model = KNeighborsClassifier(n_neighbors=3).fit([[0.0], [1.0], [2.0], [9.0]], ["a", "a", "b", "b"])
    >>> model.predict_proba([[1.4]])
    array([[0.66666667, 0.33333333]])
    """

    ties: str = one_of(
        *TIES,
        default="first",
        help="which of the classes with most votes wins: the first, that of the nearest neighbor, or any",
        grid=(),
    )
    random_state: Any = seed(
        default=None, help="seed of the ties that are drawn: an integer, a Generator or None"
    )

    @property
    def predicts_most_probable(self) -> bool:  # type: ignore[override]
        """Whether the first of the most probable classes is predicted."""
        return self.ties == "first"

    def fit_prepared(self, data: Neighborhood, start: Self | None = None) -> Self:
        """Keep the rows, and the classes among them."""
        labels = data.y
        present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
        self.classes_ = labels.classes[present]
        self._codes = (np.cumsum(present) - 1)[labels.codes]
        return super().fit_prepared(data, start)

    def predict_proba(self, X: Any) -> Floats:
        """The share of the neighbors' votes that each class has."""
        votes = np.concatenate([self._votes(part)[0] for part in self._in_parts(X)])
        return votes / votes.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Array:
        """The class with most votes; `ties` says which of equals."""
        random = generator(self.random_state)
        parts = [self._winners(part, random) for part in self._in_parts(X)]
        if self.ties == "first" and any(is_tied.any() for _, is_tied in parts):
            self._warn_of_ties()
        return self.classes_[np.concatenate([winner for winner, _ in parts])]

    def explain(self, X: Any) -> Explanation:
        """Why each query is predicted as it is: its neighbors, their distances, and how they voted.

        >>> model = KNeighborsClassifier(2).fit([[0.0], [1.0], [5.0]], ["a", "b", "b"])
        >>> model.explain([[0.2]]).frame()[["row", "target", "distance"]].values.tolist()
        [[0, 'a', 0.2], [1, 'b', 0.8]]
        """
        return self._explained(X, self.classes_[self._codes])

    def _votes(self, X: Any) -> tuple[Floats, Integers]:
        weight, near = self._weighted(X)
        codes = self._codes[near]
        return count_votes(codes, weight, len(self.classes_)), codes

    def _winners(self, X: Any, random: np.random.Generator) -> tuple[Integers, Flags]:
        votes, codes = self._votes(X)
        votes /= votes.sum(axis=1, keepdims=True)
        return winners(votes, codes, self.ties, random), tied(votes).sum(axis=1) > 1

    def _warn_of_ties(self) -> None:
        """Two classes and an even number of equal votes: what the choice of k brings on itself."""
        if len(self.classes_) == 2 and self._k() % 2 == 0 and self.weights == "uniform":
            first = self.classes_.tolist()[0]
            warnings.warn(
                f"KNeighborsClassifier(n_neighbors={self.n_neighbors}): an even number of votes was tied "
                f"between two classes, and {first!r}, the first, was taken; choose an odd number, "
                "ties='nearest' or ties='random'",
                DataWarning,
                stacklevel=4,
            )


class KNeighborsRegressor(RegressorMixin, NeighborLearner):
    """Predict the (weighted) mean target of the nearest training rows.

    Attributes
    ----------
    n_samples_fit_ : how many training rows there are

    Examples
    --------
    >>> from gnomon import KNeighborsRegressor
    >>> KNeighborsRegressor(n_neighbors=2).fit([[0.0], [1.0], [5.0]], [1.0, 3.0, 8.0]).predict([[0.4]])
    array([2.])
    """

    def predict(self, X: Any) -> Floats:
        """The mean target of the neighbors."""
        return np.concatenate([self._mean_target(part) for part in self._in_parts(X)])

    def explain(self, X: Any) -> Explanation:
        """Why each query is predicted as it is: its neighbors, their distances, and their weights."""
        return self._explained(X, self.prepared_.y)

    def _mean_target(self, X: Any) -> Floats:
        weight, near = self._weighted(X)
        unit = unit_of(self.prepared_.y, SUMMED)
        targets = self.prepared_.y[near] / unit
        if weight is None:
            return targets.mean(axis=1) * unit
        return (targets * weight).sum(axis=1) / weight.sum(axis=1) * unit


learners.add(
    "KNeighborsClassifier",
    KNeighborsClassifier,
    "the vote of the k nearest rows",
    task=("classification",),
    family="neighbors",
    default=True,
)
learners.add(
    "KNeighborsRegressor",
    KNeighborsRegressor,
    "the mean of the k nearest rows",
    task=("regression",),
    family="neighbors",
    default=True,
)
