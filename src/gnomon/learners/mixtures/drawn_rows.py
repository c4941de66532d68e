"""Random rows to start from, drawn so that a weight is a repetition of its row."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers


def draw_rows(X: Any, weight: Floats | None, k: int, random: np.random.Generator) -> Integers:
    """k rows, each drawn with a chance of its weight's share; a row may come twice.

    Rows are put in order along a random direction, where equal rows stand together: how often they are
    repeated, or in which order they came, then changes nothing.

    >>> X = np.array([[0.0], [1.0], [1.0]])
    >>> X[draw_rows(X, None, 4, np.random.default_rng(0))].ravel()
    array([0., 0., 0., 1.])
    """
    place = np.asarray(X @ random.standard_normal(X.shape[1]))
    order = np.argsort(place, kind="stable")
    times = np.ones(len(place)) if weight is None else weight
    upto = np.cumsum(times[order])
    drawn = np.searchsorted(upto, random.random(k) * upto[-1], side="right")
    return order[np.minimum(drawn, len(order) - 1)]
