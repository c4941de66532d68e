"""Leave-one-out cross-validation of a linear smoother in closed form (Allen's PRESS, 1974).

The model fitted without row i predicts y_i - e_i / (1 - h_i) for it, where e is the residual and h the
leverage, w_i (1/W + (x - m)' C (x - m)) with C the inverse of the (penalized) scatter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import scipy.linalg
from sklearn.base import clone

from gnomon import native, threads
from gnomon.arrays import Floats, Integers
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Parts, Rows

MIN_LEFT = 1e-7


def predict_left_out(
    y: Floats, predicted: Floats, leverage: Floats, refit: Callable[[Integers, int], Floats]
) -> Floats:
    """Leave-one-out predictions: for each row that of the model fitted without it.

    leverage: times the row's weight. refit: from training rows and a row, the prediction of a refitted model;
    called only for rows of leverage 1, which alone determine a coefficient.

    >>> half = np.array([0.5, 0.5])
    >>> predict_left_out(np.array([1.0, 2.0]), np.array([1.5, 1.5]), half, lambda rows, row: half)
    array([2., 1.])
    """
    left = 1 - leverage
    safe = left > MIN_LEFT
    y_pred = np.array(predicted)
    residual = (y - predicted) / (left if y.ndim == 1 else left[:, None]).clip(MIN_LEFT)
    y_pred[safe] = (y - residual)[safe]
    for row in np.flatnonzero(~safe):
        y_pred[row] = refit(np.delete(np.arange(len(y)), row), int(row))
    return y_pred


def refitting(learner: Learner, table: Rows) -> Callable[[Integers, int], Floats]:
    """A function of training rows and a row that refits and predicts; prepared sums are cached over calls.

    >>> from gnomon import LinearRegression
    >>> table = Rows(np.array([[0.0], [1.0], [2.0]]), np.array([0.0, 1.0, 5.0]))
    >>> refit = refitting(LinearRegression(), table)
    >>> float(refit(np.array([0, 1]), 2).round(9))
    2.0
    """

    @cache
    def prepared() -> Any:
        return Parts(learner.prepare, table, np.arange(table.X.shape[0])) if learner.summarizes else table

    def refit(rows: Integers, row: int) -> Floats:
        model = clone(learner).fit_prepared(prepared().rows(rows))
        return model.predict(table.X[row : row + 1])[0]

    return refit


def squared_lengths(X: Floats, center: Floats, directions: Floats) -> Floats:
    """|(x - center) D|² of each row.

    >>> squared_lengths(np.array([[3.0, 4.0]]), np.zeros(2), np.eye(2))
    array([25.])
    """
    square = np.zeros((len(center), len(center)))
    square[:, : directions.shape[1]] = directions
    # D D' = R R' with D = R Q: a triangular R halves the products.
    root = np.asarray(scipy.linalg.rq(square, mode="r"), dtype=np.float64)
    halves = native.mixture_scores(X, center[None], root[None], np.zeros(1), threads.count())
    return -2 * halves[:, 0]
