"""Very many rows: a random part of them is drawn, and the figure says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_POINTS = 5_000
# More shapes than this make an SVG heavy: they go into it as one picture.
MAX_SHAPES = 800


def sample_of(n_rows: int, most: int = MAX_POINTS) -> Integers:
    """Numbers of the rows to draw: all, or as many as are legible, drawn at random with a fixed seed.

    >>> len(sample_of(12)), len(sample_of(10**5))
    (12, 5000)
    """
    if n_rows <= most:
        return np.arange(n_rows)
    return np.sort(np.random.default_rng(0).choice(n_rows, most, replace=False))


def left_out(n_rows: int) -> str:
    """The sentence on rows that are not drawn, to follow another; nothing if all are.

    >>> left_out(20_000), left_out(10)
    (' 5,000 of 20,000 rows are drawn.', '')
    """
    return f" {MAX_POINTS:,} of {n_rows:,} rows are drawn." if n_rows > MAX_POINTS else ""


def note_left_out(ax: Axes, theme: Theme, n_rows: int) -> None:
    """The same as a small remark above the upper right corner.

    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> note_left_out(ax, LIGHT, 9_000)
    >>> ax.texts[0].get_text()
    '5,000 of 9,000 rows are drawn.'
    """
    if n_rows > MAX_POINTS:
        # Axes of three dimensions have a method of its own for words on the paper.
        write: Any = getattr(ax, "text2D", ax.text)
        place: dict[str, Any] = {"transform": ax.transAxes, "ha": "right", "va": "bottom"}
        write(1.0, 1.01, left_out(n_rows).strip(), fontsize=7, color=theme.soft, **place)
