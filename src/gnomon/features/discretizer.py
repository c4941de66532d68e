"""Discretizers (binning): cut points fitted to each column, and the bins of its values."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, one_of
from gnomon.data.column import Column
from gnomon.errors import DataWarning
from gnomon.features.column_names import column_names
from gnomon.features.columnwise import Columnwise

if TYPE_CHECKING:
    import pandas as pd


class Discretizer(Columnwise):
    """Base class of discretizers (binning): numbers become bins. `learn` returns ascending cut points.

    A value equal to a cut belongs to the bin above it. A missing value stays missing, and a value outside the
    training range belongs to the first or the last bin.

    Attributes
    ----------
    cuts_ : the cut points of each column; None for a column that is passed through

    Examples
    --------
    >>> class AtTen(Discretizer):
    ...     def learn(self, column, y, weight):
    ...         return np.array([10.0])
    >>> AtTen(output="interval").fit_transform([[3.0], [10.0]])["x0"].tolist()
    ['< 10', '>= 10']
    """

    output: str = one_of(
        "code",
        "interval",
        "one_hot",
        default="code",
        help="encoding of bins: ordinal code from 0, interval as ordered category, or one-hot columns",
        grid=(),
    )

    @property
    def cuts_(self) -> list[Floats | None]:
        """The cut points of each column."""
        return self.learned_

    def change(self, learned: Floats, column: Column) -> list[Column]:
        """The bins of one column."""
        codes = bins(learned, column.values)
        if self.output == "code":
            return [Column(column.name, "quantitative", np.where(codes < 0, np.nan, codes))]
        labels = interval_names(learned)
        if self.output == "interval":
            return [Column(column.name, "ordinal", codes.astype(np.int32), tuple(labels))]
        return [
            Column(name, "boolean", np.where(codes < 0, -1, codes == code).astype(np.int32), (False, True))
            for code, name in enumerate(self.names(learned, column.name))
        ]

    def names(self, learned: Floats, name: str) -> list[str]:
        """One name, or one per bin with one-hot output."""
        if self.output != "one_hot":
            return [name]
        return [f"{name}: {label}" for label in interval_names(learned)]

    def frame(self) -> pd.DataFrame:
        """One row per bin: column, bin code, lower and upper edge, and interval."""
        check_is_fitted(self)
        import pandas as pd

        names = column_names(self, len(self.learned_))
        rows = []
        for name, cuts in zip(names, self.cuts_):
            if cuts is not None:
                ends = [-np.inf, *cuts, np.inf]
                labels = interval_names(cuts)
                rows += [(name, code, ends[code], ends[code + 1], label) for code, label in enumerate(labels)]
        return pd.DataFrame(rows, columns=["column", "bin", "from", "below", "interval"])


def number_of_bins() -> Any:
    """The parameter `n_bins` of discretizers with a fixed number of bins.

    >>> number_of_bins().default
    5
    """
    return between(
        2,
        inf,
        whole=True,
        default=5,
        kw_only=False,
        grid=(3, 5, 10),
        help="number of bins per column",
    )


def trace_frame(owner: Discretizer, steps: Sequence[Floats | None], columns: Sequence[str]) -> pd.DataFrame:
    """The steps of a discretizer as a data frame: one row per step of each column.

    >>> from gnomon import EqualWidth
    >>> trace_frame(EqualWidth().fit([[0.0], [1.0]]), [np.array([[0.5]])], ["cut"]).values.tolist()
    [['x0', 0.5]]
    """
    import pandas as pd

    names = column_names(owner, len(owner.learned_))
    rows = [(name, *step) for name, each in zip(names, steps) if each is not None for step in each.tolist()]
    return pd.DataFrame(rows, columns=["column", *columns])


def bins(cuts: Floats, values: Any) -> Integers:
    """The bin code of each value: the number of cuts at or below it; -1 for a missing value.

    >>> bins(np.array([2.0, 5.0]), np.array([1.0, 2.0, 9.0, np.nan]))
    array([ 0,  1,  2, -1])
    """
    numbers = np.asarray(values, dtype=np.float64)
    return np.where(np.isnan(numbers), -1, np.searchsorted(cuts, numbers, side="right"))


def interval_names(cuts: Floats) -> list[str]:
    """The intervals of the bins, with as many digits as distinguish the cuts.

    >>> interval_names(np.array([2.45, 4.75]))
    ['< 2.45', '[2.45, 4.75)', '>= 4.75']
    >>> interval_names(np.array([]))
    ['all']
    """
    if len(cuts) == 0:
        return ["all"]
    shown = [f"{cut:.6g}" for cut in cuts]
    if len(set(shown)) < len(shown):
        shown = [repr(float(cut)) for cut in cuts]
    middle = [f"[{low}, {high})" for low, high in pairwise(shown)]
    return [f"< {shown[0]}", *middle, f">= {shown[-1]}"]


def warn_fewer_bins(columns: list[Column], cuts: list[Array], n_bins: int, owner: str) -> None:
    """Warn of columns that have fewer bins than n_bins.

    >>> warn_fewer_bins([], [], 5, "EqualWidth")
    """
    short = [(column.name, len(each) + 1) for column, each in zip(columns, cuts) if len(each) + 1 < n_bins]
    if short:
        listed = ", ".join(f"{name!r} ({count})" for name, count in short[:8])
        more = f" and {len(short) - 8} more" if len(short) > 8 else ""
        warnings.warn(
            f"{owner}(n_bins={n_bins}): too few distinct values for so many bins in column {listed}{more}; "
            "these columns have fewer bins",
            DataWarning,
            stacklevel=2,
        )
