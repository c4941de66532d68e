"""Marks of rows in the plane: a colour and a marker for each class, few enough to see and to store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.plotting.labels import shown
from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 5_000
# More shapes than this make an SVG heavy: they go into it as one picture.
MOST_SHAPES = 800
MOST_NAMED = 12


def mark_classes(
    ax: Axes,
    theme: Theme,
    points: Floats,
    labels: Array,
    classes: Array | None = None,
    *,
    size: float = 22.0,
) -> None:
    """Scatter points of two columns, marked by class; of very many a random part, which a note says.

    classes: all there are, in the order of their colours; those of the labels if not given.

    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> mark_classes(ax, LIGHT, np.array([[0.0, 1.0], [2.0, 3.0]]), np.array(["a", "b"]))
    >>> ax.get_legend_handles_labels()[1]
    ['a', 'b']
    """
    n_rows, kept = len(points), thinned(len(points))
    points, labels = points[kept], labels[kept]
    for number, label in enumerate(np.unique(labels) if classes is None else classes):
        at = points[labels == label]
        ax.scatter(
            at[:, 0],
            at[:, 1],
            s=size,
            marker=theme.marker(number),
            color=theme.colour(number),
            edgecolor=theme.paper,
            linewidth=0.5,
            label=shown(label) if number < MOST_NAMED else None,
            zorder=3,
            rasterized=len(kept) > MOST_SHAPES,
        )
    if n_rows > len(kept):
        note(ax, theme, f"{len(kept)} of {n_rows} rows drawn")


def thinned(n_rows: int, most: int = MOST_POINTS) -> Integers:
    """Numbers of the rows to draw: all, or as many as are legible, drawn at random with a fixed seed.

    >>> len(thinned(12)), len(thinned(10**5))
    (12, 5000)
    """
    if n_rows <= most:
        return np.arange(n_rows)
    return np.sort(np.random.default_rng(0).choice(n_rows, most, replace=False))


def note(ax: Axes, theme: Theme, text: str) -> None:
    """A small remark above the upper right corner."""
    ax.text(1.0, 1.01, text, transform=ax.transAxes, ha="right", va="bottom", fontsize=7, color=theme.soft)


def legend_beside(ax: Axes, **options: Any) -> None:
    """The legend at the right of the axes, where it covers no data; none if nothing has a name."""
    if ax.get_legend_handles_labels()[1]:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), borderaxespad=0.3, **options)


def class_sizes(labels: Array) -> str:
    """How many rows each class has, in words.

    >>> class_sizes(np.array(["a", "b", "a"]))
    '2 of a, 1 of b'
    """
    names, counts = np.unique(labels, return_counts=True)
    some = [f"{count} of {shown(name)}" for name, count in zip(names[:MOST_NAMED], counts)]
    thin = f", {MOST_POINTS} of them drawn" if len(labels) > MOST_POINTS else ""
    return (
        ", ".join(some) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "") + thin
    )
