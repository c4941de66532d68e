"""A bag: a bootstrap sample of rows (and columns), and the base estimator fitted on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from gnomon import seeds, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.bootstrap_sampler import BootstrapSampler
from gnomon.learners.ensembles.members import SharedRows, seeded
from gnomon.sharing.row_weights import in_rows


@dataclass(frozen=True, eq=False)
class Bag:
    """The fitted base estimator, the count of each row in its sample, and its columns (None: all)."""

    model: Any
    counts: Floats
    columns: Integers | None


def fit_bags(
    learner: Any,
    rows: SharedRows,
    n_members: int,
    root: np.random.SeedSequence,
    *,
    sample: float | int = 1.0,
    features: float | int = 1.0,
    replacement: bool = True,
    bootstrap_features: bool = False,
    n_jobs: int | None = None,
) -> list[Bag]:
    """Draw bootstrap samples and fit a base estimator on each; the result does not depend on n_jobs.

    sample, features: rows and columns of each sample, as a fraction (a float) or number (an int).

    >>> from gnomon import GaussianNB
    >>> from gnomon.sharing.labels import Labels
    >>> X = np.array([[1.0], [2.0], [6.0], [7.0]])
    >>> rows = SharedRows.of(GaussianNB(), X, Labels.of([0, 0, 1, 1]), None)
    >>> [int(bag.counts.sum()) for bag in fit_bags(GaussianNB(), rows, 2, np.random.SeedSequence(0))]
    [4, 4]
    """
    sampler = BootstrapSampler.of(rows.table.X, rows.targets, in_rows(rows.table.weight))
    fraction = _fraction_of_rows(sample, sampler.size, replacement)
    n_columns = rows.table.X.shape[1]
    n_selected = _number_of_columns(features, n_columns)

    def fit_one(number: int) -> Bag:
        seed = seeds.child(root, number)
        counts = sampler.bootstrap(seed, fraction) if replacement else sampler.subset(seed, fraction)
        columns = None
        if n_selected < n_columns or bootstrap_features:
            generator = seeds.generator(seeds.child(root, number, 1))
            columns = np.sort(generator.choice(n_columns, n_selected, replace=bootstrap_features))
        return Bag(rows.fit_on_sample(seeded(learner, root, number), counts, columns), counts, columns)

    workers = 1 if n_jobs is None else threads.count(n_jobs)
    if workers == 1:
        return [fit_one(number) for number in range(n_members)]
    n_threads = max(1, threads.count() // workers)

    def fit_limited(number: int) -> Bag:
        with threads.limited(n_threads, blas=False):
            return fit_one(number)

    bags = Parallel(n_jobs=workers, prefer="threads")(
        delayed(fit_limited)(number) for number in range(n_members)
    )
    return list(bags)


def compact(counts: Floats) -> Array:
    """Counts as 16-bit integers where they are whole and small; weights unchanged.

    >>> compact(np.array([[1.0, 0.0, 2.0]])).dtype
    dtype('uint16')
    """
    is_count = bool((counts == np.rint(counts)).all()) and counts.max(initial=0) < 2**16
    return counts.astype(np.uint16) if is_count else counts


def _fraction_of_rows(sample: float | int, n_rows: int, replacement: bool) -> float:
    if isinstance(sample, float | np.floating):
        return float(sample)
    if sample > n_rows and not replacement:
        raise ParameterError(f"max_samples={sample} is more than the {n_rows} rows; lower it")
    return sample / n_rows


def _number_of_columns(features: float | int, n_columns: int) -> int:
    if isinstance(features, float | np.floating):
        return max(1, int(features * n_columns))
    if features > n_columns:
        raise ParameterError(f"max_features={features} is more than the {n_columns} columns; lower it")
    return int(features)
