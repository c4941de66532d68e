"""Counts of classes and their chances, in both directions: what each says of the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError


def class_priors(counts: Any) -> Floats:
    """The chances of greatest likelihood of classes seen n_c times each: n_c / n.

    >>> class_priors([1, 2, 3, 4])
    array([0.1, 0.2, 0.3, 0.4])
    """
    found = _numbers(counts, "counts")
    if found.sum() == 0:
        raise DataError("counts are all 0, which says nothing of chances; give at least one row")
    return found / found.sum()


def expected_counts(total: float, priors: Any) -> Floats:
    """How many of `total` rows are expected of each class: total times its share of the priors.

    Priors need not sum to 1: among classes that could not be told apart, each has its share.

    >>> expected_counts(20, [0.5, 0.25])
    array([13.33333333,  6.66666667])
    """
    chances = _numbers(priors, "priors")
    if not 0 <= total < np.inf or chances.sum() == 0:
        raise DataError(f"total={total!r} rows over priors of sum {chances.sum():g} have no expectation")
    return total * chances / chances.sum()


def _numbers(values: Any, name: str) -> Floats:
    found = np.asarray(values, dtype=np.float64)
    if found.ndim != 1 or not np.isfinite(found).all() or (found < 0).any():
        raise DataError(f"{name} must be a list of numbers of at least 0; got {values!r}")
    return found
