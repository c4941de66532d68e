"""Matrix factorization: heat maps of a table and of its three factors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from gnomon.learners.projections.factors import MatrixFactors
from gnomon.plotting.panels import Panels
from gnomon.plotting.projections.table_map import TableMapDisplay
from gnomon.registry import displays


class FactorsDisplay(Panels):
    """Matrix factorization: heat maps of a table and of its factors, as of latent semantic analysis.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.FactorsDisplay.example().titles
    ['table', 'rows by topics', 'weights', 'topics by columns']
    """

    panel_size = (2.2, 2.4)

    @classmethod
    def from_factors(
        cls, factors: MatrixFactors, rows: Sequence[Any] | None = None, columns: Sequence[Any] | None = None
    ) -> Self:
        """Plot matrix factors."""
        topics = [f"t{place + 1}" for place in range(len(factors.weights))]
        parts = [
            TableMapDisplay(factors.product(), rows, columns),
            TableMapDisplay(factors.left, rows, topics),
            TableMapDisplay(np.diag(np.asarray(factors.weights, dtype=float)), topics, topics),
            TableMapDisplay(factors.right, topics, columns),
        ]
        return cls(parts, ["table", "rows by topics", "weights", "topics by columns"], columns=4)

    @classmethod
    def from_rows(cls, X: Any, rank: int | None = None) -> Self:
        """Plot the singular value decomposition of a table."""
        return cls.from_factors(MatrixFactors.of(X, rank))

    @classmethod
    def example(cls) -> Self:
        """People, genres and films."""
        from gnomon.data.sets import load

        people, films = (
            table.to_pandas().to_numpy() for table in (load("films-people"), load("films-genres"))
        )
        return cls.from_factors(MatrixFactors(people, [1.0, 2.0, 1.0], films))


displays.add("FactorsDisplay", FactorsDisplay, "matrix factorization: a table and its factors")
