"""Could it be chance? The target is dealt to the rows anew, many times, and the same is computed again."""

from collections.abc import Callable

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.seeds import generator

TIMES = 999


def share_by_chance(
    statistic: Callable[[Array], float],
    target: Array,
    *,
    random_state: int = 0,
    times: int = TIMES,
    block: Integers | None = None,
    enough: float = 0.05,
) -> float:
    """The p value of a permutation test: how often the statistic is as great with the target dealt anew.

    block: rows are dealt among the rows of their block only; None for all rows. The dealing stops once the
    p value is certain to be above `enough`. Values that differ by rounding alone count as equal.

    >>> y = np.repeat([0.0, 1.0], 20)
    >>> share_by_chance(lambda y: abs(y[20:].mean() - y[:20].mean()), y)
    0.001
    >>> share_by_chance(lambda y: abs(y[::2].mean() - y[1::2].mean()), y) > 0.05
    True
    """
    random = generator(random_state)
    found = statistic(target)
    least = found - 1e-9 * max(abs(found), 1.0)
    order = None if block is None else np.argsort(block, kind="stable")
    as_great = 0
    for done in range(1, times + 1):
        as_great += int(statistic(_dealt(target, block, order, random)) >= least)
        if (as_great + 1) / (times + 1) > enough:
            return (as_great + 1) / (done + 1)
    return (as_great + 1) / (times + 1)


def _dealt(
    target: Array, block: Integers | None, order: Integers | None, random: np.random.Generator
) -> Array:
    if block is None or order is None:
        return random.permutation(target)
    dealt = np.empty_like(target)
    # Sorted by block, then at random: the rows of each block in a new order, at the places of that block.
    dealt[order] = target[np.lexsort((random.random(len(target)), block))]
    return dealt
