"""The maximum-margin hyperplane, also for inseparable classes, where the margin is negative.

M = max over |w| = 1 of min_i y_i (w.x_i + b). Where it is positive this is the hard-margin support vector
machine. Where it is negative, fix M |w| = -1: then |w| is maximized subject to y_i (w.x_i + b) >= -1 (Boser,
Guyon and Vapnik 1992, footnote). A convex function is maximal at a vertex, and from each start vertices are
improved by linear programs: w -> the vertex farthest along w, until none is farther.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from scipy.optimize import linprog

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.svc import SVC
from gnomon.learners.linear.separability import is_linearly_separable
from gnomon.seeds import generator
from gnomon.sharing.labels import Labels


@dataclass(frozen=True, eq=False)
class WidestPlane:
    """Maximum-margin hyperplane w.x + b = 0 with |w| = 1.

    margin: smallest signed distance of a row; negative if that row is misclassified.
    starts: number of local searches; 0 where the solution is exact (separable rows).
    agreeing: number of them that reached this margin.
    """

    w: Floats
    b: float
    margin: float
    starts: int = 0
    agreeing: int = 0

    def __str__(self) -> str:
        if self.starts == 0:
            return f"margin {self.margin:.4g}, the maximum"
        return f"margin {self.margin:.4g}, the best of {self.starts} starts ({self.agreeing} reach it)"


def widest_margin_hyperplane(X: Any, y: Any, *, starts: int = 20, random_state: Any = 0) -> WidestPlane:
    """Maximum-margin hyperplane between two classes, with a negative margin if they are inseparable.

    For inseparable rows the problem is not convex: the best of several local searches is returned, with the
    number that agree.

    >>> print(widest_margin_hyperplane([[0.0], [2.0], [1.0], [4.0]], [0, 0, 1, 1]))
    margin -0.5, the best of 22 starts (10 reach it)
    >>> print(widest_margin_hyperplane([[0.0], [1.0], [2.0], [4.0]], [0, 0, 1, 1]))
    margin 0.5, the maximum
    """
    X = np.asarray(X, dtype=np.float64)
    labels = Labels.of(np.asarray(y))
    if labels.n_classes != 2:
        raise DataError(f"widest_plane needs two classes, and y has {labels.n_classes}; select rows of two")
    side = np.where(labels.codes == 1, 1.0, -1.0)
    if is_linearly_separable(X, side):
        model = SVC(kernel="linear", C=inf, random_state=None).fit(X, side)
        return _unit(model.coef_[0], float(model.intercept_[0]), side, X)
    if starts < 1:
        raise ParameterError(f"starts={starts}: it must be at least 1")
    return _local_searches(X, side, starts, random_state)


def _local_searches(X: Floats, side: Floats, starts: int, random_state: Any) -> WidestPlane:
    # Standardized, so that the solver's precision is the same for each column.
    center, scale = X.mean(axis=0), np.where(np.ptp(X, axis=0) > 0, X.std(axis=0), 1.0)
    rows = -side[:, None] * np.column_stack([(X - center) / scale, np.ones(len(X))])
    directions = generator(random_state).normal(size=(starts, X.shape[1]))
    solutions = [
        _local_search(rows, scale, direction / scale)
        for direction in (*np.eye(len(scale)), *-np.eye(len(scale)), *directions)
    ]
    hyperplanes = [_unit(w / scale, b - float(w @ (center / scale)), side, X) for w, b in solutions]
    best = max(hyperplanes, key=lambda hyperplane: hyperplane.margin)
    near = 1e-6 * max(float(np.abs(X - center).max()), 1e-300)
    agreeing = sum(hyperplane.margin >= best.margin - near for hyperplane in hyperplanes)
    return WidestPlane(best.w, best.b, best.margin, len(hyperplanes), agreeing)


def _local_search(rows: Floats, scale: Floats, direction: Floats) -> tuple[Floats, float]:
    """w and b of a locally optimal vertex, which maximizes |w / scale|, in units of the columns.

    Where w is unbounded, a hyperplane has no row on its wrong side: that direction is the solution.
    """
    best, reached = np.append(direction, 0.0), -inf
    while True:
        gain = np.append(direction / scale, 0.0)
        vertex: Any = linprog(-gain, A_ub=rows, b_ub=np.ones(len(rows)), bounds=(None, None))
        if vertex.x is None:
            edge: Any = linprog(-gain, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1))
            return edge.x[:-1], float(edge.x[-1])
        length = float(np.sum((vertex.x[:-1] / scale) ** 2))
        if length <= reached * (1 + 1e-9):
            return best[:-1], float(best[-1])
        best, reached, direction = vertex.x, length, vertex.x[:-1] / scale


def _unit(w: Floats, b: float, side: Floats, X: Floats) -> WidestPlane:
    length = float(np.linalg.norm(w))
    return WidestPlane(w / length, b / length, float((side * (X @ w + b)).min()) / length)
