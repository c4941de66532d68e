"""Hierarchical clustering as it is defined: join the two nearest clusters, measuring between their rows."""

import itertools

import numpy as np


def linkage(D, method, weight=None):
    """Of distances D; clusters are measured anew from the rows at every step, O(n^4)."""
    n = len(D)
    sizes = np.ones(n) if weight is None else weight
    clusters = {i: {i: 1.0} for i in range(n)}  # row: its share of the cluster's middle
    steps = []
    for made in range(n, 2 * n - 1):
        gaps = {
            (a, b): gap(D, clusters[a], clusters[b], sizes, method)
            for a, b in itertools.combinations(sorted(clusters), 2)
        }
        a, b = min(gaps, key=gaps.get)
        one, other = clusters.pop(a), clusters.pop(b)
        s, t = sum(sizes[list(one)]), sum(sizes[list(other)])
        share = 0.5 if method in ("weighted", "median") else s / (s + t)
        clusters[made] = {row: share * part for row, part in one.items()}
        clusters[made] |= {row: (1 - share) * part for row, part in other.items()}
        steps.append([a, b, gaps[a, b], s + t])
    return np.array(steps)


def gap(D, one, other, sizes, method):
    a, b = list(one), list(other)
    p, q = np.array([one[i] for i in a]), np.array([other[i] for i in b])
    across = D[np.ix_(a, b)]
    if method == "single":
        return across.min()
    if method == "complete":
        return across.max()
    if method in ("average", "weighted"):
        return p @ across @ q
    square = p @ across**2 @ q - p @ D[np.ix_(a, a)] ** 2 @ p / 2 - q @ D[np.ix_(b, b)] ** 2 @ q / 2
    s, t = sizes[a].sum(), sizes[b].sum()
    return np.sqrt(max(square, 0.0) * (2 * s * t / (s + t) if method == "ward" else 1.0))
