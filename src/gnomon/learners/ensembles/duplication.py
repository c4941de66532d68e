"""Boosting in its plainest form: the rows that a model got wrong are given again."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import ParameterError


def duplicate_errors(model: Any, X: Any, y: Any, times: int = 1) -> tuple[Array, Array]:
    """The rows and targets, followed by `times` copies of each row that the fitted model is wrong about.

    For a learner that takes weights, a weight of 1 + times on these rows does the same.

    >>> from gnomon import Baseline
    >>> X, y = [[1.0], [2.0], [3.0]], [0, 1, 1]
    >>> duplicate_errors(Baseline().fit(X, y), X, y, times=2)[1]
    array([0, 1, 1, 0, 0])
    """
    if not isinstance(times, int | np.integer) or isinstance(times, bool) or times < 0:
        raise ParameterError(f"times={times!r}: give a whole number of copies, 0 or more")
    rows, targets = np.asarray(X), np.asarray(y)
    again = np.repeat(np.flatnonzero(model.predict(X) != targets), times)
    order = np.concatenate([np.arange(len(targets)), again])
    return rows[order], targets[order]
