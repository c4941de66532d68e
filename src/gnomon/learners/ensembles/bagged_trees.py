"""Bagged trees on many rows: a random forest whose trees use every column, grown on binned columns.

Exact trees are grown from sorted columns; with many rows, histograms lose little and are faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.learners.ensembles.binning import Binned
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.members import SharedRows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest

MIN_ROWS = 20_000


@dataclass(frozen=True, eq=False)
class BinnedTree:
    """One tree of a forest as a base estimator; classes_: codes of the classes, None in regression."""

    forest: Forest
    number: int
    classes_: Integers | None

    def predict_proba(self, X: Any) -> Floats:
        """The class proportions in the leaf of each row."""
        return tree_sums(self.forest, X, self.number, self.number + 1)

    def predict(self, X: Any) -> Any:
        """The majority class of the row's leaf, as a code, or its mean."""
        values = self.predict_proba(X)
        return values[:, 0] if self.classes_ is None else first_largest(values)


def is_large(rows: SharedRows) -> bool:
    """Whether there are enough rows, by weight, for binning.

    >>> from gnomon.sharing.prepared import Rows
    >>> is_large(SharedRows(Rows(np.zeros((20_000, 1)), np.zeros(20_000))))
    True
    """
    weight = in_rows(rows.table.weight)
    return bool((rows.n_rows if weight is None else weight.sum()) >= MIN_ROWS)


def fitted_forests(forests: Sequence[Forest], rows: SharedRows, is_category: Flags | None) -> list[Forest]:
    """These forests, fitted on the rows; those that differ in n_estimators alone share trees.

    >>> from gnomon import RandomForestRegressor
    >>> from gnomon.sharing.prepared import Rows
    >>> rows = SharedRows(Rows(np.array([[0.0], [1.0]]), np.array([2.0, 3.0])))
    >>> forest = fitted_forests([RandomForestRegressor(2, bootstrap=False)], rows, None)[0]
    >>> tree_sums(forest, np.array([[0.0]]), 0, 2), times_drawn(forest, 2).tolist()
    (array([[4.]]), [[1.0, 1.0], [1.0, 1.0]])
    """
    if not forests:
        return []
    flags = np.zeros(rows.table.X.shape[1], dtype=bool) if is_category is None else is_category
    data = Binned(rows.table.X, rows.table.y, rows.table.weight, flags)
    return list(type(forests[0]).fit_each(forests, data))


def tree_sums(forest: Forest, X: Any, first: int, end: int, *, votes: bool = False) -> Floats:
    """The sum of the predictions of some trees; an example is in `fitted_forests`."""
    codes = forest.bins_.codes(X if isinstance(X, np.ndarray) else X.toarray())
    return forest.trees_.sums(codes, first, end, votes=votes)


def times_drawn(forest: Forest, n_rows: int) -> Floats:
    """Count of each row in each tree's bootstrap sample (trees, rows); an example is in `fitted_forests`."""
    if forest.draw_ is None:
        return np.ones((len(forest.trees_), n_rows))
    return np.asarray(forest.draw_.counts(0, len(forest.trees_)), dtype=np.float64)
