"""Slow twins of the kernels of naive Bayes."""

import numpy as np


def level_counts(X, codes, n_classes, max_levels, weight):
    w = np.ones(len(X)) if weight is None else weight
    known = X[~np.isnan(X)] if X.dtype.kind == "f" else X.ravel()
    if (known < 0).any() or (known >= max_levels).any() or (known != np.floor(known)).any():
        return None
    begin, tables = [0], []
    for column in X.T:
        rows = np.flatnonzero((column == column) & (w > 0))
        table = np.zeros((max((int(value) for value in column[rows]), default=-1) + 1, n_classes))
        for i in rows:
            table[int(column[i]), codes[i]] += w[i]
        begin.append(begin[-1] + len(table))
        tables.append(table)
    return np.array(begin), np.concatenate([np.zeros((0, n_classes)), *tables])


def level_scores(X, begin, values, constant):
    scores = np.tile(constant, (len(X), 1))
    for i, j in np.ndindex(X.shape):
        n_levels = begin[j + 1] - begin[j]
        if X[i, j] in range(n_levels):
            scores[i] += values[begin[j] + int(X[i, j])]
    return scores


def bernoulli_scores(X, threshold, values, constant):
    codes = np.where(np.isnan(X), np.nan, threshold < X)
    return level_scores(codes, 2 * np.arange(X.shape[1] + 1), values, constant)


def feature_sums(X, codes, n_classes, weight, threshold):
    w = np.ones(len(X)) if weight is None else weight
    values = X if threshold is None else (threshold < X).astype(float)
    rows = w > 0
    sums = np.array([(w * (codes == c))[rows] @ values[rows] for c in range(n_classes)])
    if threshold is None:
        return sums, min(X[rows].min(initial=0.0), 0.0)
    return sums, np.nan if np.isnan(X[rows]).any() else 0.0
