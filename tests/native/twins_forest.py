"""Slow twins of the forest's kernels, in NumPy: plain loops over every split."""

import itertools

import numpy as np

MASK = 2**64 - 1


def cuts(column, weight, max_bins):
    """Midpoints between distinct values, or cuts at quantiles of the weight where these are too many."""
    weight = np.ones(len(column)) if weight is None else weight
    keep = ~np.isnan(column) & (weight > 0)
    values = np.unique(column[keep])
    mass = np.array([weight[keep][column[keep] == value].sum() for value in values])
    middle = values[:-1] / 2 + values[1:] / 2
    if len(values) <= max_bins:
        return middle
    below = np.cumsum(mass)[:-1]
    share = mass.sum() / max_bins
    crossed = np.floor(below / share + 1e-12)
    return middle[np.diff(crossed, prepend=0.0) > 0]


def splitmix(seed):
    """The stream of random numbers of a seed (SplitMix64), its first number left out."""
    state = seed
    first = True
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        if not first:
            yield z ^ (z >> 31)
        first = False


def draws(order, up_to, n_draws, seed, tree):
    """How often each row is drawn by tree number `tree`."""
    own = next(splitmix(seed ^ (0xD1342543DE82EF95 * (tree + 1) & MASK)))
    stream = splitmix(own)
    times = np.zeros(len(order), dtype=np.int64)
    for _ in range(n_draws):
        u = (next(stream) >> 32) * up_to[-1] / 2**32
        times[order[np.searchsorted(up_to, u, side="right")]] += 1
    return times


def purity(target, weight, criterion):
    """What a side adds to a split's score."""
    whole = weight.sum()
    if criterion == "squared":
        return (weight * target).sum() ** 2 / whole
    mass = np.bincount(target, weight)
    mass = mass[mass > 0]
    return (mass**2).sum() / whole if criterion == "gini" else (mass * np.log(mass / whole)).sum()


def best_gain(codes, is_category, target, weight, criterion, missing):
    """The largest gain of any split of these rows, over every feature and every way to part its codes."""
    best = -np.inf
    for column, category in zip(codes.T, is_category, strict=True):
        for left in _sides(column, category, missing):
            if left.any() and not left.all():
                score = purity(target[left], weight[left], criterion) + purity(
                    target[~left], weight[~left], criterion
                )
                best = max(best, score)
    return best - purity(target, weight, criterion)


def _sides(column, category, missing):
    seen = np.unique(column)
    if category:
        for size in range(1, len(seen)):
            for chosen in itertools.combinations(seen, size):
                yield np.isin(column, chosen)
        return
    for threshold in seen[seen != missing]:
        low = (column <= threshold) & (column != missing)
        yield low
        yield low | (column == missing)


def level_sets(column, gradient, hessian, smooth, max_levels, min_group):
    """Sets of levels that boosting may part from all others, as flags of the rows.

    Levels of enough rows in the order of gradient / (hessian + smooth), from either end; a row has the mean
    hessian.
    """
    a_row = hessian.mean()
    sums = {level: (gradient[column == level].sum(), hessian[column == level].sum()) for level in set(column)}
    known = [level for level, (_, c) in sums.items() if c >= (smooth - 0.5) * a_row]
    known.sort(key=lambda level: sums[level][0] / (sums[level][1] + smooth))
    enough = (min_group - 0.5) * a_row
    for order in (known, known[::-1]):
        gained, left = 0.0, np.zeros(len(column), dtype=bool)
        for level in order[: min(max_levels, (len(order) + 1) // 2)]:
            left = left | (column == level)
            gained += sums[level][1]
            if hessian[~left].sum() < enough:
                break
            if gained >= enough:
                gained = 0.0
                yield left


def goes_left(column, ask, subset, missing):
    """Which rows go left at a node that asks this."""
    if ask >> 1 & 1:
        place = np.minimum(column.astype(np.int64), 255)
        words = np.asarray(subset, dtype=np.uint64)[place >> 6]
        return (words >> (place & 63).astype(np.uint64) & np.uint64(1)).astype(bool)
    return np.where(column == missing, bool(ask & 1), column <= (int(ask) >> 2 & 4095))


def walk(trees, codes, number, missing):
    """Every node of a tree with its rows: (node, left child or None, rows)."""
    nodes, side, _, subsets, begin = trees[:5]
    open_nodes = [(int(begin[number]), np.arange(len(codes)))]
    while open_nodes:
        node, rows = open_nodes.pop()
        left, ask = int(nodes[node, 0]), int(nodes[node, 1])
        if left == node:
            yield node, None, rows
            continue
        yield node, left, rows
        subset = subsets[side[node]] if ask >> 1 & 1 else None
        is_left = goes_left(codes[rows, ask >> 14], ask, subset, missing)
        open_nodes += [(left, rows[is_left]), (left + 1, rows[~is_left])]


def leaves(trees, codes, number, missing):
    """The leaf of every row."""
    found = np.zeros(len(codes), dtype=np.int64)
    for node, left, rows in walk(trees, codes, number, missing):
        if left is None:
            found[rows] = node
    return found


def log_loss(score, y, weight):
    """The log loss, its gradient and its hessian."""
    p = 1 / (1 + np.exp(-score))
    loss = -(weight * np.where(y == 1, np.log(p), np.log1p(-p))).sum()
    return loss, weight * (p - y), weight * p * (1 - p)


def boost_gain(codes, is_category, gradient, hessian, l2, missing, min_leaf=1.0):
    """The largest gain of any split of these rows by gradients and hessians; -inf if there is none.

    Either side has the hessian of min_leaf rows, but for half a row.
    """
    least = (min_leaf - 0.5) * hessian.mean() if min_leaf > 1 else 0.0

    def part(rows):
        return gradient[rows].sum() ** 2 / (hessian[rows].sum() + l2)

    everything = np.ones(len(codes), dtype=bool)
    scores = [
        part(left) + part(~left)
        for column, category in zip(codes.T, is_category, strict=True)
        for left in _sides(column, category, missing)
        if left.any() and not left.all()
        if min(hessian[left].sum(), hessian[~left].sum()) >= least
    ]
    return (max(scores, default=-np.inf) - part(everything)) / 2
