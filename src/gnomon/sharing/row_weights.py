"""Weights in the unit of a row, for whatever counts rows: sizes of samples and leaves, pseudo-counts.

A common factor of the weights then changes nothing. scikit-learn's penalized models (Ridge,
LogisticRegression, C of SVC, alpha of naive Bayes) keep weights as they are: there the factor scales the loss
against the penalty.
"""

from __future__ import annotations

from typing import overload

import numpy as np

from gnomon.arrays import Floats

MAX_TIMES = 1000
# Whole multiples, but for the rounding of a common factor.
WHOLE = 1e-9
DIGITS = 51


@overload
def in_rows(weight: None) -> None: ...


@overload
def in_rows(weight: Floats) -> Floats: ...


def in_rows(weight: Floats | None) -> Floats | None:
    """Weights that are whole multiples of the smallest one as counts of equal rows; others with a mean of 1.

    Rows of weight 0 have no say. Multiples above 1,000 are not taken for counts.

    >>> in_rows(np.array([0.01, 0.03, 0.0])).tolist(), in_rows(np.array([100.0, 150.0])).round(6).tolist()
    ([1.0, 3.0, 0.0], [0.8, 1.2])
    """
    if weight is None:
        return None
    positive = weight > 0
    if not positive.any():
        return weight
    largest = float(weight.max())
    least = float(weight.min(initial=largest, where=positive))
    scaled = weight if 1e-100 < least <= largest < 1e100 else weight / largest
    if largest / least <= MAX_TIMES + 0.5:
        times = weight / least
        counts = np.rint(times)
        if bool((np.abs(times - counts) <= WHOLE * times).all()):
            return np.asarray(counts)
    # Sums of multiples of a power of 2 are exact, so that equal sums are equal in any order of the rows.
    n_rows = np.count_nonzero(positive)
    step = 2.0 ** (np.ceil(np.log2(n_rows)) - DIGITS)
    steps = np.rint(scaled * (n_rows / scaled.sum() / step))
    return np.where(positive, np.maximum(steps, 1.0) * step, 0.0)
