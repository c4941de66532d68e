"""Kernel k-means: clusters of any shape, round only in the lifted space of a kernel."""

from __future__ import annotations

import warnings
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds, ties
from gnomon.arrays import Array, Floats
from gnomon.check import Rule as Allowed
from gnomon.check import between, free, one_of_or, seed
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.clusters.clusterer import Clusterer
from gnomon.learners.clusters.distinct import Distinct
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.clusters.lifted import Lifted, LiftedRun, lifted_run
from gnomon.learners.clusters.means import squared_lengths
from gnomon.learners.clusters.restarts import Restarts, is_count
from gnomon.learners.kernel.resolving import resolve
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_smallest

if TYPE_CHECKING:
    import pandas as pd

RESTARTS_OF_RANDOM = 10
ROWS_AT_ONCE = 1024
ROUNDING = 1e-13


class KernelKMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Clusterer):
    """Minimize the squared distances of the rows from their cluster's mean after a lift by a kernel.

    The means are never formed: k(x, x) - 2 mean of k(x, member) + mean of k over pairs of members. It needs
    the kernel of all pairs of rows, so memory grows with their square; above 4096 rows it is held in single
    precision. The end depends much on the start: on a ring about a disc, random parts and k-means both fail,
    and init="odd" with a wide RBF kernel succeeds.

    Attributes
    ----------
    labels_, inertia_ : the cluster of each training row, and the sum of squared distances in the lifted space
    kernel_ : the kernel used
    n_iter_, converged_ : steps, and whether they ended because no row changed its cluster
    history_ : the sum of squared distances before each step
    restarts_ : the sum that each start came to

    Examples
    --------
    >>> from gnomon import KernelKMeans
    >>> X = [[0.0, 0.1], [0.1, 0.0], [-0.1, 0.0], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
    >>> KernelKMeans(2, gamma=0.3, init="odd").fit(X).labels_
    array([1, 1, 1, 0, 0, 0, 0])
    """

    n_clusters: int = between(1, inf, whole=True, default=8, kw_only=False, help="how many clusters")
    kernel: Any = free(
        default="rbf",
        help="'linear', 'poly', 'rbf', 'sigmoid', 'precomputed', a function of two tables, or a kernel value",
        kind="str, callable or Kernel",
    )
    gamma: Any = free(
        default="scale",
        help="of 'rbf', 'poly' and 'sigmoid': a number, 'scale' or 'auto'",
        kind="float or str",
    )
    degree: float = between(0, inf, default=3, help="of 'poly'")
    coef0: float = between(-inf, inf, default=1.0, help="of 'poly' and 'sigmoid'")
    init: Any = free(
        default="k-means++",
        help="the first clusters: 'k-means++' (in the lifted space), 'partition' (at random), 'k-means' (its "
        "labels), 'odd' (all rows in the first cluster, but for the ones nearest the origin, one for each "
        "other cluster), or an array of labels",
        kind="str or array",
    )
    n_init: Any = one_of_or(
        Allowed(is_count, "a whole number of at least 1", "int"),
        "auto",
        default="auto",
        help=f"how many starts, of which the best is kept; auto: {RESTARTS_OF_RANDOM} if 'partition', else 1",
    )
    max_iter: int = between(1, inf, whole=True, default=300, help="most steps of one start")
    random_state: Any = seed(default=0)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Steps from every start, of which the best is kept."""
        self.check_number(self.n_clusters, data.X, data.weight)
        lifted = self._lift(data)
        runs = [
            lifted_run(lifted, self._first_labels(data, lifted, place), self.n_clusters, self.max_iter)
            for place in range(self._n_starts())
        ]
        self.restarts_ = Restarts.of(runs)
        self._keep(min(runs, key=lambda each: each.inertia), data)
        if not self.converged_:
            warnings.warn(
                f"KernelKMeans stopped after max_iter={self.max_iter} steps, before its clusters had "
                "settled; raise max_iter",
                NumericsWarning,
                stacklevel=3,
            )
        return self

    def predict(self, X: Any) -> Array:
        """The cluster whose mean in the lifted space is nearest."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        blocks = range(0, X.shape[0], ROWS_AT_ONCE)
        # k(x, x) is the same for every cluster.
        parts = [first_smallest(self._less_own(X[each : each + ROWS_AT_ONCE])) for each in blocks]
        return np.concatenate(parts).astype(self.labels_.dtype)

    def transform(self, X: Any) -> Floats:
        """The distance of each row from each cluster's mean in the lifted space."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        if self.kernel == "precomputed":
            raise ParameterError(
                "KernelKMeans(kernel='precomputed') knows no k(x, x) of new rows, so no distances; "
                "use predict"
            )
        own, less_own = self.kernel_.diagonal(X)[:, None], self._less_own(X)
        square = own + less_own
        # Below this, rounding has left no digit of the difference.
        return np.sqrt(np.where(square > ROUNDING * (own + np.abs(less_own)), square, 0.0))

    def trace(self, X: Any, y: Any = None, sample_weight: Any = None) -> pd.DataFrame:
        """The cluster of every row after each step from the first start; step 0 is the start.

        >>> steps = KernelKMeans(2, kernel="linear", init=[0, 1, 0, 1]).trace([[0.0], [1.0], [8.0], [9.0]])
        >>> steps.groupby("step")["cluster"].apply(list).tolist()
        [[0, 1, 0, 1], [0, 0, 1, 1]]
        """
        import pandas as pd

        data = self.prepare(*self.check_rows(X, y, sample_weight))
        self.check_number(self.n_clusters, data.X, data.weight)
        lifted = self._lift(data)
        labels = self._first_labels(data, lifted, 0)
        steps = lifted_run(lifted, labels, self.n_clusters, self.max_iter, keep_steps=True).labels_by_step
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

    def _lift(self, data: Rows) -> Lifted:
        self.kernel_ = resolve(
            self.kernel,
            degree=self.degree,
            gamma=self.gamma,
            coef0=self.coef0,
            X=data.X,
            weight=data.weight,
        )
        return Lifted.of(data.X, self.kernel_, data.weight)

    def _n_starts(self) -> int:
        if not isinstance(self.init, str) or self.init == "odd":
            return 1
        if self.n_init == "auto":
            return RESTARTS_OF_RANDOM if self.init == "partition" else 1
        return int(self.n_init)

    def _first_labels(self, data: Rows, lifted: Lifted, place: int) -> Array:
        if not isinstance(self.init, str):
            return self._given_labels(data.X.shape[0])
        random = seeds.generator(seeds.child(seeds.sequence(self.random_state), place))
        if self.init == "odd":
            return _odd_ones(
                lifted.diagonal if self.kernel == "precomputed" else squared_lengths(data.X), self
            )
        if self.init == "k-means":
            return self._plain(data, random)
        distinct = Distinct.of(data.X, data.weight)
        if self.init == "partition":
            return self._parts(distinct, random)
        if self.init == "k-means++":
            return self._far_apart(distinct, lifted, random)
        raise ParameterError(
            f"KernelKMeans(init={self.init!r}): give 'k-means++', 'partition', 'k-means', 'odd' or labels"
        )

    def _given_labels(self, n: int) -> Array:
        labels = np.asarray(self.init)
        if labels.shape != (n,) or labels.dtype.kind not in "iu" or not self._all_named(labels):
            raise ParameterError(
                f"KernelKMeans(init=...): {n} rows need {n} whole numbers, from 0 to {self.n_clusters - 1}"
            )
        return labels.astype(np.int64)

    def _all_named(self, labels: Array) -> bool:
        return bool(labels.min() >= 0 and labels.max() < self.n_clusters)

    def _plain(self, data: Rows, random: np.random.Generator) -> Array:
        if self.kernel == "precomputed":
            raise DataError("init='k-means' needs rows, and a precomputed kernel shows none; use 'k-means++'")
        model = KMeans(self.n_clusters, random_state=random)
        return model.fit(data.X, sample_weight=data.weight).labels_.astype(np.int64)

    def _parts(self, distinct: Distinct, random: np.random.Generator) -> Array:
        """Equal rows go to the same part; a row of no weight goes to the first."""
        part = np.concatenate(
            [np.arange(self.n_clusters), random.integers(self.n_clusters, size=len(distinct))]
        )
        return random.permutation(part[: len(distinct)])[distinct.code] * (distinct.code >= 0)

    def _far_apart(self, distinct: Distinct, lifted: Lifted, random: np.random.Generator) -> Array:
        """Each row goes to the nearest of rows drawn far from each other, as k-means++ draws them."""
        chosen = int(distinct.draw(random)[0])
        closest = lifted.apart(int(distinct.index[chosen]))
        labels = np.zeros(len(closest), dtype=np.int64)
        for cluster in range(1, self.n_clusters):
            pull = closest[distinct.index] * distinct.weight
            trials = distinct.draw(
                random, pull if pull.any() else None, size=2 + int(np.log(self.n_clusters))
            )
            apart = np.array([lifted.apart(int(distinct.index[each])) for each in trials])
            best = apart[first_smallest(np.minimum(apart, closest) @ lifted.weight)]
            # A row as near to one as to another stays with the first.
            is_nearer = best < closest - ties.ROUNDING * np.abs(lifted.diagonal)
            labels[is_nearer] = cluster
            closest = np.minimum(best, closest)
        return labels

    def _keep(self, best: LiftedRun, data: Rows) -> None:
        self.labels_, self.inertia_ = best.labels, best.inertia
        self.n_iter_, self.converged_, self.history_ = len(best.moved), best.stopped, best.objective
        self._rows = data.X
        weight = np.ones(data.X.shape[0]) if data.weight is None else data.weight
        self._shares = np.zeros((data.X.shape[0], self.n_clusters))
        total = np.where(best.total > 0, best.total, 1.0)
        self._shares[np.arange(len(weight)), best.labels] = weight / total[best.labels]
        self._within = np.where(best.total > 0, best.within, np.inf)

    def _less_own(self, X: Any) -> Floats:
        """Squared distances from the means, less k(x, x)."""
        return self._within - 2 * (self.kernel_(X, self._rows) @ self._shares)


def _odd_ones(lengths: Floats, learner: KernelKMeans) -> Array:
    labels = np.zeros(len(lengths), dtype=np.int64)
    nearest = np.argsort(lengths, kind="stable")[: learner.n_clusters - 1]
    labels[nearest] = np.arange(1, learner.n_clusters)
    return labels


learners.add(
    "KernelKMeans",
    KernelKMeans,
    "k-means in the lifted space of a kernel",
    task=("clustering",),
    family="clusters",
    default=False,
)
