"""A slow twin of the kernel of information theory."""

import numpy as np


def pair_counts(codes, levels, first, second, weight):
    """Joint tables of pairs of columns, one after the other, counted row by row."""
    tables = []
    for a, b in zip(first, second, strict=True):
        table = np.zeros((levels[a], levels[b]))
        for row in range(codes.shape[1]):
            u, v = codes[a, row], codes[b, row]
            if u < levels[a] and v < levels[b]:
                table[u, v] += 1.0 if weight is None else weight[row]
        tables.append(table.ravel())
    return np.concatenate(tables) if tables else np.zeros(0)
