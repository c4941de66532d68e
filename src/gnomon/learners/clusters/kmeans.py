"""k-means: centers that are the means of the rows nearest to them."""

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
from gnomon.check import Rule as Allowed
from gnomon.check import between, free, one_of, one_of_or, seed
from gnomon.errors import DataWarning, NumericsWarning
from gnomon.learners.clusters.block_steps import run_on_blocks
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.means import new_centers, own_distances, squared_lengths
from gnomon.learners.clusters.restarts import Restarts, is_count
from gnomon.learners.clusters.starts import STARTS, starting_centers
from gnomon.learners.clusters.steps import Rule, Run, run, walk
from gnomon.learners.clusters.survey import rows_to_start, survey_blocks
from gnomon.learners.clusters.trace import Trace
from gnomon.registry import learners
from gnomon.sharing.blocks import Blocks
from gnomon.sharing.prepared import Rows

RESTARTS_OF_RANDOM = 10
ROWS_AT_ONCE = 8192
# With more columns, the products that the kernel of moments makes of them cost more than they save.
MOST_MOMENTS = 64


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """Minimize the sum of squared distances of the rows from the center of their cluster.

    Two half-steps by turns: every row goes to its nearest center (the first of equals), every center to the
    mean of its rows. The sum never rises, and ends where no half-step lowers it: a local optimum, which
    depends on the start, so `restarts_` tells how the starts differed. Distances mean what the columns' units
    make them mean: bring columns to one scale first.

    Rows that provably keep their center are passed over (Hamerly 2010). Distances are found in single
    precision, and in double precision wherever rounding could change a row's center, so that labels are those
    of double precision.

    Attributes
    ----------
    cluster_centers_, labels_ : the centers, and the number of each training row's center
    inertia_, between_ : sum of squared distances within clusters, and of the centers from the mean of all
        rows, by the weight of their rows
    n_iter_, converged_, settled_ : steps of the best start; whether they ended before max_iter; and whether
        they ended because no row changed its center, not by tol
    history_, shifts_ : for each step, rows that changed their center, and the squared moves of all centers
    restarts_ : the inertia that each start came to; print it, or ask it for a frame()
    n_orphans_ : how often a center that had lost its rows was put elsewhere

    Examples
    --------
    >>> from gnomon import KMeans
    >>> model = KMeans(n_clusters=2).fit([[0.0], [1.0], [8.0], [9.0]])
    >>> sorted(model.cluster_centers_.ravel().tolist()), model.inertia_, model.converged_
    ([0.5, 8.5], 1.0, True)
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="how many clusters")
    init: Any = free(
        default="k-means++",
        help="where centers begin: 'k-means++', 'random' (rows), 'box' (points of the box of the rows), "
        "'partition' (means of random parts), an array of centers, or a function (X, n_clusters, generator)",
        kind="str, array or callable",
    )
    n_init: Any = one_of_or(
        Allowed(is_count, "a whole number of at least 1", "int"),
        "auto",
        default="auto",
        help="how many starts, of which the best is kept; auto is 1 for 'k-means++', given centers and a "
        f"function, else {RESTARTS_OF_RANDOM}",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="most steps of one start")
    tol: float = between(
        0,
        inf,
        default=1e-4,
        help="stop where the squared moves of all centers sum to this share of a column's mean variance",
    )
    algorithm: str = one_of(
        "auto",
        "lloyd",
        "hamerly",
        "elkan",
        default="auto",
        help="whether rows that keep their center are passed over; the answer is the same ('elkan' is taken "
        "for 'hamerly')",
        grid=("lloyd", "hamerly"),
    )
    orphans: str = one_of(
        "farthest",
        "random",
        default="farthest",
        help="where a center without rows goes: to the row farthest from its center, or to any row",
    )
    orphan_rows: int = between(
        0, 1, whole=True, default=0, help="a center with no more rows than this is an orphan", grid=(0,)
    )
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Steps from every start, of which the best is kept; where another setting ended does not matter."""
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = None if self._is_given() else self._distinct(data)
        self._keep(self._runs(data, distinct))
        self.between_ = _between(
            np.bincount(self.labels_, data.weight, minlength=self.n_clusters), self.cluster_centers_
        )
        self._warn_if_unfinished()
        return self

    def fit_blocks(self, blocks: Blocks) -> Self:
        """Fit on rows of which one block at a time need be in memory: a pass over the blocks for each step.

        From the same start the steps are those of `fit`. Starts are drawn from a sample of the rows.
        """
        root = seeds.sequence(self.random_state)
        needs_sample = isinstance(self.init, str) or callable(self.init) or self.orphans == "random"
        size = rows_to_start(self.n_clusters) if needs_sample else self.n_clusters
        seen = survey_blocks(self, blocks, size, root)
        self.check_number(self.n_clusters, seen.sample.X, seen.sample.weight)
        distinct = None if self._is_given() else self._distinct(seen.sample)
        starts = [self._start(seen.sample, distinct, root, place) for place in range(self._n_starts())]
        walks = run_on_blocks(blocks, starts, self._rule(seen.variance), seen)
        place = self._keep([walk.ended() for walk in walks])
        self.between_ = _between(walks[place].found.weight, self.cluster_centers_)
        self._warn_if_unfinished()
        return self

    def predict(self, X: Any) -> Array:
        """The nearest center of each row."""
        check_is_fitted(self)
        return self._nearest(self.check_examples(X, reset=False))[0]

    def transform(self, X: Any) -> Array:
        """The distance of each row from each center."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return center_distances(X, self.cluster_centers_).astype(X.dtype, copy=False)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the sum of squared distances of these rows from their nearest centers."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        weight = None if sample_weight is None else _check_sample_weight(sample_weight, X)
        return -self._nearest(X, weight)[2]

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None) -> Trace:
        """Every half-step from the first start: centers, labels and the sum that falls.

        >>> steps = KMeans(2, init=[[1.0], [2.0]]).trace([[1.0], [2.0], [3.0], [10.0], [11.0], [12.0]])
        >>> steps.objective.round(1).tolist()
        [246.0, 89.2, 41.7, 4.0, 4.0, 4.0]
        """
        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.check_number(self.n_clusters, data.X, data.weight)
        distinct = None if self._is_given() else self._distinct(data)
        random = seeds.generator(seeds.child(self.random_state, 0))
        centers = starting_centers(data.X, distinct, self.n_clusters, self.init, random)
        names = getattr(self, "feature_names_in_", np.arange(data.X.shape[1]))
        variance = _mean_variance(data.X, data.weight)
        return Trace.of(_half_steps(data, centers, self._rule(variance), random), tuple(names.tolist()))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.cluster_centers_)

    def _is_given(self) -> bool:
        return not isinstance(self.init, str)

    def _distinct(self, data: Rows) -> Distinct:
        distinct = Distinct.of(data.X, data.weight)
        if len(distinct) < self.n_clusters:
            warnings.warn(
                f"{len(distinct)} different rows make {len(distinct)} clusters, and "
                f"{type(self).__name__}(n_clusters={self.n_clusters}) asks for more; the others are empty",
                DataWarning,
                stacklevel=4,
            )
        return distinct

    def _n_starts(self) -> int:
        if self._is_given() and not callable(self.init):
            return 1
        if self.n_init == "auto":
            return RESTARTS_OF_RANDOM if self.init in STARTS[1:] else 1
        return int(self.n_init)

    def _rule(self, variance: float, n_threads: int = 1) -> Rule:
        is_bounded = self.algorithm != "lloyd"
        return Rule(self.tol * variance, self.max_iter, is_bounded, self.orphans, self.orphan_rows, n_threads)

    def _runs(self, data: Rows, distinct: Distinct | None) -> list[Run]:
        """All starts, each with a seed of its own: side by side where there are many."""
        n_starts, n_threads = self._n_starts(), threads.count()
        root = seeds.sequence(self.random_state)
        variance = _mean_variance(data.X, data.weight) if self.tol > 0 else 0.0
        rule = self._rule(variance, n_threads if n_starts == 1 else 1)

        def one(place: int) -> Run:
            centers, random = self._start(data, distinct, root, place)
            return run(data.X, data.weight, centers, rule, random)

        if n_starts == 1:
            return [one(0)]
        with threads.limited(1), ThreadPoolExecutor(n_threads) as pool:
            return list(pool.map(one, range(n_starts)))

    def _start(
        self, data: Rows, distinct: Distinct | None, root: np.random.SeedSequence, place: int
    ) -> tuple[Floats, np.random.Generator]:
        random = seeds.generator(seeds.child(root, place))
        return starting_centers(data.X, distinct, self.n_clusters, self.init, random), random

    def _keep(self, runs: list[Run]) -> int:
        """Set what the best of these runs found; its place among them."""
        place = min(range(len(runs)), key=lambda each: runs[each].inertia)
        best = runs[place]
        self.restarts_ = Restarts.of(runs)
        self.labels_, self.inertia_ = best.labels.astype(np.int32, copy=False), best.inertia
        self.cluster_centers_ = best.centers
        self.n_iter_, self.converged_, self.settled_ = len(best.moved), best.stopped, best.settled
        self.history_, self.shifts_, self.n_orphans_ = best.moved, best.shift, best.n_orphans
        return place

    def _nearest(self, X: Any, weight: Floats | None = None) -> tuple[Array, Floats, float]:
        rule = Rule(0.0, 0, threads=threads.count())
        labels, centers, inertia, *_ = walk(X, weight, self.cluster_centers_, None, rule, 0, -1)
        return labels, centers, inertia

    def _warn_if_unfinished(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"{type(self).__name__} stopped after max_iter={self.max_iter} steps, and "
                f"{self.history_[-1]} rows changed their cluster in the last; raise max_iter, or tol",
                NumericsWarning,
                stacklevel=4,
            )


def center_distances(X: Any, centers: Floats) -> Floats:
    """The distance of each row from each center.

    >>> center_distances(np.array([[0.0, 0.0]]), np.array([[3.0, 4.0]]))
    array([[5.]])
    """
    if isinstance(X, np.ndarray):
        return np.asarray(cdist(X, centers))
    square = squared_lengths(X)[:, None] - 2 * (X @ centers.T) + squared_lengths(centers)
    return np.sqrt(np.maximum(square, 0.0))


def _mean_variance(X: Any, weight: Floats | None) -> float:
    """The variance of a column, on average over columns."""
    d = X.shape[1]
    if isinstance(X, np.ndarray) and d <= MOST_MOMENTS:
        total, _, scatter = native.moments(X, None, weight, threads.count())
        return float(np.trace(scatter)) / (total * d)
    mean = np.asarray(
        X.mean(axis=0) if weight is None else weight @ X / weight.sum(), dtype=np.float64
    ).ravel()
    if not isinstance(X, np.ndarray):
        return max(float(np.average(squared_lengths(X), weights=weight) - mean @ mean), 0.0) / d
    lengths = [squared_lengths(X[at : at + ROWS_AT_ONCE] - mean) for at in range(0, len(X), ROWS_AT_ONCE)]
    return float(np.average(np.concatenate(lengths), weights=weight)) / d


def _between(total: Array, centers: Floats) -> float:
    gap = centers - (total / total.sum()) @ centers
    return float(total @ np.sum(gap**2, axis=1))


def _half_steps(
    data: Rows, centers: Floats, rule: Rule, random: np.random.Generator
) -> list[tuple[str, Floats, Array, float]]:
    """(half, centers, labels, objective) after each half-step, until no row changes its center."""
    found: list[tuple[str, Floats, Array, float]] = []
    labels: Array | None = None
    for _ in range(rule.most):
        old, (labels, _, objective, *_) = labels, walk(data.X, data.weight, centers, None, rule, 0, -1)
        found.append(("assign", centers, labels, objective))
        settled = old is not None and np.array_equal(old, labels)
        centers, n_placed = new_centers(
            data.X, labels, data.weight, centers, fewest=rule.fewest, orphans=rule.orphans, random=random
        )
        gaps = own_distances(data.X, labels, centers)
        found.append(
            ("update", centers, labels, float(gaps.sum() if data.weight is None else gaps @ data.weight))
        )
        if settled and not n_placed:
            break
    return found


learners.add(
    "KMeans",
    KMeans,
    "centers that are the means of the rows nearest to them",
    task=("clustering",),
    family="clusters",
    default=False,
)
