"""Random rows for initialization, where a weight is equivalent to a repeated row."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers


def draw_rows(X: Any, weight: Floats | None, k: int, random: np.random.Generator) -> Integers:
    """Draw k rows with replacement, in proportion to their weight.

    Rows are sorted by a random projection, so that the draw does not depend on the order or the repetition of
    rows.

    >>> X = np.array([[0.0], [1.0], [1.0]])
    >>> X[draw_rows(X, None, 4, np.random.default_rng(0))].ravel()
    array([0., 0., 0., 1.])
    """
    projection = np.asarray(X @ random.standard_normal(X.shape[1]))
    order = np.argsort(projection, kind="stable")
    times = np.ones(len(projection)) if weight is None else weight
    cumulative = np.cumsum(times[order])
    drawn = np.searchsorted(cumulative, random.random(k) * cumulative[-1], side="right")
    return order[np.minimum(drawn, len(order) - 1)]
