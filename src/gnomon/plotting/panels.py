"""Panels (subplots, small multiples): several figures in a grid, such as the steps of an algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, Self

from gnomon.errors import ParameterError
from gnomon.plotting.display import Display
from gnomon.plotting.style import Theme, find_theme, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Panels(Display):
    """Panels (subplots): displays in a grid, with a title each.

    displays: of the panels, in reading order. titles: one per display. columns: panels per row.
    panel_size: width and height of one panel in inches. shared: whether panels share their axis limits.

    Attributes
    ----------
    axes_ : the axes of the panels, in reading order

    Examples
    --------
    >>> from gnomon.plotting import Panels
    >>> from gnomon.plotting import ClassScatterDisplay
    >>> part = ClassScatterDisplay.example()
    >>> Panels([part, part], ["before", "after"]).frame()["panel"].unique().tolist()
    ['before', 'after']
    """

    panel_size: ClassVar[tuple[float, float]] = (2.9, 2.6)
    axes_: list[Axes]

    def __init__(
        self, displays: Sequence[Display], titles: Sequence[str], *, columns: int = 3, shared: bool = False
    ) -> None:
        if not displays or len(displays) != len(titles):
            raise ParameterError(
                f"{len(displays)} displays and {len(titles)} titles; pass one title per display"
            )
        self.displays, self.titles = list(displays), list(titles)
        self.columns, self.shared = min(columns, len(displays)), shared

    @property
    def size(self) -> tuple[float, float]:  # type: ignore[override]
        """Width and height of the figure in inches."""
        rows = ceil(len(self.displays) / self.columns)
        return self.panel_size[0] * self.columns, self.panel_size[1] * rows

    def frame(self) -> pd.DataFrame:
        """The tables of the panels, concatenated, with the title as column "panel"."""
        import pandas as pd

        return pd.concat(
            [part.frame().assign(panel=title) for title, part in zip(self.titles, self.displays)],
            ignore_index=True,
        )

    def alt(self) -> str:
        """The alternative texts of the panels, concatenated."""
        return " ".join(f"{title}: {part.alt()}" for title, part in zip(self.titles, self.displays))

    @classmethod
    def example(cls) -> Self:
        """Two panels."""
        from gnomon.plotting.class_scatter import ClassScatterDisplay

        part = ClassScatterDisplay.example()
        return cls([part, part], ["first", "second"])

    def draw(self, ax: Axes) -> None:
        """Raise an error: panels create their own axes."""
        raise ParameterError("ax must be None: panels create their own axes")

    def plot(self, ax: Axes | None = None, *, theme: str = "light") -> Self:
        """Draw all panels in a new figure; `ax` must be None."""
        if ax is not None:
            self.draw(ax)
        import matplotlib.pyplot as plt

        with styled(find_theme(theme)):
            figure = plt.figure(figsize=self.size, layout="constrained")
            self._fill(figure, find_theme(theme))
        self.figure_, self.ax_ = figure, self.axes_[0]
        return self

    def _rendered(self, theme: Theme) -> Figure:
        from matplotlib.figure import Figure

        figure = Figure(figsize=self.size, layout="constrained")
        self._fill(figure, theme)
        return figure

    def _fill(self, figure: Figure, theme: Theme) -> None:
        self.theme, self.axes_ = theme, []
        rows = ceil(len(self.displays) / self.columns)
        for number, (part, title) in enumerate(zip(self.displays, self.titles)):
            shared: dict[str, Any] = {}
            if self.shared and self.axes_:
                shared = {"sharex": self.axes_[0], "sharey": self.axes_[0]}
            ax = figure.add_subplot(rows, self.columns, number + 1, projection=part.projection, **shared)
            part.theme = theme
            part.draw(ax)
            ax.set_title(title)
            self.axes_.append(ax)
