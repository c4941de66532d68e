"""Whether neighbors are a fair choice: their cost, when a class cannot win, and what speaks against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

MOST_COLUMNS = 20
FEWEST_ROWS_A_COLUMN = 10
MOST_UNLIKE_SCALES = 10.0


def neighbor_prediction_cost(n_rows: int, n_columns: int) -> pd.DataFrame:
    """Operations that one prediction takes: by neighbors, one at a time, and by a linear model.

    A distance takes 2 d additions (d of them subtractions), d multiplications and a root, for each training
    row; a linear model d of each, whatever the rows. (`gnomon.inspection.measure_time` measures seconds.)

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
    """For each class its rows, and the largest k with which it can still win or tie a vote.

    A class of n rows has n votes at most. With two classes it cannot win once k > 2 n - 1, nor tie once
    k > 2 n; with more, the votes of the others may be split.

    >>> largest_useful_k(["rare"] * 5 + ["common"] * 100).loc["rare"].tolist()
    [5, 9, 10]
    """
    import pandas as pd

    classes, counts = np.unique(np.asarray(y), return_counts=True)
    if not len(classes):
        raise DataError("there are no rows, so no class has a limit")
    wins = [n + int(np.minimum(np.delete(counts, c), n - 1).sum()) for c, n in enumerate(counts)]
    ties = [n + int(np.minimum(np.delete(counts, c), n).sum()) for c, n in enumerate(counts)]
    return pd.DataFrame({"rows": counts, "wins_up_to": wins, "ties_up_to": ties}, index=classes)


@dataclass(frozen=True)
class Concern:
    """Something that speaks against neighbors: what was looked at, its value, its limit, and what to do."""

    subject: str
    value: float
    limit: float
    advice: str

    def __str__(self) -> str:
        return f"{self.subject} {self.value:g} (limit {self.limit:g}): {self.advice}"


@dataclass(frozen=True)
class Suitability:
    """What was found to speak against neighbors; nothing, if concerns are empty."""

    concerns: tuple[Concern, ...]

    @property
    def is_fair(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.concerns

    def frame(self) -> pd.DataFrame:
        """One row a concern."""
        import pandas as pd

        columns = ["subject", "value", "limit", "advice"]
        return pd.DataFrame(
            [[getattr(each, name) for name in columns] for each in self.concerns], columns=columns
        )

    def __str__(self) -> str:
        return "\n".join(map(str, self.concerns)) or "nothing speaks against nearest neighbors"


def neighbor_suitability(X: Any, y: Any, *, n_neighbors: int = 5) -> Suitability:
    """Whether nearest neighbors are a fair choice for these rows and classes, and why not.

    >>> print(
    ...     neighbor_suitability(
    ...         [[0.0, 100.0], [1.0, 900.0], [2.0, 0.0]] * 10, ["a", "b", "b"] * 10, n_neighbors=4
    ...     )
    ... )
    ratio of column spreads 493.288 (limit 10): scale the columns, else the widest alone decides
    number of neighbors 4 (limit 4): an even number can tie between two classes; choose an odd one
    """
    table = as_numbers(X)
    found = [*_about_columns(table), *_about_classes(np.asarray(y), n_neighbors)]
    return Suitability(tuple(found))


def as_numbers(X: Any) -> Floats:
    """A table of finite numbers, or DataError.

    >>> as_numbers([[1, 2]])
    array([[1., 2.]])
    """
    try:
        table = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise DataError(f"X must be a table of numbers ({problem}); code categories first") from None
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise DataError(
            f"X has shape {table.shape}; give rows and columns of numbers, none missing or infinite"
        )
    return table


def _about_columns(table: Floats) -> list[Concern]:
    n_rows, n_columns = table.shape
    spread = table.std(axis=0)
    spread = spread[spread > 0]
    found = []
    if n_columns > MOST_COLUMNS:
        advice = "distances grow alike in many columns; select or project some"
        found.append(Concern("number of columns", n_columns, MOST_COLUMNS, advice))
    if n_rows < FEWEST_ROWS_A_COLUMN * n_columns:
        advice = "neighbors are far in sparse space; gather rows or drop columns"
        found.append(Concern("rows a column", n_rows / n_columns, FEWEST_ROWS_A_COLUMN, advice))
    if len(spread) and spread.max() > MOST_UNLIKE_SCALES * spread.min():
        advice = "scale the columns, else the widest alone decides"
        ratio = float(spread.max() / spread.min())
        found.append(Concern("ratio of column spreads", ratio, MOST_UNLIKE_SCALES, advice))
    return found


def _about_classes(y: Any, n_neighbors: int) -> list[Concern]:
    limits = largest_useful_k(y)
    found = []
    for name, wins in zip(limits.index.tolist(), limits["wins_up_to"].tolist(), strict=True):
        if n_neighbors > wins:
            advice = f"class {name!r} has too few rows to win; choose fewer neighbors or weights='distance'"
            found.append(Concern("number of neighbors", n_neighbors, wins, advice))
    if len(limits) == 2 and n_neighbors % 2 == 0:
        advice = "an even number can tie between two classes; choose an odd one"
        found.append(Concern("number of neighbors", n_neighbors, n_neighbors, advice))
    return found
