"""Values between all pairs of rows (a Gram matrix, a distance matrix), computed on the first look-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers

MOST_BYTES_KEPT = 512 * 2**20


class Pairs:
    """`of(A, B)` for the rows of one table: the whole matrix is kept if it is small, else found on demand.

    X: the table. of: gives the matrix of values between the rows of two tables.

    >>> import numpy as np
    >>> pairs = Pairs(np.array([[1.0], [2.0], [4.0]]), lambda A, B: A @ B.T)
    >>> pairs.between(np.array([2]), np.array([0, 1]))
    array([[4., 8.]])
    """

    def __init__(self, X: Any, of: Callable[[Any, Any], Floats]) -> None:
        self.X = X
        self.of = of
        self._all: Floats | None = None

    def between(self, rows: Integers, columns: Integers) -> Floats:
        """Values between some rows and some others."""
        if not self._fits_in_memory():
            return self.of(self.X[rows], self.X[columns])
        if self._all is None:
            self._all = self.of(self.X, self.X)
        return self._all[np.ix_(rows, columns)]

    def _fits_in_memory(self) -> bool:
        return 8 * self.X.shape[0] ** 2 <= MOST_BYTES_KEPT

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_all": None}
