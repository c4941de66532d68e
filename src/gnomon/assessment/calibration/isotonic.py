"""Pool adjacent violators: the best rising fit to rates, and at once the convex hull of a ROC curve.

Rows in rising order of score are pooled until the rate of positives rises from pool to pool. The pools are
the segments of the hull (Fawcett & Niculescu-Mizil 2007).
"""

import numpy as np

from gnomon.arrays import Flags, Floats, Integers


def pools(hits: Floats, weight: Floats) -> Integers:
    """The first place of each pool; the pooled hits / weight rise strictly from one pool to the next.

    hits, weight: of each place in order, weight above 0. Time is linear in the number of places.

    >>> pools(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4)).tolist()
    [0, 1, 3]
    """
    start = np.arange(len(hits))
    # Merging in any order gives the same pools. All falling runs at once is fast as long as many fall.
    while True:
        rises = _rises(hits, weight)
        n_left = 1 + int(np.count_nonzero(rises))
        if n_left > 0.9 * len(start):
            return start[_stacked(hits, weight)]
        first = np.concatenate([[True], rises])
        place = np.flatnonzero(first)
        hits, weight, start = np.add.reduceat(hits, place), np.add.reduceat(weight, place), start[place]


def pooled_rates(hits: Floats, weight: Floats) -> Floats:
    """The rising rates that are nearest to hits / weight in weighted squares, one for each place.

    >>> pooled_rates(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4))
    array([0. , 0.5, 0.5, 1. ])
    """
    start = pools(hits, weight)
    rate = np.add.reduceat(hits, start) / np.add.reduceat(weight, start)
    return np.repeat(rate, np.diff(start, append=len(hits)))


def _rises(hits: Floats, weight: Floats) -> Flags:
    # Rates compared without division, so that whole counts are compared exactly.
    return hits[:-1] * weight[1:] < hits[1:] * weight[:-1]


def _stacked(hits: Floats, weight: Floats) -> list[int]:
    """The first place of each pool, by one pass with a stack."""
    start: list[int] = []
    hit: list[float] = []
    size: list[float] = []
    for place, (more, wide) in enumerate(zip(hits.tolist(), weight.tolist())):
        first = place
        while start and hit[-1] * wide >= more * size[-1]:
            first = start.pop()
            more += hit.pop()
            wide += size.pop()
        start.append(first)
        hit.append(more)
        size.append(wide)
    return start
