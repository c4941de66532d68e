"""Suitability of nearest neighbors: prediction cost, the largest useful k, and checks of the data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

MAX_COLUMNS = 20
MIN_ROWS_PER_COLUMN = 10
MAX_SCALE_RATIO = 10.0


def neighbor_prediction_cost(n_rows: int, n_columns: int) -> pd.DataFrame:
    """Prediction cost in operations: nearest neighbors (brute force) against a linear model.

    The distance to each training row takes 2 d additions (d of them subtractions), d multiplications and a
    square root; a linear model takes d additions and d multiplications, whatever the number of rows.
    (`gnomon.inspection.measure_time` measures seconds.)

    >>> neighbor_prediction_cost(1000, 10).to_numpy().tolist()
    [[20000, 10000, 1000], [10, 10, 0]]
    """
    import pandas as pd

    if n_rows < 1 or n_columns < 1:
        raise ParameterError(f"n_rows={n_rows}, n_columns={n_columns}: both must be at least 1")
    return pd.DataFrame(
        {
            "additions": [2 * n_columns * n_rows, n_columns],
            "multiplications": [n_columns * n_rows, n_columns],
            "roots": [n_rows, 0],
        },
        index=["neighbors", "linear model"],
    )


def largest_useful_k(y: Any) -> pd.DataFrame:
    """The largest k with which each class can still win or tie a majority vote, and its number of rows.

    A class of n rows has n votes at most. With two classes it cannot win once k > 2 n - 1, nor tie once
    k > 2 n; with more, the votes of the others may be split.

    >>> largest_useful_k(["rare"] * 5 + ["common"] * 100).loc["rare"].tolist()
    [5, 9, 10]
    """
    import pandas as pd

    classes, counts = np.unique(np.asarray(y), return_counts=True)
    if not len(classes):
        raise DataError("y has no rows; pass at least one label")
    wins = [n + int(np.minimum(np.delete(counts, c), n - 1).sum()) for c, n in enumerate(counts)]
    ties = [n + int(np.minimum(np.delete(counts, c), n).sum()) for c, n in enumerate(counts)]
    return pd.DataFrame({"rows": counts, "wins_up_to": wins, "ties_up_to": ties}, index=classes)


@dataclass(frozen=True)
class Concern:
    """A reason against nearest neighbors: the quantity, its value, its limit, and how to fix it."""

    subject: str
    value: float
    limit: float
    advice: str

    def __str__(self) -> str:
        return f"{self.subject} {self.value:g} (limit {self.limit:g}): {self.advice}"


@dataclass(frozen=True)
class Suitability:
    """Result of `neighbor_suitability`: the reasons against nearest neighbors (empty if suitable)."""

    concerns: tuple[Concern, ...]

    @property
    def is_suitable(self) -> bool:
        """Whether no concern was raised."""
        return not self.concerns

    def frame(self) -> pd.DataFrame:
        """One row per concern."""
        import pandas as pd

        columns = ["subject", "value", "limit", "advice"]
        return pd.DataFrame(
            [[getattr(each, name) for name in columns] for each in self.concerns], columns=columns
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self.concerns)) or "no concern about nearest neighbors"


def neighbor_suitability(X: Any, y: Any, *, n_neighbors: int = 5) -> Suitability:
    """Check whether nearest neighbors suit the data: dimensionality, sample size, scales, classes, k.

    >>> print(
    ...     neighbor_suitability(
    ...         [[0.0, 100.0], [1.0, 900.0], [2.0, 0.0]] * 10, ["a", "b", "b"] * 10, n_neighbors=4
    ...     )
    ... )
    ratio of standard deviations 493.288 (limit 10): standardize the columns, else one dominates
    number of neighbors 4 (limit 4): an even number can tie between two classes; choose an odd number
    """
    table = as_numbers(X)
    concerns = [*_column_concerns(table), *_class_concerns(np.asarray(y), n_neighbors)]
    return Suitability(tuple(concerns))


def as_numbers(X: Any) -> Floats:
    """A two-dimensional array of finite numbers, or DataError.

    >>> as_numbers([[1, 2]])
    array([[1., 2.]])
    """
    try:
        table = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(f"X must be a table of numbers ({problem}); encode categories first") from None
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise DataError(
            f"X has shape {table.shape}; pass a two-dimensional array of finite numbers, none missing"
        )
    return table


def _column_concerns(table: Floats) -> list[Concern]:
    n_rows, n_columns = table.shape
    scale = table.std(axis=0)
    scale = scale[scale > 0]
    concerns = []
    if n_columns > MAX_COLUMNS:
        advice = "distances concentrate in high dimension; select features or reduce the dimension"
        concerns.append(Concern("number of columns", n_columns, MAX_COLUMNS, advice))
    if n_rows < MIN_ROWS_PER_COLUMN * n_columns:
        advice = "neighbors are far away in sparsely sampled space; collect more rows or drop columns"
        concerns.append(Concern("rows per column", n_rows / n_columns, MIN_ROWS_PER_COLUMN, advice))
    if len(scale) and scale.max() > MAX_SCALE_RATIO * scale.min():
        advice = "standardize the columns, else one dominates"
        ratio = float(scale.max() / scale.min())
        concerns.append(Concern("ratio of standard deviations", ratio, MAX_SCALE_RATIO, advice))
    return concerns


def _class_concerns(y: Any, n_neighbors: int) -> list[Concern]:
    limits = largest_useful_k(y)
    concerns = []
    for name, wins in zip(limits.index.tolist(), limits["wins_up_to"].tolist(), strict=True):
        if n_neighbors > wins:
            advice = (
                f"class {name!r} has too few rows to win a vote; choose a smaller k or weights='distance'"
            )
            concerns.append(Concern("number of neighbors", n_neighbors, wins, advice))
    if len(limits) == 2 and n_neighbors % 2 == 0:
        advice = "an even number can tie between two classes; choose an odd number"
        concerns.append(Concern("number of neighbors", n_neighbors, n_neighbors, advice))
    return concerns
