"""Sequential colormaps of one hue, light enough for legible text on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.plotting.style import Theme

if TYPE_CHECKING:
    from matplotlib.colors import Colormap


def tints(theme: Theme, number: int = 0, strength: float = 0.65) -> Colormap:
    """Colormap from the background to a fraction `strength` of a class color.

    >>> from gnomon.plotting.style import LIGHT
    >>> [round(float(part), 2) for part in tints(LIGHT)(0.0)[:3]]
    [0.98, 0.98, 0.97]
    """
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    paper, color = np.array(to_rgb(theme.paper)), np.array(to_rgb(theme.color(number)))
    return LinearSegmentedColormap.from_list("tints", [paper, paper + strength * (color - paper)])
