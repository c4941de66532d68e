"""Permutation tests of scores, with correction for multiple comparisons."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, child


def permutation_p_values(
    scores: Floats,
    shuffled: Callable[[np.random.Generator], Floats],
    permutations: int,
    *,
    correction: str | None = "max",
    random_state: Seed = 0,
) -> Floats:
    """Permutation p-values: (1 + permutations that score at least as high) / (1 + permutations).

    shuffled: function that returns the scores of all columns for one permutation. correction: "max" compares
    with the best column of each permutation, which controls the family-wise error rate (Westfall & Young
    1993); "fdr" controls the false discovery rate (Benjamini & Hochberg 1995); None for unadjusted p-values.

    >>> permutation_p_values(np.array([2.0, 0.0]), lambda random: random.random(2), 99, random_state=0)
    array([0.01, 1.  ])
    """
    if correction not in ("max", "fdr", None):
        raise ParameterError(f"correction={correction!r}: use 'max', 'fdr' or None")
    if permutations < 1:
        raise ParameterError(
            f"permutations={permutations!r}: it must be >= 1; 999 for p-values down to 0.001"
        )
    above = np.ones(len(scores))
    # Tolerance, so that a permutation with the same score up to rounding counts.
    reached = scores - 1e-12 * np.maximum(np.abs(scores), 1e-300)
    for number in range(permutations):
        null = shuffled(np.random.default_rng(child(random_state, number)))
        above += (null.max(initial=-np.inf) if correction == "max" else null) >= reached
    p_values = above / (permutations + 1)
    return false_discovery(p_values) if correction == "fdr" else p_values


def false_discovery(p_values: Floats) -> Floats:
    """Benjamini-Hochberg adjusted p-values: n p / rank, made monotone (false discovery rate; 1995).

    >>> false_discovery(np.array([0.01, 0.04, 0.03, 0.5])).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    order = np.argsort(p_values)
    n = len(p_values)
    scaled = p_values[order] * n / np.arange(1, n + 1)
    adjusted = np.empty(n)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return adjusted
