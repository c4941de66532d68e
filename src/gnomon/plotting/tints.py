"""Tints of one color for numbers from 0 up, light enough that ink can be read on all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.colors import Colormap


def tints(theme: Theme, number: int = 0, strength: float = 0.65) -> Colormap:
    """A map from the paper to a share `strength` of a class's color.

    >>> from gnomon.plotting.style import LIGHT
    >>> [round(float(part), 2) for part in tints(LIGHT)(0.0)[:3]]
    [0.98, 0.98, 0.97]
    """
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    paper, color = np.array(to_rgb(theme.paper)), np.array(to_rgb(theme.color(number)))
    return LinearSegmentedColormap.from_list("tints", [paper, paper + strength * (color - paper)])
