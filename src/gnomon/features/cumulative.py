"""The cumulative distribution of a column: the share of the rows at or below each value (percentile plot)."""

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
    """P(X <= x) at each distinct value of a column, with the points that a plot marks.

    >>> print(cumulative_distribution([2, 3, 3, 5]))
    x: P(X <= x) at 3 distinct values of 4, from 2 to 5
    """

    name: str
    values: Array
    share: Floats
    n: int
    marks: tuple[tuple[str, Any], ...]

    def __call__(self, x: Any) -> Floats:
        """The share of the rows at or below each x; of a quantitative column alone."""
        place = np.searchsorted(self.values, np.asarray(x, dtype=np.float64), side="right")
        return np.concatenate([[0.0], self.share])[place]

    def frame(self) -> pd.DataFrame:
        """A row for each distinct value: the value and the share of the rows at or below it."""
        import pandas as pd

        return pd.DataFrame({"value": self.values, "share": self.share})

    def marks_frame(self) -> pd.DataFrame:
        """The points to mark on the plot: mean, median, quartiles and deciles, by the rule "floor".

        >>> cumulative_distribution(["S", "M", "L"], "ordinal").marks_frame().mark.tolist()[:2]
        ['median', 'quartile 1']
        """
        import pandas as pd

        return pd.DataFrame(list(self.marks), columns=["mark", "value"])

    def __str__(self) -> str:
        ends = f"from {_shown(self.values[0])} to {_shown(self.values[-1])}"
        return f"{self.name}: P(X <= x) at {len(self.values)} distinct values of {self.n}, {ends}"


def cumulative_distribution(x: Any, kind: str | None = None) -> CumulativeDistribution:
    """The cumulative distribution of a quantitative or ordinal column; missing values are left out.

    >>> cumulative_distribution([2, 3, 3, 5]).frame().values.tolist()
    [[2.0, 0.25], [3.0, 0.75], [5.0, 1.0]]
    >>> cumulative_distribution([2, 3, 3, 5])([1.0, 3.0])
    array([0.  , 0.75])
    """
    column = as_column(x, kind)
    check_permissible("quantiles", column)
    values = present(column)
    found, counts = np.unique(values, return_counts=True)
    shown = found if column.kind == "quantitative" else np.array(column.levels, dtype=object)[found]
    marks = [("mean", mean(column))] if column.kind == "quantitative" else []
    marks += [("median", median(column))]
    marks += [(f"quartile {place + 1}", value) for place, value in enumerate(quartiles(column))]
    marks += [(f"decile {place + 1}", value) for place, value in enumerate(deciles(column))]
    return CumulativeDistribution(
        column.name, shown, np.cumsum(counts) / len(values), len(values), tuple(marks)
    )


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
