"""Fewer rows to search: a condensed set keeps those that are needed, an edited set those that are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gnomon.arrays import Integers
from gnomon.learners.neighbors.votes import count_votes
from gnomon.sharing.distances import Space
from gnomon.sharing.neighborhood import Neighborhood

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Prototypes:
    """Rows that were kept, in the order they were taken.

    kept: their row numbers. taken_in: the pass in which each was taken. is_consistent: whether the nearest of
    them tells the class of every row that is not kept.
    """

    kept: Integers
    taken_in: Integers
    is_consistent: bool

    @property
    def n_passes(self) -> int:
        """How many passes over the rows were made, the last of them without a find."""
        return int(self.taken_in.max(initial=0)) + 1

    def frame(self) -> pd.DataFrame:
        """One row a prototype: the pass in which it was taken, and its row number."""
        import pandas as pd

        return pd.DataFrame({"pass": self.taken_in, "row": self.kept})

    def __str__(self) -> str:
        return f"{len(self.kept)} rows kept in {self.n_passes} passes"


def condensed_prototypes(space: Space, codes: Integers) -> Prototypes:
    """Hart's rule (1968): take every row that the nearest of those taken would get wrong, until none is.

    Rows are looked at in their order; another order may keep others. space: the rows. codes: their classes.

    >>> rows = Space(np.array([[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]]))
    >>> condensed_prototypes(rows, np.array([0, 0, 0, 1, 1, 1])).kept
    array([0, 3])
    """
    n_rows = space.n_rows
    everyone = np.arange(n_rows)[None, :]
    nearest, label = np.full(n_rows, np.inf), np.full(n_rows, -1)
    is_kept = np.zeros(n_rows, dtype=bool)
    kept: list[int] = []
    taken_in: list[int] = []
    row, this_pass, found = -1, 1, True
    while True:
        wrong = (label[row + 1 :] != codes[row + 1 :]) & ~is_kept[row + 1 :]
        if not wrong.any():
            if not found:
                break
            row, this_pass, found = -1, this_pass + 1, False
            continue
        row, found = row + 1 + int(wrong.argmax()), True
        kept.append(row)
        taken_in.append(this_pass)
        is_kept[row] = True
        distance = space.between(np.array([row]), everyone)[0]
        closer = distance < nearest
        nearest[closer], label[closer] = distance[closer], codes[row]
    return Prototypes(np.array(kept), np.array(taken_in), bool((label == codes)[~is_kept].all()))


def edited_prototypes(space: Space, codes: Integers, n_neighbors: int = 3) -> Prototypes:
    """Wilson's rule (1972): drop every row that its nearest others get wrong, all at once.

    Rows inside the land of another class go, and the border becomes smooth. Equal votes keep the row.

    >>> rows = Space(np.array([[0.0], [1.0], [2.0], [1.4], [8.0], [9.0], [7.0], [7.5]]))
    >>> edited_prototypes(rows, np.array([0, 0, 0, 1, 1, 1, 1, 1])).kept
    array([0, 1, 2, 4, 5, 6, 7])
    """
    data = Neighborhood(space, codes)
    k = min(n_neighbors, space.n_rows - 1)
    if k < 1:
        return Prototypes(np.arange(space.n_rows), np.ones(space.n_rows, dtype=np.int64), True)
    near = data.nearest(space.X, k, exclude_self=True)[1]
    votes = count_votes(codes[near], None, int(codes.max()) + 1)
    kept = np.flatnonzero(votes[np.arange(len(codes)), codes] == votes.max(axis=1))
    return Prototypes(kept, np.ones(len(kept), dtype=np.int64), len(kept) == space.n_rows)
