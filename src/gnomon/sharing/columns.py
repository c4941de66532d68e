"""Prepared data seen through some of their columns: the move that selection of features shares work by.

Moments and class scatters of a subset of columns are parts of those of all columns, so one pass over the rows
serves every subset on every split. Rows as they are narrow by indexing.
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

# What checking rows learns that a narrowed model can do without, or is told.
KNOWN_OF_COLUMNS = {"n_features_in_", "feature_names_in_"}


@runtime_checkable
class Columned(Protocol):
    """Prepared data that can be seen through some of their columns."""

    def columns(self, index: Integers) -> Any:
        """The same preparation, of these columns only."""


class ColumnSplits:
    """Splits of a table prepared once by a learner, to be fitted on any columns of any training set.

    learner: one whose summaries can be narrowed (see `narrows`). cuts: pairs (training rows, held-out rows).

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
        """The learner, fitted on these columns of a split's training rows."""
        model: Learner = clone(self._template)
        check_parameters(model)
        model.n_features_in_ = len(index)
        return model.fit_prepared(self._trained[split].columns(index))


def narrows(learner: Any, X: Any, y: Any) -> bool:
    """Whether a learner summarizes rows in a way that can be seen through some of the columns.

    >>> import gnomon as gn
    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array([0, 1, 1])
    >>> narrows(gn.GaussianNB(), X, y), narrows(gn.KNeighborsClassifier(), X, y)
    (True, False)
    """
    if not isinstance(learner, Learner) or not learner.summarizes:
        return False
    template = clone(learner)
    # What kind of value it prepares, a few rows tell.
    prepared = template.prepare(*template.check_rows(X[:8], y[:8]))
    knows_more = {name for name in vars(template) if name.endswith("_")} - KNOWN_OF_COLUMNS
    return isinstance(prepared, Columned) and not knows_more


def _each_part(learner: Learner, rows: Rows, cuts: Sequence[Cut]) -> Any:
    """The summary of each training set, from those of the parts that the splits hold out."""
    n_rows = rows.X.shape[0]
    last, parts = None, None
    for part, (train, _) in zip(partitions(cuts, n_rows), cuts):
        if parts is None or part is not last:
            whole = np.zeros(n_rows, dtype=np.int64)
            last, parts = part, Parts(learner.prepare, rows, whole if part is None else part)
        yield parts.rows(train)
