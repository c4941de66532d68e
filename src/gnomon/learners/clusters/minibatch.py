"""Mini-batch k-means, for large data and streams."""

from __future__ import annotations

import warnings
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, flag, free, seed
from gnomon.errors import NumericsWarning
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.kmeans import center_distances
from gnomon.learners.clusters.means import cluster_sums, new_centers
from gnomon.learners.clusters.starts import starting_centers
from gnomon.learners.clusters.steps import Options, lloyd_iterations
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows, take

# A smaller relative decrease of the smoothed inertia does not count as an improvement.
MIN_GAIN = 1e-4


class MiniBatchKMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """Mini-batch k-means (Sculley 2010): each center is the running mean of the rows assigned to it.

    Much faster than KMeans for millions of rows, with a slightly higher inertia. `partial_fit` is for
    incremental (online) fitting. A sample weight is equivalent to repeated rows: exactly if a batch has all
    rows, on average otherwise.

    Attributes
    ----------
    cluster_centers_, labels_ : cluster centers, and cluster of each training row
    inertia_ : within-cluster sum of squares of the training rows
    counts_ : total weight assigned to each center
    n_iter_, n_steps_, converged_ : epochs, batches, and whether it converged before max_iter
    history_ : mean squared distance in each batch, from the centers before its update

    Examples
    --------
    >>> from gnomon import MiniBatchKMeans
    >>> model = MiniBatchKMeans(n_clusters=2).fit([[0.0], [1.0], [8.0], [9.0]])
    >>> sorted(model.cluster_centers_.round(3).ravel().tolist())
    [0.5, 8.5]
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="number of clusters")
    init: Any = free(default="k-means++", help="initialization, as for KMeans", kind="str, array or callable")
    max_iter: int = between(1, inf, whole=True, default=100, help="maximum number of epochs")
    batch_size: int = between(1, inf, whole=True, default=1024, help="rows per batch", grid=(1024,))
    compute_labels: bool = flag(
        default=True, help="whether to compute labels_ and inertia_ of the training rows"
    )
    tol: float = between(
        0,
        inf,
        default=0.0,
        help="tolerance: stop if the mean squared shift of the centers in an epoch is at most tol times "
        "their variance",
    )
    max_no_improvement: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=10,
        help="early stopping after this many batches without improvement of the smoothed inertia",
    )
    init_size: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="number of sampled rows for initialization; None for 3 batches",
    )
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Process batches until convergence, then compute the labels."""
        self.check_number(self.n_clusters, data.X, data.weight)
        random = seeds.generator(self.random_state)
        self._initialize(data, random)
        self.n_iter_, self.converged_ = 0, False
        variance = float(np.mean(np.var(self.cluster_centers_, axis=0))) or 1.0
        while self.n_iter_ < self.max_iter and not self.converged_:
            old = self.cluster_centers_
            self._epoch(data, random)
            shift = float(np.mean(np.sum((self.cluster_centers_ - old) ** 2, axis=1)))
            self.converged_ |= shift <= self.tol * variance
        if self.compute_labels:
            self.labels_, _, self.inertia_, *_ = self._nearest(data.X, data.weight)
        if not self.converged_:
            warnings.warn(
                f"MiniBatchKMeans did not converge in max_iter={self.max_iter} epochs; increase max_iter",
                NumericsWarning,
                stacklevel=3,
            )
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Update the centers by one batch; the first, of n_clusters rows or more, initializes them."""
        first = not hasattr(self, "counts_")
        data = self.prepare(*self.check_rows(X, y, sample_weight, reset=first))
        if first:
            self.check_number(self.n_clusters, data.X, data.weight)
            self._initialize(data, seeds.generator(self.random_state))
            self.n_iter_ = 0
        self._step(data)
        self.labels_, _, self.inertia_, *_ = self._nearest(data.X, data.weight)
        return self

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> Array:
        """Fit, and return the cluster of each row."""
        return self.fit(X, y, sample_weight).predict(X)

    def predict(self, X: Any) -> Array:
        """Predict the cluster (nearest center) of each row."""
        check_is_fitted(self)
        labels: Array = self._nearest(self.check_examples(X, reset=False))[0]
        return labels

    def transform(self, X: Any) -> Array:
        """Return the distance of each row from each center."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return center_distances(X, self.cluster_centers_).astype(X.dtype, copy=False)

    def score(self, X: Any, y: Any = None) -> float:
        """Return the negative inertia of these rows (sum of squared distances from the nearest centers)."""
        check_is_fitted(self)
        return -float(self._nearest(self.check_examples(X, reset=False))[2])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    @property
    def _n_features_out(self) -> int:
        return len(self.cluster_centers_)

    def _initialize(self, data: Rows, random: np.random.Generator) -> None:
        size = max(self.init_size or 3 * self.batch_size, 3 * self.n_clusters)
        some = data if data.X.shape[0] <= size else self._sample(data, size, random)
        distinct = None if not isinstance(self.init, str) else Distinct.of(some.X, some.weight)
        self.cluster_centers_ = starting_centers(some.X, distinct, self.n_clusters, self.init, random)
        self.counts_ = np.zeros(self.n_clusters)
        self.history_ = np.zeros(0)
        self.n_steps_ = 0

    def _sample(self, data: Rows, size: int, random: np.random.Generator) -> Rows:
        counted = np.arange(data.X.shape[0]) if data.weight is None else np.flatnonzero(data.weight)
        return data.rows(random.permutation(counted)[:size])

    def _epoch(self, data: Rows, random: np.random.Generator) -> None:
        """One epoch: all rows once, in random batches."""
        self.n_iter_ += 1
        for rows in self._batches(data.X.shape[0], random):
            self._step(data if rows is None else _batch(data, rows))
            if self._has_no_improvement():
                self.converged_ = True
                return

    def _batches(self, n: int, random: np.random.Generator) -> list[Integers | None]:
        if n <= self.batch_size:
            return [None]
        order = random.permutation(n)
        return [order[begin : begin + self.batch_size] for begin in range(0, n, self.batch_size)]

    def _step(self, batch: Rows) -> None:
        """Update each center to the running mean of its rows."""
        total_weight = batch.X.shape[0] if batch.weight is None else float(batch.weight.sum())
        if total_weight == 0:
            return
        labels, _, inertia, *_ = self._nearest(batch.X, batch.weight)
        if isinstance(self.init, str) and not self.counts_.any() and len(set(labels)) < self.n_clusters:
            self.cluster_centers_, _ = new_centers(batch.X, labels, batch.weight, self.cluster_centers_)
            labels, _, inertia, *_ = self._nearest(batch.X, batch.weight)
        sums, total = cluster_sums(batch.X, labels, batch.weight, self.n_clusters)
        self.counts_ = self.counts_ + total
        seen = np.where(self.counts_ > 0, self.counts_, 1.0)
        shift: Floats = (sums - total[:, None] * self.cluster_centers_) / seen[:, None]
        self.cluster_centers_ = self.cluster_centers_ + shift
        self.history_ = np.append(self.history_, inertia / total_weight)
        self.n_steps_ += 1

    def _has_no_improvement(self) -> bool:
        """Whether the minimum of the smoothed inertia is max_no_improvement batches ago."""
        if self.max_no_improvement is None:
            return False
        return len(self.history_) - 1 - _argmin_smoothed(self.history_) >= self.max_no_improvement

    def _nearest(self, X: Any, weight: Floats | None = None) -> Any:
        options = Options(0.0, 0, threads=threads.count())
        return lloyd_iterations(X, weight, self.cluster_centers_, None, options, 0, -1)


def _batch(data: Rows, rows: Integers) -> Rows:
    return Rows(take(data.X, rows), None, None if data.weight is None else data.weight[rows])


def _argmin_smoothed(history: Floats, alpha: float = 0.2) -> int:
    """Index of the minimum of the exponentially weighted moving average, from the second batch on."""
    smooth, minimum, argmin = np.inf, np.inf, 0
    for batch, value in enumerate(history):
        smooth = value if batch < 2 else (1 - alpha) * smooth + alpha * value
        if batch and smooth < minimum * (1 - MIN_GAIN):
            minimum, argmin = smooth, batch
    return argmin


learners.add(
    "MiniBatchKMeans",
    MiniBatchKMeans,
    "mini-batch k-means, for large data and streams",
    task=("clustering",),
    family="clusters",
    default=False,
)
