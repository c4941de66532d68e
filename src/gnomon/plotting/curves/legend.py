"""Legend of curves: inside the axes if they are few, beside them otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.plotting.class_marks import legend_beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_INSIDE = 7


def legend_of_curves(ax: Axes, loc: Any = "best", title: str | None = None) -> None:
    """Draw the legend.

    loc: its location inside the axes. title: name of the numbers behind the labels.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.curves.legend import legend_of_curves
    >>> ax = Figure().add_subplot()
    >>> _ = ax.plot([0, 1], [0, 1], label="A, 0.9")
    >>> legend_of_curves(ax, "lower right", "area")
    >>> ax.get_legend().get_title().get_text()
    'area'
    """
    if len(ax.get_legend_handles_labels()[1]) > _MAX_INSIDE:
        legend_beside(ax, title=title, title_fontsize=8)
    else:
        ax.legend(loc=loc, title=title, title_fontsize=8)
