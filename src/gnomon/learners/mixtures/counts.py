"""Conversion between class counts and class priors."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError


def class_priors(counts: Any) -> Floats:
    """Class priors by maximum likelihood: relative frequencies n_c / n.

    >>> class_priors([1, 2, 3, 4])
    array([0.1, 0.2, 0.3, 0.4])
    """
    values = _numbers(counts, "counts")
    if values.sum() == 0:
        raise DataError("counts are all 0; at least one must be above 0")
    return values / values.sum()


def expected_counts(total: float, priors: Any) -> Floats:
    """Expected class counts among `total` rows: total times the normalized priors.

    Priors need not sum to 1.

    >>> expected_counts(20, [0.5, 0.25])
    array([13.33333333,  6.66666667])
    """
    values = _numbers(priors, "priors")
    if not 0 <= total < np.inf or values.sum() == 0:
        raise DataError(
            f"total={total!r}, sum of priors {values.sum():g}: total must be at least 0 and finite, and the "
            "sum above 0"
        )
    return total * values / values.sum()


def _numbers(values: Any, name: str) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not np.isfinite(array).all() or (array < 0).any():
        raise DataError(f"{name}={values!r}: it must be a list of finite numbers of at least 0")
    return array
