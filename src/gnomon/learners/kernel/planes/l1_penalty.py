"""Sparse linear support vector machines: L1 penalty |w|₁ with squared loss.

For few columns, Newton's quadratic model is minimized exactly by the active-set method at each step; for
many, by accelerated proximal gradient steps. The intercept is penalized as the other coefficients.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from gnomon import native
from gnomon.arrays import Floats
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.squared_loss import SquaredProblem, weighted_products
from gnomon.learners.linear.active_set import solve_by_signs
from gnomon.learners.linear.newton import Penalty, backtrack
from gnomon.learners.linear.proximal import proximal

MAX_COLUMNS = 1000
ROUNDING = 1e-13


def fit_l1(problem: SquaredProblem, start: Floats | None, tol: float, max_iter: int) -> LinearFit:
    """Minimize |w|₁ + sum of C rho².

    >>> from gnomon.learners.kernel.planes.squared_loss import squared_hinge
    >>> X, side = np.array([[1.0, 0.1], [-1.0, 0.1]]), np.array([1.0, -1.0])
    >>> fit_l1(SquaredProblem(X, side, np.ones(2), squared_hinge, 0.0), None, 1e-4, 50).w
    array([0.75, 0.  ])
    """
    w = np.zeros(problem.X.shape[1] + 1) if start is None else start
    if len(w) <= MAX_COLUMNS:
        w, history, converged = _by_newton(problem, w, max_iter)
    else:
        w, history, converged = _by_proximal_gradient(problem, w, tol, max_iter)
    primal = _objective(problem, w, problem.scores(w))
    return LinearFit(w[:-1], problem.bias * float(w[-1]), primal, _bound(problem, w), history, converged)


def _objective(problem: SquaredProblem, w: Floats, scores: Floats) -> float:
    rho = problem.rho(scores)
    return float(np.abs(w).sum()) + float(problem.C @ (rho * rho))


def _bound(problem: SquaredProblem, w: Floats) -> float:
    """The dual objective at multipliers 2 C rho, scaled until they are feasible (no gradient above 1)."""
    scores = problem.scores(w)
    rho = problem.rho(scores)
    scale = 1 / max(1.0, float(np.abs(problem.loss_gradient(rho)).max()))
    loss = problem.C * rho
    return float(2 * scale * (loss @ (rho + scores)) - scale**2 * (loss @ rho))


def _by_newton(problem: SquaredProblem, w: Floats, max_iter: int) -> tuple[Floats, list[float], bool]:
    scores = problem.scores(w)
    history = [_objective(problem, w, scores)]
    for _ in range(max_iter):
        rho = problem.rho(scores)
        step = _model_minimum(problem, w, rho) - w
        along = problem.scores(step)
        step_size, value = backtrack(partial(_objective_along, problem, w, scores, step, along), history[-1])
        w = w + step_size * step
        scores = problem.scores(w)
        active_set_unchanged = step_size == 1 and np.array_equal(rho != 0, problem.rho(scores) != 0)
        drop = history[-1] - value
        history.append(value)
        if active_set_unchanged or step_size == 0 or drop <= ROUNDING * abs(value):
            return w, history, True
    return w, history, False


def _objective_along(
    problem: SquaredProblem, w: Floats, scores: Floats, step: Floats, along: Floats, step_size: float
) -> float:
    return _objective(problem, w + step_size * step, scores + step_size * along)


def _model_minimum(problem: SquaredProblem, w: Floats, rho: Floats) -> Floats:
    """The minimum of w' G w / 2 - c'w + |w|₁, G over rows with loss: coordinate descent, then exactly."""
    weight = np.where(rho != 0, 2 * problem.C, 0.0)
    gram = weighted_products(problem.X, weight, problem.bias) - np.eye(len(w))
    cross = problem.loss_gradient(rho) + gram @ w
    total = max(float(cross @ w), 1.0)
    penalty = np.array([1.0, 0.0])
    solution = w
    for tolerance, passes in ((1e-6, 100), (1e-11, 1000)):
        solution = native.elastic_path(
            np.ascontiguousarray(gram),
            cross,
            total,
            penalty[None, :],
            solution,
            False,
            tolerance * total,
            passes,
        )[0][0]
        # With more active columns than rows these are collinear, and the active-set method fails.
        if np.count_nonzero(solution) <= np.count_nonzero(weight):
            exact = solve_by_signs(gram, cross, solution, penalty)
            if exact is not None:
                return exact
    # An inexact solution is a step all the same: the next one starts from it.
    return solution


class _Columns:
    """The losses in the form that the proximal gradient method needs: rows of one score each."""

    def __init__(self, problem: SquaredProblem) -> None:
        self.weight = problem.C
        self._problem = problem

    def loss(self, scores: Floats) -> float:
        rho = self._problem.rho(scores[:, 0])
        return float(self.weight @ (rho * rho))

    def residual(self, scores: Floats) -> Floats:
        return (-2 * self.weight * self._problem.rho(scores[:, 0]))[:, None]


def _by_proximal_gradient(
    problem: SquaredProblem, w: Floats, tol: float, max_iter: int
) -> tuple[Floats, list[float], bool]:
    constant = np.full((problem.X.shape[0], 1), problem.bias)
    both: Any = [problem.X, constant]
    X = np.hstack(both) if isinstance(problem.X, np.ndarray) else scipy.sparse.hstack(both, format="csr")
    fit = proximal(
        X, _Columns(problem), Penalty(1.0, 0.0), False, (w[None, :], np.zeros(1)), 2.0, 1e-2 * tol, max_iter
    )
    return fit.w[0], fit.history, fit.converged
