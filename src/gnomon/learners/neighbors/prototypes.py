"""Prototype selection: condensed (Hart) and edited (Wilson) nearest neighbors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse
from sklearn.utils import check_X_y

from gnomon.arrays import Floats, Integers
from gnomon.errors import ParameterError
from gnomon.learners.neighbors.votes import count_votes
from gnomon.sharing.distances import METRICS, OF_SPARSE_ROWS, Space, refuse_too_large
from gnomon.sharing.neighborhood import Neighborhood

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Prototypes:
    """Selected training rows (prototypes), in the order of selection.

    indices: their row indices. selected_in_pass: the pass that selected each. is_consistent: whether the
    1-NN rule on the prototypes classifies every other row correctly (a consistent subset).
    """

    indices: Integers
    selected_in_pass: Integers
    is_consistent: bool

    @property
    def n_passes(self) -> int:
        """Number of passes over the rows, including the last, which selected none."""
        return int(self.selected_in_pass.max(initial=0)) + 1

    def frame(self) -> pd.DataFrame:
        """One row per prototype: the pass that selected it, and its row index."""
        import pandas as pd

        return pd.DataFrame({"pass": self.selected_in_pass, "row": self.indices})

    def __str__(self) -> str:
        return f"{len(self.indices)} prototypes in {self.n_passes} passes"


Metric = str | Callable[[Floats, Floats], float]


def condensed_prototypes(X: Any, y: Any, *, metric: Metric = "euclidean") -> Prototypes:
    """Condensed nearest neighbors (Hart 1968): a subset whose 1-NN rule classifies the other rows correctly.

    The result depends on the order of the rows. metric: as in `KNeighborsClassifier`, but "mixed".

    >>> condensed_prototypes([[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]], list("aaabbb")).indices
    array([0, 3])
    """
    return condensed(*_space(X, y, metric))


def edited_prototypes(X: Any, y: Any, *, n_neighbors: int = 3, metric: Metric = "euclidean") -> Prototypes:
    """Edited nearest neighbors (Wilson editing, 1972): remove the rows that their neighbors misclassify.

    All are removed at once: noisy rows go, and the decision boundary becomes smoother. A row whose class ties
    for the majority stays.

    >>> X = [[0.0], [1.0], [2.0], [1.4], [8.0], [9.0], [7.0], [7.5]]
    >>> edited_prototypes(X, list("aaabbbbb")).indices
    array([0, 1, 2, 4, 5, 6, 7])
    """
    if n_neighbors < 1:
        raise ParameterError(f"n_neighbors={n_neighbors!r}: it must be an integer of at least 1")
    return edited(*_space(X, y, metric), n_neighbors)


def condensed(space: Space, codes: Integers) -> Prototypes:
    """Hart's prototypes of the rows of a metric space, by class codes.

    Every row that the nearest prototype misclassifies becomes a prototype, until none is left.

    >>> rows = Space(np.array([[0.0], [1.0], [2.0], [7.0], [8.0], [9.0]]))
    >>> condensed(rows, np.array([0, 0, 0, 1, 1, 1])).indices
    array([0, 3])
    """
    n_rows = space.n_rows
    all_rows = np.arange(n_rows)[None, :]
    nearest, label = np.full(n_rows, np.inf), np.full(n_rows, -1)
    is_selected = np.zeros(n_rows, dtype=bool)
    indices: list[int] = []
    selected_in_pass: list[int] = []
    row, this_pass, changed = -1, 1, True
    while True:
        wrong = (label[row + 1 :] != codes[row + 1 :]) & ~is_selected[row + 1 :]
        if not wrong.any():
            if not changed:
                break
            row, this_pass, changed = -1, this_pass + 1, False
            continue
        row, changed = row + 1 + int(wrong.argmax()), True
        indices.append(row)
        selected_in_pass.append(this_pass)
        is_selected[row] = True
        distance = space.between(np.array([row]), all_rows)[0]
        closer = distance < nearest
        nearest[closer], label[closer] = distance[closer], codes[row]
    return Prototypes(
        np.array(indices), np.array(selected_in_pass), bool((label == codes)[~is_selected].all())
    )


def edited(space: Space, codes: Integers, n_neighbors: int = 3) -> Prototypes:
    """Wilson's prototypes of the rows of a metric space, by class codes.

    >>> rows = Space(np.array([[0.0], [1.0], [2.0], [1.4], [8.0], [9.0], [7.0], [7.5]]))
    >>> edited(rows, np.array([0, 0, 0, 1, 1, 1, 1, 1])).indices
    array([0, 1, 2, 4, 5, 6, 7])
    """
    data = Neighborhood(space, codes)
    k = min(n_neighbors, space.n_rows - 1)
    if k < 1:
        return Prototypes(np.arange(space.n_rows), np.ones(space.n_rows, dtype=np.int64), True)
    near = data.nearest(space.X, k, exclude_self=True)[1]
    votes = count_votes(codes[near], None, int(codes.max()) + 1)
    indices = np.flatnonzero(votes[np.arange(len(codes)), codes] == votes.max(axis=1))
    return Prototypes(indices, np.ones(len(indices), dtype=np.int64), len(indices) == space.n_rows)


def _space(X: Any, y: Any, metric: Metric) -> tuple[Space, Integers]:
    """The rows with their metric, and the code of each row's class."""
    X, y = check_X_y(X, y, accept_sparse="csr", dtype=np.float64, order="C")
    known = OF_SPARSE_ROWS if scipy.sparse.issparse(X) else [each for each in METRICS if each != "mixed"]
    if metric not in known and not (callable(metric) and scipy.sparse.issparse(X) is False):
        listed = ", ".join(map(repr, known))
        raise ParameterError(
            f"metric={metric!r}: it must be one of {listed}, or a function of two dense rows"
        )
    return Space(refuse_too_large(X), metric), np.unique(y, return_inverse=True)[1]
