"""The slow twin of the k-means kernel: every distance, every step."""

import numpy as np


def lloyd(X, centers, weight, before, tolerance, most, fewest):
    """Labels, centers, inertia, settled, orphaned, rows moved and squared moves, by plain NumPy."""
    X = X.astype(np.float64)
    weight = np.ones(len(X)) if weight is None else weight
    labels = np.full(len(X), -1) if before is None else before
    moved, shift, settled = [], [], False
    for _ in range(most):
        new = nearest(X, centers)
        counted = weight > 0
        total = np.bincount(new, weight, minlength=len(centers))
        count = np.bincount(new[counted], minlength=len(centers))
        if fewest >= 0 and np.any((count == 0) | (total <= fewest)):
            return new, centers, None, False, True, moved, shift
        updated = centers.copy()
        for cluster in np.flatnonzero(count):
            rows = new == cluster
            updated[cluster] = np.average(X[rows], axis=0, weights=weight[rows])
        moved.append(int(np.sum((new != labels) & counted)))
        shift.append(float(np.sum((updated - centers) ** 2)))
        labels, centers = new, updated
        settled = moved[-1] == 0
        if settled or shift[-1] <= tolerance:
            break
    if not settled:
        labels = nearest(X, centers)
    inertia = float(weight @ np.sum((X - centers[labels]) ** 2, axis=1))
    return labels, centers, inertia, settled, False, moved, shift


def nearest(X, centers):
    """The nearest center of each row, the first of those that are as near but for rounding."""
    squares = np.sum((X[:, None] - centers) ** 2, axis=2)
    return (squares <= squares.min(axis=1, keepdims=True) * (1 + 2.0**-32)).argmax(axis=1)


def try_centers(X, trials, closest, weight):
    """The sum of what each trial leaves, and what the first leaves of every row."""
    X = X.astype(np.float64)
    left = np.array([np.minimum(closest, np.sum((X - trial) ** 2, axis=1)) for trial in trials])
    return left @ (np.ones(len(X)) if weight is None else weight), left[0]
