"""Leave-one-out of a linear smoother in closed form: no refit (Allen's PRESS, 1974).

The model without row i predicts y_i - e_i / (1 - h_i) for it, where e is the residual and h the leverage,
w_i (1/W + (x - m)' C (x - m)) with C the inverse of the (penalised) scatter.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gnomon.arrays import Floats, Integers

DECISIVE = 1e-7


def predict_left_out(
    y: Floats, predicted: Floats, leverage: Floats, refit: Callable[[Integers, int], Floats]
) -> Floats:
    """What the model without each row predicts for that row.

    leverage: times the row's weight. refit: given training rows and a row, what a model of its own predicts;
    asked only for rows that alone decide a coefficient, whose leverage is 1.

    >>> half = np.array([0.5, 0.5])
    >>> predict_left_out(np.array([1.0, 2.0]), np.array([1.5, 1.5]), half, lambda rows, row: half)
    array([2., 1.])
    """
    left = 1 - leverage
    safe = left > DECISIVE
    found = np.array(predicted)
    residual = (y - predicted) / (left if y.ndim == 1 else left[:, None]).clip(DECISIVE)
    found[safe] = (y - residual)[safe]
    for row in np.flatnonzero(~safe):
        found[row] = refit(np.delete(np.arange(len(y)), row), int(row))
    return found
