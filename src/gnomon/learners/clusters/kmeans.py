"""k-means clustering (Lloyd's algorithm)."""

from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Any, Self

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from gnomon import native, seeds, threads
from gnomon.arrays import Array, Floats
from gnomon.check import Rule, between, free, one_of, one_of_or, seed
from gnomon.errors import DataWarning, NumericsWarning
from gnomon.learners.clusters.block_steps import run_on_blocks
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.means import new_centers, own_distances, squared_lengths
from gnomon.learners.clusters.restarts import Restarts, is_count
from gnomon.learners.clusters.starts import STARTS, starting_centers
from gnomon.learners.clusters.steps import Options, Run, lloyd_iterations, run
from gnomon.learners.clusters.survey import sample_size, survey_blocks
from gnomon.learners.clusters.trace import Trace
from gnomon.registry import learners
from gnomon.sharing.blocks import Blocks
from gnomon.sharing.prepared import Rows

N_INIT_RANDOM = 10
ROWS_PER_BLOCK = 8192
# With more columns, the products in the kernel of moments cost more than they save.
MAX_MOMENTS = 64


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """k-means clustering: minimize the within-cluster sum of squares (inertia) by Lloyd's algorithm.

    Two alternating steps: every row is assigned to its nearest center (the first on ties), every center is
    updated to the mean of its rows. The inertia never increases and converges to a local optimum that depends
    on the initialization; `restarts_` compares the runs. Distances depend on the scale of the columns:
    standardize them first.

    Rows whose label provably does not change are skipped (Hamerly 2010). Distances are computed in single
    precision, and in double precision wherever rounding could change a label.

    Attributes
    ----------
    cluster_centers_, labels_ : cluster centers, and cluster of each training row
    inertia_, between_ : within-cluster and between-cluster sum of squares
    n_iter_, converged_, labels_converged_ : iterations of the best run; whether it converged before max_iter;
        and whether because no label changed (strict convergence), not by tol
    history_, shifts_ : for each iteration, number of changed labels, and sum of squared shifts of the centers
    restarts_ : inertia of each run (a Restarts)
    n_relocated_ : number of times that the center of an empty cluster was relocated

    Examples
    --------
    >>> from gnomon import KMeans
    >>> model = KMeans(n_clusters=2).fit([[0.0], [1.0], [8.0], [9.0]])
    >>> sorted(model.cluster_centers_.ravel().tolist()), model.inertia_, model.converged_
    ([0.5, 8.5], 1.0, True)
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    init: Any = free(
        default="k-means++",
        help="initialization: 'k-means++', 'random' (rows), 'box' (uniform in the bounding box), 'partition' "
        "(means of a random partition), an array of centers, or a function (X, n_clusters, generator)",
        kind="str, array or callable",
    )
    n_init: Any = one_of_or(
        Rule(is_count, "an integer of at least 1", "int"),
        "auto",
        default="auto",
        help="number of initializations, of which the best run is selected; auto: 1 for 'k-means++', an "
        f"array and a function, else {N_INIT_RANDOM}",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="maximum number of iterations of a run")
    tol: float = between(
        0,
        inf,
        default=1e-4,
        help="tolerance: stop if the sum of squared shifts of the centers is at most tol times the mean "
        "variance of the columns",
    )
    algorithm: str = one_of(
        "auto",
        "lloyd",
        "hamerly",
        "elkan",
        default="auto",
        help="whether bounds skip distance computations; results are the same ('elkan' is an alias of "
        "'hamerly')",
        grid=("lloyd", "hamerly"),
    )
    empty_clusters: str = one_of(
        "farthest",
        "random",
        default="farthest",
        help="relocation of the center of an empty cluster: to the row farthest from its center, or to a "
        "random row",
    )
    empty_threshold: int = between(
        0, 1, whole=True, default=0, help="a cluster of at most this many rows counts as empty", grid=(0,)
    )
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Run from every initialization, and select the best run; a warm start has no effect."""
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = None if self._has_centers() else self._distinct(data)
        self._set_result(self._runs(data, distinct))
        self.between_ = _between(
            np.bincount(self.labels_, data.weight, minlength=self.n_clusters), self.cluster_centers_
        )
        self._warn_if_not_converged()
        return self

    def fit_blocks(self, blocks: Blocks) -> Self:
        """Fit out of core, on blocks of rows: one pass over the blocks per iteration.

        Iterations from the same centers are those of `fit`. Initial centers are drawn from a sample of rows.
        """
        root = seeds.sequence(self.random_state)
        needs_sample = isinstance(self.init, str) or callable(self.init) or self.empty_clusters == "random"
        size = sample_size(self.n_clusters) if needs_sample else self.n_clusters
        survey = survey_blocks(self, blocks, size, root)
        self.check_number(self.n_clusters, survey.sample.X, survey.sample.weight)
        distinct = None if self._has_centers() else self._distinct(survey.sample)
        starts = [self._start(survey.sample, distinct, root, index) for index in range(self._n_starts())]
        runs = run_on_blocks(blocks, starts, self._options(survey.variance), survey)
        best = self._set_result([each.result() for each in runs])
        self.between_ = _between(runs[best].last.weight, self.cluster_centers_)
        self._warn_if_not_converged()
        return self

    def predict(self, X: Any) -> Array:
        """Predict the cluster (nearest center) of each row."""
        check_is_fitted(self)
        return self._nearest(self.check_examples(X, reset=False))[0]

    def transform(self, X: Any) -> Array:
        """Return the distance of each row from each center."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return center_distances(X, self.cluster_centers_).astype(X.dtype, copy=False)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Return the negative inertia of these rows (sum of squared distances from the nearest centers)."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        weight = None if sample_weight is None else _check_sample_weight(sample_weight, X)
        return -self._nearest(X, weight)[2]

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None) -> Trace:
        """Return every assignment and update step of the first run: centers, labels and objective.

        >>> steps = KMeans(2, init=[[1.0], [2.0]]).trace([[1.0], [2.0], [3.0], [10.0], [11.0], [12.0]])
        >>> steps.objective.round(1).tolist()
        [246.0, 89.2, 41.7, 4.0, 4.0, 4.0]
        """
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = None if self._has_centers() else self._distinct(data)
        random = seeds.generator(seeds.child(self.random_state, 0))
        centers = starting_centers(data.X, distinct, self.n_clusters, self.init, random)
        names = getattr(self, "feature_names_in_", np.arange(data.X.shape[1]))
        variance = _mean_variance(data.X, data.weight)
        return Trace.of(_half_steps(data, centers, self._options(variance), random), tuple(names.tolist()))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.cluster_centers_)

    def _has_centers(self) -> bool:
        return not isinstance(self.init, str)

    def _distinct(self, data: Rows) -> Distinct:
        distinct = Distinct.of(data.X, data.weight)
        if len(distinct) < self.n_clusters:
            warnings.warn(
                f"X has {len(distinct)} distinct rows, fewer than {type(self).__name__}(n_clusters="
                f"{self.n_clusters}); the remaining clusters are empty",
                DataWarning,
                stacklevel=4,
            )
        return distinct

    def _n_starts(self) -> int:
        if self._has_centers() and not callable(self.init):
            return 1
        if self.n_init == "auto":
            return N_INIT_RANDOM if self.init in STARTS[1:] else 1
        return int(self.n_init)

    def _options(self, variance: float, n_threads: int = 1) -> Options:
        return Options(
            self.tol * variance,
            self.max_iter,
            self.algorithm != "lloyd",
            self.empty_clusters,
            self.empty_threshold,
            n_threads,
        )

    def _runs(self, data: Rows, distinct: Distinct | None) -> list[Run]:
        """Runs from all initializations, each with its own seed, in parallel."""
        n_starts, n_threads = self._n_starts(), threads.count()
        root = seeds.sequence(self.random_state)
        variance = _mean_variance(data.X, data.weight) if self.tol > 0 else 0.0
        options = self._options(variance, n_threads if n_starts == 1 else 1)

        def one(start: int) -> Run:
            centers, random = self._start(data, distinct, root, start)
            return run(data.X, data.weight, centers, options, random)

        if n_starts == 1:
            return [one(0)]
        with threads.limited(1), ThreadPoolExecutor(n_threads) as pool:
            return list(pool.map(one, range(n_starts)))

    def _start(
        self, data: Rows, distinct: Distinct | None, root: np.random.SeedSequence, start: int
    ) -> tuple[Floats, np.random.Generator]:
        random = seeds.generator(seeds.child(root, start))
        return starting_centers(data.X, distinct, self.n_clusters, self.init, random), random

    def _set_result(self, runs: list[Run]) -> int:
        """Set the attributes from the best of these runs, and return its index."""
        index = min(range(len(runs)), key=lambda each: runs[each].inertia)
        best = runs[index]
        self.restarts_ = Restarts.of(runs)
        self.labels_, self.inertia_ = best.labels.astype(np.int32, copy=False), best.inertia
        self.cluster_centers_ = best.centers
        self.n_iter_, self.converged_ = len(best.moved), best.stopped
        self.labels_converged_ = best.labels_converged
        self.history_, self.shifts_, self.n_relocated_ = best.moved, best.shift, best.n_relocated
        return index

    def _nearest(self, X: Any, weight: Floats | None = None) -> tuple[Array, Floats, float]:
        options = Options(0.0, 0, threads=threads.count())
        labels, centers, inertia, *_ = lloyd_iterations(
            X, weight, self.cluster_centers_, None, options, 0, -1
        )
        return labels, centers, inertia

    def _warn_if_not_converged(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__} did not converge in max_iter={self.max_iter} iterations "
                f"({self.history_[-1]} labels changed in the last); increase max_iter or tol",
                NumericsWarning,
                stacklevel=4,
            )


def center_distances(X: Any, centers: Floats) -> Floats:
    """Euclidean distance of each row from each center.

    >>> center_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[5.]])
    """
    if isinstance(X, np.ndarray):
        return np.asarray(cdist(X, centers))
    square = squared_lengths(X)[:, None] - 2 * (X @ centers.T) + squared_lengths(centers)
    return np.sqrt(np.maximum(square, 0.0))


def _mean_variance(X: Any, weight: Floats | None) -> float:
    """Mean variance of the columns."""
    d = X.shape[1]
    if isinstance(X, np.ndarray) and d <= MAX_MOMENTS:
        total, _, scatter = native.moments(X, None, weight, threads.count())
        return float(np.trace(scatter)) / (total * d)
    mean = np.asarray(
        X.mean(axis=0) if weight is None else weight @ X / weight.sum(), dtype=np.float64
    ).ravel()
    if not isinstance(X, np.ndarray):
        return max(float(np.average(squared_lengths(X), weights=weight) - mean @ mean), 0.0) / d
    lengths = [squared_lengths(X[at : at + ROWS_PER_BLOCK] - mean) for at in range(0, len(X), ROWS_PER_BLOCK)]
    return float(np.average(np.concatenate(lengths), weights=weight)) / d


def _between(total: Array, centers: Floats) -> float:
    gap = centers - (total / total.sum()) @ centers
    return float(total @ np.sum(gap**2, axis=1))


def _half_steps(
    data: Rows, centers: Floats, options: Options, random: np.random.Generator
) -> list[tuple[str, Floats, Array, float]]:
    """(half, centers, labels, objective) after each assignment and update, until no label changes."""
    steps: list[tuple[str, Floats, Array, float]] = []
    labels: Array | None = None
    for _ in range(options.max_iter):
        old = labels
        labels, _, objective, *_ = lloyd_iterations(data.X, data.weight, centers, None, options, 0, -1)
        steps.append(("assign", centers, labels, objective))
        converged = old is not None and np.array_equal(old, labels)
        centers, n_relocated = new_centers(
            data.X,
            labels,
            data.weight,
            centers,
            empty_threshold=options.empty_threshold,
            empty_clusters=options.empty_clusters,
            random=random,
        )
        gaps = own_distances(data.X, labels, centers)
        steps.append(
            ("update", centers, labels, float(gaps.sum() if data.weight is None else gaps @ data.weight))
        )
        if converged and not n_relocated:
            break
    return steps


learners.add(
    "KMeans",
    KMeans,
    "k-means clustering",
    task=("clustering",),
    family="clusters",
    default=False,
)
