"""Who is nearest to whom: lists of neighbors found once, narrowed to the rows in view.

A search over all rows gives each its nearest others, in order; the neighbors among some rows are the same
lists with the other rows struck out. So one search serves every fold, every repeat and every k. Rows whose
list runs out are searched again among the rows in view: the answer is always exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.sharing.distances import QUERIES_A_SEARCH, Space

SHORTEST_LIST = 48
FEWEST_IN_VIEW = 0.3


@dataclass(frozen=True)
class Residents:
    """Rows of the table that neighbors are looked up for, instead of searched."""

    space: Space
    index: Integers

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, as an array would have."""
        return len(self.index), self.space.X.shape[1]


class Neighborhood:
    """The rows in view of a table, which answer which of them are nearest.

    space: the table and its metric. y: targets by row of the table. index: the rows in view.
    """

    exact = True

    def __init__(self, space: Space, y: Any, index: Integers | None = None) -> None:
        self.space = space
        self._y = y
        self.index = np.arange(space.n_rows) if index is None else index
        self._lists = Lists(space)
        self._found: tuple[Residents, Integers] | None = None
        self._expected = 1

    @property
    def y(self) -> Any:
        """The targets of the rows in view."""
        return self._y[self.index]

    def __len__(self) -> int:
        return len(self.index)

    def expect(self, k: int) -> None:
        """Look up k neighbors the first time that some are asked for: a path will want them."""
        self._expected = min(k, len(self))

    def rows(self, index: Integers) -> Neighborhood:
        """Only these of the rows in view."""
        narrow = Neighborhood(self.space, self._y, self.index[index])
        narrow._lists = self._lists
        return narrow

    def examples(self, index: Integers) -> Residents:
        """These rows, to be looked up."""
        return Residents(self.space, self.index[index])

    def nearest(
        self, queries: Any, k: int, *, exclude_self: bool = False, with_distances: bool = True
    ) -> tuple[Floats, Integers]:
        """Distances to the k nearest rows in view and their places in the view, nearest first.

        Equal distances come in the order of the rows in view. exclude_self: the queries are the rows in view,
        and none is its own neighbor. with_distances: whether distances are wanted where they cost extra.
        """
        if isinstance(queries, Residents) and self._has_lists_for(queries):
            return self._looked_up(queries, k, with_distances)
        points = queries.space.X[queries.index] if isinstance(queries, Residents) else queries
        exclude = np.arange(len(self)) if exclude_self else None
        return self._view().nearest(points, k, exclude)

    def _has_lists_for(self, queries: Residents) -> bool:
        """Whether striking out gives the answer: strangers to the view, most of the table in view."""
        most = len(self.index) >= FEWEST_IN_VIEW * self.space.n_rows
        return queries.space is self.space and most and self._is_plain() and not self._holds(queries.index)

    def _is_plain(self) -> bool:
        """Whether the rows in view are in increasing order, each once, as the lists assume."""
        return bool(np.all(self.index[1:] > self.index[:-1]))

    def _holds(self, rows: Integers) -> bool:
        return bool(np.isin(rows, self.index).any())

    def _view(self) -> Space:
        """The rows in view as a space of their own; kept, since its search tree is dear."""
        if not hasattr(self, "_narrowed"):
            whole = len(self.index) == self.space.n_rows and self._is_plain()
            self._narrowed = self.space if whole else self.space.rows(self.index)
        return self._narrowed

    def _looked_up(self, queries: Residents, k: int, with_distances: bool) -> tuple[Floats, Integers]:
        if self._found is None or self._found[0] is not queries or self._found[1].shape[1] < k:
            self._found = (queries, self._narrow_lists(queries.index, max(k, self._expected)))
        found = self._found[1][:, :k]
        if not with_distances:
            return np.empty((len(found), 0)), found
        return self.space.between(queries.index, self.index[found]), found

    def _narrow_lists(self, rows: Integers, k: int) -> Integers:
        """The nearest rows in view (as places in the view) of some rows of the table."""
        place = np.full(self.space.n_rows, -1)
        place[self.index] = np.arange(len(self.index))
        lists = place[self._lists.of(rows, self._length_wanted(k))]
        inside = lists >= 0
        n_inside = inside.sum(axis=1)
        enough = n_inside >= k
        width = int(n_inside[enough].min()) if enough.any() else k
        near = np.empty((len(rows), width), dtype=np.int64)
        kept = np.argsort(~inside[enough], axis=1, kind="stable")[:, :width]
        near[enough] = np.take_along_axis(lists[enough], kept, axis=1)
        if not enough.all():
            near[~enough] = self._view().nearest(self.space.X[rows[~enough]], width)[1]
        return near

    def _length_wanted(self, k: int) -> int:
        """A list this long holds k rows in view but for one time in a thousand (normal approximation)."""
        share = len(self.index) / self.space.n_rows
        return int((k + 3 * np.sqrt(k * (1 - share)) + 2) / share)

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__, "_lists": Lists(self.space), "_found": None}
        state.pop("_narrowed", None)
        return state


class Lists:
    """For each row of a table the numbers of its nearest other rows, found on the first look-up."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._near = np.empty((space.n_rows, 0), dtype=np.int32)
        self._is_found = np.zeros(space.n_rows, dtype=bool)

    def of(self, rows: Integers, k: int) -> Integers:
        """Lists of at least k rows (or of all others, if they are fewer), nearest first."""
        n_others = self._space.n_rows - 1
        if self._near.shape[1] < min(k, n_others):
            self._near = np.empty(
                (n_others + 1, min(max(SHORTEST_LIST, k + k // 4), n_others)), dtype=np.int32
            )
            self._is_found[:] = False
        self._search(rows[~self._is_found[rows]])
        return self._near[rows].astype(np.int64)

    def _search(self, rows: Integers) -> None:
        for first in range(0, len(rows), QUERIES_A_SEARCH):
            some = rows[first : first + QUERIES_A_SEARCH]
            self._near[some] = self._space.nearest(self._space.X[some], self._near.shape[1], some)[1]
        self._is_found[rows] = True
