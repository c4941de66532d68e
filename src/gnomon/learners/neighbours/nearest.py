"""Nearest neighbours: predict from the k training rows most like the query."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon import threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import a_function, between, free, one_of, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.registry import learners
from gnomon.sharing.categories import Categories
from gnomon.sharing.distances import METRICS, Space
from gnomon.sharing.learner import Learner
from gnomon.sharing.neighbourhood import Neighbourhood, Residents

COMPARING_CATEGORIES = ("hamming", "mixed")


class Neighbours(Learner):
    """What the two neighbour learners share: parameters, search and the weights of neighbours."""

    n_neighbors: int = between(
        1, inf, whole=True, default=5, position=True, help="how many neighbours", grid=(1, 3, 5, 9, 15, 25)
    )
    weights: str | Callable[[Floats], Floats] = one_of_or(
        a_function,
        "uniform",
        "distance",
        default="uniform",
        help="how much a neighbour counts: all the same, by 1/distance, or by a function of the distances",
    )
    algorithm: str = one_of(
        "auto", "brute", "kd_tree", default="auto", help="how to search; the answer is the same"
    )
    metric: str | Callable[[Floats, Floats], float] = one_of_or(
        a_function, *METRICS, default="euclidean", help="the distance; hamming counts the columns that differ"
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categories, for hamming and mixed: by type, or a list of names, numbers or flags",
    )
    categorical_price: float = between(
        0, inf, default=1.0, help="what a differing category adds to the squared distance, for mixed"
    )
    n_jobs: int | None = free(
        default=None, help="threads to search with; None for all cores", kind="int or None"
    )

    shared_by = ("algorithm", "metric", "categorical_features", "categorical_price")

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Keep rows X with targets y; rows carry no weights, as a neighbour either is near or is not."""
        return super().fit(X, y)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Neighbourhood:
        """The rows, ready to be searched."""
        mask = self.categories_.mask if self.metric == "mixed" else None
        space = Space(X, self.metric, categorical=mask, price=self.categorical_price, method=self.algorithm)
        return Neighbourhood(space, y)

    def fit_prepared(self, data: Neighbourhood, start: Self | None = None) -> Self:
        """Keep the rows."""
        self.prepared_ = data
        self.n_samples_fit_ = len(data)
        return self

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories become codes where the metric compares them."""
        if self.metric not in COMPARING_CATEGORIES:
            return super().check_examples(X, reset=reset)
        _check_feature_names(self, X, reset=reset)
        if reset:
            self.categories_ = Categories.of(X, self.categorical_features)
        coded = check_array(self.categories_.coded(X), input_name="X", estimator=self)
        _check_n_features(self, coded, reset=reset)
        return coded

    def kneighbors(
        self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> tuple[Floats, Integers] | Integers:
        """Distances to the nearest training rows and their numbers, nearest first; equals in row order.

        X: the queries; None for the training rows themselves, each without itself.
        """
        check_is_fitted(self)
        found = self._nearest(X, self.n_neighbors if n_neighbors is None else n_neighbors)
        return found if return_distance else found[1]

    def _nearest(self, X: Any, k: int, with_distances: bool = True) -> tuple[Floats, Integers]:
        data, itself = self.prepared_, X is None
        if not 1 <= k <= len(data) - itself:
            raise DataError(
                f"Expected n_neighbors <= n_samples_fit, but n_neighbors = {k}, n_samples_fit = {len(data)}"
                f"{' less the row itself' if itself else ''}; ask for fewer neighbours"
            )
        with threads.limited(threads.count(self.n_jobs), blas=False):
            if itself:
                return data.nearest(data.space.X[data.index], k, exclude_self=True)
            queries = X if isinstance(X, Residents) else self.check_examples(X, reset=False)
            return data.nearest(queries, k, with_distances=with_distances)

    def _weighted(self, X: Any) -> tuple[Floats | None, Integers]:
        """How much each neighbour of each query counts (None: all the same), and the neighbours."""
        check_is_fitted(self)
        distances, near = self._nearest(X, self.n_neighbors, with_distances=self.weights != "uniform")
        if self.weights == "uniform":
            return None, near
        if callable(self.weights):
            return self._checked(np.asarray(self.weights(distances), dtype=np.float64), near), near
        return _inverse(distances), near

    def _checked(self, weight: Floats, near: Integers) -> Floats:
        if weight.shape != near.shape or not (weight >= 0).all() or not weight.any(axis=1).all():
            raise ParameterError(
                f"{type(self).__name__}(weights={self.weights!r}): for distances of shape {near.shape} it "
                f"must give as many numbers, 0 or more and not all 0 in a row; it gave shape {weight.shape}"
            )
        return weight

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = self.metric in COMPARING_CATEGORIES
        return tags


class KNeighborsClassifier(ClassifierMixin, Neighbours):
    """Predict the class that most of the nearest training rows have; the first class of equals.

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

    predicts_most_probable = True

    def fit_prepared(self, data: Neighbourhood, start: Self | None = None) -> Self:
        """Keep the rows, and the classes among them."""
        labels = data.y
        present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
        self.classes_ = labels.classes[present]
        self._codes = (np.cumsum(present) - 1)[labels.codes]
        return super().fit_prepared(data, start)

    def predict_proba(self, X: Any) -> Floats:
        """The share of the neighbours' votes that each class has."""
        weight, near = self._weighted(X)
        n_classes = len(self.classes_)
        ballot = self._codes[near] + n_classes * np.arange(len(near))[:, None]
        votes = np.bincount(
            ballot.ravel(), None if weight is None else weight.ravel(), minlength=len(near) * n_classes
        ).reshape(len(near), n_classes)
        return votes / votes.sum(axis=1, keepdims=True)

    def predict(self, X: Any) -> Array:
        """The class with most votes; the first of equals."""
        most_probable = self.predict_proba(X).argmax(axis=1)
        return self.classes_[most_probable]


class KNeighborsRegressor(RegressorMixin, Neighbours):
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
        """The mean target of the neighbours."""
        weight, near = self._weighted(X)
        targets = self.prepared_.y[near]
        return targets.mean(axis=1) if weight is None else (targets * weight).sum(axis=1) / weight.sum(axis=1)


def _inverse(distances: Floats) -> Floats:
    """1/distance; where some distance is 0, those neighbours alone decide."""
    exact = distances == 0
    with np.errstate(divide="ignore"):
        weight = 1 / distances
    met = exact.any(axis=1)
    weight[met] = exact[met]
    return weight


learners.add(
    "KNeighborsClassifier",
    KNeighborsClassifier,
    "the vote of the k nearest rows",
    task=("classification",),
    family="neighbours",
    default=True,
)
learners.add(
    "KNeighborsRegressor",
    KNeighborsRegressor,
    "the mean of the k nearest rows",
    task=("regression",),
    family="neighbours",
    default=True,
)
