"""Slow twins of the kernels of support vector machines."""

import numpy as np
from scipy.spatial.distance import cdist


def kernel_values(A, B, kernel):
    """The kernel between the rows of two tables, by its formula."""
    shape, gamma, coef0, degree = kernel
    dots, distances = A @ B.T, cdist(A, B)
    return {
        "linear": lambda: dots,
        "polynomial": lambda: (gamma * dots + coef0) ** degree,
        "tanh": lambda: np.tanh(gamma * dots + coef0),
        "exponential": lambda: np.expm1(gamma * dots),
        "rbf": lambda: np.exp(-gamma * distances**2),
        "laplacian": lambda: np.exp(-gamma * distances),
    }[shape]()


def solve(K, linear, low, high, b, bias, tolerance, max_iter=200_000):
    """Minimize b'Kb / 2 - linear'b between bounds: SMO on the maximal violating pair or coefficient."""
    b, gradient = b.copy(), linear - K @ b
    for _ in range(max_iter):
        rises, falls = np.where(b < high, gradient, -np.inf), np.where(b > low, gradient, np.inf)
        if bias is None:
            i, j = rises.argmax(), falls.argmin()
            if rises[i] - falls[j] <= tolerance:
                break
            curvature = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
            step = min((gradient[i] - gradient[j]) / curvature, high[i] - b[i], b[j] - low[j])
            b[i], b[j] = b[i] + step, b[j] - step
            gradient -= step * (K[i] - K[j])
        else:
            failing = np.maximum(rises - bias, bias - falls)
            i = failing.argmax()
            if failing[i] <= tolerance:
                break
            to = np.clip(b[i] + (gradient[i] - bias) / max(K[i, i], 1e-12), low[i], high[i])
            gradient -= (to - b[i]) * K[i]
            b[i] = to
    return b, linear - K @ b


def active_set_newton(K, linear, low, high, b, bias, rounds=200):
    """Newton's method on the free coefficients, with updates of the active set; b and its gradient."""
    b, free = b.copy(), (b > low) & (b < high)
    for _ in range(rounds):
        gradient = linear - K @ b
        bias_value = (
            bias if bias is not None else gradient[free].mean() if free.any() else np.median(gradient)
        )
        at = np.flatnonzero(free)
        if len(at) and np.abs(gradient[at] - bias_value).max() > 1e-12 * np.abs(gradient).max():
            # About their means where the bias is free, so that sum(along) = 0.
            center = np.eye(len(at)) - (1 / len(at) if bias is None else 0.0)
            system = center @ K[np.ix_(at, at)] @ center
            system += 1e-13 * np.abs(system.diagonal()).max() * np.eye(len(at))
            along = center @ np.linalg.solve(system, center @ (gradient[at] - (bias or 0.0)))
            bound = np.where(along > 0, high[at], low[at])
            with np.errstate(divide="ignore", invalid="ignore"):
                max_steps = np.where(along == 0, np.inf, (bound - b[at]) / along)
            length = min(1.0, max(max_steps.min(), 0.0))
            b[at] += length * along
            stopped = max_steps <= length
            b[at[stopped]], free[at[stopped]] = bound[stopped], False
            if stopped.any():
                continue
            gradient = linear - K @ b
            bias_value = bias if bias is not None else gradient[at].mean()
        violators = ~free & (
            ((b < high) & (gradient > bias_value + 1e-10)) | ((b > low) & (gradient < bias_value - 1e-10))
        )
        if not violators.any():
            break
        free |= violators
    return b, linear - K @ b
