"""Computational cost of clustering, in distance computations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


def clustering_cost(n_rows: int, n_clusters: int, *, steps: int = 1) -> pd.DataFrame:
    """Number of distance computations: n k per iteration of k-means, n (n - 1) / 2 for agglomerative.

    steps: iterations of k-means; the bounds of KMeans skip many of its distances. For run times use
    `gnomon.inspection.measure_time`.

    >>> clustering_cost(1000, 10, steps=20)["distances"].to_dict()
    {'k-means': 200000, 'agglomerative': 499500}
    """
    import pandas as pd

    if not 1 <= n_clusters <= n_rows or steps < 1:
        raise ParameterError(
            f"n_rows={n_rows}, n_clusters={n_clusters}, steps={steps}: each must be at least 1, and "
            "n_clusters at most n_rows"
        )
    counts = [n_rows * n_clusters * steps, n_rows * (n_rows - 1) // 2]
    return pd.DataFrame({"distances": counts}, index=["k-means", "agglomerative"])
