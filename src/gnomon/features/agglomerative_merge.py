"""Agglomerative merging: a bin for each value, then like neighbors are joined until none are alike.

With chi2 and a stop by its p-value it is Kerber's (1992) ChiMerge; by distance it looks at the values alone.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.stats import chi2
from sklearn.utils.validation import check_is_fitted

from gnomon import native, threads
from gnomon.arrays import Floats
from gnomon.check import between, flag, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.features.class_target import target_bins, with_weight
from gnomon.features.columnwise import columns_of
from gnomon.features.discretizer import Discretizer, traced
from gnomon.features.sorted_columns import SortedColumns
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd


class AgglomerativeMerge(Discretizer):
    """Join the two neighboring bins of each column that are most alike, again and again.

    criterion="chi2" joins those whose classes differ least, until the least chi2 is significant: its p-value,
    with classes - 1 degrees of freedom, is below alpha. criterion="distance" joins those whose means are
    nearest, until max_bins are left, and needs no target. Of equal pairs the lowest is joined first.

    Attributes
    ----------
    cuts_ : the cuts of each column, ascending; None for one that passes as it is
    merges_ : for each column a row for each merge in the order made: the threshold that went, and its score

    Examples
    --------
    >>> from gnomon.features.agglomerative_merge import AgglomerativeMerge
    >>> X, y = [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]], list("aaabbb")
    >>> AgglomerativeMerge(alpha=0.05).fit(X, y).cuts_
    [array([5.])]
    """

    supervised = True
    shared_by = ("columns",)

    criterion: str = one_of(
        "chi2", "distance", default="chi2", kw_only=False, help="what makes two bins alike", grid=("chi2",)
    )
    alpha: float = between(
        0, 1, open=True, default=0.05, help="bins that differ at this level are kept apart", grid=(0.01, 0.1)
    )
    min_bins: int = between(1, inf, whole=True, default=1, help="merging never leaves fewer bins")
    max_bins: int | None = between(
        1,
        inf,
        whole=True,
        default=None,
        optional=True,
        help="merging goes on while there are more bins; None: no limit, or 5 by distance",
    )
    join_pure: bool = flag(default=True, help="whether runs of values of one class are joined at the start")
    all_ties: bool = flag(default=False, help="whether all pairs that tie are joined at once")
    target_bins: int = target_bins()

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SortedColumns:
        """Sort the columns."""
        columns = columns_of(X)
        return SortedColumns.of(X, columns, self.chosen(columns), y, weight)

    def fit_prepared(self, data: SortedColumns, start: Self | None = None) -> Self:
        """Merge the bins of every column."""
        labels = self._labels(data)
        begin, cuts, merge_begin, merges = native.merge_columns(
            data.values,
            data.places,
            data.member,
            labels.codes.astype(np.int32),
            labels.n_classes,
            data.counts,
            self.criterion == "distance",
            self.join_pure,
            self.all_ties,
            self._stop(data, labels),
            self.min_bins,
            self._most(data),
            threads.count(),
        )
        cuts_of, merges_of = iter(np.split(cuts, begin[1:-1])), iter(np.split(merges, merge_begin[1:-1]))
        self.remember(data.columns, data.chosen)
        self.learned_ = [next(cuts_of) if chosen else None for chosen in self.chosen_]
        self.merges_ = [next(merges_of) if chosen else None for chosen in self.chosen_]
        return self

    def trace(self) -> pd.DataFrame:
        """The merges in the order made: column, the threshold that went, and the score of the pair.

        >>> X, y = [[1.0], [2.0], [3.0], [7.0]], list("abab")
        >>> AgglomerativeMerge(alpha=0.1).fit(X, y).trace().threshold.tolist()
        [1.5, 2.5, 5.0]
        """
        check_is_fitted(self)
        return traced(self, self.merges_, ("threshold", "score"))

    def _labels(self, data: SortedColumns) -> Labels:
        if self.criterion == "distance":
            return Labels(np.zeros(data.values.shape[1], dtype=np.int64), np.zeros(1))
        if data.y is None:
            raise DataError("AgglomerativeMerge requires y to be passed; or let criterion='distance'")
        return data.labels(self.target_bins)

    def _stop(self, data: SortedColumns, labels: Labels) -> float:
        if self.criterion == "distance":
            return -inf
        weight = None if data.weight is None else data.weight[data.index]
        freedom = with_weight(labels[data.index], weight).n_classes - 1
        return float(chi2.isf(self.alpha, freedom)) if freedom > 0 else inf

    def _most(self, data: SortedColumns) -> int:
        most = self.max_bins
        if most is None:
            most = 5 if self.criterion == "distance" else max(data.values.shape[1], 1)
        if most < self.min_bins:
            raise ParameterError(
                f"AgglomerativeMerge(min_bins={self.min_bins}, max_bins={most}): max_bins must not be smaller"
            )
        return most

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.criterion == "chi2"
        return tags


transformers.add(
    "AgglomerativeMerge",
    AgglomerativeMerge,
    "join like neighboring bins by chi2 (ChiMerge) or distance",
    family="discretize",
)
