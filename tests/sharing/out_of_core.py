"""Fits on blocks made one by one, in a process that tells how much memory it took."""

import json
import resource
import sys

import numpy as np

import gnomon as gn

N_BLOCKS, N_ROWS, N_COLUMNS = 64, 8192, 16


def block(number):
    """Features, a number to predict, and a class: three clouds."""
    random = np.random.default_rng(number)
    labels = random.integers(3, size=N_ROWS)
    X = random.normal(size=(N_ROWS, N_COLUMNS))
    X += 10 * labels[:, None] * np.cos(np.arange(N_COLUMNS))
    return X, X @ np.arange(1.0, N_COLUMNS + 1) + random.normal(size=N_ROWS), labels


def fitted(X, y, labels):
    """What each learner found, as numbers."""
    start = 10 * np.arange(3)[:, None] * np.cos(np.arange(N_COLUMNS))
    clusters = gn.KMeans(3, init=start + 0.5).fit(X)
    bayes = gn.GaussianNB().fit(X, labels)
    pca = gn.PCA(4).fit(X)
    return {
        "ridge": gn.Ridge().fit(X, y).coef_.tolist(),
        "discriminant": gn.LinearDiscriminantAnalysis().fit(X, labels).coef_.tolist(),
        "bayes": [bayes.theta_.tolist(), bayes.var_.tolist()],
        "pca": [*pca.explained_variance_.tolist(), *np.abs(pca.components_[0]).tolist()],
        "clusters": [*clusters.cluster_centers_.ravel().tolist(), clusters.inertia_, clusters.n_iter_],
    }


def lazily(n_blocks):
    """The blocks as Dask arrays, which make them when they are read."""
    import dask.array as da
    from dask.delayed import delayed

    parts = [delayed(block, nout=3)(number) for number in range(n_blocks)]
    shapes = ((N_ROWS, N_COLUMNS), (N_ROWS,), (N_ROWS,))
    kinds = (np.float64, np.float64, np.int64)
    return [
        da.concatenate([da.from_delayed(part[each], shapes[each], kinds[each]) for part in parts])
        for each in range(3)
    ]


def most_held():
    """The most bytes of memory that this process has ever held."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main():
    fitted(*lazily(3))
    before = most_held()
    found = fitted(*lazily(N_BLOCKS))
    grown = most_held() - before
    print(json.dumps({**found, "bytes": N_BLOCKS * N_ROWS * N_COLUMNS * 8, "grown": grown}))


if __name__ == "__main__":
    main()
