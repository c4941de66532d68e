"""Heat map of a table, with the numbers in its cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.arrays import Floats
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.plotting.style import DIVERGING, LIGHT
from gnomon.plotting.tints import tints
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_NUMBERS = 150


class TableMapDisplay(Display):
    """Heat map of a table, with the numbers in its cells.

    table: of shape (rows, columns). rows, columns: their names.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.TableMapDisplay([[1, 2], [3, 4]]).frame()["value"].tolist()
    [1.0, 2.0, 3.0, 4.0]
    """

    def __init__(
        self, table: Any, rows: Sequence[Any] | None = None, columns: Sequence[Any] | None = None
    ) -> None:
        self.table: Floats = np.atleast_2d(np.asarray(table, dtype=float))
        n, m = self.table.shape
        self.rows = [str(name) for name in (range(1, n + 1) if rows is None else rows)]
        self.columns = [str(name) for name in (range(1, m + 1) if columns is None else columns)]

    @classmethod
    def from_frame(cls, frame: pd.DataFrame) -> Self:
        """Plot a data frame of numbers."""
        return cls(frame.to_numpy(), list(frame.index), list(frame.columns))

    @classmethod
    def from_probabilities(cls, estimator: Any, X: Any, names: Sequence[Any] | None = None) -> Self:
        """Plot the predicted probability of each class (columns) for each row."""
        return cls(estimator.predict_proba(X), names, estimator.classes_)

    @classmethod
    def example(cls) -> Self:
        """Ratings of films."""
        from gnomon.data.sets import load

        return cls.from_frame(load("films").to_pandas())

    def frame(self) -> pd.DataFrame:
        """One row per cell."""
        import pandas as pd

        n, m = self.table.shape
        return pd.DataFrame(
            {
                "row": np.repeat(np.array(self.rows), m),
                "column": np.tile(np.array(self.columns), n),
                "value": self.table.ravel(),
            }
        )

    def draw(self, ax: Axes) -> None:
        """Sequential colors, or diverging ones if some values are negative."""
        limit = float(np.abs(self.table).max(initial=0)) or 1.0
        signed = bool((self.table < 0).any())
        colors: Any = DIVERGING if signed else tints(self.theme)
        low = -2.2 * limit if signed else 0.0
        ax.imshow(self.table, cmap=colors, vmin=low, vmax=2.2 * limit if signed else limit, aspect="auto")
        if self.table.size <= MAX_NUMBERS:
            for row, column in np.ndindex(*self.table.shape):
                # The diverging color map is light in both themes.
                ink = LIGHT.ink if signed else self.theme.ink
                ax.text(
                    column,
                    row,
                    f"{self.table[row, column]:.3g}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color=ink,
                )
        for axis, names in ((ax.xaxis, self.columns), (ax.yaxis, self.rows)):
            if len(names) <= 25:
                axis.set_ticks(range(len(names)), [shown(name, 12) for name in names])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)

    def alt(self) -> str:
        """Size and range."""
        n, m = self.table.shape
        low, high = self.table.min(), self.table.max()
        return f"Heat map of {n} rows and {m} columns, values from {low:.3g} to {high:.3g}."


displays.add("TableMapDisplay", TableMapDisplay, "heat map of a table")
