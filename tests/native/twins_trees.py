"""The tree kernels in slow, plain NumPy."""

from itertools import pairwise

import numpy as np

MISSING = 2**31 - 1


def impurity(criterion, y, weight, n_classes):
    """Impurity times weight."""
    if criterion == "squared":
        return float((weight * (y - np.average(y, weights=weight)) ** 2).sum())
    share = np.bincount(y, weight, minlength=n_classes) / weight.sum()
    mixed = {
        "gini": 1 - (share**2).sum(),
        "entropy": -(share[share > 0] * np.log2(share[share > 0])).sum(),
        "error": 1 - share.max(),
    }
    return weight.sum() * mixed[criterion]


def best_split(X, y, weight, criterion, n_classes, min_leaf=1):
    """Gain, column and threshold of the best split of numbers, the first of equals; None if there is none."""
    whole = impurity(criterion, y, weight, n_classes)
    best = None
    for column in range(X.shape[1]):
        values = np.unique(X[:, column])
        for low, high in pairwise(values):
            left = X[:, column] <= low
            if min(left.sum(), (~left).sum()) < min_leaf:
                continue
            sides = sum(impurity(criterion, y[side], weight[side], n_classes) for side in (left, ~left))
            gain = whole - sides
            if best is None or gain > best[0] + 1e-10 * whole:
                best = gain, column, low / 2 + high / 2
    return best


def grow(X, y, weight, criterion, n_classes, max_depth, min_leaf=1):
    """The splits of a tree as nested tuples (column, threshold, left, right); None for a leaf."""
    if max_depth == 0 or impurity(criterion, y, weight, n_classes) <= 1e-12 or len(y) < 2 * min_leaf:
        return None
    found = best_split(X, y, weight, criterion, n_classes, min_leaf)
    if found is None:
        return None
    left = X[:, found[1]] <= found[2]
    return (
        found[1],
        found[2],
        *(
            grow(X[side], y[side], weight[side], criterion, n_classes, max_depth - 1, min_leaf)
            for side in (left, ~left)
        ),
    )


def stops(parent, closed):
    """The node in which the rows of each node end: the highest one on its way that is closed, or itself."""
    found = []
    for node in range(len(parent)):
        way = [node]
        while parent[way[0]] >= 0:
            way.insert(0, int(parent[way[0]]))
        found.append(next((each for each in way if closed[each]), node))
    return found


def collapse_alphas(parent, first_child, n_children, risk):
    """Weakest links, found anew after every collapse."""
    n_children, alpha, so_far = n_children.copy(), np.full(len(parent), np.inf), 0.0
    while n_children[0]:
        strength = {}
        for node in np.flatnonzero(n_children):
            leaves = _leaves(node, first_child, n_children)
            if _alive(node, parent, n_children, first_child):
                strength[node] = (risk[node] - risk[leaves].sum()) / (len(leaves) - 1)
        node = min(strength, key=strength.get)
        so_far = max(so_far, strength[node])
        alpha[node] = so_far
        n_children[node] = 0
    return alpha


def _leaves(node, first_child, n_children):
    if n_children[node] == 0:
        return [node]
    children = range(first_child[node], first_child[node] + n_children[node])
    return [leaf for child in children for leaf in _leaves(child, first_child, n_children)]


def _alive(node, parent, n_children, first_child):
    while parent[node] >= 0:
        node = parent[node]
        if n_children[node] == 0:
            return False
    return True
