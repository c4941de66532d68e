"""Maximum spanning tree by Prim's algorithm (Prim 1957)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gnomon.arrays import Floats


def maximum_spanning_tree(weight: Floats, root: int = 0) -> Iterator[tuple[int, int]]:
    """Maximum spanning tree: edges (from, to) away from the root, in order of addition; the first on ties.

    >>> list(maximum_spanning_tree(np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0]])))
    [(0, 1), (1, 2)]
    """
    outside = np.ones(len(weight), dtype=bool)
    outside[root] = False
    nearest = np.full(len(weight), root)
    best = np.array(weight[root], dtype=np.float64)
    while outside.any():
        # Weights that are equal up to rounding are ties.
        largest = best[outside].max()
        node = int(np.argmax(outside & (best >= largest - 1e-12 * (1 + abs(largest)))))
        yield int(nearest[node]), node
        outside[node] = False
        closer = weight[node] > best + 1e-12 * (1 + np.abs(best))
        best = np.where(closer, weight[node], best)
        nearest[closer] = node
