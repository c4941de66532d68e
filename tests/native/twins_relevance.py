"""Slow twins of the kernels of relevance."""

import numpy as np


def label_tables(codes, labels, n_levels, n_labels, weight):
    n_rows, n_columns = codes.shape
    tables = np.zeros((n_columns, n_levels, n_labels))
    for row in range(n_rows):
        for column in range(n_columns):
            tables[column, codes[row, column], labels[row]] += 1.0 if weight is None else weight[row]
    return tables


def small_codes(X, limit):
    fits = (np.isin(X, np.arange(limit))).all(axis=0)
    return np.where(np.isin(X, np.arange(limit)), X, 0).astype(np.uint8), fits.astype(np.uint8)


def cut_codes(X, cuts, missing):
    codes = (X[:, :, None] > cuts[None]).sum(axis=2)
    return np.where(np.isnan(X), missing, codes).astype(np.uint8)


def gower(X, donors, scale, is_category):
    gap = np.abs(X[:, :, None] - donors[None])
    gap = np.where(is_category[:, None] & (gap > 0), 1.0, gap) * scale[:, None]
    shared = (~np.isnan(gap)).sum(axis=1)
    return np.where(shared > 0, np.nansum(gap, axis=1) / np.maximum(shared, 1), 1.0)
