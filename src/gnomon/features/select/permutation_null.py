"""What chance would score: the targets shuffled over the rows, again and again."""

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
    random_state: Seed = None,
) -> Floats:
    """Share of shuffles, the data themselves counted as one, that score at least as high.

    shuffled: the scores of all columns for one shuffle. correction: "max" compares with the best column of
    each shuffle, so that one column in twenty sets of pure noise is below 0.05 (Westfall & Young 1993); "fdr"
    holds the share of false finds among those below a level (Benjamini & Hochberg 1995); None looks at each
    column alone.

    >>> permutation_p_values(np.array([2.0, 0.0]), lambda random: random.random(2), 99, random_state=0)
    array([0.01, 1.  ])
    """
    if correction not in ("max", "fdr", None):
        raise ParameterError(f"correction={correction!r}: give 'max', 'fdr' or None")
    if permutations < 1:
        raise ParameterError(f"permutations={permutations!r}: give at least 1, and 999 for a p of 0.001")
    above = np.ones(len(scores))
    # Rounding must not put a shuffle that scores the same below the data.
    reached = scores - 1e-12 * np.maximum(np.abs(scores), 1e-300)
    for number in range(permutations):
        null = shuffled(np.random.default_rng(child(random_state, number)))
        above += (null.max(initial=-np.inf) if correction == "max" else null) >= reached
    p_values = above / (permutations + 1)
    return false_discovery(p_values) if correction == "fdr" else p_values


def false_discovery(p_values: Floats) -> Floats:
    """Adjusted p values: n p / rank, and never below that of a smaller p (Benjamini & Hochberg 1995).

    >>> false_discovery(np.array([0.01, 0.04, 0.03, 0.5])).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    order = np.argsort(p_values)
    n = len(p_values)
    raised = p_values[order] * n / np.arange(1, n + 1)
    adjusted = np.empty(n)
    adjusted[order] = np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1.0)
    return adjusted
