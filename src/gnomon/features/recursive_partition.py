"""Recursive partitioning: cut a column where the classes part best, then each side, while it pays.

With entropy and the stop by description length it is Fayyad & Irani's (1993) method, known as MDLP.
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
from gnomon.features.discretizer import Discretizer, traced
from gnomon.features.sorted_columns import SortedColumns
from gnomon.registry import transformers

if TYPE_CHECKING:
    import pandas as pd

STEPS = ("threshold", "score", "needed", "below", "above", "depth")
DEEPEST = 2**31 - 1


class RecursivePartition(Discretizer):
    """Cut each quantitative column at the threshold of best score, and so on inside each part.

    stop="mdl" makes a cut only if the gain in bits pays for its description (Fayyad & Irani 1993),
    stop="chi2" only if the two sides differ at the level alpha, and stop="pure" goes on until bins are pure
    or max_depth or min_gain ends it. A column that tells nothing of the classes keeps one bin. The cuts lie
    midway between two values; of equal scores the lowest threshold wins.

    Attributes
    ----------
    cuts_ : the cuts of each column, ascending; None for one that passes as it is
    steps_ : for each column a row for each cut in the order made: threshold, score, what it had to beat, the
        weight below and above, and its depth

    Examples
    --------
    >>> from gnomon.features.recursive_partition import RecursivePartition
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
        help="the score of a cut: gain of information in bits, gain in the Gini index, or chi2 of both sides",
    )
    stop: str = one_of("mdl", "chi2", "pure", default="mdl", help="when a cut is not made")
    alpha: float = between(0, 1, default=0.05, help="level of the test for stop='chi2'", grid=(0.01, 0.05))
    max_depth: int | None = between(
        1, inf, default=None, whole=True, optional=True, help="most cuts on the way to a bin", grid=(1, 3)
    )
    min_gain: float = between(0, inf, default=0.0, help="a score must be above this", grid=(0.0, 0.05))
    min_weight: float = between(0, inf, default=1.0, help="least weight of a bin", grid=(1.0, 5.0))
    target_bins: int = target_bins()

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SortedColumns:
        """Sort the columns."""
        columns = columns_of(X)
        return SortedColumns.of(X, columns, self.chosen(columns), y, weight)

    def fit_prepared(self, data: SortedColumns, start: Self | None = None) -> Self:
        """Cut every column."""
        labels = data.labels(self.target_bins)
        begin, table = native.partition_columns(
            data.values,
            data.places,
            data.member,
            labels.codes.astype(np.int32),
            labels.n_classes,
            data.counts,
            self.criterion,
            self.stop == "mdl",
            _critical(self.alpha, labels.n_classes) if self.stop == "chi2" else None,
            DEEPEST if self.max_depth is None else min(self.max_depth, DEEPEST),
            self.min_weight,
            self.min_gain,
            threads.count(),
        )
        steps = iter(np.split(table, begin[1:-1]))
        self.remember(data.columns, data.chosen)
        self.steps_ = [next(steps) if chosen else None for chosen in self.chosen_]
        self.learned_ = [None if each is None else np.sort(each[:, 0]) for each in self.steps_]
        return self

    def trace(self) -> pd.DataFrame:
        """The cuts in the order made, a row each: left parts are cut before right ones.

        >>> X, y = [[1.0], [2.0], [3.0], [7.0]], list("aaab")
        >>> RecursivePartition(stop="pure").fit(X, y).trace().round(4).values.tolist()
        [['x0', 5.0, 0.8113, 0.0, 3.0, 1.0, 0.0]]
        """
        check_is_fitted(self)
        return traced(self, self.steps_, STEPS)


def _critical(alpha: float, n_classes: int) -> Floats:
    """What chi2 has to exceed, by degrees of freedom from 0."""
    freedom = np.arange(n_classes)
    return np.where(freedom == 0, np.inf, chi2.isf(alpha, np.maximum(freedom, 1)))


transformers.add(
    "RecursivePartition",
    RecursivePartition,
    "cut numbers where the classes part, while it pays (MDLP)",
    family="discretize",
)
