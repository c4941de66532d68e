"""Equal-width discretization: the range of a column cut into intervals of one length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.data.column import Column
from gnomon.features.cuts import distinct_values
from gnomon.features.discretizer import Discretizer, number_of_bins, say_fewer_bins
from gnomon.registry import transformers


class EqualWidth(Discretizer):
    """Cut each quantitative column into bins of equal width, from its least value to its greatest.

    Bins may be empty: a value far out makes most of them so, for which `EqualFrequency` is the remedy. A
    constant column has one bin. The bins are those of scikit-learn's KBinsDiscretizer(strategy="uniform"),
    with missing values, categories beside numbers, and weights.

    Examples
    --------
    >>> from gnomon.features.equal_width import EqualWidth
    >>> EqualWidth(n_bins=2).fit_transform([[0.0], [1.0], [9.0], [10.0]]).ravel()
    array([0., 0., 1., 1.])
    """

    n_bins: int = number_of_bins()

    def learn_all(self, columns: Sequence[Column], y: Any, weight: Floats | None) -> list[Any]:
        """The cuts of each column."""
        cuts = [self.learn(column, y, weight) for column in columns]
        say_fewer_bins(list(columns), cuts, self.n_bins, "EqualWidth")
        return cuts

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Floats:
        """The ends of the bins but for the outer two."""
        found, _ = distinct_values(column.values, weight)
        if len(found) < 2:
            return np.empty(0)
        # Shares of both ends, lest their difference be too large for a number.
        share = np.arange(1, self.n_bins) / self.n_bins
        return np.unique(found[0] * (1 - share) + found[-1] * share)


transformers.add("EqualWidth", EqualWidth, "cut numbers into bins of equal width", family="discretize")
