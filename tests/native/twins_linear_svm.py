"""Slow NumPy twins of the linear machines' kernels: descent over multipliers, and products, row after row."""

import numpy as np


def svm_dual(X, side, margin, price, squared, bias, tolerance, most):
    """Multipliers and w (the constant's coefficient last), visited in order until no pull is left."""
    rows = np.column_stack([X, np.full(len(X), bias)])
    soft = 0.5 / price if squared else np.zeros(len(X))
    top = np.full(len(X), np.inf) if squared else price
    alpha, w = np.zeros(len(X)), np.zeros(rows.shape[1])
    for _ in range(most):
        widest = 0.0
        for i, row in enumerate(rows):
            slope = side[i] * (row @ w) - margin[i] + soft[i] * alpha[i]
            pull = min(slope, 0) if alpha[i] <= 0 else max(slope, 0) if alpha[i] >= top[i] else slope
            widest = max(widest, abs(pull))
            curvature = row @ row + soft[i]
            new = min(max(alpha[i] - slope / curvature, 0.0), top[i]) if curvature > 0 else top[i]
            w += (new - alpha[i]) * side[i] * row
            alpha[i] = new
        if widest <= tolerance:
            break
    return alpha, w


def curvature(X, bias, weight, v):
    """The sum of weight times x·v times x over rows x with a constant at their end."""
    total = np.zeros(X.shape[1] + 1)
    for row, each in zip(X, weight, strict=True):
        x = np.append(row, bias)
        total += each * (x @ v) * x
    return total


def squared_plane(X, target, price, width, bias, most=200):
    """w, the constant's coefficient last: Newton's steps over the rows that count, halved if they fail."""
    rows = np.column_stack([X, np.full(len(X), bias)])

    def rho(w):
        off = target - rows @ w
        if width is None:
            return np.where(target * (rows @ w) < 1, off, 0.0)
        return np.sign(off) * np.maximum(np.abs(off) - width, 0.0)

    def value(w):
        return w @ w / 2 + price @ rho(w) ** 2

    w = np.zeros(rows.shape[1])
    for _ in range(most):
        counts = rho(w) != 0
        hessian = np.eye(len(w)) + 2 * (rows[counts].T * price[counts]) @ rows[counts]
        step = np.linalg.solve(hessian, 2 * rows.T @ (price * rho(w)) - w)
        while value(w + step) > value(w) and np.abs(step).max() > 1e-15:
            step = step / 2
        w = w + step
        if np.abs(step).max() < 1e-12:
            break
    return w
