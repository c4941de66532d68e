"""Choice of the number of clusters by five criteria, with standard errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.criteria import clustering_stability, gap_statistic, held_out_likelihood
from gnomon.learners.clusters.kmeans import KMeans
from gnomon.learners.clusters.silhouette import silhouette_samples
from gnomon.seeds import Seed, child, sequence
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd

CAVEAT = (
    "No criterion is decisive: all favor spherical clusters of similar size, as k-means does; inertia "
    "decreases with every cluster and is 0 for one cluster per row; and all depend on the scale of the "
    "columns. If they disagree, the data do not determine the number."
)


@dataclass(frozen=True)
class ClusterChoice:
    """Criteria for each number of clusters, and the number that each criterion selects.

    n_clusters: numbers tried. inertia: of the best run. starts: inertia of every run (rows as n_clusters).
    silhouette: mean over rows. gap, stability, likelihood: see `criteria`, with standard errors. NaN where a
    criterion does not apply.
    """

    n_clusters: Integers
    inertia: Floats
    starts: Floats
    silhouette: Floats
    gap: Floats
    gap_error: Floats
    stability: Floats
    stability_error: Floats
    likelihood: Floats
    likelihood_error: Floats

    def best(self) -> dict[str, int | None]:
        """Number of clusters by each criterion; None if it does not apply.

        elbow: the largest second difference of log inertia. gap: the smallest k with gap(k) >= gap(k + 1) -
        error(k + 1). likelihood: the smallest within one standard error of the best.
        """
        return {
            "elbow": self._elbow(),
            "silhouette": self._largest(self.silhouette),
            "gap": self._first_gap(),
            "stability": self._largest(self.stability),
            "likelihood": self._one_standard_error(),
        }

    def frame(self) -> pd.DataFrame:
        """Return one row per number of clusters."""
        import pandas as pd

        names = (
            "n_clusters", "inertia", "silhouette", "gap", "gap_error", "stability", "stability_error",
            "likelihood", "likelihood_error",
        )  # fmt: skip
        return pd.DataFrame({name: getattr(self, name) for name in names})

    def start_frame(self) -> pd.DataFrame:
        """Return one row per run: log inertia by number of clusters, for a box plot."""
        import pandas as pd

        n_starts = self.starts.shape[1]
        with np.errstate(divide="ignore"):
            logs = np.log(self.starts.ravel())
        return pd.DataFrame(
            {
                "n_clusters": np.repeat(self.n_clusters, n_starts),
                "start": np.tile(np.arange(n_starts), len(self.n_clusters)),
                "inertia": self.starts.ravel(),
                "log_inertia": logs,
            }
        )

    def __str__(self) -> str:
        table = self.frame().to_string(index=False, float_format=lambda value: f"{value:.4g}")
        names = [f"{name} {k}" for name, k in self.best().items() if k is not None]
        selected = f"Selected: {', '.join(names)}." if names else "No criterion applies."
        return f"{table}\n{selected}\n{CAVEAT}"

    def _elbow(self) -> int | None:
        if len(self.n_clusters) < 3 or np.any(np.diff(self.n_clusters) != 1):
            return None
        floor = max(float(self.inertia.max()) * 1e-12, np.finfo(float).tiny)
        falls = -np.diff(np.log(np.maximum(self.inertia, floor)))
        return int(self.n_clusters[1:-1][first_largest(falls[:-1] - falls[1:])])

    def _largest(self, values: Floats) -> int | None:
        return None if np.isnan(values).all() else int(self.n_clusters[np.nanargmax(values)])

    def _first_gap(self) -> int | None:
        if len(self.gap) < 2 or np.isnan(self.gap).all():
            return None
        enough = self.gap[:-1] >= self.gap[1:] - self.gap_error[1:]
        return int(self.n_clusters[int(np.argmax(enough))]) if enough.any() else None

    def _one_standard_error(self) -> int | None:
        if np.isnan(self.likelihood).all():
            return None
        best = int(np.nanargmax(self.likelihood))
        near = self.likelihood >= self.likelihood[best] - self.likelihood_error[best]
        return int(self.n_clusters[int(np.argmax(near))])


def choose_clusters(
    X: Any,
    n_clusters: Iterable[int] = range(1, 11),
    *,
    n_init: int = 10,
    n_references: int = 10,
    n_resamples: int = 10,
    n_folds: int = 5,
    random_state: Seed = 0,
) -> ClusterChoice:
    """Choose the number of clusters of k-means: elbow, silhouette, gap, stability, held-out likelihood.

    n_init: initializations of each fit, half of them k-means++ and half random rows. n_references: reference
    data sets of the gap statistic. n_resamples: pairs of subsamples for stability. n_folds: folds for the
    held-out likelihood. Any of the last three may be 0 to omit its criterion.

    >>> X = np.array([[0.0], [1.0], [20.0], [21.0], [40.0], [41.0]] * 3) + np.arange(18)[:, None] / 50
    >>> choose_clusters(X, range(1, 6), random_state=0).best()["silhouette"]
    3
    """
    table, tried = _checked(X, n_clusters, n_init)
    root = sequence(random_state)

    def fit(rows: Floats, k: int, seed: Seed) -> KMeans:
        return KMeans(k, n_init=max(1, min(n_init, 3)), random_state=seed).fit(rows)

    lines = []
    for index, k in enumerate(tried):
        seed = child(root, index)
        model, starts = _best_model(table, k, n_init, child(seed, 0))
        lines.append(
            (
                model.inertia_,
                starts,
                float(silhouette_samples(table, model.labels_).mean()) if 1 < k < len(table) else np.nan,
                *(
                    gap_statistic(
                        table,
                        k,
                        inertia=model.inertia_,
                        fit=fit,
                        times=n_references,
                        random_state=child(seed, 1),
                    )
                    if n_references
                    else UNKNOWN
                ),
                *(
                    clustering_stability(table, k, fit=fit, times=n_resamples, random_state=child(seed, 2))
                    if n_resamples
                    else UNKNOWN
                ),
                *(held_out_likelihood(table, k, fit, n_folds, child(seed, 3)) if n_folds > 1 else UNKNOWN),
            )
        )
    return ClusterChoice(np.array(tried), *(np.array(column) for column in zip(*lines)))


UNKNOWN = (np.nan, np.nan)


def _checked(X: Any, n_clusters: Iterable[int], n_init: int) -> tuple[Floats, list[int]]:
    table: Floats = np.ascontiguousarray(check_array(X, dtype=np.float64, ensure_all_finite=False))
    if not np.isfinite(table).all():
        row = int(np.argmin(np.isfinite(table).all(axis=1)))
        raise DataError(f"row {row} has a missing or infinite value; impute it or drop the row")
    tried = sorted({int(k) for k in n_clusters})
    if not tried or tried[0] < 1 or n_init < 1:
        raise ParameterError(f"n_clusters={tried}, n_init={n_init}: they must be integers of at least 1")
    if tried[-1] > len(table):
        raise DataError(f"n_clusters={tried[-1]} is more than the {len(table)} rows; reduce it")
    return table, tried


def _best_model(X: Floats, k: int, n_init: int, seed: Seed) -> tuple[KMeans, Floats]:
    """The best of all runs, and the inertia of each."""
    n_plus = (n_init + 1) // 2
    models = [KMeans(k, init="k-means++", n_init=n_plus, random_state=child(seed, 0)).fit(X)]
    if n_init > n_plus:
        models.append(KMeans(k, init="random", n_init=n_init - n_plus, random_state=child(seed, 1)).fit(X))
    starts = np.concatenate([model.restarts_.inertia for model in models])
    return min(models, key=lambda model: model.inertia_), starts
