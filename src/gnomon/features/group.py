"""Grouping: levels of a category joined, the rare ones, or those that say the same of the classes."""

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
from gnomon.features.columnwise import Columnwise, codes_among, say_unseen
from gnomon.features.split_scores import chi2_score
from gnomon.registry import transformers
from gnomon.sharing.labels import Labels

MOST_LEVELS = 2000
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
    """Join levels of each categorical column.

    by="rare" joins all levels with less than min_share of the rows into one called "other", which also takes
    the levels not seen before. by="chi2" joins the two levels whose classes differ least, again and again,
    until the least chi2 is significant at the level alpha; a level not seen before becomes a missing value,
    and is warned of. Groups are called by their levels: "Bern|Oslo".

    Attributes
    ----------
    groups_ : what each column's levels became; None for one that passes as it is

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.group import GroupLevels
    >>> frame = pd.DataFrame({"town": ["Rome"] * 8 + ["Oslo"] * 8 + ["Bern"] * 8})
    >>> GroupLevels("chi2").fit(frame, [1, 0] * 4 + [0, 1] * 4 + [1] * 8).groups_[0].names
    ('Bern', 'Oslo|Rome')
    """

    takes = ("categorical",)

    by: str = one_of(
        "rare", "chi2", default="rare", kw_only=False, help="which levels are joined", grid=("rare",)
    )
    min_share: float = between(
        0, 1, default=0.05, help="for by='rare': a level with less of the rows is rare", grid=(0.01, 0.05)
    )
    alpha: float = between(
        0, 1, open=True, default=0.05, help="for by='chi2': groups that differ at this level are kept apart"
    )
    max_groups: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="for by='chi2': go on while there are more groups",
    )
    target_bins: int = target_bins()
    unseen: str = one_of("warn", "error", default="warn", help="what a level not seen before does", grid=())

    @property
    def groups_(self) -> list[Grouping | None]:
        """The grouping of each column."""
        return self.learned_

    def learn(self, column: Column, y: Any, weight: Floats | None) -> Grouping:
        """Which levels go together."""
        levels = levels_seen(column, weight)
        codes = codes_among(levels, column)
        if self.by == "rare":
            return _rare(levels, codes, weight, self.min_share)
        if y is None:
            raise DataError("GroupLevels(by='chi2') requires y to be passed; or let by='rare'")
        if len(levels) > MOST_LEVELS:
            raise DataError(
                f"column {column.name!r} has {len(levels)} levels, too many to compare in pairs; join the "
                "rare ones first by GroupLevels(by='rare')"
            )
        labels = with_weight(as_classes(checked_target(y, len(codes)), self.target_bins, weight), weight)
        return self._alike(levels, _counts(codes, len(levels), labels, weight))

    def change(self, learned: Grouping, column: Column) -> list[Column]:
        """The groups of the values."""
        codes = codes_among(learned.levels, column)
        if learned.other >= 0:
            say_unseen(column, codes, self.unseen, "GroupLevels", f"{learned.names[learned.other]!r}")
        else:
            say_unseen(column, codes, self.unseen, "GroupLevels", "a missing value")
        groups = np.array([*learned.group, learned.other, -1], dtype=np.int32)
        return [Column(column.name, "categorical", groups[codes], learned.names)]

    def _alike(self, levels: tuple[Any, ...], counts: Floats) -> Grouping:
        freedom = counts.shape[1] - 1
        stop = float(chi2.isf(self.alpha, freedom)) if freedom > 0 else inf
        most = len(levels) if self.max_groups is None else self.max_groups
        group = merged(counts, stop, most)
        names = tuple("|".join(str(levels[each]) for each in members) for members in group)
        place = {each: number for number, members in enumerate(group) for each in members}
        single = tuple(
            levels[members[0]] if len(members) == 1 else name for members, name in zip(group, names)
        )
        return Grouping(levels, tuple(place[each] for each in range(len(levels))), single, -1)

    def _check_target(self, y: Any, n_rows: int, classes: Any) -> Any:
        if self.by == "chi2":
            return checked_target(y, n_rows)
        return super()._check_target(y, n_rows, classes)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.by == "chi2"
        return tags


def merged(counts: Floats, stop: float, most: int) -> list[list[int]]:
    """Rows of a table of counts (levels, classes) joined while the least chi2 of a pair is at most stop.

    most: go on in any case while there are more groups. Of equal pairs the first is joined first.

    >>> merged(np.array([[4.0, 4.0], [3.0, 3.0], [0.0, 9.0]]), 2.7, 3)
    [[0, 1], [2]]
    """
    groups = [[level] for level in range(len(counts))]
    rows = counts.copy()
    score = np.full((len(rows), len(rows)), inf)
    for level in range(len(rows)):
        score[level, level + 1 :] = _unlikeness(rows[level], rows[level + 1 :])
    alive = len(rows)
    while alive > 1:
        first, second = divmod(int(np.argmin(score.round(10))), len(rows))
        if score[first, second] > stop and alive <= most:
            break
        rows[first] += rows[second]
        groups[first] += groups[second]
        groups[second] = []
        score[second, :] = score[:, second] = inf
        others = np.array([bool(each) for each in groups]) & (np.arange(len(rows)) != first)
        place = np.flatnonzero(others)
        score[np.minimum(place, first), np.maximum(place, first)] = _unlikeness(rows[first], rows[others])
        alive -= 1
    return [sorted(members) for members in groups if members]


def _unlikeness(one: Floats, others: Floats) -> Floats:
    """chi2 of a row of counts with each of some others."""
    return chi2_score(np.broadcast_to(one, others.shape), others) if len(others) else np.empty(0)


def _counts(codes: Array, n_levels: int, labels: Labels, weight: Floats | None) -> Floats:
    known = codes >= 0
    place = codes[known] * labels.n_classes + labels.codes[known]
    counted = np.bincount(
        place, None if weight is None else weight[known], minlength=n_levels * labels.n_classes
    )
    return counted.reshape(n_levels, labels.n_classes).astype(np.float64)


def _rare(levels: tuple[Any, ...], codes: Array, weight: Floats | None, least: float) -> Grouping:
    known = codes >= 0
    mass = np.bincount(codes[known], None if weight is None else weight[known], minlength=len(levels))
    is_rare = mass < least * mass.sum() * (1 - 1e-12)
    kept = tuple(level for level, rare in zip(levels, is_rare) if not rare)
    if not is_rare.any():
        return Grouping(levels, tuple(range(len(levels))), levels, -1)
    other = OTHER if OTHER not in kept else "other levels"
    place = np.cumsum(~is_rare) - 1
    group = tuple(len(kept) if rare else int(number) for rare, number in zip(is_rare, place))
    return Grouping(levels, group, (*kept, other), len(kept))


transformers.add("GroupLevels", GroupLevels, "join rare levels, or those alike by chi2", family="kinds")
