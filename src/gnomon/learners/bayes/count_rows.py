"""Checks of count data, and their linear scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.bayes.feature_sums import FeatureSums, compressed
from gnomon.sharing.learner import Learner


def check_counts(model: Learner, X: Any, data: FeatureSums) -> FeatureSums:
    """Return the sums of these rows; raise DataError if a value is not finite or is negative."""
    if not np.isfinite(data.sums).all():
        model.refuse_not_finite(X)
        raise DataError("the sum of a column overflows a float; divide the column by its largest value first")
    if data.smallest < 0:
        refuse_negative(model, X)
    return data


def refuse_negative(model: Learner, X: Any) -> None:
    """Raise DataError, with column and row, if a value is negative."""
    if X.shape[0] == 0 or not X.min() < 0:
        return
    table = X if isinstance(X, np.ndarray) else X.tocoo()
    if isinstance(table, np.ndarray):
        row, column = divmod(int(np.flatnonzero(table < 0)[0]), X.shape[1])
        value = table[row, column]
    else:
        index = int(np.flatnonzero(table.data < 0)[0])
        row, column, value = int(table.row[index]), int(table.col[index]), table.data[index]
    name = getattr(model, "feature_names_in_", np.arange(X.shape[1])).tolist()[column]
    raise DataError(
        f"Negative values in data passed to {type(model).__name__}: {value:g} (column {name!r}, row "
        "{row}); it takes counts; use GaussianNB or MixedNB for continuous features",
        column=name,
        row=row,
    )


def row_scores(model: Learner, X: Any, weights: Floats, constant: Floats) -> Floats:
    """constant_c + sum_j x_j weights_cj for rows of counts, where 0 x minus infinity is 0."""
    # A sum is infinite if any of its terms is: only an infinite one is checked term by term.
    possible = None if np.isfinite(weights.sum()) else np.isfinite(weights)
    by_column = np.ascontiguousarray((weights if possible is None else np.where(possible, weights, 0.0)).T)
    if isinstance(X, np.ndarray):
        scores, smallest = native.count_scores(X, by_column, constant, threads.count())
    else:
        scores = native.sparse_product(*compressed(X), by_column, threads.count()) + constant
        smallest = X.data.min(initial=0.0)
    if not np.isfinite(scores).all():
        model.refuse_not_finite(X)
    if smallest < 0:
        refuse_negative(model, X)
    if possible is not None:
        scores[np.asarray(X @ (~possible).T.astype(np.float64)) > 0] = -np.inf
    return scores
