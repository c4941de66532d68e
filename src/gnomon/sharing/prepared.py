"""Prepared data: what `prepare` returns and `fit_prepared` reads.

`Rows` is the default. `Parts` computes the summary of any subset of the rows from summaries (sufficient
statistics) of parts of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import add
from typing import Any, Protocol, Self

import numpy as np
import scipy.sparse
from sklearn.utils import _safe_indexing

from gnomon.arrays import Flags, Floats, Integers
from gnomon.data.table import Table
from gnomon.sharing.labels import Labels

MAX_BUNDLES = 64


class Prepared(Protocol):
    """Prepared data that can be restricted to a subset of the rows."""

    def rows(self, index: Integers) -> Any:
        """The prepared data of these rows."""

    def examples(self, index: Integers) -> Any:
        """The features of these rows, as input for `predict`."""


class Summary(Protocol):
    """Prepared data (sufficient statistics) that can be added and subtracted."""

    def __add__(self, other: Self) -> Self: ...

    def __sub__(self, other: Self) -> Self: ...


@dataclass(frozen=True)
class Rows:
    """Plain rows: nothing is shared, every fit starts from the data."""

    X: Any
    y: Any = None
    weight: Floats | None = None
    exact = True

    def rows(self, index: Integers) -> Rows:
        """The subset of these rows."""
        y = None if self.y is None else self.y[index]
        weight = None if self.weight is None else self.weight[index]
        return Rows(take(self.X, index), y, weight)

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return take(self.X, index)

    def columns(self, index: Integers) -> Rows:
        """The subset of these columns."""
        return Rows(take_columns(self.X, index), self.y, self.weight)

    def of_present_classes(self) -> Rows:
        """The same rows, with labels over the classes that occur.

        >>> rows = Rows(np.zeros((2, 1)), Labels(np.array([2, 0]), np.array(["a", "b", "c"])))
        >>> rows.of_present_classes().y
        Labels(codes=array([1, 0]), classes=array(['a', 'c'], dtype='<U1'))
        """
        if not isinstance(self.y, Labels):
            return self
        # A copy, so that a subclass keeps what it has computed of the rows.
        rows = copy(self)
        object.__setattr__(rows, "y", self.y.of_present_classes())
        return rows

    def __add__(self, other: Rows) -> Rows:
        if self.weight is None and other.weight is None:
            weight = None
        else:
            weight = np.concatenate([_weights(self), _weights(other)])
        return Rows(_stack(self.X, other.X), _join(self.y, other.y), weight)


class Parts:
    """Summaries of parts of the rows; the summary of a training set is the sum of its parts.

    Many small parts (leave-one-out) are merged into bundles. Rows of an incomplete bundle are summarized
    anew, so nothing is ever subtracted, and no precision is lost.

    prepare: computes the summary of some rows. part: the part of each row.
    """

    def __init__(self, prepare: Callable[[Any, Any, Any], Any], table: Rows, part: Integers) -> None:
        self._prepare = prepare
        self._table = table
        number = np.unique(part, return_inverse=True)[1]
        n_parts = int(number.max()) + 1
        self._bundle = number if n_parts <= MAX_BUNDLES else number * MAX_BUNDLES // n_parts
        self._sizes = np.bincount(self._bundle)
        order = np.argsort(self._bundle.astype(np.min_scalar_type(MAX_BUNDLES)), kind="stable")
        summaries = [self._summary(rows) for rows in np.split(order, np.cumsum(self._sizes)[:-1])]
        self._summaries = summaries
        self._before = [None, *accumulate(summaries)]
        self._after = [*list(accumulate(summaries[::-1], lambda later, one: one + later))[::-1], None]

    def rows(self, index: Integers) -> Any:
        """The summary of these rows: the sum of complete bundles, and of the other rows.

        Rows drawn repeatedly (a bootstrap sample) become weights, so that no row is copied.
        """
        times = np.bincount(index, minlength=len(self._bundle))
        if times.max() > 1:
            return self._summary(index) if 2 * len(index) < len(times) else self._counted(times)
        taken = np.bincount(self._bundle[index], minlength=len(self._sizes))
        is_whole = taken == self._sizes
        summaries = self._sum_of(is_whole)
        # A fold takes complete bundles or none; only incomplete bundles need their rows.
        if (taken[~is_whole] > 0).any():
            summaries.append(self._summary(index[~is_whole[self._bundle[index]]]))
        return reduce(add, summaries)

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return self._table.examples(index)

    def _sum_of(self, is_whole: Flags) -> list[Any]:
        """Summaries that sum to the complete bundles; two if one bundle is missing, as in a fold."""
        missing = np.flatnonzero(~is_whole)
        if len(missing) == 0:
            return [self._before[-1]]
        if len(missing) == 1:
            both = (self._before[missing[0]], self._after[missing[0] + 1])
            return [each for each in both if each is not None]
        return [self._summaries[bundle] for bundle in np.flatnonzero(is_whole)]

    def _counted(self, times: Integers) -> Any:
        weight = times * _weights(self._table)
        return self._prepare(self._table.X, self._table.y, weight)

    def _summary(self, index: Integers) -> Any:
        some = self._table.rows(index)
        return self._prepare(some.X, some.y, some.weight)


def leave_each_out(summaries: Sequence[Any]) -> list[Any]:
    """Leave-one-out sums: for each of two or more summaries the sum of all others, without subtraction.

    >>> leave_each_out([1, 10, 100])
    [110, 101, 11]
    """
    before = list(accumulate(summaries[:-1]))
    after = list(accumulate(summaries[:0:-1], lambda later, one: one + later))[::-1]
    middle = [left + right for left, right in zip(before[:-1], after[1:])]
    return [after[0], *middle, before[-1]]


def take(X: Any, index: Integers) -> Any:
    """Select rows of an array, a sparse matrix, a data frame or a Table."""
    if isinstance(X, Table):
        return X.rows(index)
    return X.take(index, axis=0) if isinstance(X, np.ndarray) else _safe_indexing(X, index)


def take_columns(X: Any, index: Integers) -> Any:
    """Select columns of an array, a sparse matrix or a data frame.

    >>> take_columns(np.array([[1.0, 2.0, 3.0]]), np.array([2, 0]))
    array([[3., 1.]])
    """
    return (
        np.ascontiguousarray(X[:, index]) if isinstance(X, np.ndarray) else _safe_indexing(X, index, axis=1)
    )


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
