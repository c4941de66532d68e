"""Values between all pairs of rows (a Gram matrix, a distance matrix), computed on the first look-up.

One matrix serves every fold: a training set sees its own rows and columns of it, and the rows that are held
out look up their values with the training rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

MOST_BYTES_KEPT = 512 * 2**20


class Pairs:
    """`of(A, B)` for the rows of one table: the whole matrix is kept if it is small, else found on demand.

    X: the table. of: gives the matrix of values between the rows of two tables, or with B left out between
    those of one. is_given: whether the table is the matrix itself, a row and a column for each example.

    >>> import numpy as np
    >>> pairs = Pairs(np.array([[1.0], [2.0], [4.0]]), lambda A, B=None: A @ (A if B is None else B).T)
    >>> pairs.between(np.array([2]), np.array([0, 1]))
    array([[4., 8.]])
    """

    def __init__(self, X: Any, of: Callable[..., Floats], *, is_given: bool = False) -> None:
        self.X = X
        self.of = of
        self.is_given = is_given
        self._all: Floats | None = None

    def between(self, rows: Integers, columns: Integers) -> Floats:
        """Values between some rows and some others."""
        if not self._is_kept():
            same = np.array_equal(rows, columns)
            return self.of(self.X[rows]) if same else self.of(self.X[rows], self.X[columns])
        if self._all is None:
            self._all = self.of(self.X)
        if _is_everything(rows, len(self._all)) and _is_everything(columns, len(self._all)):
            return self._all
        return self._all[np.ix_(rows, columns)]

    def _is_kept(self) -> bool:
        return self.is_given or 8 * self.X.shape[0] ** 2 <= MOST_BYTES_KEPT

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_all": None}


@dataclass(frozen=True)
class Residents:
    """Rows of the table whose values with training rows are looked up, not computed."""

    pairs: Pairs
    index: Integers

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as an array would have."""
        return len(self.index), self.pairs.X.shape[1]


@dataclass(frozen=True)
class PairedRows:
    """The rows in view of a table, with the values between them.

    pairs: the table and its values. y, weight: of the rows in view. index: their row numbers.

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
        """The rows in view."""
        return self.pairs.X[self.index]

    def rows(self, index: Integers) -> PairedRows:
        """Only these of the rows in view."""
        y = None if self.y is None else self.y[index]
        weight = None if self.weight is None else self.weight[index]
        return PairedRows(self.pairs, y, weight, self.index[index])

    def examples(self, index: Integers) -> Residents:
        """These rows, to be looked up."""
        return Residents(self.pairs, self.index[index])

    def values(self) -> Floats:
        """The values between the rows in view."""
        return self.pairs.between(self.index, self.index)


def _is_everything(rows: Integers, n: int) -> bool:
    return len(rows) == n and bool(np.array_equal(rows, np.arange(n)))
