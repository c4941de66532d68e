"""Planes with few coefficients: a price on |w|₁ in place of |w|²/2, under a squared loss.

For few columns, Newton's quadratic model is minimized exactly, signs and all, at each step; for many, by
accelerated proximal steps. The constant column pays the same price as the others.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native
from gnomon.arrays import Floats
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.planes.squared_loss import SquaredProblem, weighted_products
from gnomon.learners.linear.active_set import solve_by_signs
from gnomon.learners.linear.newton import Penalty, backtrack
from gnomon.learners.linear.proximal import proximal

MOST_COLUMNS = 1000
ROUNDING = 1e-13


def sparse_plane(problem: SquaredProblem, start: Floats | None, tol: float, most: int) -> PlaneFit:
    """The plane of least |w|₁ + sum of price rho².

    >>> from gnomon.learners.kernel.planes.squared_loss import squared_hinge
    >>> X, side = np.array([[1.0, 0.1], [-1.0, 0.1]]), np.array([1.0, -1.0])
    >>> sparse_plane(SquaredProblem(X, side, np.ones(2), squared_hinge, 0.0), None, 1e-4, 50).w
    array([0.75, 0.  ])
    """
    w = np.zeros(problem.X.shape[1] + 1) if start is None else start
    found = _by_signs(problem, w, most) if len(w) <= MOST_COLUMNS else _by_steps(problem, w, tol, most)
    w, history, converged = found
    primal = _objective(problem, w, problem.scores(w))
    return PlaneFit(w[:-1], problem.bias * float(w[-1]), primal, _bound(problem, w), history, converged)


def _objective(problem: SquaredProblem, w: Floats, scores: Floats) -> float:
    rho = problem.rho(scores)
    return float(np.abs(w).sum()) + float(problem.price @ (rho * rho))


def _bound(problem: SquaredProblem, w: Floats) -> float:
    """The dual's value at multipliers 2 price rho, scaled down until no column pulls more than its price."""
    scores = problem.scores(w)
    rho = problem.rho(scores)
    share = 1 / max(1.0, float(np.abs(problem.pull(rho)).max()))
    loss = problem.price * rho
    return float(2 * share * (loss @ (rho + scores)) - share**2 * (loss @ rho))


def _by_signs(problem: SquaredProblem, w: Floats, most: int) -> tuple[Floats, list[float], bool]:
    scores = problem.scores(w)
    history = [_objective(problem, w, scores)]
    for _ in range(most):
        rho = problem.rho(scores)
        step = _model_minimum(problem, w, rho) - w
        along = problem.scores(step)
        share, value = backtrack(partial(_along, problem, w, scores, step, along), history[-1])
        w = w + share * step
        scores = problem.scores(w)
        settled = share == 1 and np.array_equal(rho != 0, problem.rho(scores) != 0)
        drop = history[-1] - value
        history.append(value)
        if settled or share == 0 or drop <= ROUNDING * abs(value):
            return w, history, True
    return w, history, False


def _along(
    problem: SquaredProblem, w: Floats, scores: Floats, step: Floats, along: Floats, share: float
) -> float:
    return _objective(problem, w + share * step, scores + share * along)


def _model_minimum(problem: SquaredProblem, w: Floats, rho: Floats) -> Floats:
    """The least of w' G w / 2 - c'w + |w|₁, G over the rows that count: a rough descent, then exactly."""
    weight = np.where(rho != 0, 2 * problem.price, 0.0)
    gram = weighted_products(problem.X, weight, problem.bias) - np.eye(len(w))
    cross = problem.pull(rho) + gram @ w
    total = max(float(cross @ w), 1.0)
    price = np.array([1.0, 0.0])
    found = w
    for tolerance, passes in ((1e-6, 100), (1e-11, 1000)):
        found = native.elastic_path(
            np.ascontiguousarray(gram), cross, total, price[None, :], found, False, tolerance * total, passes
        )[0][0]
        # Columns are dependent where more of them than rows have a say, and signs then give no answer.
        if np.count_nonzero(found) <= np.count_nonzero(weight):
            exact = solve_by_signs(gram, cross, found, price)
            if exact is not None:
                return exact
    # An inexact answer is a step all the same: the next one begins from it.
    return found


class _Columns:
    """The losses as the proximal steps ask for them: rows of one score each."""

    def __init__(self, problem: SquaredProblem) -> None:
        self.weight = problem.price
        self._problem = problem

    def loss(self, scores: Floats) -> float:
        rho = self._problem.rho(scores[:, 0])
        return float(self.weight @ (rho * rho))

    def residual(self, scores: Floats) -> Floats:
        return (-2 * self.weight * self._problem.rho(scores[:, 0]))[:, None]


def _by_steps(problem: SquaredProblem, w: Floats, tol: float, most: int) -> tuple[Floats, list[float], bool]:
    constant = np.full((problem.X.shape[0], 1), problem.bias)
    both: Any = [problem.X, constant]
    X = np.hstack(both) if isinstance(problem.X, np.ndarray) else scipy.sparse.hstack(both, format="csr")
    fit = proximal(
        X, _Columns(problem), Penalty(1.0, 0.0), False, (w[None, :], np.zeros(1)), 2.0, 1e-2 * tol, most
    )
    return fit.w[0], fit.history, fit.converged
