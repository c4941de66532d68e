"""The rows farthest from their centers, over blocks, to which centers of empty clusters are relocated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.learners.clusters.means import as_table, own_distances


class Relocation(NamedTuple):
    """New position of the center of an empty cluster: a row, its former cluster (or None), and its weight."""

    row: Floats
    label: int | None
    weight: float


@dataclass(frozen=True, eq=False)
class Farthest:
    """The rows farthest from their centers, in decreasing order of distance; equal rows are merged.

    n: number of rows to find; rows tied with the last are stored too.

    >>> centers, labels = np.array([[0.0]]), np.zeros(3, dtype=np.int32)
    >>> one = Farthest.of(np.array([[1.0], [5.0], [2.0]]), None, centers, labels, 1)
    >>> other = Farthest.of(np.array([[5.0], [0.0], [5.0]]), None, centers, labels, 1)
    >>> (one + other).relocations()
    [Relocation(row=array([5.]), label=0, weight=3.0)]
    """

    distance: Floats
    rows: Floats
    labels: Array
    weight: Floats
    n: int

    @classmethod
    def of(cls, X: Any, weight: Floats | None, centers: Floats, labels: Array, n: int) -> Farthest:
        """The n farthest rows; rows on their center or of weight 0 are excluded."""
        distance = own_distances(X, labels, centers)
        times = np.ones(len(distance)) if weight is None else weight
        distance[times == 0] = 0.0
        different = np.unique(distance[distance > 0])
        threshold = different[-n:][0] if len(different) else np.inf
        some = np.flatnonzero(distance >= threshold)
        return cls(distance[some], as_table(X[some]), labels[some], times[some], n)._merged()

    def relocations(self) -> list[Relocation]:
        """At most n relocations."""
        several = zip(self.rows, self.labels.tolist(), self.weight.tolist())
        return [Relocation(*each) for each in several][: self.n]

    def __add__(self, other: Farthest) -> Farthest:
        return Farthest(
            np.concatenate([self.distance, other.distance]),
            np.concatenate([self.rows, other.rows]),
            np.concatenate([self.labels, other.labels]),
            np.concatenate([self.weight, other.weight]),
            self.n,
        )._merged()

    def _merged(self) -> Farthest:
        """Merge equal rows; ties in distance are in their original order."""
        _, first, inverse = np.unique(self.rows, axis=0, return_index=True, return_inverse=True)
        weight = np.zeros(len(first))
        np.add.at(weight, inverse.ravel(), self.weight)
        order = np.lexsort([first, -self.distance[first]])
        chosen, distance = first[order], self.distance[first][order]
        is_far = distance >= distance[: self.n][-1] if len(distance) else np.zeros(0, dtype=bool)
        row = chosen[is_far]
        return Farthest(distance[is_far], self.rows[row], self.labels[row], weight[order][is_far], self.n)
