"""Merging of category levels: the rare ones, or those with similar class distributions (chi2)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from scipy.stats import chi2

from gnomon.arrays import Array, Floats
from gnomon.check import between, one_of
from gnomon.data.column import Column
from gnomon.errors import DataError
from gnomon.features.binarize import levels_seen
from gnomon.features.class_target import as_classes, checked_target, target_bins, with_weight
from gnomon.features.columnwise import Columnwise, check_unseen_levels, codes_among
from gnomon.features.split_scores import chi2_score
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels

MAX_LEVELS = 2000
OTHER = "other"


@dataclass(frozen=True)
class Grouping:
    """The levels of a column, the group of each, and the names of the groups.

    >>> Grouping(("a", "b", "c"), (0, 1, 1), ("a", "b|c"), -1).names[1]
    'b|c'
    """

    levels: tuple[Any, ...]
    group: tuple[int, ...]
    names: tuple[Any, ...]
    other: int


class GroupLevels(Columnwise):
    """Merge levels of categorical columns: rare levels, or levels with similar class distributions (chi2).

    by="rare" merges all levels with less than min_share of the rows into one named "other", which unseen
    levels get too. by="chi2" merges the pair of levels with the smallest chi2 repeatedly, until that is
    significant at level alpha; an unseen level becomes a missing value, with a warning. Groups are named
    after their levels: "Bern|Oslo".

    Attributes
    ----------
    groups_ : the grouping of each column's levels; None for a column that is passed through

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import GroupLevels
    >>> frame = pd.DataFrame({"town": ["Rome"] * 8 + ["Oslo"] * 8 + ["Bern"] * 8})
    >>> GroupLevels("chi2").fit(frame, [1, 0] * 4 + [0, 1] * 4 + [1] * 8).groups_[0].names
    ('Bern', 'Oslo|Rome')
    """

    takes = ("categorical",)

    by: str = one_of(
        "rare", "chi2", default="rare", kw_only=False, help="which levels are merged", grid=("rare",)
    )
    min_share: float = between(
        0,
        1,
        default=0.05,
        help="for by='rare': minimum fraction of the rows; levels with less are rare",
        grid=(0.01, 0.05),
    )
    alpha: float = between(
        0, 1, open=True, default=0.05, help="for by='chi2': significance level at which groups are not merged"
    )
    max_groups: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="for by='chi2': maximum number of groups",
    )
    target_bins: int = target_bins()
    unseen: str = one_of("warn", "error", default="warn", help="how unseen levels are handled", grid=())

    @property
    def groups_(self) -> list[Grouping | None]:
        """The grouping of each column."""
        return self.learned_

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Grouping:
        """The groups of levels."""
        levels = levels_seen(column, weight)
        codes = codes_among(levels, column)
        if self.by == "rare":
            return _rare(levels, codes, weight, self.min_share)
        if y is None:
            raise DataError("GroupLevels(by='chi2') requires y to be passed; or set by='rare'")
        if len(levels) > MAX_LEVELS:
            raise DataError(
                f"column {column.name!r} has {len(levels)} levels, more than the {MAX_LEVELS} that can be "
                "compared in pairs; merge the rare ones first with GroupLevels(by='rare')"
            )
        labels = with_weight(as_classes(checked_target(y, len(codes)), self.target_bins, weight), weight)
        return self._merged(levels, _counts(codes, len(levels), labels, weight))

    def change(self, learned: Grouping, column: Column) -> list[Column]:
        """The groups of the values."""
        codes = codes_among(learned.levels, column)
        if learned.other >= 0:
            check_unseen_levels(
                column, codes, self.unseen, "GroupLevels", f"{learned.names[learned.other]!r}"
            )
        else:
            check_unseen_levels(column, codes, self.unseen, "GroupLevels", "a missing value")
        groups = np.array([*learned.group, learned.other, -1], dtype=np.int32)
        return [Column(column.name, "categorical", groups[codes], learned.names)]

    def _merged(self, levels: tuple[Any, ...], counts: Floats) -> Grouping:
        freedom = counts.shape[1] - 1
        stop = float(chi2.isf(self.alpha, freedom)) if freedom > 0 else inf
        max_groups = len(levels) if self.max_groups is None else self.max_groups
        group = merged(counts, stop, max_groups)
        names = tuple("|".join(str(levels[each]) for each in members) for members in group)
        group_of = {each: number for number, members in enumerate(group) for each in members}
        single = tuple(
            levels[members[0]] if len(members) == 1 else name for members, name in zip(group, names)
        )
        return Grouping(levels, tuple(group_of[each] for each in range(len(levels))), single, -1)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self.by == "chi2":
            return checked_target(y, n_rows)
        return super()._check_target(y, n_rows, classes)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.by == "chi2"
        return tags


def merged(counts: Floats, stop: float, max_groups: int) -> list[list[int]]:
    """Groups of rows of a contingency table (levels x classes), merged while the smallest chi2 is <= stop.

    max_groups: merging continues in any case while there are more groups. Of tied pairs the first is merged.

    >>> merged(np.array([[4.0, 4.0], [3.0, 3.0], [0.0, 9.0]]), 2.7, 3)
    [[0, 1], [2]]
    """
    groups = [[level] for level in range(len(counts))]
    rows = counts.copy()
    score = np.full((len(rows), len(rows)), inf)
    for level in range(len(rows)):
        score[level, level + 1 :] = _chi2_to_others(rows[level], rows[level + 1 :])
    n_groups = len(rows)
    while n_groups > 1:
        first, second = divmod(int(np.argmin(score.round(10))), len(rows))
        if score[first, second] > stop and n_groups <= max_groups:
            break
        rows[first] += rows[second]
        groups[first] += groups[second]
        groups[second] = []
        score[second, :] = score[:, second] = inf
        others = np.array([bool(each) for each in groups]) & (np.arange(len(rows)) != first)
        index = np.flatnonzero(others)
        score[np.minimum(index, first), np.maximum(index, first)] = _chi2_to_others(rows[first], rows[others])
        n_groups -= 1
    return [sorted(members) for members in groups if members]


def _chi2_to_others(one: Floats, others: Floats) -> Floats:
    """chi2 of one row of counts with each of the others."""
    return chi2_score(np.broadcast_to(one, others.shape), others) if len(others) else np.empty(0)


def _counts(codes: Array, n_levels: int, labels: Labels, weight: Floats | None) -> Floats:
    known = codes >= 0
    cell = codes[known] * labels.n_classes + labels.codes[known]
    counted = np.bincount(
        cell, None if weight is None else weight[known], minlength=n_levels * labels.n_classes
    )
    return counted.reshape(n_levels, labels.n_classes).astype(np.float64)


def _rare(levels: tuple[Any, ...], codes: Array, weight: Floats | None, min_share: float) -> Grouping:
    known = codes >= 0
    mass = np.bincount(codes[known], None if weight is None else weight[known], minlength=len(levels))
    is_rare = mass < min_share * mass.sum() * (1 - 1e-12)
    frequent = tuple(level for level, rare in zip(levels, is_rare) if not rare)
    if not is_rare.any():
        return Grouping(levels, tuple(range(len(levels))), levels, -1)
    other = OTHER if OTHER not in frequent else "other levels"
    number_of = np.cumsum(~is_rare) - 1
    group = tuple(len(frequent) if rare else int(number) for rare, number in zip(is_rare, number_of))
    return Grouping(levels, group, (*frequent, other), len(frequent))


transformers.add("GroupLevels", GroupLevels, "merge rare levels, or levels similar by chi2", family="kinds")
