"""The rows farthest from their centers, over blocks: places for centers that have lost their rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.learners.clusters.means import as_table, own_distances


class Place(NamedTuple):
    """Where an orphan goes: a row, the center that loses it (None: none does), and its weight."""

    row: Floats
    label: int | None
    weight: float


@dataclass(frozen=True, eq=False)
class Farthest:
    """Distance, row, center and weight of the farthest rows, the farthest first; equal rows are one.

    wanted: how many there are to be; those as far as the last of them are kept too.

    >>> centers, labels = np.array([[0.0]]), np.zeros(3, dtype=np.int32)
    >>> one = Farthest.of(np.array([[1.0], [5.0], [2.0]]), None, centers, labels, 1)
    >>> other = Farthest.of(np.array([[5.0], [0.0], [5.0]]), None, centers, labels, 1)
    >>> (one + other).places()
    [Place(row=array([5.]), label=0, weight=3.0)]
    """

    distance: Floats
    rows: Floats
    labels: Array
    weight: Floats
    wanted: int

    @classmethod
    def of(cls, X: Any, weight: Floats | None, centers: Floats, labels: Array, wanted: int) -> Farthest:
        """The farthest of some rows; rows on their center, or without weight, are none."""
        distance = own_distances(X, labels, centers)
        times = np.ones(len(distance)) if weight is None else weight
        distance[times == 0] = 0.0
        different = np.unique(distance[distance > 0])
        least = different[-wanted:][0] if len(different) else np.inf
        some = np.flatnonzero(distance >= least)
        return cls(distance[some], as_table(X[some]), labels[some], times[some], wanted)._merged()

    def places(self) -> list[Place]:
        """As many places as are wanted, if there are so many."""
        several = zip(self.rows, self.labels.tolist(), self.weight.tolist())
        return [Place(*each) for each in several][: self.wanted]

    def __add__(self, other: Farthest) -> Farthest:
        return Farthest(
            np.concatenate([self.distance, other.distance]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.labels, other.labels]),
            np.concatenate([self.weight, other.weight]),
            self.wanted,
        )._merged()

    def _merged(self) -> Farthest:
        """Equal rows put together; of rows as far as each other, the first comes first."""
        _, first, place = np.unique(self.rows, axis=0, return_index=True, return_inverse=True)
        weight = np.zeros(len(first))
        np.add.at(weight, place.ravel(), self.weight)
        order = np.lexsort([first, -self.distance[first]])
        chosen, distance = first[order], self.distance[first][order]
        kept = distance >= distance[: self.wanted][-1] if len(distance) else np.zeros(0, dtype=bool)
        row = chosen[kept]
        return Farthest(distance[kept], self.rows[row], self.labels[row], weight[order][kept], self.wanted)
