"""Permutation test of independence by mutual information."""

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
    """Mutual information, its null distribution under permutation, and the p-value.

    p_value: (1 + permutations of at least this information) / (1 + all permutations).

    >>> InformationTest(0.5, 0.1, 0.05, 0.001, 999).excess
    0.4
    """

    information: float
    null_mean: float
    null_std: float
    p_value: float
    n_permutations: int
    base: float = 2.0

    @property
    def excess(self) -> float:
        """Information in excess of the mean under the null hypothesis."""
        return self.information - self.null_mean

    def __str__(self) -> str:
        return (
            f"information {self.information:.4f}; {self.null_mean:.4f} ± {self.null_std:.4f} under "
            f"{self.n_permutations:,} permutations: p = {self.p_value:.3g}"
        )


def mutual_information_test(
    a: Any,
    b: Any,
    *,
    given: Any = None,
    n_permutations: int = 999,
    base: float = 2.0,
    random_state: Seed = 0,
) -> InformationTest:
    """Permutation test of (conditional) independence of two columns by their mutual information.

    given: a conditioning column; values are then permuted within its groups, and the information is the
    conditional one. Instead of permuting rows, contingency tables with the same margins are sampled.

    >>> print(mutual_information_test([0, 1] * 20, [0, 1] * 20, random_state=0))
    information 1.0000; 0.0194 ± 0.0263 under 999 permutations: p = 0.001
    """
    if not isinstance(n_permutations, int | np.integer) or n_permutations < 1:
        raise ParameterError(f"n_permutations={n_permutations!r}: it must be an integer of at least 1")
    layers, rows = _layers(a, b, given), generator(random_state)
    n_rows = sum(layer.sum() for layer in layers)
    information, null = 0.0, np.zeros(n_permutations)
    for layer in layers:
        weight = layer.sum() / n_rows
        information += weight * mutual_information(layer, base)
        null += weight * _permuted(layer, n_permutations, base, rows)
    # Equal tables differ by rounding error only.
    n_extreme = int(np.count_nonzero(null >= information - 1e-12))
    return InformationTest(
        float(information),
        float(null.mean()),
        float(null.std()),
        (1 + n_extreme) / (1 + n_permutations),
        int(n_permutations),
        base,
    )


def _layers(a: Any, b: Any, given: Any) -> list[Floats]:
    if given is None:
        return [joint_counts(a, b)]
    layer, n_layers = coded(given)
    first, second = np.asarray(a), np.asarray(b)
    if not len(first) == len(second) == len(layer):
        raise DataError(
            f"a, b and given have {len(first)}, {len(second)} and {len(layer)} values; lengths must be equal"
        )
    return [joint_counts(first[layer == z], second[layer == z]) for z in range(n_layers)]


def _permuted(table: Floats, n_permutations: int, base: float, rows: np.random.Generator) -> Floats:
    if min(table.shape) == 1:
        return np.zeros(n_permutations)
    sums = table.sum(axis=1).astype(np.int64), table.sum(axis=0).astype(np.int64)
    drawn = random_table(*sums, seed=rows).rvs(n_permutations)
    return np.asarray(mutual_information(drawn, base))
