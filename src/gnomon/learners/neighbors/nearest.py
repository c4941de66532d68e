"""K-nearest neighbors: classification by majority vote, regression by the mean of the neighbors."""

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
    """K-nearest neighbors classifier (kNN): the majority vote of the k nearest training rows.

    Attributes
    ----------
    classes_ : the classes
    n_samples_fit_ : number of training rows

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
        help="how ties are broken: the first class, the class of the nearest neighbor, or at random",
        grid=(),
    )
    random_state: Any = seed(help="seed for breaking ties at random: an integer, a Generator or None")

    @property
    def predicts_most_probable(self) -> bool:  # type: ignore[override]
        """Whether the first of the most probable classes is predicted."""
        return self.ties == "first"

    def fit_prepared(self, data: Neighborhood, start: Self | None = None) -> Self:
        """Store the training rows and the classes."""
        labels = data.y
        present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
        self.classes_ = labels.classes[present]
        self._codes = (np.cumsum(present) - 1)[labels.codes]
        return super().fit_prepared(data, start)

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities: the share of the neighbors' votes of each class."""
        votes = np.concatenate([self._votes(batch)[0] for batch in self._batches(X)])
        return votes / votes.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Array:
        """Predict the class by majority vote; `ties` is the tie-breaking rule."""
        random = generator(self.random_state)
        batches = [self._winners(batch, random) for batch in self._batches(X)]
        if self.ties == "first" and any(is_tied.any() for _, is_tied in batches):
            self._warn_of_ties()
        return self.classes_[np.concatenate([winner for winner, _ in batches])]

    def explain(self, X: Any) -> Explanation:
        """Explain predictions by the neighbors of each query, their distances and their votes.

        >>> model = KNeighborsClassifier(2).fit([[0.0], [1.0], [5.0]], ["a", "b", "b"])
        >>> model.explain([[0.2]]).frame()[["row", "target", "distance"]].values.tolist()
        [[0, 'a', 0.2], [1, 'b', 0.8]]
        """
        return self._explanation(X, self.classes_[self._codes])

    def _votes(self, X: Any) -> tuple[Floats, Integers]:
        weight, near = self._weighted(X)
        codes = self._codes[near]
        return count_votes(codes, weight, len(self.classes_)), codes

    def _winners(self, X: Any, random: np.random.Generator) -> tuple[Integers, Flags]:
        votes, codes = self._votes(X)
        votes /= votes.sum(axis=1, keepdims=True)
        return winners(votes, codes, self.ties, random), tied(votes).sum(axis=1) > 1

    def _warn_of_ties(self) -> None:
        """Warn of ties that an odd k avoids: two classes and an even number of equal votes."""
        if len(self.classes_) == 2 and self._k() % 2 == 0 and self.weights == "uniform":
            first = self.classes_.tolist()[0]
            warnings.warn(
                f"KNeighborsClassifier(n_neighbors={self.n_neighbors}): an even number of votes was tied "
                f"between two classes, and the first, {first!r}, was predicted; choose an odd number, "
                "ties='nearest' or ties='random'",
                DataWarning,
                stacklevel=4,
            )


class KNeighborsRegressor(RegressorMixin, NeighborLearner):
    """K-nearest neighbors regressor (kNN): the (weighted) mean target of the k nearest training rows.

    Attributes
    ----------
    n_samples_fit_ : number of training rows

    Examples
    --------
    >>> from gnomon import KNeighborsRegressor
    >>> KNeighborsRegressor(n_neighbors=2).fit([[0.0], [1.0], [5.0]], [1.0, 3.0, 8.0]).predict([[0.4]])
    array([2.])
    """

    def predict(self, X: Any) -> Floats:
        """Predict the (weighted) mean target of the neighbors."""
        return np.concatenate([self._mean_target(batch) for batch in self._batches(X)])

    def explain(self, X: Any) -> Explanation:
        """Explain predictions by the neighbors of each query, their distances and their weights."""
        return self._explanation(X, self.prepared_.y)

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
    "k-nearest neighbors: the majority vote of the k nearest rows",
    task=("classification",),
    family="neighbors",
    default=True,
)
learners.add(
    "KNeighborsRegressor",
    KNeighborsRegressor,
    "k-nearest neighbors: the mean target of the k nearest rows",
    task=("regression",),
    family="neighbors",
    default=True,
)
