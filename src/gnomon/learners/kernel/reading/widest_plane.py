"""The plane of largest margin, also where no plane separates and the margin is negative.

M = max over |w| = 1 of min_i y_i (w.x_i + b). Where it is positive this is the hard machine. Where it is
negative, fix M |w| = -1: then |w| is to be made as LARGE as y_i (w.x_i + b) >= -1 allows (Boser, Guyon and
Vapnik 1992, footnote). A convex function is largest at a corner, and from each start corners are climbed by
linear programs: w -> the corner farthest along w, until none is farther.
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
    """A plane w.x + b = 0 with |w| = 1 and its margin.

    margin: distance of the row that lies worst; below 0 it is how far that row is on the wrong side.
    starts: how many climbs were tried; 0 where the answer is exact (separable rows).
    agreeing: how many of them ended at this margin.
    """

    w: Floats
    b: float
    margin: float
    starts: int = 0
    agreeing: int = 0

    def __str__(self) -> str:
        if self.starts == 0:
            return f"margin {self.margin:.4g}, the widest"
        return f"margin {self.margin:.4g}, the widest of {self.starts} climbs ({self.agreeing} reach it)"


def widest_margin_hyperplane(X: Any, y: Any, *, starts: int = 20, random_state: Any = 0) -> WidestPlane:
    """The plane of largest margin between two classes, negative where none separates them.

    For inseparable rows the problem is not convex: the best of several climbs is given, with how many of
    them agree.

    >>> print(widest_margin_hyperplane([[0.0], [2.0], [1.0], [4.0]], [0, 0, 1, 1]))
    margin -0.5, the widest of 22 climbs (10 reach it)
    >>> print(widest_margin_hyperplane([[0.0], [1.0], [2.0], [4.0]], [0, 0, 1, 1]))
    margin 0.5, the widest
    """
    X = np.asarray(X, dtype=np.float64)
    labels = Labels.of(np.asarray(y))
    if labels.n_classes != 2:
        raise DataError(f"widest_plane needs two classes, and y has {labels.n_classes}; keep two of them")
    side = np.where(labels.codes == 1, 1.0, -1.0)
    if is_linearly_separable(X, side):
        model = SVC(kernel="linear", C=inf, random_state=None).fit(X, side)
        return _unit(model.coef_[0], float(model.intercept_[0]), side, X)
    if starts < 1:
        raise ParameterError(f"starts is {starts}; climb from 1 start or more")
    return _climbed(X, side, starts, random_state)


def _climbed(X: Floats, side: Floats, starts: int, random_state: Any) -> WidestPlane:
    # About the middle and in units of each column, so that the solver's digits are worth the same.
    middle, scale = X.mean(axis=0), np.where(np.ptp(X, axis=0) > 0, X.std(axis=0), 1.0)
    rows = -side[:, None] * np.column_stack([(X - middle) / scale, np.ones(len(X))])
    directions = generator(random_state).normal(size=(starts, X.shape[1]))
    found = [
        _climb(rows, scale, way / scale) for way in (*np.eye(len(scale)), *-np.eye(len(scale)), *directions)
    ]
    planes = [_unit(w / scale, b - float(w @ (middle / scale)), side, X) for w, b in found]
    best = max(planes, key=lambda plane: plane.margin)
    near = 1e-6 * max(float(np.abs(X - middle).max()), 1e-300)
    agreeing = sum(plane.margin >= best.margin - near for plane in planes)
    return WidestPlane(best.w, best.b, best.margin, len(planes), agreeing)


def _climb(rows: Floats, scale: Floats, way: Floats) -> tuple[Floats, float]:
    """w and b of the corner that no neighbor along w beats, in units of the columns; |w / scale| is largest.

    Where w may be as long as it likes, a plane has no row on its wrong side: that direction is the answer.
    """
    best, reached = np.append(way, 0.0), -inf
    while True:
        gain = np.append(way / scale, 0.0)
        found: Any = linprog(-gain, A_ub=rows, b_ub=np.ones(len(rows)), bounds=(None, None))
        if found.x is None:
            edge: Any = linprog(-gain, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=(-1, 1))
            return edge.x[:-1], float(edge.x[-1])
        length = float(np.sum((found.x[:-1] / scale) ** 2))
        if length <= reached * (1 + 1e-9):
            return best[:-1], float(best[-1])
        best, reached, way = found.x, length, found.x[:-1] / scale


def _unit(w: Floats, b: float, side: Floats, X: Floats) -> WidestPlane:
    length = float(np.linalg.norm(w))
    return WidestPlane(w / length, b / length, float((side * (X @ w + b)).min()) / length)
