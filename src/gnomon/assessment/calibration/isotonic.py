"""Pool adjacent violators algorithm (PAVA) for isotonic regression of rates.

Rows in increasing order of score are pooled until the rate of positives increases from pool to pool. The
pools are the segments of the ROC convex hull (Fawcett & Niculescu-Mizil 2007).
"""

import numpy as np

from gnomon.arrays import Flags, Floats, Integers


def pools(hits: Floats, weight: Floats) -> Integers:
    """The first index of each pool; the pooled hits / weight are strictly increasing.

    hits, weight: per step in order, weight above 0. Linear time.

    >>> pools(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4)).tolist()
    [0, 1, 3]
    """
    start = np.arange(len(hits))
    # Pools do not depend on the order of merging. All decreasing runs at once is fast while there are many.
    while True:
        rises = _rises(hits, weight)
        n_left = 1 + int(np.count_nonzero(rises))
        if n_left > 0.9 * len(start):
            return start[_stacked(hits, weight)]
        first = np.concatenate([[True], rises])
        index = np.flatnonzero(first)
        hits, weight, start = np.add.reduceat(hits, index), np.add.reduceat(weight, index), start[index]


def pooled_rates(hits: Floats, weight: Floats) -> Floats:
    """Isotonic regression of hits / weight by weighted least squares, one rate per step.

    >>> pooled_rates(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4))
    array([0. , 0.5, 0.5, 1. ])
    """
    start = pools(hits, weight)
    rate = np.add.reduceat(hits, start) / np.add.reduceat(weight, start)
    return np.repeat(rate, np.diff(start, append=len(hits)))


def _rises(hits: Floats, weight: Floats) -> Flags:
    # Rates are compared without division, so that integer counts are compared exactly.
    return hits[:-1] * weight[1:] < hits[1:] * weight[:-1]


def _stacked(hits: Floats, weight: Floats) -> list[int]:
    """The first index of each pool, by one pass with a stack."""
    start: list[int] = []
    hit: list[float] = []
    size: list[float] = []
    for index, (more, wide) in enumerate(zip(hits.tolist(), weight.tolist())):
        first = index
        while start and hit[-1] * wide >= more * size[-1]:
            first = start.pop()
            more += hit.pop()
            wide += size.pop()
        start.append(first)
        hit.append(more)
        size.append(wide)
    return start
