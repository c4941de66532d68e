"""Validated two-column points and integer codes of their labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.data.task import Task
from gnomon.errors import DataError


def plane_of(X: Any, columns: Sequence[str] | None = None) -> tuple[Floats, tuple[str, str]]:
    """Two-column points and axis labels, from a Task, a data frame or an array.

    >>> plane_of([[1.0, 2.0]])[1]
    ('x₁', 'x₂')
    """
    if isinstance(X, Task):
        names = list(columns) if columns is not None else X.feature_names
        X = X.encoded[:, [X.feature_names.index(name) for name in names]]
    else:
        names = [str(name) for name in getattr(X, "columns", ("x₁", "x₂"))]
    points = np.ascontiguousarray(X, dtype=float)
    if points.ndim != 2 or points.shape[1] != 2:
        raise DataError(f"X must have two columns, and has shape {points.shape}; select or project to two")
    if not np.isfinite(points).all():
        raise DataError("X has missing or infinite values, which cannot be plotted; drop those rows")
    return points, (names[0], names[1])


def codes_of(y: Any, n_rows: int, others: Any = ()) -> tuple[Integers, Any]:
    """Integer codes of the labels, and the sorted classes; others: classes that may be absent from y.

    >>> codes_of(["c", "a"], 2, ["b"])
    (array([2, 0]), array(['a', 'b', 'c'], dtype='<U1'))
    """
    labels = np.asarray(y)
    if labels.shape != (n_rows,):
        raise DataError(f"y has shape {labels.shape} for {n_rows} points; pass one label per point")
    known = np.unique(labels)
    classes = np.unique(np.concatenate([known, np.unique(others)])) if len(others) else known
    return np.searchsorted(classes, labels), classes
