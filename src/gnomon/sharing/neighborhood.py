"""Cached nearest-neighbor lists: searched once, restricted to the rows of each fold.

One search over all rows gives the sorted neighbors of each; the neighbors within a training set are the same
lists without the excluded rows. So one search serves every fold, every repetition and every k. Rows whose
list is too short are searched again within the included rows: the result is always exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.sharing.distances import QUERIES_PER_SEARCH, Space

MIN_LIST = 48
MIN_INCLUDED = 0.3


@dataclass(frozen=True)
class IndexedQueries:
    """Indexed queries: rows of the table, whose neighbors are looked up instead of searched."""

    space: Space
    index: Integers

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as of an array."""
        return len(self.index), self.space.X.shape[1]


class Neighborhood:
    """Nearest-neighbor search among the included rows of a table.

    space: the table and its metric. y: targets by row of the table. index: the included rows.
    """

    exact = True

    def __init__(self, space: Space, y: Any, index: Integers | None = None) -> None:
        self.space = space
        self._y = y
        self.index = np.arange(space.n_rows) if index is None else index
        self._lists = Lists(space)
        self._cache: tuple[IndexedQueries, Integers] | None = None
        self._expected = 1

    @property
    def y(self) -> Any:
        """The targets of the included rows."""
        return self._y[self.index]

    def __len__(self) -> int:
        return len(self.index)

    def expect(self, k: int) -> None:
        """Look up k neighbors at the first query, as a path over k will need them."""
        self._expected = min(k, len(self))

    def rows(self, index: Integers) -> Neighborhood:
        """Restrict to these of the included rows."""
        subset = Neighborhood(self.space, self._y, self.index[index])
        subset._lists = self._lists
        return subset

    def examples(self, index: Integers) -> IndexedQueries:
        """These rows, as indexed queries."""
        return IndexedQueries(self.space, self.index[index])

    def nearest(
        self, queries: Any, k: int, *, exclude_self: bool = False, with_distances: bool = True
    ) -> tuple[Floats, Integers]:
        """Distances to the k nearest included rows and their positions in `index`, nearest first.

        Ties are in the order of the included rows. exclude_self: the queries are the included rows, and none
        is its own neighbor. with_distances: whether to compute distances if they take extra time.
        """
        if isinstance(queries, IndexedQueries) and self._has_lists_for(queries):
            return self._looked_up(queries, k, with_distances)
        points = queries.space.X[queries.index] if isinstance(queries, IndexedQueries) else queries
        exclude = np.arange(len(self)) if exclude_self else None
        return self._included().nearest(points, k, exclude)

    def _has_lists_for(self, queries: IndexedQueries) -> bool:
        """Whether the lists can be used: queries are excluded rows, and most rows are included."""
        has_enough = len(self.index) >= MIN_INCLUDED * self.space.n_rows
        return (
            queries.space is self.space and has_enough and self._is_plain() and not self._holds(queries.index)
        )

    def _is_plain(self) -> bool:
        """Whether the included rows are unique and in increasing order, as the lists assume."""
        return bool(np.all(self.index[1:] > self.index[:-1]))

    def _holds(self, rows: Integers) -> bool:
        return bool(np.isin(rows, self.index).any())

    def _included(self) -> Space:
        """The included rows as a Space; cached, since its search tree is expensive."""
        if not hasattr(self, "_included_space"):
            whole = len(self.index) == self.space.n_rows and self._is_plain()
            self._included_space = self.space if whole else self.space.rows(self.index)
        return self._included_space

    def _looked_up(self, queries: IndexedQueries, k: int, with_distances: bool) -> tuple[Floats, Integers]:
        if self._cache is None or self._cache[0] is not queries or self._cache[1].shape[1] < k:
            self._cache = (queries, self._filtered_lists(queries.index, max(k, self._expected)))
        near = self._cache[1][:, :k]
        if not with_distances:
            return np.empty((len(near), 0)), near
        return self.space.between(queries.index, self.index[near]), near

    def _filtered_lists(self, rows: Integers, k: int) -> Integers:
        """The nearest included rows (as positions in `index`) of some rows of the table."""
        position = np.full(self.space.n_rows, -1)
        position[self.index] = np.arange(len(self.index))
        lists = position[self._lists.of(rows, self._list_length(k))]
        inside = lists >= 0
        n_inside = inside.sum(axis=1)
        has_enough = n_inside >= k
        width = int(n_inside[has_enough].min()) if has_enough.any() else k
        near = np.empty((len(rows), width), dtype=np.int64)
        order = np.argsort(~inside[has_enough], axis=1, kind="stable")[:, :width]
        near[has_enough] = np.take_along_axis(lists[has_enough], order, axis=1)
        if not has_enough.all():
            near[~has_enough] = self._included().nearest(self.space.X[rows[~has_enough]], width)[1]
        return near

    def _list_length(self, k: int) -> int:
        """The length of lists that contain k included rows with probability 0.999 (normal approximation)."""
        fraction = len(self.index) / self.space.n_rows
        return int((k + 3 * np.sqrt(k * (1 - fraction)) + 2) / fraction)

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__, "_lists": Lists(self.space), "_cache": None}
        state.pop("_included_space", None)
        return state


class Lists:
    """The sorted nearest-neighbor list of each row of a table, computed at the first look-up."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._near = np.empty((space.n_rows, 0), dtype=np.int32)
        self._is_searched = np.zeros(space.n_rows, dtype=bool)

    def of(self, rows: Integers, k: int) -> Integers:
        """Lists of at least k rows (or of all others, if fewer), nearest first."""
        n_others = self._space.n_rows - 1
        if self._near.shape[1] < min(k, n_others):
            self._near = np.empty((n_others + 1, min(max(MIN_LIST, k + k // 4), n_others)), dtype=np.int32)
            self._is_searched[:] = False
        self._search(rows[~self._is_searched[rows]])
        return self._near[rows].astype(np.int64)

    def _search(self, rows: Integers) -> None:
        for first in range(0, len(rows), QUERIES_PER_SEARCH):
            some = rows[first : first + QUERIES_PER_SEARCH]
            self._near[some] = self._space.nearest(self._space.X[some], self._near.shape[1], some)[1]
        self._is_searched[rows] = True
