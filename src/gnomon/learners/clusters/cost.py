"""What clustering costs, counted in distances: a step of k-means, and the first pairing of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


def clustering_cost(n_rows: int, n_clusters: int, *, steps: int = 1) -> pd.DataFrame:
    """Distances that must be found: n k in each step of k-means, n (n - 1) / 2 before the first merge.

    steps: of k-means; the bounds of KMeans pass over many of its distances. (`gnomon.inspection.measure_time`
    measures seconds.)

    >>> clustering_cost(1000, 10, steps=20)["distances"].to_dict()
    {'k-means': 200000, 'agglomerative': 499500}
    """
    import pandas as pd

    if not 1 <= n_clusters <= n_rows or steps < 1:
        raise ParameterError(
            f"n_rows={n_rows}, n_clusters={n_clusters}, steps={steps}: give at least one of each, and no "
            "more clusters than rows"
        )
    found = [n_rows * n_clusters * steps, n_rows * (n_rows - 1) // 2]
    return pd.DataFrame({"distances": found}, index=["k-means", "agglomerative"])
