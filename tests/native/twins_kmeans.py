"""The slow twin of the k-means kernel: every distance, every step."""

import numpy as np


def lloyd(X, centers, weight, before, tolerance, max_iter, empty_threshold):
    """Labels, centers, inertia, converged, has_empty, rows moved and squared moves, by plain NumPy."""
    X = X.astype(np.float64)
    weight = np.ones(len(X)) if weight is None else weight
    labels = np.full(len(X), -1) if before is None else before
    moved, shift, converged = [], [], False
    for _ in range(max_iter):
        new = nearest(X, centers)
        counted = weight > 0
        total = np.bincount(new, weight, minlength=len(centers))
        count = np.bincount(new[counted], minlength=len(centers))
        if empty_threshold >= 0 and np.any((count == 0) | (total <= empty_threshold)):
            return new, centers, None, False, True, moved, shift
        updated = centers.copy()
        for cluster in np.flatnonzero(count):
            rows = new == cluster
            updated[cluster] = np.average(X[rows], axis=0, weights=weight[rows])
        moved.append(int(np.sum((new != labels) & counted)))
        shift.append(float(np.sum((updated - centers) ** 2)))
        labels, centers = new, updated
        converged = moved[-1] == 0
        if converged or shift[-1] <= tolerance:
            break
    if not converged:
        labels = nearest(X, centers)
    inertia = float(weight @ np.sum((X - centers[labels]) ** 2, axis=1))
    return labels, centers, inertia, converged, False, moved, shift


def nearest(X, centers):
    """The nearest center of each row, the first of those that are as near but for rounding."""
    squares = np.sum((X[:, None] - centers) ** 2, axis=2)
    return (squares <= squares.min(axis=1, keepdims=True) * (1 + 2.0**-32)).argmax(axis=1)


def try_centers(X, trials, closest, weight):
    """The sum of what each trial leaves, and what the first leaves of every row."""
    X = X.astype(np.float64)
    left = np.array([np.minimum(closest, np.sum((X - trial) ** 2, axis=1)) for trial in trials])
    return left @ (np.ones(len(X)) if weight is None else weight), left[0]
