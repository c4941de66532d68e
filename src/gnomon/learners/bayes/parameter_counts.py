"""How many numbers a class of normal columns has to be described by, and whether its rows are enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ParameterCounts:
    """Numbers a class: naive, with d means and d variances; full, with d (d - 1) / 2 covariances too.

    n_rows: the rows of the smallest class, or None if they are not known.

    >>> counts = ParameterCounts(10, n_rows=30)
    >>> counts.naive, counts.full
    (20, 65)
    >>> print(counts)
    a class of 10 normal columns has 20 numbers if they are independent, 65 if not; its 30 rows are fewer than
    those 65, so choose the naive model or shrink the covariances
    """

    n_features: int
    n_rows: int | None = None

    def __post_init__(self) -> None:
        if self.n_features < 1:
            raise ParameterError(f"n_features={self.n_features!r}: give at least 1")

    @property
    def naive(self) -> int:
        """2 d."""
        return 2 * self.n_features

    @property
    def full(self) -> int:
        """2 d + d (d - 1) / 2."""
        return 2 * self.n_features + self.n_features * (self.n_features - 1) // 2

    def frame(self) -> pd.DataFrame:
        """One row a model: its numbers, and the rows that there are for each of them."""
        import pandas as pd

        numbers = [self.naive, self.full]
        share = [None if self.n_rows is None else self.n_rows / each for each in numbers]
        return pd.DataFrame({"model": ["naive", "full"], "numbers": numbers, "rows_a_number": share})

    def __str__(self) -> str:
        text = (
            f"a class of {self.n_features} normal columns has {self.naive} numbers if they are independent, "
            f"{self.full} if not"
        )
        if self.n_rows is None or self.n_rows >= self.full:
            return text
        fewer, way = (self.full, "choose the naive model or shrink the covariances")
        if self.n_rows < self.naive:
            fewer, way = self.naive, "choose columns, or gather more rows"
        return f"{text}; its {self.n_rows} rows are fewer than\nthose {fewer}, so {way}"
