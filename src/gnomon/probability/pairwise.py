"""Mutual information of every pair of discrete columns."""

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

# Cells per batch, 32 MB of them; a single table may have more, up to 512 MB.
CELLS_PER_BATCH = 4_000_000
MAX_CELLS = 2**26


@dataclass(frozen=True)
class PairwiseInformation:
    """Matrix of the mutual information of each pair of columns, with entropies on the diagonal.

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
        """Entropy of each column."""
        return np.diag(self.information).copy()

    def matrix(self) -> pd.DataFrame:
        """Return the matrix as a data frame with column names."""
        import pandas as pd

        return pd.DataFrame(self.information, index=self.names, columns=self.names)

    def frame(self) -> pd.DataFrame:
        """Return one row per pair in decreasing order, with the symmetric uncertainty 2 I / (H + H)."""
        import pandas as pd

        a, b = np.triu_indices(len(self.names), 1)
        information, names = self.information[a, b], np.array(self.names, dtype=object)
        both = self.entropy[a] + self.entropy[b]
        ratio = np.divide(2 * information, both, out=np.zeros_like(information), where=both > 0)
        table = pd.DataFrame(
            {"first": names[a], "second": names[b], "information": information, "uncertainty": ratio}
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
    """Mutual information I(X_i; X_j) of every pair of columns of discrete values.

    Missing values (NaN, None) are deleted pairwise. method: "plug-in", "miller-madow" or "shrinkage", as in
    `estimate_mutual_information`.

    >>> pairwise_mutual_information([[0, "a"], [0, "a"], [1, "b"], [1, "b"]]).information
    array([[1., 1.],
           [1., 1.]])
    """
    check_method(method)
    unit(base)
    columns = coded_columns(X)
    weight = row_weights(sample_weight, columns.codes.shape[1])
    information = np.diag([estimate_entropy(each, method, base) for each in _counts(columns, weight)])
    first, second = (index.astype(np.int32) for index in np.triu_indices(len(columns.names), 1))
    for part in _batches(_cells(columns, first, second)):
        a, b = first[part], second[part]
        cells = native.pair_counts(columns.codes, columns.levels, a, b, weight, threads.count(n_jobs))
        information[a, b] = information[b, a] = _pair_information(columns, a, b, cells, method, base)
    return PairwiseInformation(columns.names, information, method, base)


def _counts(columns: CodedColumns, weight: Floats | None) -> list[Floats]:
    """Counts of the levels of each column, without missing values."""
    tables = []
    for name, codes, levels in zip(columns.names, columns.codes, columns.levels, strict=True):
        table = np.bincount(codes, weight, levels)[:levels].astype(np.float64)
        if not table.any():
            raise DataError(f"column {name!r} is missing in all rows of positive weight; drop it")
        tables.append(table)
    return tables


def _cells(columns: CodedColumns, first: Array, second: Array) -> Integers:
    """Number of cells in the table of each pair."""
    cells = columns.levels[first].astype(np.int64) * columns.levels[second]
    if len(cells) and cells.max() > MAX_CELLS:
        pair = int(cells.argmax())
        a, b = int(first[pair]), int(second[pair])
        raise DataError(
            f"columns {columns.names[a]!r} and {columns.names[b]!r} have {columns.levels[a]:,} and "
            f"{columns.levels[b]:,} values, too many for a contingency table; discretize them first"
        )
    return np.asarray(cells, dtype=np.int64)


def _batches(cells: Array) -> list[slice]:
    """Batches of pairs whose tables fit in memory."""
    batch = np.cumsum(cells) // CELLS_PER_BATCH
    edges = np.flatnonzero(np.diff(batch, prepend=-1, append=-1)) if len(cells) else np.array([], np.int64)
    return [slice(int(begin), int(end)) for begin, end in pairwise(edges)]


def _pair_information(
    columns: CodedColumns, a: Array, b: Array, cells: Floats, method: str, base: float
) -> Floats:
    """Mutual information from the concatenated tables of pairs; tables of one shape are batched."""
    rows, width = columns.levels[a].astype(np.int64), columns.levels[b].astype(np.int64)
    offset = np.concatenate([[0], np.cumsum(rows * width)])
    information = np.empty(len(a))
    for shape in np.unique(np.stack([rows, width], axis=1), axis=0):
        alike = np.flatnonzero((rows == shape[0]) & (width == shape[1]))
        if len(alike) < len(a):
            inside = offset[alike][:, None] + np.arange(shape.prod())
            tables = cells[inside].reshape(len(alike), *shape)
        else:
            tables = cells.reshape(len(alike), *shape)
        empty = ~tables.any(axis=(1, 2))
        if empty.any():
            pair = alike[int(empty.argmax())]
            raise DataError(
                f"columns {columns.names[a[pair]]!r} and {columns.names[b[pair]]!r} have no row where both "
                "are observed; drop one of them, or impute"
            )
        information[alike] = estimate_mutual_information(tables, method, base)
    return information
