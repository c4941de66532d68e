"""Mutual information of all pairs of columns against scikit-learn's, asked pair by pair."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import mutual_info_score

from benchmarks.case import Case, largest_difference
from gnomon.arrays import Floats
from gnomon.probability.pairwise import pairwise_mutual_information


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield all_pairs(100_000 // scale, 100, 10)
    yield all_pairs(100_000 // scale, 100, 2)
    yield all_pairs(100_000 // scale, 100, 40)


def all_pairs(n_rows: int, n_columns: int, n_levels: int) -> Case:
    random = np.random.default_rng(0)
    X = random.integers(0, n_levels, size=(n_rows, n_columns))
    # Every second column repeats half of the one before it.
    X[::2, 1::2] = X[::2, ::2]
    first, second = np.triu_indices(n_columns, 1)
    # A share of the pairs tells the time of all.
    chosen = np.arange(0, len(first), 50)

    def ours() -> Floats:
        return pairwise_mutual_information(X, base=np.e).information[first, second][chosen]

    def peer() -> Floats:
        return np.array([mutual_info_score(X[:, a], X[:, b]) for a, b in zip(first[chosen], second[chosen])])

    return Case(
        "information",
        f"mutual information of all pairs, {n_rows:,} x {n_columns}, {n_levels} levels",
        "scikit-learn",
        ours,
        peer,
        lambda found: float(np.mean(found)),
        "mean information (nats)",
        largest_difference,
        wanted=20,
        peer_share=len(chosen) / len(first),
    )
