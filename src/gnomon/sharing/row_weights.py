"""Normalization of sample weights for quantities that count rows: sample and leaf sizes, pseudo-counts.

Results are then invariant to rescaling the weights. scikit-learn's penalized models (Ridge,
LogisticRegression, C of SVC, alpha of naive Bayes) do not normalize: there the scale of the weights scales
the loss relative to the penalty.
"""

from __future__ import annotations

from typing import overload

import numpy as np

from gnomon.arrays import Floats

MAX_TIMES = 1000
# Relative tolerance of integer multiples.
TOLERANCE = 1e-9
DIGITS = 51


@overload
def in_rows(weight: None) -> None: ...


@overload
def in_rows(weight: Floats) -> Floats: ...


def in_rows(weight: Floats | None) -> Floats | None:
    """Normalize weights: integer multiples of the smallest to frequency weights, others to mean 1.

    Rows of weight 0 are ignored. Multiples above 1,000 are not treated as frequencies.

    >>> in_rows(np.array([0.01, 0.03, 0.0])).tolist(), in_rows(np.array([100.0, 150.0])).round(6).tolist()
    ([1.0, 3.0, 0.0], [0.8, 1.2])
    """
    if weight is None:
        return None
    positive = weight > 0
    if not positive.any():
        return weight
    largest = float(weight.max())
    smallest = float(weight.min(initial=largest, where=positive))
    scaled = weight if 1e-100 < smallest <= largest < 1e100 else weight / largest
    if largest / smallest <= MAX_TIMES + 0.5:
        times = weight / smallest
        counts = np.rint(times)
        if bool((np.abs(times - counts) <= TOLERANCE * times).all()):
            return np.asarray(counts)
    # Sums of multiples of a power of 2 are exact, so they do not depend on the order of the rows.
    n_rows = np.count_nonzero(positive)
    step = 2.0 ** (np.ceil(np.log2(n_rows)) - DIGITS)
    steps = np.rint(scaled * (n_rows / scaled.sum() / step))
    return np.where(positive, np.maximum(steps, 1.0) * step, 0.0)
