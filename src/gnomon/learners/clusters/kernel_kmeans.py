"""Kernel k-means: k-means in the feature space of a kernel, for clusters of any shape."""

from __future__ import annotations

import warnings
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds, ties
from gnomon.arrays import Array, Floats
from gnomon.check import Rule, between, free, one_of_or, seed
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.kernel_matrix import KernelMatrix, KernelRun, kernel_run
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.clusters.means import squared_lengths
from gnomon.learners.clusters.restarts import Restarts, is_count
from gnomon.learners.kernel.resolving import resolve
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest

if TYPE_CHECKING:
    import pandas as pd

N_INIT_RANDOM = 10
ROWS_PER_BLOCK = 1024
ROUNDING = 1e-13


class KernelKMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """Kernel k-means: minimize the within-cluster sum of squares in the feature space of a kernel.

    The squared distance from a mean is k(x, x) - 2 mean of k(x, member) + mean of k over pairs of members. It
    needs the kernel matrix, of n² numbers; above 4096 rows in single precision. The result depends strongly
    on the initialization: on a ring around a disc, "partition" and "k-means" fail, and init="origin" with a
    wide RBF kernel succeeds.

    Attributes
    ----------
    labels_, inertia_ : cluster of each training row, and the within-cluster sum of squares in feature space
    kernel_ : the kernel
    n_iter_, converged_ : iterations, and whether labels converged
    history_ : within-cluster sum of squares before each iteration
    restarts_ : inertia of each run

    Examples
    --------
    >>> from gnomon import KernelKMeans
    >>> X = [[0.0, 0.1], [0.1, 0.0], [-0.1, 0.0], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
    >>> KernelKMeans(2, gamma=0.3, init="origin").fit(X).labels_
    array([1, 1, 1, 0, 0, 0, 0])
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    kernel: Any = free(
        default="rbf",
        help="'linear', 'poly', 'rbf', 'sigmoid', 'precomputed', a function of two tables, or a Kernel",
        kind="str, callable or Kernel",
    )
    gamma: Any = free(
        default="scale",
        help="kernel coefficient of 'rbf', 'poly' and 'sigmoid': a number, 'scale' or 'auto'",
        kind="float or str",
    )
    degree: float = between(0, inf, default=3, help="degree of the 'poly' kernel")
    coef0: float = between(-inf, inf, default=1.0, help="independent term of 'poly' and 'sigmoid'")
    init: Any = free(
        default="k-means++",
        help="initialization: 'k-means++' (in feature space), 'partition' (random), 'k-means' (its labels), "
        "'origin' (the rows nearest the origin, one for each cluster but the first, which has all "
        "others), or an array of labels",
        kind="str or array",
    )
    n_init: Any = one_of_or(
        Rule(is_count, "an integer of at least 1", "int"),
        "auto",
        default="auto",
        help=f"number of initializations; auto: {N_INIT_RANDOM} for 'partition', else 1",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="maximum number of iterations of a run")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run from every initialization, and select the best run."""
        self.check_number(self.n_clusters, data.X, data.weight)
        matrix = self._kernel_matrix(data)
        runs = [
            kernel_run(matrix, self._initial_labels(data, matrix, start), self.n_clusters, self.max_iter)
            for start in range(self._n_starts())
        ]
        self.restarts_ = Restarts.of(runs)
        self._set_result(min(runs, key=lambda each: each.inertia), data)
        if not self.converged_:
            warnings.warn(
                f"KernelKMeans did not converge in max_iter={self.max_iter} iterations; increase max_iter",
                NumericsWarning,
                stacklevel=3,
            )
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster with the nearest mean in feature space."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        blocks = range(0, X.shape[0], ROWS_PER_BLOCK)
        # k(x, x) is the same for every cluster.
        parts = [first_smallest(self._without_diagonal(X[each : each + ROWS_PER_BLOCK])) for each in blocks]
        return np.concatenate(parts).astype(self.labels_.dtype)

    def transform(self, X: Any) -> Floats:
        """Return the distance of each row from each cluster mean in feature space."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.kernel == "precomputed":
            raise ParameterError(
                "KernelKMeans(kernel='precomputed') has no k(x, x) of new rows, so no distances; use predict"
            )
        diagonal, rest = self.kernel_.diagonal(X)[:, None], self._without_diagonal(X)
        square = diagonal + rest
        # Below this the difference is rounding error only.
        return np.sqrt(np.where(square > ROUNDING * (diagonal + np.abs(rest)), square, 0.0))

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None) -> pd.DataFrame:
        """Return the cluster of every row after each iteration of the first run; step 0: the initial labels.

        >>> steps = KernelKMeans(2, kernel="linear", init=[0, 1, 0, 1]).trace([[0.0], [1.0], [8.0], [9.0]])
        >>> steps.groupby("step")["cluster"].apply(list).tolist()
        [[0, 1, 0, 1], [0, 0, 1, 1]]
        """
        import pandas as pd

        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.check_number(self.n_clusters, data.X, data.weight)
        matrix = self._kernel_matrix(data)
        labels = self._initial_labels(data, matrix, 0)
        steps = kernel_run(matrix, labels, self.n_clusters, self.max_iter, store_labels=True).labels_by_step
        n = len(labels)
        return pd.DataFrame(
            {
                "step": np.repeat(np.arange(len(steps)), n),
                "row": np.tile(np.arange(n), len(steps)),
                "cluster": np.concatenate(steps),
            }
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    @property
    def _n_features_out(self) -> int:
        return self.n_clusters

    def _kernel_matrix(self, data: Rows) -> KernelMatrix:
        self.kernel_ = resolve(
            self.kernel,
            degree=self.degree,
            gamma=self.gamma,
            coef0=self.coef0,
            X=data.X,
            weight=data.weight,
        )
        return KernelMatrix.of(data.X, self.kernel_, data.weight)

    def _n_starts(self) -> int:
        if not isinstance(self.init, str) or self.init == "origin":
            return 1
        if self.n_init == "auto":
            return N_INIT_RANDOM if self.init == "partition" else 1
        return int(self.n_init)

    def _initial_labels(self, data: Rows, matrix: KernelMatrix, start: int) -> Array:
        if not isinstance(self.init, str):
            return self._checked_labels(data.X.shape[0])
        random = seeds.generator(seeds.child(seeds.sequence(self.random_state), start))
        if self.init == "origin":
            return _nearest_origin(
                matrix.diagonal if self.kernel == "precomputed" else squared_lengths(data.X), self
            )
        if self.init == "k-means":
            return self._kmeans_labels(data, random)
        distinct = Distinct.of(data.X, data.weight)
        if self.init == "partition":
            return self._random_partition(distinct, random)
        if self.init == "k-means++":
            return self._kmeans_plus_plus(distinct, matrix, random)
        raise ParameterError(
            f"KernelKMeans(init={self.init!r}): it must be 'k-means++', 'partition', 'k-means', 'origin' or "
            "an array of labels"
        )

    def _checked_labels(self, n: int) -> Array:
        labels = np.asarray(self.init)
        if labels.shape != (n,) or labels.dtype.kind not in "iu" or not self._are_in_range(labels):
            raise ParameterError(
                f"KernelKMeans(init=...): the labels must be {n} integers from 0 to {self.n_clusters - 1}, "
                "one per row"
            )
        return labels.astype(np.int64)

    def _are_in_range(self, labels: Array) -> bool:
        return bool(labels.min() >= 0 and labels.max() < self.n_clusters)

    def _kmeans_labels(self, data: Rows, random: np.random.Generator) -> Array:
        if self.kernel == "precomputed":
            raise DataError("init='k-means' does not support kernel='precomputed'; use init='k-means++'")
        model = KMeans(self.n_clusters, random_state=random)
        return model.fit(data.X, sample_weight=data.weight).labels_.astype(np.int64)

    def _random_partition(self, distinct: Distinct, random: np.random.Generator) -> Array:
        """Equal rows are in the same part; a row of weight 0 is in the first."""
        part = np.concatenate(
            [np.arange(self.n_clusters), random.integers(self.n_clusters, size=len(distinct))]
        )
        return random.permutation(part[: len(distinct)])[distinct.code] * (distinct.code >= 0)

    def _kmeans_plus_plus(
        self, distinct: Distinct, matrix: KernelMatrix, random: np.random.Generator
    ) -> Array:
        """Labels by the nearest of rows drawn by greedy k-means++ in feature space."""
        chosen = int(distinct.draw(random)[0])
        closest = matrix.squared_distances(int(distinct.index[chosen]))
        labels = np.zeros(len(closest), dtype=np.int64)
        for cluster in range(1, self.n_clusters):
            potential = closest[distinct.index] * distinct.weight
            trials = distinct.draw(
                random, potential if potential.any() else None, size=2 + int(np.log(self.n_clusters))
            )
            squares = np.array([matrix.squared_distances(int(distinct.index[each])) for each in trials])
            best = squares[first_smallest(np.minimum(squares, closest) @ matrix.weight)]
            # On ties a row stays in the first cluster.
            is_nearer = best < closest - ties.ROUNDING * np.abs(matrix.diagonal)
            labels[is_nearer] = cluster
            closest = np.minimum(best, closest)
        return labels

    def _set_result(self, best: KernelRun, data: Rows) -> None:
        self.labels_, self.inertia_ = best.labels, best.inertia
        self.n_iter_, self.converged_, self.history_ = len(best.moved), best.stopped, best.objective
        self._rows = data.X
        weight = np.ones(data.X.shape[0]) if data.weight is None else data.weight
        self._membership = np.zeros((data.X.shape[0], self.n_clusters))
        total = np.where(best.total > 0, best.total, 1.0)
        self._membership[np.arange(len(weight)), best.labels] = weight / total[best.labels]
        self._within = np.where(best.total > 0, best.within, np.inf)

    def _without_diagonal(self, X: Any) -> Floats:
        """Squared distances from the means, minus k(x, x)."""
        return self._within - 2 * (self.kernel_(X, self._rows) @ self._membership)


def _nearest_origin(lengths: Floats, learner: KernelKMeans) -> Array:
    labels = np.zeros(len(lengths), dtype=np.int64)
    nearest = np.argsort(lengths, kind="stable")[: learner.n_clusters - 1]
    labels[nearest] = np.arange(1, learner.n_clusters)
    return labels


learners.add(
    "KernelKMeans",
    KernelKMeans,
    "k-means in the feature space of a kernel",
    task=("clustering",),
    family="clusters",
    default=False,
)
