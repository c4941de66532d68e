"""Tables of the kinds of feature: their statistics, and the transformations between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.features.kinds import feature_kinds, feature_transformations
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class KindsTableDisplay(Display):
    """Table of the kinds of feature with their statistics, or of the transformations between kinds.

    table: the cells; its index is the first column.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.KindsTableDisplay.of_transformations().frame().shape
    (4, 5)
    """

    size = (8.4, 2.6)

    def __init__(self, table: pd.DataFrame) -> None:
        self.table = table

    @classmethod
    def of_kinds(cls) -> Self:
        """Create the table of kinds and their meaningful statistics."""
        return cls(feature_kinds())

    @classmethod
    def of_transformations(cls) -> Self:
        """Create the table of transformations, from the kind of the column to that of the row."""
        table = feature_transformations()
        wide = table.pivot(index="to", columns="from", values=str(table.columns[2]))
        order = [str(kind) for kind in feature_kinds().index]
        return cls(wide.loc[order, order].fillna(""))

    @classmethod
    def example(cls) -> Self:
        """Kinds and statistics."""
        return cls.of_kinds()

    def frame(self) -> pd.DataFrame:
        """The table, its index as a column."""
        return self.table.rename_axis("kind").reset_index()

    def draw(self, ax: Axes) -> None:
        """The cells, with a rule below the column heads."""
        table = self.frame()
        widths = [max(8, min(26, max(len(str(v)) for v in [name, *table[name]]))) for name in table.columns]
        starts = [sum(widths[:place]) + 2 * place for place in range(len(widths))]
        for place, name in enumerate(table.columns):
            ax.text(starts[place], 0, shown(name, 26), fontsize=8, weight="bold", va="center")
            for row, value in enumerate(table[name]):
                ax.text(starts[place], row + 1, _lines(value), fontsize=7.5, va="center", linespacing=1.2)
        ax.axhline(0.45, color=self.theme.soft, linewidth=0.8)
        ax.set(xlim=(-1, sum(widths) + 2 * len(widths)), ylim=(len(table) + 0.6, -0.6))
        ax.axis("off")

    def alt(self) -> str:
        """The column heads."""
        heads = ", ".join(shown(name, 20) for name in self.table.columns)
        return f"A table of {len(self.table)} kinds of feature with {heads}."


def _lines(value: Any) -> str:
    """Text with a line break after every second comma, to fit the column."""
    text = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
    parts = str(text).split(", ")
    return ",\n".join(", ".join(parts[place : place + 2]) for place in range(0, len(parts), 2))


displays.add("KindsTableDisplay", KindsTableDisplay, "kinds of feature, their statistics and transformations")
