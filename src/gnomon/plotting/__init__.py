"""Plots (figures, charts): one Display class each; `frame()` returns the data, `draw(ax)` draws them.

A Display is created from an estimator, predictions or an experiment (`from_estimator`, `from_predictions`,
`from_experiment`), as in scikit-learn, and drawn by `plot()`; `save(path)` writes PNG, SVG or PDF.
`gnomon list figures` lists all of them; `Panels` arranges several in a grid of subplots.

To add one, start with `display.py`, the base class, and `style.py`, the style shared by all figures.
"""

import importlib
from typing import Any

from gnomon.public_attributes import public_attributes

_HOME = {"Display": "gnomon.plotting.display", "Panels": "gnomon.plotting.panels"}


def __getattr__(name: str) -> Any:
    """Import a Display class by name on first use; `__all__` lists them all."""
    if name == "__all__":
        return __dir__()
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name.endswith("Display") and name in _displays():
        value = _displays()[name].thing
    else:
        public_attributes(__name__, ())[0](name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_HOME, *_displays()})


def _displays() -> Any:
    return importlib.import_module("gnomon.registry").displays
