"""Numbers of parameters of a naive and a full Gaussian class model, against the number of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnomon.errors import ParameterError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ParameterCounts:
    """Parameters per class of a Gaussian model: d means and d variances; full: d (d - 1) / 2 covariances too.

    n_rows: rows of the smallest class, or None if unknown.

    >>> counts = ParameterCounts(10, n_rows=30)
    >>> counts.naive, counts.full
    (20, 65)
    >>> print(counts)
    a class with 10 Gaussian features has 20 parameters if they are independent, 65 with full covariances; its
    30 rows are fewer than these 65, so choose the naive model or shrink the covariances
    """

    n_features: int
    n_rows: int | None = None

    def __post_init__(self) -> None:
        if self.n_features < 1:
            raise ParameterError(f"n_features={self.n_features!r}: it must be at least 1")

    @property
    def naive(self) -> int:
        """Parameters with diagonal covariance: 2 d."""
        return 2 * self.n_features

    @property
    def full(self) -> int:
        """Parameters with full covariance: 2 d + d (d - 1) / 2."""
        return 2 * self.n_features + self.n_features * (self.n_features - 1) // 2

    def frame(self) -> pd.DataFrame:
        """Return one row per model: number of parameters, and rows per parameter."""
        import pandas as pd

        parameters = [self.naive, self.full]
        ratio = [None if self.n_rows is None else self.n_rows / each for each in parameters]
        return pd.DataFrame(
            {"model": ["naive", "full"], "parameters": parameters, "rows_per_parameter": ratio}
        )

    def __str__(self) -> str:
        text = (
            f"a class with {self.n_features} Gaussian features has {self.naive} parameters if they are "
            f"independent, {self.full} with full covariances"
        )
        if self.n_rows is None or self.n_rows >= self.full:
            return text
        needed, advice = self.full, "choose the naive model or shrink the covariances"
        if self.n_rows < self.naive:
            needed, advice = self.naive, "select features or gather more rows"
        return f"{text}; its\n{self.n_rows} rows are fewer than these {needed}, so {advice}"
