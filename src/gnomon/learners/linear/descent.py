"""Textbook gradient descent on the logistic loss: batch gradient descent and stochastic gradient descent.

For teaching: every step is returned. Both minimize E = -sum [y log f(x) + (1 - y) log(1 - f(x))].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, softmax

from gnomon.arrays import Floats
from gnomon.learners.linear.logistic_loss import BinaryRows, ManyRows

Start = tuple[Floats, Floats]
Targets = BinaryRows | ManyRows


@dataclass(frozen=True, eq=False)
class Step:
    """A step of the descent. epoch: passes over the rows so far. row: the one just used, or -1 for all."""

    epoch: int
    row: int
    w: Floats
    b: Floats


def batch_descent(
    X: Floats, rows: Targets, l2: float, start: Start, learning_rate: float, epochs: int
) -> Iterator[Step]:
    """Batch gradient descent, w <- w - rate dE/dw; the first step is the initial weights.

    l2: penalty of |w|² / 2, added to E.

    >>> rows = BinaryRows(np.array([0.0, 1.0]), np.ones(2))
    >>> steps = batch_descent(np.array([[-1.0], [1.0]]), rows, 0.0, (np.zeros((1, 1)), np.zeros(1)), 0.1, 2)
    >>> [round(float(step.w[0, 0]), 4) for step in steps]
    [0.0, 0.1, 0.195]
    """
    w, b = np.array(start[0]), np.array(start[1])
    yield Step(0, -1, w.copy(), b.copy())
    for epoch in range(1, epochs + 1):
        scores = X @ w.T + b
        residual = (
            rows.residual(scores[:, 0])[:, None] if isinstance(rows, BinaryRows) else rows.residual(scores)
        )
        w -= learning_rate * (residual.T @ X + l2 * w)
        b -= learning_rate * residual.sum(axis=0)
        yield Step(epoch, -1, w.copy(), b.copy())


def row_descent(
    X: Floats,
    rows: Targets,
    l2: float,
    start: Start,
    learning_rate: float,
    epochs: int,
    order: np.random.Generator | None = None,
) -> Iterator[Step]:
    """Stochastic gradient descent, w <- w - rate (f(x) - y) x; the first step is the initial weights.

    order: generator that shuffles the rows before each epoch; None for the original order.

    >>> rows = BinaryRows(np.array([0.0, 1.0]), np.ones(2))
    >>> steps = row_descent(np.array([[-1.0], [1.0]]), rows, 0.0, (np.zeros((1, 1)), np.zeros(1)), 0.1, 1)
    >>> [(step.row, round(float(step.w[0, 0]), 4)) for step in steps]
    [(-1, 0.0), (0, 0.05), (1, 0.1)]
    """
    w, b = np.array(start[0]), np.array(start[1])
    targets = rows.y[:, None] if isinstance(rows, BinaryRows) else np.eye(rows.n_classes)[rows.codes]
    fraction = rows.weight / rows.weight.sum()
    yield Step(0, -1, w.copy(), b.copy())
    for epoch in range(1, epochs + 1):
        order_of_rows = np.arange(len(X)) if order is None else order.permutation(len(X))
        for row in order_of_rows.tolist():
            # f(x) is computed once, before the weights are updated.
            scores = w @ X[row] + b
            p = expit(scores) if len(scores) == 1 else softmax(scores)
            residual = rows.weight[row] * (p - targets[row])
            w -= learning_rate * (np.outer(residual, X[row]) + l2 * fraction[row] * w)
            b -= learning_rate * residual
            yield Step(epoch, row, w.copy(), b.copy())
