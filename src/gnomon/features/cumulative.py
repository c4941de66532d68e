"""Empirical cumulative distribution function (ECDF) of a column, with the marks of a percentile plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.features.kinds import check_permissible
from gnomon.features.quantiles import as_column, deciles, present, quartiles
from gnomon.features.statistics import mean, median

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CumulativeDistribution:
    """Empirical cumulative distribution function (ECDF): P(X <= x) at each distinct value of a column.

    marks: mean, median, quartiles and deciles.

    >>> print(cumulative_distribution([2, 3, 3, 5]))
    x: P(X <= x) at 3 distinct values of 4, from 2 to 5
    """

    name: str
    values: Array
    share: Floats
    n: int
    marks: tuple[tuple[str, Any], ...]

    def __call__(self, x: Any) -> Floats:
        """P(X <= x) at each x, of a quantitative column."""
        n_below = np.searchsorted(self.values, np.asarray(x, dtype=np.float64), side="right")
        return np.concatenate([[0.0], self.share])[n_below]

    def frame(self) -> pd.DataFrame:
        """One row per distinct value: the value and P(X <= value)."""
        import pandas as pd

        return pd.DataFrame({"value": self.values, "share": self.share})

    def marks_frame(self) -> pd.DataFrame:
        """The points to mark on a plot: mean, median, quartiles and deciles, by the rule "floor".

        >>> cumulative_distribution(["S", "M", "L"], "ordinal").marks_frame().mark.tolist()[:2]
        ['median', 'quartile 1']
        """
        import pandas as pd

        return pd.DataFrame(list(self.marks), columns=["mark", "value"])

    def __str__(self) -> str:
        ends = f"from {_shown(self.values[0])} to {_shown(self.values[-1])}"
        return f"{self.name}: P(X <= x) at {len(self.values)} distinct values of {self.n}, {ends}"


def cumulative_distribution(x: Any, kind: str | None = None) -> CumulativeDistribution:
    """Empirical cumulative distribution function (ECDF) of a column, ignoring missing values.

    >>> cumulative_distribution([2, 3, 3, 5]).frame().values.tolist()
    [[2.0, 0.25], [3.0, 0.75], [5.0, 1.0]]
    >>> cumulative_distribution([2, 3, 3, 5])([1.0, 3.0])
    array([0.  , 0.75])
    """
    column = as_column(x, kind)
    check_permissible("quantiles", column)
    values = present(column)
    distinct, counts = np.unique(values, return_counts=True)
    shown = distinct if column.kind == "quantitative" else np.array(column.levels, dtype=object)[distinct]
    marks = [("mean", mean(column))] if column.kind == "quantitative" else []
    marks += [("median", median(column))]
    marks += [(f"quartile {number}", value) for number, value in enumerate(quartiles(column), 1)]
    marks += [(f"decile {number}", value) for number, value in enumerate(deciles(column), 1)]
    return CumulativeDistribution(
        column.name, shown, np.cumsum(counts) / len(values), len(values), tuple(marks)
    )


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
