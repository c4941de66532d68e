"""Explanation of a nearest-neighbor prediction: the neighbors, their distances and their votes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Explanation:
    """The nearest neighbors behind predictions, nearest first, each array of shape (queries, k).

    near: indices of the neighbors among the training rows. distance: their distances. share: their share of
    the vote. target: their targets.

    >>> half = np.array([[0.5, 0.5]])
    >>> print(Explanation(np.array([[4, 2]]), np.array([[0.5, 1.0]]), half, np.array([["a", "b"]])))
    query 0
      row 4 at 0.5: a, 50 % of the vote
      row 2 at 1: b, 50 % of the vote
    """

    near: Integers
    distance: Floats
    share: Floats
    target: Array

    def frame(self) -> pd.DataFrame:
        """One row per query and neighbor: query, rank, row, target, distance, share."""
        import pandas as pd

        n_queries, k = self.near.shape
        return pd.DataFrame(
            {
                "query": np.repeat(np.arange(n_queries), k),
                "rank": np.tile(np.arange(1, k + 1), n_queries),
                "row": self.near.ravel(),
                "target": self.target.ravel(),
                "distance": self.distance.ravel(),
                "share": self.share.ravel(),
            }
        )

    def votes(self) -> pd.DataFrame:
        """The share of the vote of each target (column) for each query (row)."""
        table: Any = self.frame().pivot_table("share", "query", "target", "sum", fill_value=0.0)
        return table

    def __str__(self) -> str:
        lines = []
        for query, rows in enumerate(self.near):
            lines.append(f"query {query}")
            for rank, row in enumerate(rows):
                distance, percent = self.distance[query, rank], 100 * self.share[query, rank]
                target = self.target[query, rank]
                lines.append(f"  row {row} at {distance:.4g}: {target}, {percent:.0f} % of the vote")
        return "\n".join(lines)
