"""Pairwise matrices (Gram or distance matrix), computed lazily and shared between folds.

A training set uses its rows and columns of the matrix; held-out rows look up their values with the training
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

MAX_CACHED_BYTES = 512 * 2**20


class Pairs:
    """The pairwise matrix `of(X, X)` of a table: cached if it is small, else computed on demand.

    X: the table. of: function of A and B that returns the matrix of values between their rows; without B,
    between the rows of A. is_precomputed: whether X is the pairwise matrix itself (n_samples x n_samples).

    >>> import numpy as np
    >>> pairs = Pairs(np.array([[1.0], [2.0], [4.0]]), lambda A, B=None: A @ (A if B is None else B).T)
    >>> pairs.between(np.array([2]), np.array([0, 1]))
    array([[4., 8.]])
    """

    def __init__(self, X: Any, of: Callable[..., Floats], *, is_precomputed: bool = False) -> None:
        self.X = X
        self.of = of
        self.is_precomputed = is_precomputed
        self._all: Floats | None = None

    def between(self, rows: Integers, columns: Integers) -> Floats:
        """The submatrix of these rows and columns."""
        if not self._is_cached():
            same = np.array_equal(rows, columns)
            return self.of(self.X[rows]) if same else self.of(self.X[rows], self.X[columns])
        if self._all is None:
            self._all = self.of(self.X)
        if _is_all(rows, len(self._all)) and _is_all(columns, len(self._all)):
            return self._all
        return self._all[np.ix_(rows, columns)]

    def _is_cached(self) -> bool:
        return self.is_precomputed or 8 * self.X.shape[0] ** 2 <= MAX_CACHED_BYTES

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_all": None}


@dataclass(frozen=True)
class IndexedRows:
    """Indexed rows of the table, whose values with training rows are looked up, not computed."""

    pairs: Pairs
    index: Integers

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as of an array."""
        return len(self.index), self.pairs.X.shape[1]


@dataclass(frozen=True)
class PairedRows:
    """A subset of the rows of a table, with the pairwise matrix of them.

    pairs: the table and its pairwise matrix. y, weight: of the included rows. index: their row indices.

    >>> import numpy as np
    >>> pairs = Pairs(np.array([[1.0], [2.0], [4.0]]), lambda A, B=None: A @ (A if B is None else B).T)
    >>> PairedRows(pairs, np.array([0, 1, 0]), None, np.arange(3)).rows(np.array([0, 2])).values()
    array([[ 1.,  4.],
           [ 4., 16.]])
    """

    pairs: Pairs
    y: Any
    weight: Floats | None
    index: Integers
    exact = True

    @property
    def X(self) -> Any:
        """The included rows."""
        return self.pairs.X[self.index]

    def rows(self, index: Integers) -> PairedRows:
        """Restrict to these of the included rows."""
        y = None if self.y is None else self.y[index]
        weight = None if self.weight is None else self.weight[index]
        return PairedRows(self.pairs, y, weight, self.index[index])

    def examples(self, index: Integers) -> IndexedRows:
        """These rows, as indexed rows."""
        return IndexedRows(self.pairs, self.index[index])

    def values(self) -> Floats:
        """The pairwise matrix of the included rows."""
        return self.pairs.between(self.index, self.index)


def _is_all(rows: Integers, n: int) -> bool:
    return len(rows) == n and bool(np.array_equal(rows, np.arange(n)))
