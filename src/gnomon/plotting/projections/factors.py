"""A table as a product of factors: maps of the table, rows by topics, weights, topics by columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from gnomon.learners.projections.factors import MatrixFactors
from gnomon.plotting.panels import Panels
from gnomon.plotting.projections.table_map import TableMapDisplay
from gnomon.registry import displays


class FactorsDisplay(Panels):
    """Heat maps of a table and of the three factors it is the product of.

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
        """Factors that were found or given."""
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
        """The factors of a table by singular values."""
        return cls.from_factors(MatrixFactors.of(X, rank))

    @classmethod
    def example(cls) -> Self:
        """People, genres and films."""
        from gnomon.data.sets import load

        people, films = (
            table.to_pandas().to_numpy() for table in (load("films-people"), load("films-genres"))
        )
        return cls.from_factors(MatrixFactors(people, [1.0, 2.0, 1.0], films))


displays.add(
    "FactorsDisplay", FactorsDisplay, "a table and the factors it is the product of", figures=("3-P20",)
)
