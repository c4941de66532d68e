"""Hash keys of rows and integer codes of values, to find duplicates and count levels."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gnomon.arrays import Array, Integers
from gnomon.data.table import Table
from gnomon.experiments.row_digests import row_digests

Keys = NDArray[np.uint64]


def row_keys(table: Table, names: Sequence[str] | None = None) -> Keys:
    """The hash key of each row over the named columns or all: 64 bits of the digest of its values.

    >>> keys = row_keys(Table.of({"a": [1.0, 2.0, 1.0], "b": ["x", "x", "x"]}))
    >>> bool(keys[0] == keys[2]), bool(keys[0] == keys[1])
    (True, False)
    """
    digests = row_digests(table if names is None else table.select(list(names)))
    return np.ascontiguousarray(digests.view(np.uint64).reshape(table.n_rows, -1)[:, 0])


def codes_of(keys: Array) -> tuple[Integers, Integers]:
    """The integer code of each row's key or value, and the number of rows per code.

    >>> codes_of(np.array([7, 3, 7]))
    (array([1, 0, 1]), array([1, 2]))
    """
    _, code, count = np.unique(keys, return_inverse=True, return_counts=True)
    return code.astype(np.int64), count.astype(np.int64)
