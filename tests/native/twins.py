"""Slow NumPy twins of the kernels: the same answer, written to be read."""

import itertools

import numpy as np


def first_not_finite(X):
    places = np.flatnonzero(~np.isfinite(X))
    return int(places[0]) if len(places) else -1


def moments(X, Y, weight):
    Z = np.asarray(X if Y is None else np.hstack([X, Y]), dtype=np.longdouble)
    w = np.ones(len(Z)) if weight is None else weight
    if w.sum() == 0:
        return 0.0, np.zeros(Z.shape[1]), np.zeros((Z.shape[1], Z.shape[1]))
    mean = (w[:, None] * Z).sum(axis=0) / w.sum()
    centered = Z - mean
    return float(w.sum()), mean.astype(float), ((w[:, None] * centered).T @ centered).astype(float)


def class_moments(X, codes, n_classes, weight):
    w = np.ones(len(X)) if weight is None else weight
    parts = [moments(X[codes == c], None, w[codes == c]) for c in range(n_classes)]
    total, mean, scatter = zip(*parts, strict=True)
    return np.array(total), np.array(mean), np.array([np.diag(each) for each in scatter])


def gaussian_scores(X, mean, precision, constant):
    gap = X[:, None, :].astype(float) - mean
    return constant - 0.5 * (precision * gap**2).sum(axis=2)


def distances(data, queries, metric, weight=None, categorical=None):
    """The sum over columns in their order, to the last bit as the kernel takes it."""
    data, queries = data.astype(float), queries.astype(float)
    total = np.zeros((len(queries), len(data)))
    for j in range(data.shape[1]):
        gap = queries[:, j, None] - data[:, j]
        if metric == "euclidean":
            total += gap * gap
        elif metric == "manhattan":
            total += np.abs(gap)
        elif metric == "hamming":
            total += gap != 0
        else:
            total += weight[j] * ((gap != 0) if categorical[j] else gap * gap)
    return np.sqrt(total) if metric in ("euclidean", "mixed") else total


def nearest(data, queries, k, metric, exclude=None, weight=None, categorical=None):
    distance = distances(data, queries, metric, weight, categorical)
    found = []
    for i, row in enumerate(distance):
        rows = np.lexsort((np.arange(len(row)), ranked(row)))
        found.append(rows if exclude is None else rows[rows != exclude[i]])
    index = np.array([rows[:k] for rows in found], dtype=np.int64).reshape(len(queries), k)
    return np.take_along_axis(distance, index, axis=1), index


def ranked(distance):
    """To 33 binary digits: of 0.5 <= m < 1 in distance = m 2^e, rounded half up."""
    mantissa, exponent = np.frexp(distance)
    return np.ldexp(np.floor(mantissa * 2**33 + 0.5), exponent - 33)


def contingency(a, b, n_a, n_b, weight):
    table = np.zeros((n_a, n_b))
    w = np.ones(len(a)) if weight is None else weight
    known = (a >= 0) & (b >= 0)
    np.add.at(table, (a[known], b[known]), w[known])
    return table


def midranks(values):
    return np.array([(values < v).sum() + ((values == v).sum() + 1) / 2 for v in values], dtype=float)


def auc(score, positive, weight):
    w = np.ones(len(score)) if weight is None else weight
    is_positive = positive.astype(bool)
    high, low = score[is_positive, None], score[~is_positive]
    pairs = w[is_positive, None] * w[~is_positive]
    return (pairs * ((high > low) + 0.5 * (high == low))).sum() / pairs.sum()


def sort_columns(X):
    order = np.argsort(X, axis=0, kind="stable")
    return np.take_along_axis(X, order, axis=0).T, order.T


def splits(X, member):
    """Every split of every column: column, low, high, and which rows go left and right."""
    rows = np.flatnonzero(np.ones(len(X)) if member is None else member)
    for column in range(X.shape[1]):
        x = X[rows, column]
        levels = np.unique(x)
        for low, high in itertools.pairwise(levels):
            yield column, low, high, rows[x <= low], rows[x > low]


def impurity(criterion, polarity, left, right):
    if criterion == "error" and polarity != "majority":
        wrong = left[1] + right[0] if polarity == "above" else left[0] + right[1]
        return wrong / (left.sum() + right.sum())
    return sum(_side(criterion, side) for side in (left, right)) / (left.sum() + right.sum())


