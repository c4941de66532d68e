"""Equal-width discretization: the range of a column divided into intervals of equal length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.features.cuts import distinct_values
from gnomon.features.discretizer import Discretizer, number_of_bins, warn_fewer_bins
from gnomon.registry import transformers


class EqualWidth(Discretizer):
    """Equal-width discretization (uniform binning) of quantitative columns, from minimum to maximum.

    Bins may be empty: an outlier makes most of them so; `EqualFrequency` avoids this. A constant column has
    one bin. The bins are those of scikit-learn's KBinsDiscretizer(strategy="uniform"), with support for
    missing values, mixed tables and sample weights.

    Examples
    --------
    >>> from gnomon import EqualWidth
    >>> EqualWidth(n_bins=2).fit_transform([[0.0], [1.0], [9.0], [10.0]]).ravel()
    array([0., 0., 1., 1.])
    """

    n_bins: int = number_of_bins()

    def learn_all(self, columns: Sequence[Column], y: Any, weight: Floats | None) -> list[Any]:
        """The cut points of each column."""
        cuts = [self.learn(column, y, weight) for column in columns]
        warn_fewer_bins(list(columns), cuts, self.n_bins, "EqualWidth")
        return cuts

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Floats:
        """The inner edges of the bins."""
        distinct, _ = distinct_values(column.values, weight)
        if len(distinct) < 2:
            return np.empty(0)
        # Weighted averages of both ends, as their difference may overflow.
        fraction = np.arange(1, self.n_bins) / self.n_bins
        return np.unique(distinct[0] * (1 - fraction) + distinct[-1] * fraction)


transformers.add("EqualWidth", EqualWidth, "discretize into bins of equal width", family="discretize")
