"""Prepared data: what `prepare` returns and `fit_prepared` reads.

`Rows` is the default of every learner. `Parts` turns summaries, which can only be added and subtracted,
into something that can be asked for the summary of some rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add, sub
from typing import Any, Protocol, Self

import numpy as np
import scipy.sparse
from sklearn.utils import _safe_indexing

from gnomon.arrays import Floats, Integers
from gnomon.sharing.labels import Labels

MOST_PARTS_ADDED = 64


class Prepared(Protocol):
    """Prepared data that can be seen through some of their rows."""

    def rows(self, index: Integers) -> Any:
        """The same preparation, of these rows only."""

    def examples(self, index: Integers) -> Any:
        """These rows as something `predict` takes."""


class Summary(Protocol):
    """Prepared data that can be added and subtracted."""

    def __add__(self, other: Self) -> Self: ...

    def __sub__(self, other: Self) -> Self: ...


@dataclass(frozen=True)
class Rows:
    """Examples kept as they are: nothing is shared, every fit starts afresh."""

    X: Any
    y: Any = None
    weight: Floats | None = None
    exact = True

    def rows(self, index: Integers) -> Rows:
        """These rows only."""
        y = None if self.y is None else self.y[index]
        weight = None if self.weight is None else self.weight[index]
        return Rows(take(self.X, index), y, weight)

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return take(self.X, index)

    def __add__(self, other: Rows) -> Rows:
        if self.weight is None and other.weight is None:
            weight = None
        else:
            weight = np.concatenate([_weights(self), _weights(other)])
        return Rows(_stack(self.X, other.X), _join(self.y, other.y), weight)


class Parts:
    """One summary for each part of the rows; the summary of a training set is the sum of its parts.

    prepare: makes the summary of some rows. part: the part that each row belongs to, from 0 up.
    """

    def __init__(self, prepare: Callable[[Any, Any, Any], Any], table: Rows, part: Integers) -> None:
        self._prepare = prepare
        self._table = table
        self._part = np.unique(part, return_inverse=True)[1]
        self._sizes = np.bincount(self._part)
        order = np.argsort(self._part, kind="stable")
        self._summaries = [self._summary(rows) for rows in np.split(order, np.cumsum(self._sizes)[:-1])]
        self._total = reduce(add, self._summaries)

    def rows(self, index: Integers) -> Any:
        """The summary of these rows: by sums of whole parts, or from the rows if a part is cut."""
        taken = np.bincount(self._part[index], minlength=len(self._sizes))
        if np.any((taken != 0) & (taken != self._sizes)):
            return self._summary(index)
        chosen, left_out = np.flatnonzero(taken), np.flatnonzero(taken == 0)
        # Additions only, where they are few: they never cancel.
        if len(chosen) <= MOST_PARTS_ADDED or len(left_out) >= len(chosen):
            return reduce(add, [self._summaries[part] for part in chosen])
        return reduce(sub, [self._total, *(self._summaries[part] for part in left_out)])

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return self._table.examples(index)

    def _summary(self, index: Integers) -> Any:
        some = self._table.rows(index)
        return self._prepare(some.X, some.y, some.weight)


def take(X: Any, index: Integers) -> Any:
    """Some rows of an array, a sparse matrix or a data frame."""
    return X[index] if isinstance(X, np.ndarray) else _safe_indexing(X, index)


def _weights(rows: Rows) -> Floats:
    return np.ones(rows.X.shape[0]) if rows.weight is None else rows.weight


def _stack(a: Any, b: Any) -> Any:
    if scipy.sparse.issparse(a):
        both: Any = [a, b]
        return scipy.sparse.vstack(both, format="csr")
    if isinstance(a, np.ndarray):
        return np.concatenate([a, b])
    import pandas as pd

    return pd.concat([a, b], ignore_index=True)


def _join(a: Any, b: Any) -> Any:
    if a is None:
        return None
    return a.joined(b) if isinstance(a, Labels) else np.concatenate([a, b])
