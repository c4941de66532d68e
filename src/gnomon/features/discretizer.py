"""What all discretizers share: cuts learned for each column, and the bins they make of its values."""

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
    """Numbers become bins; a value at a cut lies above it. `learn` gives the cuts of a column, ascending.

    A missing value stays missing, and a value beyond those seen lies in the first or the last bin.

    Attributes
    ----------
    cuts_ : the cuts of each column; None for one that passes as it is

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
        help="the number of the bin from 0, its interval as an ordered category, or a 0/1 column a bin",
        grid=(),
    )

    @property
    def cuts_(self) -> list[Floats | None]:
        """The cuts of each column."""
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
        """One name, or one for each bin."""
        if self.output != "one_hot":
            return [name]
        return [f"{name}: {label}" for label in interval_names(learned)]

    def frame(self) -> pd.DataFrame:
        """A row for each bin: the column, the bin's number, where it begins and ends, and its name."""
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
    """The parameter `n_bins` of discretizers that are told it.

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
        help="how many bins a column is cut into",
    )


def traced(owner: Discretizer, steps: Sequence[Floats | None], columns: Sequence[str]) -> pd.DataFrame:
    """What a discretizer did to its columns, a row for each step.

    >>> from gnomon.features.equal_width import EqualWidth
    >>> traced(EqualWidth().fit([[0.0], [1.0]]), [np.array([[0.5]])], ["cut"]).values.tolist()
    [['x0', 0.5]]
    """
    import pandas as pd

    names = column_names(owner, len(owner.learned_))
    rows = [(name, *step) for name, some in zip(names, steps) if some is not None for step in some.tolist()]
    return pd.DataFrame(rows, columns=["column", *columns])


def bins(cuts: Floats, values: Any) -> Integers:
    """The bin of each value, from 0: how many cuts are at it or below; -1 for a missing value.

    >>> bins(np.array([2.0, 5.0]), np.array([1.0, 2.0, 9.0, np.nan]))
    array([ 0,  1,  2, -1])
    """
    numbers = np.asarray(values, dtype=np.float64)
    return np.where(np.isnan(numbers), -1, np.searchsorted(cuts, numbers, side="right"))


def interval_names(cuts: Floats) -> list[str]:
    """The bins in words, with as many digits as tell the cuts apart.

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


def say_fewer_bins(columns: list[Column], cuts: list[Array], n_bins: int, owner: str) -> None:
    """Warn of columns that have fewer bins than were asked for.

    >>> say_fewer_bins([], [], 5, "EqualWidth")
    """
    short = [(column.name, len(each) + 1) for column, each in zip(columns, cuts) if len(each) + 1 < n_bins]
    if short:
        listed = ", ".join(f"{name!r} ({count})" for name, count in short[:8])
        more = f" and {len(short) - 8} more" if len(short) > 8 else ""
        warnings.warn(
            f"{owner}(n_bins={n_bins}): too few distinct values for so many bins in column {listed}{more}; "
            "the bins there are fewer",
            DataWarning,
            stacklevel=2,
        )
