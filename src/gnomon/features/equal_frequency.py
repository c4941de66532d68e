"""Equal-frequency discretization (quantile binning): bins with about the same number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.features.cuts import frequency_cuts
from gnomon.features.discretizer import Discretizer, number_of_bins, warn_fewer_bins
from gnomon.registry import transformers


class EqualFrequency(Discretizer):
    """Equal-frequency discretization (quantile binning) of quantitative columns; equal values share a bin.

    A cut lies midway between two values, where the weight below it is nearest to its quantile. Where many
    rows have one value there are fewer bins than n_bins, with a warning.

    Examples
    --------
    >>> from gnomon import EqualFrequency
    >>> EqualFrequency(n_bins=2).fit([[0.0], [1.0], [9.0], [100.0]]).cuts_
    [array([5.])]
    """

    n_bins: int = number_of_bins()

    def learn_all(self, columns: Sequence[Column], y: Any, weight: Floats | None) -> list[Any]:
        """The cut points of each column."""
        cuts = [frequency_cuts(column.values, self.n_bins, weight) for column in columns]
        warn_fewer_bins(list(columns), cuts, self.n_bins, "EqualFrequency")
        return cuts


transformers.add(
    "EqualFrequency",
    EqualFrequency,
    "discretize into bins of equal frequency (quantiles)",
    family="discretize",
)
