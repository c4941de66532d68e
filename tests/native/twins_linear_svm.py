"""Slow NumPy twins of the linear machines' kernels: dual coordinate descent, and products, row by row."""

import numpy as np


def svm_dual(X, side, margin, C, squared, bias, tolerance, max_iter):
    """Multipliers and w (the constant's coefficient last), by dual coordinate descent in row order."""
    rows = np.column_stack([X, np.full(len(X), bias)])
    diagonal = 0.5 / C if squared else np.zeros(len(X))
    upper_bound = np.full(len(X), np.inf) if squared else C
    alpha, w = np.zeros(len(X)), np.zeros(rows.shape[1])
    for _ in range(max_iter):
        largest = 0.0
        for i, row in enumerate(rows):
            gradient = side[i] * (row @ w) - margin[i] + diagonal[i] * alpha[i]
            projected = (
                min(gradient, 0)
                if alpha[i] <= 0
                else max(gradient, 0)
                if alpha[i] >= upper_bound[i]
                else gradient
            )
            largest = max(largest, abs(projected))
            curvature = row @ row + diagonal[i]
            new = (
                min(max(alpha[i] - gradient / curvature, 0.0), upper_bound[i])
                if curvature > 0
                else upper_bound[i]
            )
            w += (new - alpha[i]) * side[i] * row
            alpha[i] = new
        if largest <= tolerance:
            break
    return alpha, w


def curvature(X, bias, weight, v):
    """The sum of weight times x·v times x over rows x with a constant at their end."""
    total = np.zeros(X.shape[1] + 1)
    for row, each in zip(X, weight, strict=True):
        x = np.append(row, bias)
        total += each * (x @ v) * x
    return total


def squared_plane(X, target, C, width, bias, max_iter=200):
    """w, the constant's coefficient last: Newton's steps over the rows that count, halved if they fail."""
    rows = np.column_stack([X, np.full(len(X), bias)])

    def rho(w):
        off = target - rows @ w
        if width is None:
            return np.where(target * (rows @ w) < 1, off, 0.0)
        return np.sign(off) * np.maximum(np.abs(off) - width, 0.0)

    def value(w):
        return w @ w / 2 + C @ rho(w) ** 2

    w = np.zeros(rows.shape[1])
    for _ in range(max_iter):
        counts = rho(w) != 0
        hessian = np.eye(len(w)) + 2 * (rows[counts].T * C[counts]) @ rows[counts]
        step = np.linalg.solve(hessian, 2 * rows.T @ (C * rho(w)) - w)
        while value(w + step) > value(w) and np.abs(step).max() > 1e-15:
            step = step / 2
        w = w + step
        if np.abs(step).max() < 1e-12:
            break
    return w
