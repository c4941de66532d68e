"""Axes of ROC plots: the unit square, the chance diagonal, and iso-performance lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.assessment.curves.hull import Hull
from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def set_roc_axes(ax: Axes, theme: Theme) -> None:
    """Set both axes from 0 to 1 with equal aspect, and draw the chance diagonal.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.curves.roc_axes import set_roc_axes
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> set_roc_axes(ax, LIGHT)
    >>> ax.get_ylabel()
    'true positive rate'
    """
    ax.plot([0, 1], [0, 1], color=theme.soft, lw=0.8, ls=theme.dash(2), zorder=1)
    ax.set(
        xlim=(-0.02, 1.02),
        ylim=(-0.02, 1.02),
        aspect="equal",
        xlabel="false positive rate",
        ylabel="true positive rate",
    )


def mark_corners(ax: Axes, theme: Theme) -> None:
    """Label the corners: the perfect classifier and the two trivial ones.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.curves.roc_axes import mark_corners
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> mark_corners(ax, LIGHT)
    >>> [text.get_text() for text in ax.texts]
    ['perfect', 'never positive', 'always positive']
    """
    ax.plot(0, 1, marker="*", ms=12, color=theme.ink, ls="none", zorder=5, clip_on=False)
    ax.plot([0, 1], [0, 1], marker="o", ms=5, color=theme.ink, ls="none", zorder=5, clip_on=False)
    for word, place, offset, side in (
        ("perfect", (0, 1), (9, -3), "left"),
        ("never positive", (0, 0), (9, -3), "left"),
        ("always positive", (1, 1), (2, 7), "right"),
    ):
        style: dict[str, Any] = {"fontsize": 7.5, "color": theme.soft, "ha": side}
        ax.annotate(word, place, offset, textcoords="offset points", **style)


def iso_line(ax: Axes, theme: Theme, roc_convex_hull: Hull, slope: float) -> None:
    """Iso-performance line of this slope through its optimal point of the convex hull.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.curves import roc_convex_hull
    >>> from gnomon.plotting.curves.roc_axes import iso_line
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> iso_line(ax, LIGHT, roc_convex_hull({"A": (0.2, 0.6)}), 1.0)
    >>> ax.lines[0].get_xdata().round(2).tolist()
    [0.0, 0.6]
    """
    place = roc_convex_hull.best(slope)
    x0, y0 = float(roc_convex_hull.fpr[place]), float(roc_convex_hull.tpr[place])
    # tpr = y0 + slope (fpr - x0), as far as it stays within the unit square.
    left, right = max(0.0, x0 - y0 / slope), min(1.0, x0 + (1 - y0) / slope)
    ends = np.array([left, right])
    ax.plot(ends, y0 + slope * (ends - x0), color=theme.soft, lw=1.0, zorder=2)
    end = (right, -4.0) if right < 0.8 else (left, 4.0)
    ax.annotate(
        f"m = {slope:.3g}",
        (end[0], y0 + slope * (end[0] - x0)),
        (4, end[1]),
        textcoords="offset points",
        fontsize=7,
        color=theme.soft,
    )
