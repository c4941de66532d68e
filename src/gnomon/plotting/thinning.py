"""Subsampling of very many rows: a random sample is drawn, with a note in the figure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_POINTS = 5_000
# More vector shapes than this make an SVG large: they are rasterized.
MAX_SHAPES = 800


def sample_of(n_rows: int, max_points: int = MAX_POINTS) -> Integers:
    """Indices of the rows to draw: all, or a random sample without replacement with a fixed seed.

    >>> len(sample_of(12)), len(sample_of(10**5))
    (12, 5000)
    """
    if n_rows <= max_points:
        return np.arange(n_rows)
    return np.sort(np.random.default_rng(0).choice(n_rows, max_points, replace=False))


def left_out(n_rows: int) -> str:
    """Note on the size of the sample drawn, to append to a sentence; empty if all rows are drawn.

    >>> left_out(20_000), left_out(10)
    (' 5,000 of 20,000 rows are drawn.', '')
    """
    return f" {MAX_POINTS:,} of {n_rows:,} rows are drawn." if n_rows > MAX_POINTS else ""


def note_left_out(ax: Axes, theme: Theme, n_rows: int) -> None:
    """The same as a small note above the upper right corner.

    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.style import LIGHT
    >>> ax = Figure().add_subplot()
    >>> note_left_out(ax, LIGHT, 9_000)
    >>> ax.texts[0].get_text()
    '5,000 of 9,000 rows are drawn.'
    """
    if n_rows > MAX_POINTS:
        # 3-d axes have a separate method for text in axes coordinates.
        write: Any = getattr(ax, "text2D", ax.text)
        style: dict[str, Any] = {"transform": ax.transAxes, "ha": "right", "va": "bottom"}
        write(1.0, 1.01, left_out(n_rows).strip(), fontsize=7, color=theme.soft, **style)
