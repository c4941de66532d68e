"""Is the information between two columns more than chance would give? Shuffling tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import random_table

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.probability.shared_information import mutual_information
from gnomon.probability.tables import coded, joint_counts
from gnomon.seeds import Seed, generator


@dataclass(frozen=True)
class InformationTest:
    """Information against its null: what shuffled columns of the same values show.

    p_value: (1 + shuffles that show as much or more) / (1 + all shuffles).

    >>> InformationTest(0.5, 0.1, 0.05, 0.001, 999).excess
    0.4
    """

    information: float
    null_mean: float
    null_deviation: float
    p_value: float
    n_shuffles: int
    base: float = 2.0

    @property
    def excess(self) -> float:
        """What is left of the information once chance has had its part."""
        return self.information - self.null_mean

    def __str__(self) -> str:
        return (
            f"information {self.information:.4f}, where {self.n_shuffles:,} shuffles show "
            f"{self.null_mean:.4f} ± {self.null_deviation:.4f}: p = {self.p_value:.3g}"
        )


def mutual_information_test(
    a: Any, b: Any, *, given: Any = None, n_shuffles: int = 999, base: float = 2.0, random_state: Seed = None
) -> InformationTest:
    """Mutual information of two columns, and how often shuffling one of them gives as much.

    given: a third column; shuffling then stays among rows of the same value of it, and the information is
    the conditional one. Tables are drawn with the sums of the counted one, which is what shuffling does.

    >>> print(mutual_information_test([0, 1] * 20, [0, 1] * 20, random_state=0))
    information 1.0000, where 999 shuffles show 0.0194 ± 0.0263: p = 0.001
    """
    if not isinstance(n_shuffles, int | np.integer) or n_shuffles < 1:
        raise ParameterError(f"n_shuffles={n_shuffles!r}: give a whole number of at least 1")
    layers, rows = _layers(a, b, given), generator(random_state)
    n_rows = sum(layer.sum() for layer in layers)
    found, null = 0.0, np.zeros(n_shuffles)
    for layer in layers:
        share = layer.sum() / n_rows
        found += share * mutual_information(layer, base)
        null += share * _shuffled(layer, n_shuffles, base, rows)
    # Equal tables are told apart by rounding alone.
    as_much = int(np.count_nonzero(null >= found - 1e-12))
    return InformationTest(
        float(found),
        float(null.mean()),
        float(null.std()),
        (1 + as_much) / (1 + n_shuffles),
        int(n_shuffles),
        base,
    )


def _layers(a: Any, b: Any, given: Any) -> list[Floats]:
    if given is None:
        return [joint_counts(a, b)]
    layer, n_layers = coded(given)
    first, second = np.asarray(a), np.asarray(b)
    if not len(first) == len(second) == len(layer):
        raise DataError(f"{len(first)}, {len(second)} and {len(layer)} values cannot be put side by side")
    return [joint_counts(first[layer == z], second[layer == z]) for z in range(n_layers)]


def _shuffled(table: Floats, n_shuffles: int, base: float, rows: np.random.Generator) -> Floats:
    if min(table.shape) == 1:
        return np.zeros(n_shuffles)
    sums = table.sum(axis=1).astype(np.int64), table.sum(axis=0).astype(np.int64)
    drawn = random_table(*sums, seed=rows).rvs(n_shuffles)
    return np.asarray(mutual_information(drawn, base))
