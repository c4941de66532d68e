"""Chunking: a machine trained on a part of the rows, then on its support vectors and the rows that break it.

As Boser, Guyon & Vapnik (1992) have it: train on the first chunk; take its supporting patterns and those of
the second chunk with y D(x) < 1 - eps, train; then violators of the first three chunks, and so on, until the
whole set is served.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.reading.decision import kernel_decision

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Chunked:
    """The machine that serves all rows, and how it came about.

    model: fitted on `rows`. steps: for each fit the chunks seen, rows trained on, support vectors, violators
    among the rows seen after it, and margin.
    """

    model: Any
    rows: Integers
    steps: list[tuple[int, int, int, int, float]]

    def frame(self) -> pd.DataFrame:
        """One line a fit."""
        import pandas as pd

        names = ["chunks", "rows", "support", "violators", "margin"]
        found = pd.DataFrame(self.steps, columns=names)
        found.insert(0, "fit", np.arange(1, len(found) + 1))
        return found

    def __str__(self) -> str:
        last = self.steps[-1]
        return (
            f"{len(self.steps)} fits, the last on {last[1]} rows; {last[2]} support vectors, "
            f"margin {last[4]:.6g}"
        )


def chunking(learner: Any, X: Any, y: Any, *, chunk: int, eps: float = 1e-3, most: int = 1000) -> Chunked:
    """Train a support vector classifier of two classes chunk by chunk, in the order of rows.

    chunk: rows a chunk. eps: by how much a row may miss its margin. most: fits before it is given up.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [9.0], [1.0], [8.0], [3.0], [7.0]], [0, 1, 0, 1, 0, 1]
    >>> print(chunking(SVC(kernel="linear", C=1e6), X, y, chunk=2))
    3 fits, the last on 4 rows; 2 support vectors, margin 2
    """
    if chunk < 1 or chunk != int(chunk) or not eps >= 0:
        raise ParameterError(f"train_by_chunks(chunk={chunk!r}, eps={eps!r}): chunk >= 1 and eps >= 0")
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    seen = _first_chunk(y, chunk)
    rows = np.arange(seen)
    steps: list[tuple[int, int, int, int, float]] = []
    for _ in range(most):
        model = clone(learner).fit(X[rows], y[rows])
        machine = kernel_decision(model)
        support = rows[machine.support]
        lacking = 1 - _sides(y, machine.classes[1]) * machine(X)
        breaks = np.flatnonzero(lacking[:seen] > eps)
        steps.append((-(-seen // chunk), len(rows), len(support), len(breaks), machine.margin))
        if not len(np.setdiff1d(breaks, rows)) and seen == len(y):
            return Chunked(model, rows, steps)
        seen = min(seen + chunk, len(y))
        rows = np.union1d(support, np.flatnonzero(lacking[:seen] > eps))
    raise DataError(
        f"after {most} fits rows still break the margin by more than eps={eps:g}; raise eps or C's precision "
        "(tol), or train on all rows at once"
    )


def _first_chunk(y: Array, chunk: int) -> int:
    """Whole chunks from the start until both classes are there."""
    other = np.flatnonzero(y != y[0])
    if not len(other):
        raise DataError(f"training needs 2 classes, and all rows have {y[0]!r}; give rows of another too")
    return min(len(y), chunk * (int(other[0]) // chunk + 1))


def _sides(y: Array, above: Any) -> Floats:
    return np.where(y == above, 1.0, -1.0)
