"""Chunking: train on a chunk of rows, then on its support vectors and the rows that violate the margin.

Boser, Guyon & Vapnik (1992): train on the first chunk; take its support vectors and the rows of the second
chunk with y D(x) < 1 - eps, train; then violators of the first three chunks, and so on, until no row of the
whole set violates the margin.
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
    """The result of chunking: the final model and the history of fits.

    model: fitted on `rows`. steps: for each fit the number of chunks so far, training rows, support vectors,
    violators among the rows so far, and margin.
    """

    model: Any
    rows: Integers
    steps: list[tuple[int, int, int, int, float]]

    def frame(self) -> pd.DataFrame:
        """One row per fit."""
        import pandas as pd

        names = ["chunks", "rows", "support", "violators", "margin"]
        table = pd.DataFrame(self.steps, columns=names)
        table.insert(0, "fit", np.arange(1, len(table) + 1))
        return table

    def __str__(self) -> str:
        last = self.steps[-1]
        return (
            f"{len(self.steps)} fits, the last on {last[1]} rows; {last[2]} support vectors, "
            f"margin {last[4]:.6g}"
        )


def chunking(learner: Any, X: Any, y: Any, *, chunk: int, eps: float = 1e-3, max_fits: int = 1000) -> Chunked:
    """Train a support vector classifier of two classes chunk by chunk, in the order of rows.

    chunk: number of rows per chunk. eps: tolerated margin violation. max_fits: maximum number of fits.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [9.0], [1.0], [8.0], [3.0], [7.0]], [0, 1, 0, 1, 0, 1]
    >>> print(chunking(SVC(kernel="linear", C=1e6), X, y, chunk=2))
    3 fits, the last on 4 rows; 2 support vectors, margin 2
    """
    if chunk < 1 or chunk != int(chunk) or not eps >= 0:
        raise ParameterError(f"train_by_chunks(chunk={chunk!r}, eps={eps!r}): chunk >= 1 and eps >= 0")
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y)
    n_seen = _first_chunk(y, chunk)
    rows = np.arange(n_seen)
    steps: list[tuple[int, int, int, int, float]] = []
    for _ in range(max_fits):
        model = clone(learner).fit(X[rows], y[rows])
        decision = kernel_decision(model)
        support = rows[decision.support]
        slack = 1 - _sides(y, decision.classes[1]) * decision(X)
        violators = np.flatnonzero(slack[:n_seen] > eps)
        steps.append((-(-n_seen // chunk), len(rows), len(support), len(violators), decision.margin))
        if not len(np.setdiff1d(violators, rows)) and n_seen == len(y):
            return Chunked(model, rows, steps)
        n_seen = min(n_seen + chunk, len(y))
        rows = np.union1d(support, np.flatnonzero(slack[:n_seen] > eps))
    raise DataError(
        f"after {max_fits} fits rows still violate the margin by more than eps={eps:g}; increase eps, lower "
        "the learner's tol, or train on all rows at once"
    )


def _first_chunk(y: Array, chunk: int) -> int:
    """Whole chunks from the start until both classes occur."""
    other = np.flatnonzero(y != y[0])
    if not len(other):
        raise DataError(
            f"training needs 2 classes, and all rows have {y[0].item()!r}; add rows of another class"
        )
    return min(len(y), chunk * (int(other[0]) // chunk + 1))


def _sides(y: Array, positive: Any) -> Floats:
    return np.where(y == positive, 1.0, -1.0)
