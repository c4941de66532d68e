"""Scatter points by class: a color and a marker per class, subsampled where there are very many rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Array, Floats, Integers
from gnomon.plotting.labels import shown
from gnomon.plotting.style import Theme
from gnomon.plotting.thinning import MAX_POINTS, MAX_SHAPES, note_left_out, sample_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_NAMED = 12


def mark_classes(
    ax: Axes,
    theme: Theme,
    points: Floats,
    labels: Array,
    classes: Array | None = None,
    *,
    size: float = 22.0,
) -> None:
    """Scatter plot of two columns, marked by class; of very many rows a random sample, with a note.

    classes: all classes, in the order of their colors; None for those of the labels.

    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> mark_classes(ax, LIGHT, np.array([[0.0, 1.0], [2.0, 3.0]]), np.array(["a", "b"]))
    >>> ax.get_legend_handles_labels()[1]
    ['a', 'b']
    """
    note_left_out(ax, theme, len(points))
    rows = sample_of(len(points))
    points, labels = points[rows], labels[rows]
    for number, label in enumerate(np.unique(labels) if classes is None else classes):
        at = points[labels == label]
        ax.scatter(
            at[:, 0],
            at[:, 1],
            s=size,
            marker=theme.marker(number),
            color=theme.color(number),
            edgecolor=theme.paper,
            linewidth=0.5,
            label=shown(label) if number < MAX_NAMED else None,
            zorder=3,
            rasterized=len(rows) > MAX_SHAPES,
        )


def draw_points(
    ax: Axes,
    theme: Theme,
    points: Floats,
    codes: Integers | None = None,
    names: Sequence[Any] = (),
    *,
    size: float | Floats = 18,
) -> None:
    """Scatter points (n, 2) marked by class code.

    names: of the classes, for the legend. size: marker size, one or one per point.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> draw_points(ax, LIGHT, np.eye(2), np.array([0, 1]), ["a", "b"])
    >>> len(ax.collections)
    2
    """
    rows, sizes = sample_of(len(points)), np.asarray(size, dtype=float)
    note_left_out(ax, theme, len(points))
    for code in [None] if codes is None else range(int(codes.max(initial=-1)) + 1):
        at = rows if code is None or codes is None else rows[codes[rows] == code]
        if len(at):
            ax.scatter(
                points[at, 0],
                points[at, 1],
                # A scalar size where possible: then the marker is written once in the SVG.
                s=sizes if sizes.ndim == 0 else sizes[at],
                marker=theme.marker(code or 0),
                color=theme.soft if code is None else theme.color(code),
                label=shown(names[code]) if code is not None and code < len(names) else None,
                linewidth=0,
                zorder=2,
                rasterized=len(rows) > MAX_SHAPES,
            )


def legend_beside(ax: Axes, **options: Any) -> None:
    """Legend to the right of the axes, where it covers no data; none if there are no labels."""
    if ax.get_legend_handles_labels()[1]:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), borderaxespad=0.3, **options)


def class_sizes(labels: Array) -> str:
    """The number of rows of each class, as text.

    >>> class_sizes(np.array(["a", "b", "a"]))
    '2 of a, 1 of b'
    """
    names, counts = np.unique(labels, return_counts=True)
    sizes = [f"{count} of {shown(name)}" for name, count in zip(names[:MAX_NAMED], counts)]
    thin = f", {MAX_POINTS:,} of them drawn" if len(labels) > MAX_POINTS else ""
    return ", ".join(sizes) + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "") + thin
