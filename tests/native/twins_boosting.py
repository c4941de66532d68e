"""Slow twins of the kernels of boosting."""

import numpy as np


def group_score(weights, criterion):
    total = weights.sum()
    if total <= 0:
        return 0.0
    return weights.max() if criterion == "error" else (weights**2).sum() / total


def best_stump(X, categorical, codes, weight, n_classes, criterion):
    """The best score there is, by trying everything: columns, and thresholds between neighboring values."""

    def score(groups):
        return sum(
            group_score(np.bincount(codes[rows], weight[rows], minlength=n_classes), criterion)
            for rows in groups
        )

    best = -np.inf
    members = weight > 0
    for column, is_category in zip(X.T, categorical, strict=True):
        missing = members & np.isnan(column)
        values = np.unique(column[members & ~missing])
        if is_category:
            cuts = [[members & (column == value) for value in values]]
        else:
            cuts = [[members & (column <= low), members & (column > low)] for low in values[:-1]]
            cuts += [[members & ~missing]] if missing.any() and len(values) else []
        for groups in cuts:
            if len(groups) + missing.any() > 1:
                best = max(best, score([*groups, missing]))
    return best


def votes(X, feature, threshold, ways, alpha, n_classes):
    """What each stump votes for, one after the other."""
    total = np.zeros((len(X), n_classes))
    for t, column in enumerate(X[:, feature].T):
        side = np.where(column > threshold[t], ways[1, t], ways[0, t])
        named = np.where(np.isnan(column), ways[2, t], side)
        total += alpha[t] * (named[:, None] == np.arange(n_classes))
    return total


def one_rule(column, codes, weight, n_classes, min_weight):
    """Class weights of Holte's intervals, written as he tells it."""
    values = [value for value in np.unique(column) if weight[column == value].sum() > 0]
    tables = [np.bincount(codes[column == v], weight[column == v], minlength=n_classes) for v in values]
    intervals = []
    for table in tables:
        full = bool(intervals) and intervals[-1].max() >= min_weight
        if not intervals or (full and table.argmax() != intervals[-1].argmax()):
            intervals.append(table)
        else:
            intervals[-1] = intervals[-1] + table
    joined = []
    for table in intervals:
        if joined and joined[-1].argmax() == table.argmax():
            joined[-1] = joined[-1] + table
        else:
            joined.append(table)
    return np.array(joined).reshape(-1, n_classes)
