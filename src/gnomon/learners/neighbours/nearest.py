"""Nearest neighbours: predict from the k training rows most like the query."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils import check_array
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_is_fitted

from gnomon import threads
from gnomon.arrays import Array, Flags, Floats, Integers
from gnomon.check import a_function, between, free, one_of, one_of_or, seed
from gnomon.errors import DataError, DataWarning, ParameterError
from gnomon.learners.neighbours.explanation import Explanation
from gnomon.learners.neighbours.votes import TIES, count_votes, inverse_distances, tied, winners
from gnomon.registry import learners
from gnomon.seeds import generator
from gnomon.sharing.categories import Categories
from gnomon.sharing.distances import METRICS, OF_SPARSE_ROWS, Space
from gnomon.sharing.learner import Learner
from gnomon.sharing.neighbourhood import Neighbourhood, Residents

COMPARING_CATEGORIES = ("hamming", "mixed")
NEIGHBOURS_AT_ONCE = 2**24


class Neighbours(Learner):
    """What the two neighbour learners share: parameters, search and the weights of neighbours."""

    n_neighbors: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=5,
        position=True,
        help="how many neighbours, None for all rows",
        grid=(1, 3, 5, 9, 15, 25),
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
        a_function,
        *METRICS,
        default="euclidean",
        help="the distance: a name, a function of two rows, or a KernelDistance; "
        "hamming counts the columns that differ",
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

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Neighbourhood) -> Iterator[Self]:
        """Fit each setting; neighbours are looked up once, for the one that wants most."""
        data.expect(max((setting.n_neighbors or 1 for setting in path), default=1))
        yield from super().fit_each(path, data)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; categories become codes where the metric compares them."""
        if self.metric not in COMPARING_CATEGORIES:
            return super().check_examples(X, reset=reset)
        if scipy.sparse.issparse(X):
            raise DataError(
                f"metric={self.metric!r} compares categories, which sparse rows do not hold; give dense rows"
            )
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
        X = X if X is None or isinstance(X, Residents) else self.check_examples(X, reset=False)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        found = self._nearest(X, len(self.prepared_) - (X is None) if k is None else k)
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
            return data.nearest(X, k, with_distances=with_distances)

    def _weighted(self, X: Any) -> tuple[Floats | None, Integers]:
        """How much each neighbour of each query counts (None: all the same), and the neighbours."""
        distances, near = self._nearest(X, self._k(), with_distances=self.weights != "uniform")
        return self._weights_of(distances, near), near

    def _k(self) -> int:
        return len(self.prepared_) if self.n_neighbors is None else self.n_neighbors

    def _weights_of(self, distances: Floats, near: Integers) -> Floats | None:
        if self.weights == "uniform":
            return None
        if callable(self.weights):
            return self._checked(np.asarray(self.weights(distances), dtype=np.float64), near)
        return inverse_distances(distances)

    def _in_parts(self, X: Any) -> Iterator[Any]:
        """Queries, so many at a time that their neighbours fit in memory."""
        check_is_fitted(self)
        queries = X if isinstance(X, Residents) else self.check_examples(X, reset=False)
        step = max(1, NEIGHBOURS_AT_ONCE // self._k())
        if queries.shape[0] <= step:
            yield queries
            return
        for first in range(0, queries.shape[0], step):
            some = slice(first, first + step)
            if isinstance(queries, Residents):
                yield Residents(queries.space, queries.index[some])
            else:
                yield queries[some]

    def _explained(self, X: Any, targets: Array) -> Explanation:
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        distances, near = self._nearest(X, self._k())
        weight = self._weights_of(distances, near)
        weight = np.ones_like(distances) if weight is None else weight
        return Explanation(near, distances, weight / weight.sum(axis=1, keepdims=True), targets[near])

    def _checked(self, weight: Floats, near: Integers) -> Floats:
        fits = weight.shape == near.shape and np.isfinite(weight).all() and (weight >= 0).all()
        if not fits or not weight.any(axis=1).all():
            raise ParameterError(
                f"{type(self).__name__}(weights={self.weights!r}): for distances of shape {near.shape} it "
                f"must give as many numbers, finite, 0 or more and not all 0 in a row; it gave shape "
                f"{weight.shape}"
            )
        return weight

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = self.metric in COMPARING_CATEGORIES
        tags.input_tags.sparse = self.metric in OF_SPARSE_ROWS or hasattr(self.metric, "table")
        return tags


class KNeighborsClassifier(ClassifierMixin, Neighbours):
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
        help="which of the classes with most votes wins: the first, that of the nearest neighbour, or any",
        grid=(),
    )
    random_state: Any = seed(
        default=None, help="seed of the ties that are drawn: an integer, a Generator or None"
    )

    @property
    def predicts_most_probable(self) -> bool:  # type: ignore[override]
        """Whether the first of the most probable classes is predicted."""
        return self.ties == "first"

    def fit_prepared(self, data: Neighbourhood, start: Self | None = None) -> Self:
        """Keep the rows, and the classes among them."""
        labels = data.y
        present = np.bincount(labels.codes, minlength=labels.n_classes) > 0
        self.classes_ = labels.classes[present]
        self._codes = (np.cumsum(present) - 1)[labels.codes]
        return super().fit_prepared(data, start)

    def predict_proba(self, X: Any) -> Floats:
        """The share of the neighbours' votes that each class has."""
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
        """Why each query is predicted as it is: its neighbours, their distances, and how they voted.

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
            warnings.warn(
                f"KNeighborsClassifier(n_neighbors={self.n_neighbors}): an even number of votes was tied "
                f"between two classes, and {self.classes_[0]!r}, the first, was taken; choose an odd number, "
                "ties='nearest' or ties='random'",
                DataWarning,
                stacklevel=3,
            )


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
        return np.concatenate([self._mean_target(part) for part in self._in_parts(X)])

    def explain(self, X: Any) -> Explanation:
        """Why each query is predicted as it is: its neighbours, their distances, and their weights."""
        return self._explained(X, self.prepared_.y)

    def _mean_target(self, X: Any) -> Floats:
        weight, near = self._weighted(X)
        targets = self.prepared_.y[near]
        return targets.mean(axis=1) if weight is None else (targets * weight).sum(axis=1) / weight.sum(axis=1)


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
