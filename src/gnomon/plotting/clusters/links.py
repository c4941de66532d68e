"""Linkage criteria: single, complete and average distance between two clusters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.clusters.distance_table import distances_between
from gnomon.plotting.class_marks import draw_points
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LINKS = ("single", "complete", "average")


class LinksDisplay(Panels):
    """Linkage criteria between two clusters: one panel each, with the pairs of rows that it uses.

    Examples
    --------
    >>> import gnomon as gn
    >>> display = gn.plotting.LinksDisplay.between([[0, 0], [1, 0]], [[3, 0], [5, 0]])
    >>> display.titles
    ['single linkage: 2', 'complete linkage: 5', 'average linkage: 3.5']
    """

    panel_size = (2.5, 1.9)

    @classmethod
    def between(cls, first: Any, second: Any, links: Sequence[str] = LINKS) -> Self:
        """Two clusters of points; links: some of "single", "complete" and "average"."""
        unknown = [name for name in links if name not in LINKS]
        if unknown:
            raise ParameterError(f"links={tuple(links)!r}: pass some of {', '.join(LINKS)}")
        parts = [_Link(plane_of(first)[0], plane_of(second)[0], name) for name in links]
        return cls(parts, [f"{part.name} linkage: {part.distance:.3g}" for part in parts], shared=True)

    @classmethod
    def example(cls) -> Self:
        """Four rows and five."""
        first = [[0.0, 0.2], [0.6, 1.0], [1.0, 0.0], [0.5, 0.5]]
        return cls.between(first, [[2.6, 1.4], [3.2, 0.8], [3.5, 1.9], [4.0, 1.2], [3.0, 2.1]])


class _Link(Display):
    def __init__(self, first: Any, second: Any, name: str) -> None:
        self.first, self.second, self.name = first, second, name
        self.lengths = distances_between(first, second, "euclidean")

    @property
    def distance(self) -> float:
        lengths = self.lengths
        return float(
            {"single": lengths.min(), "complete": lengths.max(), "average": lengths.mean()}[self.name]
        )

    def frame(self) -> pd.DataFrame:
        import pandas as pd

        pairs = np.argwhere(self._is_used())
        return pd.DataFrame(
            {"first": pairs[:, 0], "second": pairs[:, 1], "distance": self.lengths[tuple(pairs.T)]}
        )

    def draw(self, ax: Axes) -> None:
        width = 0.5 if self.name == "average" else 1.6
        for one, other in self.frame()[["first", "second"]].to_numpy():
            ax.plot(*np.array([self.first[one], self.second[other]]).T, color=self.theme.ink, linewidth=width)
        codes = np.repeat([0, 1], [len(self.first), len(self.second)])
        draw_points(ax, self.theme, np.vstack([self.first, self.second]), codes, size=36)
        ax.set(xticks=[], yticks=[], aspect="equal")
        ax.margins(0.12)

    def alt(self) -> str:
        return (
            f"Clusters of {len(self.first)} and {len(self.second)} points; {self.name} linkage distance "
            f"{self.distance:.3g}."
        )

    def _is_used(self) -> Any:
        if self.name == "average":
            return np.ones(self.lengths.shape, dtype=bool)
        return self.lengths == self.distance


displays.add("LinksDisplay", LinksDisplay, "single, complete and average linkage between two clusters")