def stump_scan(X, member, codes, n_classes, weight, settings):
    """The least impurity for each setting (NaN: no split is allowed)."""
    w = np.ones(len(X)) if weight is None else weight
    best = np.full(len(settings), np.nan)
    for _, _, _, left, right in splits(X, member):
        sides = [np.bincount(codes[side], w[side], minlength=n_classes) for side in (left, right)]
        for s, (criterion, polarity, least) in enumerate(settings):
            if min(len(left), len(right)) >= least:
                best[s] = np.fmin(best[s], impurity(criterion, polarity, *sides))
    return best


def drawn(units, replicate, seed):
    """The units that a replicate draws: SplitMix64 from a start of its own, scaled to the units."""
    with np.errstate(over="ignore"):
        gold = np.uint64(0x9E3779B97F4A7C15)
        start = _mix(np.uint64(seed) + np.uint64(replicate + 1) * gold)
        u = _mix(start + np.arange(1, units + 1, dtype=np.uint64) * gold)
    return np.array([int(each) * units >> 64 for each in u], dtype=np.int64)


def bootstrap_counts(units, first, times, seed):
    replicates = range(first, first + times)
    return np.array([np.bincount(drawn(units, r, seed), minlength=units) for r in replicates])


def bootstrap_auc(score, positive, weight, unit, units, times, seed):
    w = np.ones(len(score)) if weight is None else weight
    unit = np.arange(len(score)) if unit is None else unit
    areas = []
    for count in bootstrap_counts(units, 0, times, seed):
        counted = w * count[unit]
        has_both = counted[positive].any() and counted[~positive].any()
        areas.append(auc(score, positive, counted) if has_both else np.nan)
    return np.array(areas)


def _mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _side(criterion, share):
    total = share.sum()
    if total == 0:
        return 0.0
    p = share[share > 0] / total
    if criterion == "gini":
        return total * (1 - (p**2).sum())
    if criterion == "entropy":
        return -total * (p * np.log2(p)).sum()
    return total * (1 - p.max())


def softmax_loss(scores, codes, weight):
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    share = raised / raised.sum(axis=1, keepdims=True)
    slope = weight[:, None] * (share - np.eye(scores.shape[1])[codes])
    return -np.sum(weight * np.log(share[np.arange(len(codes)), codes])), slope


def elastic_path(gram, cross, total, penalties, start, positive, tolerance, max_iter):
    """Plain coordinate descent, a fixed number of passes; the gap by its definition on an explicit factor."""
    coefficients, gaps = [], []
    w = np.array(start, dtype=float)
    for l1, l2 in penalties:
        for _ in range(3000):
            for j in np.flatnonzero(np.diag(gram) > 0):
                gradient = cross[j] - gram[j] @ w + gram[j, j] * w[j]
                shrunk = (
                    max(gradient - l1, 0.0) if positive else np.sign(gradient) * max(abs(gradient) - l1, 0.0)
                )
                w[j] = shrunk / (gram[j, j] + l2)
        coefficients.append(w.copy())
        gaps.append(elastic_gap(gram, cross, total, l1, l2, positive, w))
    return np.array(coefficients), np.array(gaps)


def elastic_gap(gram, cross, total, l1, l2, positive, w):
    """The duality gap at the dual point that is the residual, scaled to be feasible."""
    residual = total - 2 * cross @ w + w @ gram @ w + l2 * w @ w
    gradient = cross - gram @ w - l2 * w
    largest = max(gradient.max() if positive else np.abs(gradient).max(), 0.0)
    scale = min(1.0, l1 / largest) if largest > 0 else 1.0
    primal = residual / 2 + l1 * np.abs(w).sum()
    dual = scale * (total - cross @ w) - scale**2 * residual / 2
    return primal - dual


def perceptron(X, side, order, w, b, square, rate, constant, strict, by_distance):
    """One epoch, row by row; the sums run over the columns in order."""
    w, visits, amounts = w.copy(), [], []
    for visit, row in enumerate(order):
        inner = 0.0
        for j in range(X.shape[1]):
            inner += X[row, j] * w[j]
        score = inner + b
        if score > 0 if side[row] > 0 else (score < 0 if strict else score <= 0):
            continue
        length = np.sqrt(square)
        step = rate * abs(score) / length if by_distance and length > 0 and score != 0 else rate
        amount = side[row] * step
        w += amount * X[row]
        b += amount * constant
        square = w @ w if by_distance else square
        visits.append(visit)
        amounts.append(amount)
    return w, b, square, np.array(visits, dtype=int), np.array(amounts)
