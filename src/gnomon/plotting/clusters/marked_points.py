"""Points of the plane, each with the colour and marker of its class; a sample if there are many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import DataError
from gnomon.plotting.labels import shown
from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# More points than MOST_SHAPES are written into an SVG as a picture, which is smaller than so many shapes.
MOST_POINTS, MOST_SHAPES = 5000, 1200


def draw_points(
    ax: Axes,
    theme: Theme,
    points: Floats,
    codes: Integers | None = None,
    names: Sequence[Any] = (),
    *,
    size: float | Floats = 18,
) -> None:
    """Points (n, 2) marked by their codes; names go to the legend; size: of all, or of each.

    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> draw_points(ax, LIGHT, np.eye(2), np.array([0, 1]), ["a", "b"])
    >>> len(ax.collections)
    2
    """
    rows, sizes = sample_of(len(points)), np.asarray(size, dtype=float)
    if len(rows) < len(points):
        note = thinned(len(points)).strip()
        ax.text(0, 1, note, transform=ax.transAxes, fontsize=7, color=theme.soft, va="bottom")
    for code in [None] if codes is None else range(int(codes.max(initial=-1)) + 1):
        at = rows if code is None or codes is None else rows[codes[rows] == code]
        if len(at):
            ax.scatter(
                points[at, 0],
                points[at, 1],
                # One number for all where it can be: then the marker is written once in the SVG.
                s=sizes if sizes.ndim == 0 else sizes[at],
                marker=theme.marker(code or 0),
                color=theme.soft if code is None else theme.colour(code),
                label=shown(names[code]) if code is not None and code < len(names) else None,
                linewidth=0,
                zorder=2,
                rasterized=len(rows) > MOST_SHAPES,
            )


def sample_of(n_rows: int) -> Integers:
    """The rows that are drawn: all, or so many of them at random, the same each time.

    >>> len(sample_of(10)), len(sample_of(20_000))
    (10, 5000)
    """
    if n_rows <= MOST_POINTS:
        return np.arange(n_rows)
    return np.sort(np.random.default_rng(0).choice(n_rows, MOST_POINTS, replace=False))


def thinned(n_rows: int) -> str:
    """The sentence on points left out, to follow another; nothing if all are drawn.

    >>> thinned(20_000), thinned(10)
    (' 5,000 of 20,000 points are drawn.', '')
    """
    return f" {MOST_POINTS:,} of {n_rows:,} points are drawn." if n_rows > MOST_POINTS else ""


def plane_of(X: Any, columns: Sequence[str] | None = None) -> tuple[Floats, tuple[str, str]]:
    """Points of the plane and the names of its axes, from a Task, a data frame or an array of two columns.

    >>> plane_of([[1.0, 2.0]])[1]
    ('x₁', 'x₂')
    """
    if isinstance(X, Task):
        names = list(columns) if columns is not None else X.feature_names
        X = X.encoded[:, [X.feature_names.index(name) for name in names]]
    else:
        names = [str(name) for name in getattr(X, "columns", ("x₁", "x₂"))]
    points = np.ascontiguousarray(X, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2:
        raise DataError(
            f"a figure of the plane needs two columns, and X has shape {points.shape}; choose two"
        )
    if not np.isfinite(points).all():
        raise DataError("X has missing or infinite values, which have no place in the plane; leave them out")
    return points, (names[0], names[1])


def codes_of(y: Any, n_rows: int, others: Any = ()) -> tuple[Integers, Any]:
    """Codes of the labels, and the labels they stand for; others: labels that no point may have.

    >>> codes_of(["c", "a"], 2, ["b"])
    (array([2, 0]), array(['a', 'b', 'c'], dtype='<U1'))
    """
    labels = np.asarray(y)
    if labels.shape != (n_rows,):
        raise DataError(f"y has shape {labels.shape} for {n_rows} points; give one label a point")
    known = np.unique(labels)
    classes = np.unique(np.concatenate([known, np.unique(others)])) if len(others) else known
    return np.searchsorted(classes, labels), classes
