"""Slow twins of the kernels of discretization: every threshold tried, every figure from fresh counts."""

import itertools

import numpy as np

TIE = 1e-10


def entropy(counts):
    share = counts[counts > 0] / counts.sum()
    return float(-(share * np.log2(share)).sum())


def gini(counts):
    return float(1 - ((counts / counts.sum()) ** 2).sum())


def chi2(below, above):
    table = np.array([below, above])
    table = table[:, table.sum(axis=0) > 0]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


def score(below, above, criterion):
    if criterion == "chi2":
        return chi2(below, above)
    impurity = entropy if criterion == "entropy" else gini
    whole = below + above
    parts = sum(side.sum() / whole.sum() * impurity(side) for side in (below, above))
    return impurity(whole) - parts


def mdl_needed(below, above):
    """(log2(N - 1) + log2(3^k - 2) - k H(S) + k_1 H(S_1) + k_2 H(S_2)) / N."""
    whole = below + above
    k, k_below, k_above = ((side > 0).sum() for side in (whole, below, above))
    change = np.log2(3.0**k - 2) - k * entropy(whole) + k_below * entropy(below) + k_above * entropy(above)
    return (np.log2(max(whole.sum() - 1, 1)) + change) / whole.sum()


def counts_of(codes, weight, n_classes):
    return np.bincount(codes, weight, minlength=n_classes).astype(float)


def partition(x, codes, weight, n_classes, *, criterion, by_mdl, critical, max_depth, min_weight, min_gain):
    """Thresholds and scores in the order found, left before right."""
    kept = weight > 0
    return _partition(
        x[kept],
        codes[kept],
        weight[kept],
        n_classes,
        criterion,
        by_mdl,
        critical,
        max_depth,
        min_weight,
        min_gain,
    )


def _partition(x, codes, weight, n_classes, criterion, by_mdl, critical, depth, min_weight, min_gain):
    values = np.unique(x)
    if len(values) < 2 or depth == 0:
        return []
    tried = []
    for low, high in itertools.pairwise(values):
        below = counts_of(codes[x <= low], weight[x <= low], n_classes)
        above = counts_of(codes[x > low], weight[x > low], n_classes)
        if min(below.sum(), above.sum()) >= min_weight:
            tried.append(((low + high) / 2, below, above, score(below, above, criterion)))
    if not tried:
        return []
    unit = sum(tried[0][1:3]).sum() if criterion == "chi2" else 1.0
    top = None
    for each in tried:
        if top is None or each[3] / unit > top[3] / unit + TIE:
            top = each
    threshold, below, above, worth = top
    freedom = int(((below + above) > 0).sum()) - 1
    if worth / unit <= TIE or worth <= min_gain:
        return []
    if by_mdl and not score(below, above, "entropy") > mdl_needed(below, above):
        return []
    if critical is not None and not chi2(below, above) > critical[freedom]:
        return []
    rest = (n_classes, criterion, by_mdl, critical, depth - 1, min_weight, min_gain)
    left, right = x < threshold, x >= threshold
    return [
        (threshold, worth),
        *_partition(x[left], codes[left], weight[left], *rest),
        *_partition(x[right], codes[right], weight[right], *rest),
    ]


def merge(x, codes, weight, n_classes, *, by_distance, join_pure, all_ties, stop, min_bins, max_bins):
    """Thresholds that are left, and the (threshold, score) of each merge."""
    kept = weight > 0
    x, codes, weight = x[kept], codes[kept], weight[kept]
    bins = [
        [value, value, counts_of(codes[x == value], weight[x == value], n_classes), value]
        for value in np.unique(x)
    ]
    if join_pure and not by_distance:
        bins = _pure_joined(bins)
    made = []
    while len(bins) > max(min_bins, 1):
        scores = np.array([_pair_score(a, b, by_distance) for a, b in itertools.pairwise(bins)])
        if scores.min() > stop + 1e-9 and len(bins) <= max_bins:
            break
        tied = np.flatnonzero(scores <= scores.min() + 1e-9 * max(1.0, abs(scores.min())))
        done = 0
        for place in tied if all_ties else tied[:1]:
            if len(bins) > min_bins:
                a, b = bins[place - done], bins[place - done + 1]
                made.append(((a[1] + b[0]) / 2, _pair_score(a, b, by_distance)))
                bins[place - done : place - done + 2] = [_joined(a, b)]
                done += 1
    return [(a[1] + b[0]) / 2 for a, b in itertools.pairwise(bins)], made


def _pair_score(a, b, by_distance):
    return b[3] - a[3] if by_distance else chi2(a[2], b[2])


def _joined(a, b):
    total = a[2].sum() + b[2].sum()
    return [a[0], b[1], a[2] + b[2], (a[2].sum() * a[3] + b[2].sum() * b[3]) / total]


def _pure_joined(bins):
    found = []
    for each in bins:
        pure = (each[2] > 0).sum() == 1
        if found and pure and (found[-1][2] > 0).sum() == 1 and ((found[-1][2] > 0) == (each[2] > 0)).all():
            found[-1] = _joined(found[-1], each)
        else:
            found.append(each)
    return found
