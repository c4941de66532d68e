"""Recursive partitioning: supervised top-down discretization by entropy, Gini index or chi2 (MDLP).

With entropy and the stopping criterion of minimum description length it is MDLP (Fayyad & Irani 1993).
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.stats import chi2
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.check import between, one_of
from gnomon.features.class_target import target_bins
from gnomon.features.columnwise import columns_of
from gnomon.features.discretizer import Discretizer, trace_frame
from gnomon.features.sorted_columns import SortedColumns
from gnomon.registry import transformers

if TYPE_CHECKING:
    import pandas as pd

STEPS = ("threshold", "score", "needed", "below", "above", "depth")
MAX_DEPTH = 2**31 - 1


class RecursivePartition(Discretizer):
    """Supervised discretization by recursive partitioning (top-down; MDLP): split at the best threshold.

    stop="mdl" splits only if the information gain exceeds the description length of the cut (minimum
    description length principle, Fayyad & Irani 1993), stop="chi2" only if the two bins differ significantly
    at level alpha, and stop="pure" splits until bins are pure or max_depth or min_gain is reached. An
    uninformative column has one bin. Cuts lie midway between two values; of tied scores the lowest wins.

    Attributes
    ----------
    cuts_ : the cut points of each column, ascending; None for a column that is passed through
    steps_ : for each column a row per split, in order: threshold, score, required score, weight below and
        above, and depth

    Examples
    --------
    >>> from gnomon import RecursivePartition
    >>> X, y = [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]], list("aaabbb")
    >>> RecursivePartition().fit(X, y).cuts_
    [array([5.])]
    """

    supervised = True
    shared_by = ("columns",)

    criterion: str = one_of(
        "entropy",
        "gini",
        "chi2",
        default="entropy",
        kw_only=False,
        help="split criterion: information gain in bits, decrease of the Gini index, or chi2",
    )
    stop: str = one_of("mdl", "chi2", "pure", default="mdl", help="stopping criterion")
    alpha: float = between(0, 1, default=0.05, help="significance level for stop='chi2'", grid=(0.01, 0.05))
    max_depth: int | None = between(
        1, inf, default=None, whole=True, optional=True, help="maximum depth of the recursion", grid=(1, 3)
    )
    min_gain: float = between(
        0, inf, default=0.0, help="minimum score of a split, exclusive", grid=(0.0, 0.05)
    )
    min_weight: float = between(0, inf, default=1.0, help="minimum weight of a bin", grid=(1.0, 5.0))
    target_bins: int = target_bins()

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SortedColumns:
        """Sort the columns."""
        columns = columns_of(X)
        return SortedColumns.of(X, columns, self.chosen(columns), y, weight)

    def fit_prepared(self, data: SortedColumns, start: Self | None = None) -> Self:
        """Partition each column."""
        labels = data.labels(self.target_bins)
        begin, table = native.partition_columns(
            data.values,
            data.order,
            data.member,
            labels.codes.astype(np.int32),
            labels.n_classes,
            data.counts,
            self.criterion,
            self.stop == "mdl",
            _critical(self.alpha, labels.n_classes) if self.stop == "chi2" else None,
            MAX_DEPTH if self.max_depth is None else min(self.max_depth, MAX_DEPTH),
            self.min_weight,
            self.min_gain,
            threads.count(),
        )
        steps = iter(np.split(table, begin[1:-1]))
        self.store_columns(data.columns, data.chosen)
        self.steps_ = [next(steps) if chosen else None for chosen in self.chosen_]
        self.learned_ = [None if each is None else np.sort(each[:, 0]) for each in self.steps_]
        return self

    def trace(self) -> pd.DataFrame:
        """The splits in order, one row each: left bins are split before right ones.

        >>> X, y = [[1.0], [2.0], [3.0], [7.0]], list("aaab")
        >>> RecursivePartition(stop="pure").fit(X, y).trace().round(4).values.tolist()
        [['x0', 5.0, 0.8113, 0.0, 3.0, 1.0, 0.0]]
        """
        check_is_fitted(self)
        return trace_frame(self, self.steps_, STEPS)


def _critical(alpha: float, n_classes: int) -> Floats:
    """Critical values of chi2, by degrees of freedom from 0."""
    freedom = np.arange(n_classes)
    return np.where(freedom == 0, np.inf, chi2.isf(alpha, np.maximum(freedom, 1)))


transformers.add(
    "RecursivePartition",
    RecursivePartition,
    "supervised top-down discretization by entropy (MDLP)",
    family="discretize",
)
