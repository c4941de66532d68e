"""Dendrograms: the merges of a hierarchical clustering and their heights."""

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
    """Dendrogram of a hierarchical clustering: the merges from n single rows to one cluster, in order.

    matrix: linkage matrix as in SciPy, (n - 1, 4): the two clusters, their distance (the height), and the
    weight of the union. Rows are clusters 0 to n - 1; merge i creates cluster n + i. Heights are monotonic,
    except for centroid and median linkage (inversions).

    >>> tree = Dendrogram(np.array([[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.0, 3.0]]))
    >>> tree.cut(n_clusters=2), tree.cut(height=5.0)
    (array([0, 0, 1]), array([0, 0, 0]))
    >>> print(tree)
    3 rows in 2 merges, heights from 1 to 4; the largest gap, from 1 to 4, gives 2 clusters
    """

    matrix: Floats

    @property
    def n_leaves(self) -> int:
        """Number of rows."""
        return len(self.matrix) + 1

    @property
    def heights(self) -> Floats:
        """Height (distance) of each merge."""
        return self.matrix[:, 2]

    @property
    def children(self) -> Integers:
        """The two clusters of each merge."""
        return self.matrix[:, :2].astype(np.int64)

    @property
    def is_monotonic(self) -> bool:
        """Whether heights never decrease (no inversions)."""
        return bool((np.diff(self.heights) >= 0).all())

    def cut(self, *, n_clusters: int | None = None, height: float | None = None) -> Integers:
        """Cut the dendrogram: the cluster of each row, numbered in the order of their first rows.

        n_clusters: number of clusters. height: only merges below it are made.
        """
        if (n_clusters is None) == (height is None):
            raise ParameterError(f"n_clusters={n_clusters}, height={height}: set exactly one of the two")
        if n_clusters is None:
            return _numbered(_tops(self.children, self._below(float(height or 0.0))))
        if not 1 <= n_clusters <= self.n_leaves:
            raise ParameterError(
                f"n_clusters={n_clusters}: it must be from 1 to {self.n_leaves}, the number of rows"
            )
        made = np.arange(len(self.matrix)) < self.n_leaves - n_clusters
        return _numbered(_tops(self.children, made))

    def leaves(self) -> Integers:
        """Rows in the order of the leaves, so that no lines of the plot cross."""
        n, children = self.n_leaves, self.children.tolist()
        order: list[int] = []
        stack = [2 * n - 2]
        while stack:
            node = stack.pop()
            if node < n:
                order.append(node)
            else:
                stack.extend(reversed(children[node - n]))
        return np.array(order)

    def cophenetic(self) -> Floats:
        """Cophenetic distances: the height at which each two rows are merged, (n, n).

        >>> Dendrogram(np.array([[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 4.0, 3.0]])).cophenetic()
        array([[0., 1., 4.],
               [1., 0., 4.],
               [4., 4., 0.]])
        """
        n = self.n_leaves
        order = self.leaves()
        position = np.empty(n, dtype=np.int64)
        position[order] = np.arange(n)
        begin = np.concatenate([position, np.zeros(n - 1, np.int64)])
        size = np.ones(2 * n - 1, dtype=np.int64)
        heights = np.zeros((n, n))
        for step, (left, right) in enumerate(self.children.tolist()):
            a, b = (
                slice(begin[left], begin[left] + size[left]),
                slice(begin[right], begin[right] + size[right]),
            )
            heights[a, b] = heights[b, a] = self.heights[step]
            begin[n + step], size[n + step] = begin[left], size[left] + size[right]
        return heights[np.ix_(position, position)]

    def cophenetic_correlation(self, distances: Any) -> float:
        """Cophenetic correlation (Sokal & Rohlf 1962): of cophenetic with original distances (n, n).

        1: the dendrogram preserves the distances.
        """
        distances = np.asarray(distances, dtype=np.float64)
        n = self.n_leaves
        if distances.shape != (n, n):
            raise DataError(f"distances has shape {distances.shape}; a dendrogram of {n} rows needs {(n, n)}")
        pairs = np.triu_indices(n, 1)
        one, other = self.cophenetic()[pairs], distances[pairs]
        if n < 3 or np.ptp(one) == 0 or np.ptp(other) == 0:
            raise DataError("all pairs of rows have the same distance, so the correlation is undefined")
        return float(np.corrcoef(one, other)[0, 1])

    def frame(self) -> pd.DataFrame:
        """Return one row per merge: its two clusters, its height, and the number of remaining clusters."""
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
        """Coordinates of the plot: a bracket per merge, (x_left, y_left) to height to (x_right, y_right).

        Rows are at x = 0, 1, 2, ... in the order of `leaves`; a cluster is at the midpoint of its parts.
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
        span = f"heights from {heights[0]:g} to {heights[-1]:g}"
        text = f"{self.n_leaves} rows in {len(heights)} merges, {span}"
        if len(heights) == 1:
            return text
        gap = int(np.argmax(np.diff(heights)))
        low, high, k = heights[gap], heights[gap + 1], len(heights) - gap
        return f"{text}; the largest gap, from {low:g} to {high:g}, gives {k} clusters"

    def _below(self, height: float) -> Flags:
        """Merges below the height whose inner merges are all below it."""
        made = self.heights < height
        if not self.is_monotonic:
            n = self.n_leaves
            for step, (left, right) in enumerate(self.children.tolist()):
                made[step] &= all(made[child - n] for child in (left, right) if child >= n)
        return made


def _tops(children: Integers, made: Flags) -> Integers:
    """The final cluster of each row if only some merges are made."""
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
