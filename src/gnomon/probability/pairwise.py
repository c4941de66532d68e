"""Mutual information of every pair of discrete columns, counted by the compiled kernel."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from gnomon import native, threads
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.probability.columns import CodedColumns, coded_columns
from gnomon.probability.estimators import check_method, estimate_entropy, estimate_mutual_information
from gnomon.probability.tables import row_weights, unit

if TYPE_CHECKING:
    import pandas as pd

# Cells that are counted at a time, 32 MB of them; a single table may have more, up to 512 MB.
CELLS_A_TURN = 4_000_000
MOST_CELLS = 2**26


@dataclass(frozen=True)
class PairwiseInformation:
    """What each column tells of each other, a symmetric matrix with the entropies on its diagonal.

    >>> table = pairwise_mutual_information([[0, 0, 1], [0, 0, 0], [1, 1, 1], [1, 1, 0]], method="plug-in")
    >>> print(table)
    mutual information of 3 columns, plug-in, base 2; the strongest pairs:
      x0, x1  1.0000
      x0, x2  0.0000
      x1, x2  0.0000
    """

    names: tuple[str, ...]
    information: Floats
    method: str
    base: float

    @property
    def entropy(self) -> Floats:
        """The entropy of each column."""
        return np.diag(self.information).copy()

    def matrix(self) -> pd.DataFrame:
        """The matrix under the names of the columns."""
        import pandas as pd

        return pd.DataFrame(self.information, index=self.names, columns=self.names)

    def frame(self) -> pd.DataFrame:
        """A row for each pair, the strongest first, with 2 I / (H + H), the symmetric uncertainty."""
        import pandas as pd

        a, b = np.triu_indices(len(self.names), 1)
        found, names = self.information[a, b], np.array(self.names, dtype=object)
        both = self.entropy[a] + self.entropy[b]
        share = np.divide(2 * found, both, out=np.zeros_like(found), where=both > 0)
        table = pd.DataFrame(
            {"first": names[a], "second": names[b], "information": found, "uncertainty": share}
        )
        return table.sort_values("information", ascending=False, kind="stable", ignore_index=True)

    def __str__(self) -> str:
        head = f"mutual information of {len(self.names)} columns, {self.method}, base {self.base:g}"
        pairs = self.frame().head(10)
        lines = [f"  {row.first}, {row.second}  {row.information:.4f}" for row in pairs.itertuples()]
        return "\n".join([head + "; the strongest pairs:", *lines]) if lines else head


def pairwise_mutual_information(
    X: Any,
    *,
    method: str = "plug-in",
    base: float = 2.0,
    sample_weight: ArrayLike | None = None,
    n_jobs: int | None = None,
) -> PairwiseInformation:
    """I(X_i; X_j) for every two columns of a table of discrete values.

    A missing value (NaN, None) leaves its row out of the pairs it is in, and out of no others.
    method: "plug-in", "miller-madow" or "shrinkage", as in `estimate_mutual_information`.

    >>> pairwise_mutual_information([[0, "a"], [0, "a"], [1, "b"], [1, "b"]]).information
    array([[1., 1.],
           [1., 1.]])
    """
    check_method(method)
    unit(base)
    columns = coded_columns(X)
    weight = row_weights(sample_weight, columns.codes.shape[1])
    found = np.diag([estimate_entropy(each, method, base) for each in _counts(columns, weight)])
    first, second = (index.astype(np.int32) for index in np.triu_indices(len(columns.names), 1))
    for part in _turns(_cells(columns, first, second)):
        a, b = first[part], second[part]
        cells = native.pair_counts(columns.codes, columns.levels, a, b, weight, threads.count(n_jobs))
        found[a, b] = found[b, a] = _informations(columns, a, b, cells, method, base)
    return PairwiseInformation(columns.names, found, method, base)


def _counts(columns: CodedColumns, weight: Floats | None) -> list[Floats]:
    """How often each level of each column occurs, missing values apart."""
    tables = []
    for name, codes, levels in zip(columns.names, columns.codes, columns.levels, strict=True):
        table = np.bincount(codes, weight, levels)[:levels].astype(np.float64)
        if not table.any():
            raise DataError(f"column {name!r} has no value in a row of any weight; leave it out")
        tables.append(table)
    return tables


def _cells(columns: CodedColumns, first: Array, second: Array) -> Integers:
    """How many cells the table of each pair has."""
    cells = columns.levels[first].astype(np.int64) * columns.levels[second]
    if len(cells) and cells.max() > MOST_CELLS:
        pair = int(cells.argmax())
        a, b = int(first[pair]), int(second[pair])
        raise DataError(
            f"columns {columns.names[a]!r} and {columns.names[b]!r} have {columns.levels[a]:,} and "
            f"{columns.levels[b]:,} values, too many for a table of pairs; discretize them first"
        )
    return np.asarray(cells, dtype=np.int64)


def _turns(cells: Array) -> list[slice]:
    """Runs of pairs whose tables fit in memory together."""
    turn = np.cumsum(cells) // CELLS_A_TURN
    edges = np.flatnonzero(np.diff(turn, prepend=-1, append=-1)) if len(cells) else np.array([], np.int64)
    return [slice(int(begin), int(end)) for begin, end in pairwise(edges)]


def _informations(
    columns: CodedColumns, a: Array, b: Array, cells: Floats, method: str, base: float
) -> Floats:
    """From the tables of pairs, one after the other; those of one shape together."""
    rows, width = columns.levels[a].astype(np.int64), columns.levels[b].astype(np.int64)
    place = np.concatenate([[0], np.cumsum(rows * width)])
    found = np.empty(len(a))
    for shape in np.unique(np.stack([rows, width], axis=1), axis=0):
        alike = np.flatnonzero((rows == shape[0]) & (width == shape[1]))
        if len(alike) < len(a):
            inside = place[alike][:, None] + np.arange(shape.prod())
            tables = cells[inside].reshape(len(alike), *shape)
        else:
            tables = cells.reshape(len(alike), *shape)
        empty = ~tables.any(axis=(1, 2))
        if empty.any():
            pair = alike[int(empty.argmax())]
            raise DataError(
                f"columns {columns.names[a[pair]]!r} and {columns.names[b[pair]]!r} have no row where both "
                "are known; leave one of them out, or impute"
            )
        found[alike] = estimate_mutual_information(tables, method, base)
    return found
