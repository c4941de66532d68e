"""Permutation test: the statistic on the data against its distribution under permutations of the target."""

from collections.abc import Callable

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.seeds import generator

TIMES = 999


def permutation_p_value(
    statistic: Callable[[Array], float],
    target: Array,
    *,
    random_state: int = 0,
    times: int = TIMES,
    block: Integers | None = None,
    enough: float = 0.05,
) -> float:
    """The p-value of a permutation test: how often a permuted target gives a statistic as large.

    times: number of permutations. block: rows are permuted within their block only (restricted permutation);
    None for all rows. Stops early once the p-value is certain to exceed `enough`. Values that differ by
    rounding only count as equal.

    >>> y = np.repeat([0.0, 1.0], 20)
    >>> permutation_p_value(lambda y: abs(y[20:].mean() - y[:20].mean()), y)
    0.001
    >>> permutation_p_value(lambda y: abs(y[::2].mean() - y[1::2].mean()), y) > 0.05
    True
    """
    random = generator(random_state)
    observed = statistic(target)
    threshold = observed - 1e-9 * max(abs(observed), 1.0)
    order = None if block is None else np.argsort(block, kind="stable")
    as_large = 0
    for done in range(1, times + 1):
        as_large += int(statistic(_permuted(target, block, order, random)) >= threshold)
        if (as_large + 1) / (times + 1) > enough:
            return (as_large + 1) / (done + 1)
    return (as_large + 1) / (times + 1)


def _permuted(
    target: Array, block: Integers | None, order: Integers | None, random: np.random.Generator
) -> Array:
    if block is None or order is None:
        return random.permutation(target)
    permuted = np.empty_like(target)
    # Sorted by block, then at random: the values of each block in a random order, in the rows of that block.
    permuted[order] = target[np.lexsort((random.random(len(target)), block))]
    return permuted
