"""Limited-memory BFGS on linear scores, with a preconditioner (Nocedal & Wright 2006, chapter 7).

Scores are linear in the coefficients, so a trial along a direction costs no product with the rows: two
products an iteration, one for the gradient and one for the direction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.newton import ROUNDING, Fit, Prices, objective, shorten

MEMORY = 12


def quasi_newton(
    X: Any,
    rows: Any,
    prices: Prices,
    has_constant: bool,
    start: tuple[Floats, Floats],
    precondition: Callable[[Floats, Floats], tuple[Floats, Floats]],
    tol: float,
    most: int,
) -> Fit:
    """Minimise the loss and the price of squares over coefficients w (classes x columns) and b (classes).

    precondition: an approximate inverse Hessian applied to gradients by w and by b.
    """
    w, b = np.array(start[0]), np.array(start[1])
    scores = np.asarray(X @ w.T) + b
    fit = Fit(w, b, [rows.loss(scores) + prices.of(w)], np.inf, 0, False)
    pairs: deque[tuple[Floats, Floats, float]] = deque(maxlen=MEMORY)
    total, spread = float(rows.weight.sum()), _spread(X)
    by_w, by_b = _gradient(X, rows, prices, has_constant, scores, w)
    for fit.iterations in range(most + 1):
        pull = max(np.abs(by_w / spread).max(initial=0.0), np.abs(by_b).max(initial=0.0)) / total
        if pull < fit.gradient or fit.history[-1] < fit.history[-2]:
            fit.w, fit.b, fit.gradient, fit.converged = w, b, float(pull), bool(pull <= tol)
            if fit.converged or fit.iterations == most:
                break
        elif len(pairs) == 0:
            # Neither the objective nor its slope went down: what is left is rounding.
            fit.converged = fit.gradient <= max(tol, ROUNDING)
            break
        else:
            pairs.clear()
        slope = _flat(by_w, by_b)
        step = _direction(slope, pairs, precondition, w.shape)
        step_w, step_b = _shaped(step, w.shape)
        along = np.asarray(X @ step_w.T) + step_b
        share, after = shorten(
            partial(objective, rows, prices, scores, along, w, step_w),
            fit.history[-1],
            float(step @ slope),
        )
        if share == 0:
            if not pairs:
                fit.converged = fit.gradient <= max(tol, ROUNDING)
                break
            pairs.clear()
            continue
        w, b, scores = w + share * step_w, b + share * step_b, scores + share * along
        fit.history.append(after)
        by_w, by_b = _gradient(X, rows, prices, has_constant, scores, w)
        change = _flat(by_w, by_b) - slope
        bend = share * float(change @ step)
        if bend > 1e-14 * float(change @ change):
            pairs.append((share * step, change, bend))
    return fit


def _gradient(
    X: Any, rows: Any, prices: Prices, has_constant: bool, scores: Floats, w: Floats
) -> tuple[Floats, Floats]:
    residual = rows.residual(scores)
    by_w = np.asarray(X.T @ residual).T + prices.square * w
    by_b = residual.sum(axis=0) if has_constant else np.zeros(len(w))
    return by_w, by_b


def _spread(X: Any) -> Floats:
    """The root mean square of each column, by which pulls are measured; 1 where a column is empty."""
    squares = (
        np.asarray(X.multiply(X).mean(axis=0)).ravel() if hasattr(X, "multiply") else np.mean(X * X, axis=0)
    )
    return np.where(squares > 0, np.sqrt(squares), 1.0)


def _direction(
    gradient: Floats,
    pairs: deque[tuple[Floats, Floats, float]],
    precondition: Callable[[Floats, Floats], tuple[Floats, Floats]],
    shape: tuple[int, ...],
) -> Floats:
    """The two-loop recursion about the preconditioner."""
    found = -gradient
    shares = []
    for step, change, bend in reversed(pairs):
        shares.append(float(step @ found) / bend)
        found = found - shares[-1] * change
    found = _flat(*precondition(*_shaped(found, shape)))
    for (step, change, bend), share in zip(pairs, reversed(shares)):
        found = found + (share - float(change @ found) / bend) * step
    return found


def _flat(by_w: Floats, by_b: Floats) -> Floats:
    return np.concatenate([by_w.ravel(), by_b])


def _shaped(flat: Floats, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    n_classes, _ = shape
    return flat[:-n_classes].reshape(shape), flat[-n_classes:]
