"""Fits on blocks of rows against scikit-learn's partial_fit, or its fit on all rows in memory.

python -m benchmarks.out_of_core --memory-limit 512MiB fits files of four times that size on a Dask worker
which may take no more, and compares with the fit of all rows in this process.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import sklearn.cluster
import sklearn.decomposition
import sklearn.linear_model
import sklearn.naive_bayes

import gnomon as gn
from benchmarks.case import Case, largest_difference, share_equal

ROWS_OF_A_BLOCK = 50_000

# Of the files: 16 MiB each.
FILE_ROWS, FILE_COLUMNS = 2**16, 32
ROUNDING = 1e-8


def main() -> None:
    """Fit data that are too large for a worker, and end with code 1 if a model is not that of memory."""
    from dask.utils import parse_bytes

    parser = argparse.ArgumentParser(prog="python -m benchmarks.out_of_core")
    parser.add_argument("--memory-limit", type=parse_bytes, default="512MiB", help="of the worker")
    parser.add_argument("--times", type=float, default=4.0, help="size of the data, in limits")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        n_files = int(-(-asked.times * asked.memory_limit // (FILE_ROWS * FILE_COLUMNS * 8)))
        for number in range(n_files):
            write(folder, number)
        print(
            f"{n_files * FILE_ROWS:,} rows, {asked.times:g} times the limit of {asked.memory_limit:,} bytes"
        )
        differences = compare(folder, n_files, asked.memory_limit)
    sys.exit(any(difference > ROUNDING for difference in differences))


def compare(folder: Path, n_files: int, limit: int) -> list[float]:
    """How far the models of a worker are from those of memory, each told of with its time and memory."""
    import distributed

    whole = [np.concatenate(parts) for parts in zip(*(read(folder, number) for number in range(n_files)))]
    inside = {name: fit(*whole) for name, fit in FITS.items()}
    del whole
    differences = []
    options = {"threads_per_worker": 1, "memory_limit": limit, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(n_workers=1, **options) as cluster, distributed.Client(cluster) as client:
        (worker,) = client.run(most_held)
        for name, fit in FITS.items():
            began = time.perf_counter()
            found = fit(*from_files(folder, n_files))
            seconds = time.perf_counter() - began
            held = client.run(most_held).get(worker)
            differences.append(float(np.max(np.abs(found - inside[name]) / np.abs(inside[name]).max())))
            memory = "its worker was ended" if held is None else f"at most {held:,} bytes held"
            print(f"{name}: {seconds:.1f} s, differs by {differences[-1]:.0e}, {memory}", flush=True)
    return differences


def write(folder: Path, number: int) -> None:
    """A file of features, one of numbers to predict and one of classes."""
    random = np.random.default_rng(number)
    labels = random.integers(3, size=FILE_ROWS)
    X = random.normal(size=(FILE_ROWS, FILE_COLUMNS)) * np.linspace(1, 3, FILE_COLUMNS)
    X += 10 * labels[:, None] * np.cos(np.arange(FILE_COLUMNS))
    y = X @ np.linspace(1, 2, FILE_COLUMNS) + random.normal(size=FILE_ROWS)
    for name, array in (("X", X), ("y", y), ("labels", labels)):
        np.save(folder / f"{name}{number}.npy", array)


def read(folder: Path, number: int) -> list[Any]:
    return [np.load(folder / f"{name}{number}.npy") for name in ("X", "y", "labels")]


def from_files(folder: Path, n_files: int) -> list[Any]:
    """The same as Dask arrays, read when they are needed."""
    import dask.array as da
    from dask.delayed import delayed

    shapes = {"X": (FILE_ROWS, FILE_COLUMNS), "y": (FILE_ROWS,), "labels": (FILE_ROWS,)}
    kinds = {"X": np.float64, "y": np.float64, "labels": np.int64}
    load = delayed(np.load)
    return [
        da.concatenate(
            [
                da.from_delayed(load(folder / f"{name}{number}.npy"), shape, kinds[name])
                for number in range(n_files)
            ]
        )
        for name, shape in shapes.items()
    ]


def most_held() -> int:
    """The most bytes of memory that a process has held, without what its parent held when it was forked."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def clusters_of(X: Any, y: Any, labels: Any) -> Any:
    start = 10 * np.arange(3)[:, None] * np.cos(np.arange(FILE_COLUMNS)) + 0.5
    return gn.KMeans(3, init=start).fit(X).cluster_centers_


