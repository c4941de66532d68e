"""Golden images: a figure is drawn and compared with the picture of it that somebody has looked at.

`GNOMON_GOLDEN=write pytest tests/plotting` stores the pictures anew: look at each before it is kept.
"""

import os
from pathlib import Path

import numpy as np
from matplotlib.image import imread

from gnomon.plotting.display import Display

FOLDER = Path(__file__).parent / "golden"
# Edges of letters differ a little between builds of the font library; a mark that moved differs by more.
TOLERANCE = 0.02


def assert_golden(display: Display, name: str, folder: Path) -> None:
    """Compare with the stored picture, or store it where that is asked for."""
    stored = FOLDER / f"{name}.png"
    if os.environ.get("GNOMON_GOLDEN") == "write":
        display.save(stored, dpi=60)
        return
    assert stored.exists(), f"{stored.name} is missing; draw it with GNOMON_GOLDEN=write and look at it"
    drawn, wanted = imread(display.save(folder / f"{name}.png", dpi=60)), imread(stored)
    assert drawn.shape == wanted.shape, f"{name}: {drawn.shape} drawn, {wanted.shape} stored"
    difference = float(np.sqrt(np.mean((drawn - wanted) ** 2)))
    assert difference < TOLERANCE, f"{name}: differs from the stored picture by {difference:.3f}"
