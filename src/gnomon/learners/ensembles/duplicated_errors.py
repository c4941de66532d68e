"""Boosting by replication: the misclassified rows are duplicated."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import ParameterError


def duplicate_errors(model: Any, X: Any, y: Any, times: int = 1) -> tuple[Array, Array]:
    """Duplicate misclassified rows (boosting by oversampling): the data plus `times` copies of each error.

    For a learner that takes sample weights, a weight of 1 + times on these rows is equivalent.

    >>> from gnomon import Baseline
    >>> X, y = [[1.0], [2.0], [3.0]], [0, 1, 1]
    >>> duplicate_errors(Baseline().fit(X, y), X, y, times=2)[1]
    array([0, 1, 1, 0, 0])
    """
    if not isinstance(times, int | np.integer) or isinstance(times, bool) or times < 0:
        raise ParameterError(f"times={times!r}: pass a nonnegative integer")
    rows, targets = np.asarray(X), np.asarray(y)
    again = np.repeat(np.flatnonzero(model.predict(X) != targets), times)
    order = np.concatenate([np.arange(len(targets)), again])
    return rows[order], targets[order]