FITS = {
    "Ridge": lambda X, y, labels: gn.Ridge().fit(X, y).coef_,
    "LinearDiscriminantAnalysis": lambda X, y, labels: gn.LinearDiscriminantAnalysis().fit(X, labels).coef_,
    "GaussianNB": lambda X, y, labels: gn.GaussianNB().fit(X, labels).theta_,
    "PCA(5)": lambda X, y, labels: np.abs(gn.PCA(5).fit(X).components_),
    "KMeans(3)": clusters_of,
}


def cases(size: str) -> Iterator[Case]:
    n_rows = 100_000 if size == "quick" else 1_000_000
    yield bayes(n_rows, 50)
    yield components(n_rows, 50)
    yield ridge(n_rows, 50)
    yield clusters(n_rows, 20)


def bayes(n_rows: int, n_columns: int) -> Case:
    X, labels = clouds(n_rows, n_columns)

    def peer() -> Any:
        model = sklearn.naive_bayes.GaussianNB()
        for rows, y in zip(parts(X), parts(labels)):
            model.partial_fit(rows, y, classes=np.arange(3))
        return model

    return Case(
        "out_of_core",
        f"GaussianNB, Dask blocks, {n_rows:,} x {n_columns}",
        "partial_fit, rows in memory",
        lambda: gn.GaussianNB().fit(blocks(X), labels),
        peer,
        lambda model: float(np.mean(model.predict(X[:10_000]) == labels[:10_000])),
        "accuracy",
        lambda ours, other: largest_difference(ours.theta_, other.theta_),
    )


def components(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)

    def peer() -> Any:
        model = sklearn.decomposition.IncrementalPCA(5)
        for rows in parts(X):
            model.partial_fit(rows)
        return model

    return Case(
        "out_of_core",
        f"PCA(5), Dask blocks, {n_rows:,} x {n_columns}",
        "IncrementalPCA, rows in memory",
        lambda: gn.PCA(5).fit(blocks(X)),
        peer,
        lambda model: float(model.explained_variance_ratio_.sum()),
        "variance kept",
        lambda ours, other: largest_difference(ours.explained_variance_, other.explained_variance_),
    )


def ridge(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)
    y = X @ np.linspace(1, 2, n_columns) + np.random.default_rng(1).normal(size=n_rows)
    return Case(
        "out_of_core",
        f"Ridge, Dask blocks, {n_rows:,} x {n_columns}",
        "scikit-learn, rows in memory",
        lambda: gn.Ridge().fit(blocks(X), y),
        lambda: sklearn.linear_model.Ridge().fit(X, y),
        lambda model: float(model.score(X[:10_000], y[:10_000])),
        "r2",
        lambda ours, other: largest_difference(ours.coef_, other.coef_),
    )


def clusters(n_rows: int, n_columns: int) -> Case:
    X, _ = clouds(n_rows, n_columns)
    start = X[:8].copy()
    return Case(
        "out_of_core",
        f"KMeans(8) from given centers, Dask blocks, {n_rows:,} x {n_columns}",
        "scikit-learn, rows in memory",
        lambda: gn.KMeans(8, init=start, tol=1e-2).fit(blocks(X)),
        lambda: sklearn.cluster.KMeans(8, init=start, n_init=1, tol=1e-2).fit(X),
        lambda model: float(model.inertia_),
        "inertia",
        lambda ours, other: share_equal(ours.labels_, other.labels_),
    )


def clouds(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    """Three classes on unlike scales."""
    random = np.random.default_rng(0)
    labels = random.integers(3, size=n_rows)
    scale = np.linspace(1, 3, n_columns)
    return random.normal(size=(n_rows, n_columns)) * scale + labels[:, None] * np.cos(scale), labels


def parts(array: Any) -> list[Any]:
    return np.array_split(array, -(-len(array) // ROWS_OF_A_BLOCK))


def blocks(X: Any) -> Any:
    """The rows as Dask has them; not copied, so that what is timed is what is done with blocks."""
    import dask.array

    return dask.array.from_array(X, chunks=(ROWS_OF_A_BLOCK, -1), name=False)


if __name__ == "__main__":
    main()
