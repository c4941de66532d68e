"""A bag: a bootstrap sample of the rows, perhaps of the columns too, and the member trained on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from gnomon import seeds, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.ensembles.draws import Draws
from gnomon.learners.ensembles.members import SharedRows, seeded
from gnomon.sharing.row_weights import in_rows


@dataclass(frozen=True, eq=False)
class Bag:
    """The member, how often each row is in its sample, and the columns it sees (None: all)."""

    model: Any
    counts: Floats
    columns: Integers | None


def draw_bags(
    learner: Any,
    rows: SharedRows,
    n_members: int,
    root: np.random.SeedSequence,
    *,
    sample: float | int = 1.0,
    features: float | int = 1.0,
    replacement: bool = True,
    features_again: bool = False,
    n_jobs: int | None = None,
) -> list[Bag]:
    """Draw samples and train a member on each; the same for any n_jobs.

    sample, features: how many rows and columns, as a share (a float) or as a number (an int).

    >>> from gnomon import GaussianNB
    >>> from gnomon.sharing.labels import Labels
    >>> X = np.array([[1.0], [2.0], [6.0], [7.0]])
    >>> rows = SharedRows.of(GaussianNB(), X, Labels.of([0, 0, 1, 1]), None)
    >>> [int(bag.counts.sum()) for bag in draw_bags(GaussianNB(), rows, 2, np.random.SeedSequence(0))]
    [4, 4]
    """
    draws = Draws.of(rows.table.X, rows.targets, in_rows(rows.table.weight))
    share = _share_of_rows(sample, draws.size, replacement)
    n_columns = rows.table.X.shape[1]
    wanted = _number_of_columns(features, n_columns)

    def one(number: int) -> Bag:
        place = seeds.child(root, number)
        counts = draws.bootstrap(place, share) if replacement else draws.subset(place, share)
        columns = None
        if wanted < n_columns or features_again:
            drawn = seeds.generator(seeds.child(root, number, 1))
            columns = np.sort(drawn.choice(n_columns, wanted, replace=features_again))
        return Bag(rows.fit_drawn(seeded(learner, root, number), counts, columns), counts, columns)

    workers = 1 if n_jobs is None else threads.count(n_jobs)
    if workers == 1:
        return [one(number) for number in range(n_members)]
    each = max(1, threads.count() // workers)

    def alone(number: int) -> Bag:
        with threads.limited(each, blas=False):
            return one(number)

    found = Parallel(n_jobs=workers, prefer="threads")(delayed(alone)(number) for number in range(n_members))
    return list(found)


def compact(counts: Floats) -> Array:
    """Counts in two bytes each where they are whole and small; weights as they are.

    >>> compact(np.array([[1.0, 0.0, 2.0]])).dtype
    dtype('uint16')
    """
    is_count = bool((counts == np.rint(counts)).all()) and counts.max(initial=0) < 2**16
    return counts.astype(np.uint16) if is_count else counts


def _share_of_rows(sample: float | int, n_rows: int, replacement: bool) -> float:
    if isinstance(sample, float | np.floating):
        return float(sample)
    if sample > n_rows and not replacement:
        raise ParameterError(f"max_samples={sample} is more than the {n_rows} rows there are; ask for fewer")
    return sample / n_rows


def _number_of_columns(features: float | int, n_columns: int) -> int:
    if isinstance(features, float | np.floating):
        return max(1, int(features * n_columns))
    if features > n_columns:
        raise ParameterError(
            f"max_features={features} is more than the {n_columns} columns there are; ask for fewer"
        )
    return int(features)
