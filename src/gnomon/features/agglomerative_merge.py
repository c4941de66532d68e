"""Agglomerative (bottom-up) discretization: ChiMerge, and merging of adjacent bins by distance.

With chi2 and a stop by its p-value it is ChiMerge (Kerber 1992); by distance it is unsupervised.
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
from gnomon.features.discretizer import Discretizer, trace_frame
from gnomon.features.sorted_columns import SortedColumns
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd


class AgglomerativeMerge(Discretizer):
    """Agglomerative discretization (ChiMerge): merge adjacent bins bottom-up, from one bin per value.

    criterion="chi2" merges the pair of adjacent bins with the smallest chi2, until that is significant: its
    p-value, with n_classes - 1 degrees of freedom, is below alpha. criterion="distance" merges the pair whose
    means are nearest, until max_bins are left, and needs no target. Of tied pairs the lowest is merged first.

    Attributes
    ----------
    cuts_ : the cut points of each column, ascending; None for a column that is passed through
    merges_ : for each column a row per merge, in order: the threshold removed, and the score of the pair

    Examples
    --------
    >>> from gnomon import AgglomerativeMerge
    >>> X, y = [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]], list("aaabbb")
    >>> AgglomerativeMerge(alpha=0.05).fit(X, y).cuts_
    [array([5.])]
    """

    supervised = True
    shared_by = ("columns",)

    criterion: str = one_of(
        "chi2", "distance", default="chi2", kw_only=False, help="similarity of two bins", grid=("chi2",)
    )
    alpha: float = between(
        0,
        1,
        open=True,
        default=0.05,
        help="significance level at which bins are not merged",
        grid=(0.01, 0.1),
    )
    min_bins: int = between(1, inf, whole=True, default=1, help="minimum number of bins")
    max_bins: int | None = between(
        1,
        inf,
        whole=True,
        default=None,
        optional=True,
        help="maximum number of bins; None for no limit, or 5 with criterion='distance'",
    )
    join_pure: bool = flag(default=True, help="whether runs of values of one class are merged initially")
    all_ties: bool = flag(default=False, help="whether all tied pairs are merged at once")
    target_bins: int = target_bins()

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SortedColumns:
        """Sort the columns."""
        columns = columns_of(X)
        return SortedColumns.of(X, columns, self.chosen(columns), y, weight)

    def fit_prepared(self, data: SortedColumns, start: Self | None = None) -> Self:
        """Merge the bins of every column."""
        labels = self._labels(data)
        merged = native.merge_columns(
            data.values,
            data.order,
            data.member,
            labels.codes.astype(np.int32),
            labels.n_classes,
            data.counts,
            self.criterion == "distance",
            self.join_pure,
            self.all_ties,
            self._stop(data, labels),
            self.min_bins,
            self._max_bins(data),
            threads.count(),
        )
        cuts_of = iter(np.split(merged.cuts, merged.cut_begin[1:-1]))
        merges_of = iter(np.split(merged.merges, merged.merge_begin[1:-1]))
        self.store_columns(data.columns, data.chosen)
        self.learned_ = [next(cuts_of) if chosen else None for chosen in self.chosen_]
        self.merges_ = [next(merges_of) if chosen else None for chosen in self.chosen_]
        return self

    def trace(self) -> pd.DataFrame:
        """The merges in order: column, the threshold removed, and the score of the pair.

        >>> X, y = [[1.0], [2.0], [3.0], [7.0]], list("abab")
        >>> AgglomerativeMerge(alpha=0.1).fit(X, y).trace().threshold.tolist()
        [1.5, 2.5, 5.0]
        """
        check_is_fitted(self)
        return trace_frame(self, self.merges_, ("threshold", "score"))

    def _labels(self, data: SortedColumns) -> Labels:
        if self.criterion == "distance":
            return Labels(np.zeros(data.values.shape[1], dtype=np.int64), np.zeros(1))
        if data.y is None:
            raise DataError("AgglomerativeMerge requires y to be passed; or set criterion='distance'")
        return data.labels(self.target_bins)

    def _stop(self, data: SortedColumns, labels: Labels) -> float:
        if self.criterion == "distance":
            return -inf
        weight = None if data.weight is None else data.weight[data.index]
        freedom = with_weight(labels[data.index], weight).n_classes - 1
        return float(chi2.isf(self.alpha, freedom)) if freedom > 0 else inf

    def _max_bins(self, data: SortedColumns) -> int:
        max_bins = self.max_bins
        if max_bins is None:
            max_bins = 5 if self.criterion == "distance" else max(data.values.shape[1], 1)
        if max_bins < self.min_bins:
            raise ParameterError(
                f"AgglomerativeMerge(min_bins={self.min_bins}, max_bins={max_bins}): max_bins must be at "
                "least min_bins"
            )
        return max_bins

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.criterion == "chi2"
        return tags


transformers.add(
    "AgglomerativeMerge",
    AgglomerativeMerge,
    "merge adjacent bins by chi2 (ChiMerge) or distance",
    family="discretize",
)
