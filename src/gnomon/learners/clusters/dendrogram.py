"""A tree of clusters: which two were joined at each step, and how far apart they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Dendrogram:
    """The merges that lead from n clusters of one row to one of all rows, in order.

    matrix: SciPy's form, (n - 1, 4): the two clusters, their distance (the height), and the weight of the
    union's rows. Rows are clusters 0 to n - 1; step i makes cluster n + i. Heights never fall, but for
    centroid and median linkage, which measure between means.

    >>> tree = Dendrogram(np.array([[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.0, 3.0]]))
    >>> tree.cut(n_clusters=2), tree.cut(height=5.0)
    (array([0, 0, 1]), array([0, 0, 0]))
    >>> print(tree)
    3 rows in 2 merges, at heights from 1 to 4; the widest gap, from 1 to 4, leaves 2 clusters
    """

    matrix: Floats

    @property
    def n_leaves(self) -> int:
        """How many rows there are."""
        return len(self.matrix) + 1

    @property
    def heights(self) -> Floats:
        """The distance at which each merge was made."""
        return self.matrix[:, 2]

    @property
    def children(self) -> Integers:
        """The two clusters of each merge."""
        return self.matrix[:, :2].astype(np.int64)

    @property
    def rises(self) -> bool:
        """Whether no merge lies lower than the one before."""
        return bool((np.diff(self.heights) >= 0).all())

    def cut(self, *, n_clusters: int | None = None, height: float | None = None) -> Integers:
        """The cluster of each row, numbered in the order of their first rows.

        n_clusters: undo the last merges until there are so many. height: make only the merges below it.
        """
        if (n_clusters is None) == (height is None):
            raise ParameterError("cut a tree by n_clusters or by height: give one of the two")
        if n_clusters is None:
            return _numbered(_tops(self.children, self._below(float(height or 0.0))))
        if not 1 <= n_clusters <= self.n_leaves:
            raise ParameterError(
                f"n_clusters={n_clusters} of a tree of {self.n_leaves} rows; give from 1 to {self.n_leaves}"
            )
        made = np.arange(len(self.matrix)) < self.n_leaves - n_clusters
        return _numbered(_tops(self.children, made))

    def leaves(self) -> Integers:
        """The rows from left to right, so that no two lines of the drawn tree cross."""
        n, children = self.n_leaves, self.children.tolist()
        order: list[int] = []
        left_to_see = [2 * n - 2]
        while left_to_see:
            node = left_to_see.pop()
            if node < n:
                order.append(node)
            else:
                left_to_see.extend(reversed(children[node - n]))
        return np.array(order)

    def cophenetic(self) -> Floats:
        """The height at which each two rows first are in one cluster, (n, n).

        >>> Dendrogram(np.array([[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.0, 3.0]])).cophenetic()
        array([[0., 1., 4.],
               [1., 0., 4.],
               [4., 4., 0.]])
        """
        n = self.n_leaves
        order = self.leaves()
        place = np.empty(n, dtype=np.int64)
        place[order] = np.arange(n)
        begin, size = np.concatenate([place, np.zeros(n - 1, np.int64)]), np.ones(2 * n - 1, dtype=np.int64)
        found = np.zeros((n, n))
        for step, (left, right) in enumerate(self.children.tolist()):
            a, b = (
                slice(begin[left], begin[left] + size[left]),
                slice(begin[right], begin[right] + size[right]),
            )
            found[a, b] = found[b, a] = self.heights[step]
            begin[n + step], size[n + step] = begin[left], size[left] + size[right]
        return found[np.ix_(place, place)]

    def cophenetic_correlation(self, distances: Any) -> float:
        """Pearson's correlation of the tree's heights with the distances (n, n) it was made from.

        1: the tree keeps all distances. Sokal & Rohlf (1962).
        """
        distances = np.asarray(distances, dtype=np.float64)
        n = self.n_leaves
        if distances.shape != (n, n):
            raise DataError(f"distances of shape {distances.shape} do not belong to a tree of {n} rows")
        pairs = np.triu_indices(n, 1)
        one, other = self.cophenetic()[pairs], distances[pairs]
        if n < 3 or np.ptp(one) == 0 or np.ptp(other) == 0:
            raise DataError("all pairs of rows are equally far apart, so a correlation is not defined")
        return float(np.corrcoef(one, other)[0, 1])

    def frame(self) -> pd.DataFrame:
        """One line a merge: what was joined, at which height, and how many clusters are left."""
        import pandas as pd

        left, right = self.children.T
        return pd.DataFrame(
            {
                "left": left,
                "right": right,
                "height": self.heights,
                "weight": self.matrix[:, 3],
                "cluster": np.arange(self.n_leaves, 2 * self.n_leaves - 1),
                "n_clusters": np.arange(self.n_leaves - 1, 0, -1),
            }
        )

    def lines(self) -> pd.DataFrame:
        """The drawn tree, a bracket a merge: from (x_left, y_left) up to height, down to (x_right, y_right).

        Rows stand at 0, 1, 2, ... in the order of `leaves`; a cluster stands over the middle of its parts.
        """
        import pandas as pd

        n = self.n_leaves
        across, up = np.zeros(2 * n - 1), np.concatenate([np.zeros(n), self.heights])
        across[self.leaves()] = np.arange(n)
        for step, (left, right) in enumerate(self.children.tolist()):
            across[n + step] = (across[left] + across[right]) / 2
        left, right = self.children.T
        columns = [across[left], across[right], up[left], up[right], self.heights]
        return pd.DataFrame(
            dict(zip(("x_left", "x_right", "y_left", "y_right", "height"), columns, strict=True))
        )

    def __str__(self) -> str:
        if self.n_leaves == 1:
            return "1 row, no merge"
        heights = np.sort(self.heights)
        span = f"at heights from {heights[0]:g} to {heights[-1]:g}"
        text = f"{self.n_leaves} rows in {len(heights)} merges, {span}"
        if len(heights) == 1:
            return text
        gap = int(np.argmax(np.diff(heights)))
        low, high, left = heights[gap], heights[gap + 1], len(heights) - gap
        return f"{text}; the widest gap, from {low:g} to {high:g}, leaves {left} clusters"

    def _below(self, height: float) -> Flags:
        """Merges to make: those below the height, as are all merges inside them."""
        made = self.heights < height
        if not self.rises:
            n = self.n_leaves
            for step, (left, right) in enumerate(self.children.tolist()):
                made[step] &= all(made[child - n] for child in (left, right) if child >= n)
        return made


def _tops(children: Integers, made: Flags) -> Integers:
    """The cluster that each row ends in if only some merges are made."""
    n = len(children) + 1
    top = list(range(2 * n - 1))
    for step in range(n - 2, -1, -1):
        if made[step]:
            left, right = children[step]
            top[left] = top[right] = top[n + step]
    return np.array(top[:n])


def _numbered(tops: Integers) -> Integers:
    _, first, codes = np.unique(tops, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]
