"""Prepared data restricted to a subset of the columns, for feature selection.

Moments and class scatters of a subset of columns are submatrices of those of all columns, so one pass over
the rows serves every subset on every split. Plain rows are indexed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Integers
from gnomon.check import check_parameters
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Parts, Rows
from gnomon.sharing.train import Cut, partitions

# Attributes of validation that a model on a column subset does not need, or that are set for it.
COLUMN_ATTRIBUTES = {"n_features_in_", "feature_names_in_"}


@runtime_checkable
class Columned(Protocol):
    """Prepared data that can be restricted to a subset of the columns."""

    def columns(self, index: Integers) -> Any:
        """The prepared data of these columns."""


class ColumnSplits:
    """Splits of a table prepared once, for fits on any subset of the columns of any training set.

    learner: one that supports column subsets (see `supports_column_subsets`). cuts: pairs (training rows,
    held-out rows).

    >>> import numpy as np
    >>> import gnomon as gn
    >>> X, y = np.array([[0.0, 1.0], [1.0, 5.0], [2.0, 3.0], [3.0, 4.0]]), np.array([1.0, 3.0, 5.0, 7.0])
    >>> splits = ColumnSplits(gn.LinearRegression(), X, y, [(np.arange(3), np.array([3]))])
    >>> splits.fitted(0, np.array([0])).predict(X[3:, :1]).round(6)
    array([7.])
    """

    def __init__(self, learner: Learner, X: Any, y: Any, cuts: Sequence[Cut]) -> None:
        self._template = clone(learner)
        rows = Rows(*self._template.check_rows(X, y))
        self._trained = list(_each_part(self._template, rows, cuts))

    def fitted(self, split: int, index: Integers) -> Learner:
        """The learner fitted on these columns of a split's training rows."""
        model: Learner = clone(self._template)
        check_parameters(model)
        model.n_features_in_ = len(index)
        return model.fit_prepared(self._trained[split].columns(index))


def supports_column_subsets(learner: Any, X: Any, y: Any) -> bool:
    """Whether the summary of a learner can be restricted to a subset of the columns.

    >>> import gnomon as gn
    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array([0, 1, 1])
    >>> supports_column_subsets(gn.GaussianNB(), X, y)
    True
    >>> supports_column_subsets(gn.KNeighborsClassifier(), X, y)
    False
    """
    if not isinstance(learner, Learner) or not learner.summarizes:
        return False
    template = clone(learner)
    # A few rows suffice to determine the type of the prepared data.
    prepared = template.prepare(*template.check_rows(X[:8], y[:8]))
    other_attributes = {name for name in vars(template) if name.endswith("_")} - COLUMN_ATTRIBUTES
    return isinstance(prepared, Columned) and not other_attributes


def _each_part(learner: Learner, rows: Rows, cuts: Sequence[Cut]) -> Any:
    """The summary of each training set, from those of the test folds."""
    n_rows = rows.X.shape[0]
    last, parts = None, None
    for part, (train, _) in zip(partitions(cuts, n_rows), cuts):
        if parts is None or part is not last:
            whole = np.zeros(n_rows, dtype=np.int64)
            last, parts = part, Parts(learner.prepare, rows, whole if part is None else part)
        yield parts.rows(train)
