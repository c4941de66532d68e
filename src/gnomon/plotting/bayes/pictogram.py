"""Pictogram (icon array): one mark per member of a sample, colored by group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_MARKS = 2000


class PictogramDisplay(Display):
    """Pictogram (icon array): one mark per member of a sample, group after group.

    counts: number of members of each group. per_row: marks per row.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.PictogramDisplay({"male": 11, "female": 16}).alt()
    'Of 27 marks 11 are male, 16 are female.'
    """

    size = (5.0, 2.4)

    def __init__(self, counts: Mapping[Any, int], *, per_row: int | None = None) -> None:
        self.counts = {name: int(count) for name, count in counts.items()}
        total = sum(self.counts.values())
        if not 0 < total <= MAX_MARKS or min(self.counts.values()) < 0:
            raise DataError(
                f"{total} marks cannot be drawn one by one; pass counts of at least 0, at most {MAX_MARKS} "
                "in all"
            )
        self.per_row = per_row or max(1, int(np.ceil(np.sqrt(3 * total))))

    @classmethod
    def from_labels(cls, labels: Any, **options: Any) -> Self:
        """Count the values of a column."""
        names, counts = np.unique(np.asarray(labels), return_counts=True)
        return cls(dict(zip(names.tolist(), counts.tolist())), **options)

    @classmethod
    def example(cls) -> Self:
        """Twenty-seven people, eleven of them male."""
        return cls({"male": 11, "female": 16})

    def frame(self) -> pd.DataFrame:
        """One row per mark."""
        import pandas as pd

        place = np.arange(sum(self.counts.values()))
        groups = np.repeat(np.array([str(name) for name in self.counts]), list(self.counts.values()))
        return pd.DataFrame({"group": groups, "across": place % self.per_row, "down": place // self.per_row})

    def draw(self, ax: Axes) -> None:
        """Marks in rows, the proportion of each group in the legend."""
        table, total = self.frame(), sum(self.counts.values())
        for number, (name, count) in enumerate(self.counts.items()):
            part = table[table["group"] == str(name)]
            ax.scatter(
                part["across"],
                part["down"],
                s=9000 / max(self.per_row, 6) ** 1.6,
                marker=self.theme.marker(number),
                color=self.theme.color(number),
                label=f"{shown(name, 18)}: {count} of {total}, {count / total:.1%}",
            )
        ax.set(xlim=(-0.8, self.per_row - 0.2), ylim=(table["down"].max() + 0.8, -0.8), aspect="equal")
        ax.axis("off")
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, markerscale=0.5)

    def alt(self) -> str:
        """The counts."""
        parts = ", ".join(f"{count} are {shown(name, 18)}" for name, count in self.counts.items())
        return f"Of {sum(self.counts.values())} marks {parts}."


displays.add("PictogramDisplay", PictogramDisplay, "pictogram (icon array) of the groups of a sample")
