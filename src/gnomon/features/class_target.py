"""The target of a supervised transformer as classes; a quantitative target is discretized."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pandas
from sklearn.utils import check_consistent_length, column_or_1d

from gnomon.arrays import Floats
from gnomon.check import between
from gnomon.errors import DataError
from gnomon.features.cuts import frequency_cuts
from gnomon.sharing.labels import Labels


def checked_target(y: Any, n_rows: int) -> Labels | Floats:
    """Validated target: labels, or the numbers of a quantitative target; one value per row, none missing.

    >>> checked_target(["no", "yes"], 2).codes, checked_target([1.5, 2.25], 2)
    (array([0, 1]), array([1.5 , 2.25]))
    """
    if isinstance(y, Labels):
        return y
    values = column_or_1d(y, warn=True)
    check_consistent_length(values, np.empty(n_rows))
    missing = np.flatnonzero(pandas.isna(values))
    if len(missing):
        raise DataError(f"Input y contains NaN (row {missing[0]} has no value); drop those rows first")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise DataError(f"Input y contains infinity (row {row}); correct it or drop the row")
    # Integers may be classes; other numbers, and integers not exact in float64, are quantitative.
    if values.dtype.kind == "f" and ((values != np.round(values)) | (np.abs(values) >= 2.0**53)).any():
        return np.asarray(values, dtype=np.float64)
    return Labels.of(values)


def as_classes(y: Labels | Floats, n_classes: int, weight: Floats | None = None) -> Labels:
    """Labels unchanged; numbers discretized into classes of about equal weight.

    >>> as_classes(np.array([0.5, 1.5, 2.5, 9.5]), 2).codes
    array([0, 0, 1, 1])
    """
    if isinstance(y, Labels):
        return y
    cuts = frequency_cuts(y, n_classes, weight)
    return Labels(np.searchsorted(cuts, y, side="right"), np.arange(len(cuts) + 1))


def as_numbers(y: Labels | Floats, requirement: str) -> Floats:
    """The target as numbers; DataError, which ends with the requirement, if the labels are not numeric.

    >>> as_numbers(Labels.of([3, 5, 3]), "above= requires a numeric target")
    array([3., 5., 3.])
    """
    if not isinstance(y, Labels):
        return y
    try:
        return y.classes.astype(np.float64)[y.codes]
    except (TypeError, ValueError):
        raise DataError(f"y holds {str(y.classes[0])!r}, which is not a number; {requirement}") from None


def target_bins() -> Any:
    """The parameter `target_bins`: number of classes that a quantitative target is discretized into.

    >>> target_bins().default
    4
    """
    return between(
        2,
        inf,
        default=4,
        whole=True,
        help="number of equal-frequency classes that a quantitative target is discretized into",
    )


def with_weight(labels: Labels, weight: Floats | None) -> Labels:
    """The labels restricted to the classes that have weight in these rows.

    >>> with_weight(Labels.of(["a", "b", "c"])[np.array([0, 2])], None).classes
    array(['a', 'c'], dtype='<U1')
    """
    mass = np.bincount(labels.codes, weight, minlength=labels.n_classes)
    has_weight = mass > 0
    codes = np.maximum(np.cumsum(has_weight) - 1, 0)
    return Labels(codes[labels.codes], labels.classes[has_weight])
