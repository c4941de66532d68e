"""Figures (plots, charts): one class each, with `frame()` for its table and `draw(ax)` for its picture.

A figure is made from what an estimator, predictions or an experiment hold (`from_estimator`,
`from_predictions`, `from_experiment`), as scikit-learn's Displays are, and drawn by `plot()`; `save(path)`
writes PNG, SVG or PDF. `gnomon list figures` shows all of them; `Panels` puts several side by side.

To add one, start with `display.py`, which says what a figure is, and `style.py`, the one look that all share.
"""

import importlib
from typing import Any

_HOME = {"Display": "gnomon.plotting.display", "Panels": "gnomon.plotting.panels"}


def __getattr__(name: str) -> Any:
    """Find a figure by its class name, on first use; `__all__` names them all."""
    if name == "__all__":
        return __dir__()
    if name in _HOME:
        value = getattr(importlib.import_module(_HOME[name]), name)
    elif name.endswith("Display") and name in _displays():
        value = _displays()[name].thing
    else:
        raise AttributeError(f"module 'gnomon.plotting' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_HOME, *_displays()})


def _displays() -> Any:
    return importlib.import_module("gnomon.registry").displays
