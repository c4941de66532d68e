"""Newton's method for squared losses beyond a margin: each step is least squares over the rows that count.

A row's loss is price rho², where rho is the way from its score z = w·x + b to the nearest score without loss.
Where that is not zero, rho = t - z for a fixed target t (the side ±1 for the squared hinge), so the objective
is quadratic until a row comes in or goes out, and Newton's steps end at the minimum after finitely many
(Mangasarian 2002; Keerthi & DeCoste 2005). The constant is the coefficient of one more column, at the end of
w, and has the same price as the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.planes.plane_rows import DenseRows, SparseRows, plane_rows
from gnomon.learners.linear.newton import backtrack, solve_scaled
from gnomon.sharing.moments import Moments, too_large

LEAST_ROWS_FOR_SAMPLE = 20_000
ROWS_A_SAMPLED_ROW = 20
MOST_COLUMNS_FOR_HESSIAN = 1500
MOST_SPARSE_COLUMNS_FOR_HESSIAN = 200
MOST_CONJUGATE_STEPS = 500
ROUGHEST_STEP = 0.1
SHARE_TO_TAKE = 0.7
LARGEST_GAP = 1e-4
ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class SquaredProblem:
    """The least of |w|²/2 + sum of price rho(z)².

    residual: rho, of scores and of the rows' targets. bias: the value of the constant column, 0 for none.
    """

    X: Any
    target: Floats
    price: Floats
    residual: Callable[[Floats, Floats], Floats]
    bias: float

    @cached_property
    def rows(self) -> DenseRows | SparseRows:
        """X with the constant column, as it is multiplied."""
        return plane_rows(self.X, self.bias)

    def scores(self, w: Floats) -> Floats:
        """z of each row."""
        return self.rows.scores(w)

    def rho(self, scores: Floats) -> Floats:
        """The way from each score to the nearest one without loss."""
        return self.residual(scores, self.target)

    def objective(self, w: Floats, scores: Floats) -> float:
        """The value to be made least."""
        rho = self.rho(scores)
        return float(w @ w) / 2 + float(self.price @ (rho * rho))

    def pull(self, rho: Floats) -> Floats:
        """What the losses make of w: the sum of 2 price rho x, which is w itself at the minimum."""
        return self.rows.pull(2 * self.price * rho)

    def bound(self, scores: Floats) -> float:
        """A value that no objective is below: the dual's, at the multipliers 2 price rho."""
        rho = self.rho(scores)
        pulled = self.pull(rho)
        return float(self.price @ (rho * (rho + 2 * scores))) - float(pulled @ pulled) / 2


def squared_tube(width: float) -> Callable[[Floats, Floats], Floats]:
    """What a score lacks to a tube of this width about its target: 0 inside.

    >>> squared_tube(0.5)(np.array([1.0, 3.0]), np.array([1.2, 1.0]))
    array([ 0. , -1.5])
    """

    def residual(scores: Floats, target: Floats) -> Floats:
        off = target - scores
        return np.sign(off) * np.maximum(np.abs(off) - width, 0.0)

    return residual


def squared_hinge(scores: Floats, side: Floats) -> Floats:
    """What is missing to the margin: side - z where side z < 1, else 0.

    >>> squared_hinge(np.array([0.5, 2.0, 0.5]), np.array([1.0, 1.0, -1.0]))
    array([ 0.5,  0. , -1.5])
    """
    return np.where(side * scores < 1, side - scores, 0.0)


def minimize(problem: SquaredProblem, start: Floats | None, tol: float, most: int) -> PlaneFit:
    """The plane of least objective, from a start (w with the constant's coefficient last) if there is one.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> fit = minimize(SquaredProblem(X, side, np.ones(2), squared_hinge, 0.0), None, 1e-4, 10)
    >>> fit.w, fit.converged
    (array([0.8]), True)
    """
    w = _from_sample(problem, tol) if start is None else start
    scores = problem.scores(w)
    history = [problem.objective(w, scores)]
    if not np.isfinite(history[0]):
        raise DataError(too_large(problem.X))
    newton = _Newton(problem, tol)
    converged = False
    while not converged and len(history) <= most:
        rho = problem.rho(scores)
        gradient = w - problem.pull(rho)
        step = newton.step(gradient, rho != 0)
        slope = float(gradient @ step)
        share, value = _shortened(problem, w, scores, step, history[-1], slope)
        w = w + share * step
        scores = problem.scores(w)
        same = share == 1 and np.array_equal(rho != 0, problem.rho(scores) != 0)
        converged = bool((same and newton.is_exact) or -slope <= newton.slack * abs(value) or share == 0)
        history.append(value)
    return _certified(problem, newton.refined(w, scores), history, converged)


def has_hessian(X: Any) -> bool:
    """Whether columns are so few that steps solve their system, which else is only multiplied by.

    >>> has_hessian(np.zeros((3, 2)))
    True
    """
    dense = isinstance(X, np.ndarray)
    return bool(X.shape[1] <= (MOST_COLUMNS_FOR_HESSIAN if dense else MOST_SPARSE_COLUMNS_FOR_HESSIAN))


def weighted_products(X: Any, weight: Floats, bias: float) -> Floats:
    """I + sum of weight x x', a constant column at the end.

    >>> weighted_products(np.array([[2.0]]), np.array([3.0]), 1.0)
    array([[13.,  6.],
           [ 6.,  4.]])
    """
    d = X.shape[1]
    system = np.eye(d + 1)
    counts = np.flatnonzero(weight)
    if not len(counts):
        return system
    if isinstance(X, np.ndarray):
        if len(counts) < SHARE_TO_TAKE * len(weight):
            X, weight = X[counts], weight[counts]
        moments = Moments.of(X, None, weight)
        sums = moments.weight * moments.mean
        system[:d, :d] += moments.scatter + np.outer(sums, moments.mean)
    else:
        some = X[counts]
        system[:d, :d] += (some.T @ some.multiply(weight[counts][:, None])).toarray()
        sums = np.asarray(some.T @ weight[counts])
    system[:d, d] = system[d, :d] = bias * sums
    system[d, d] += bias**2 * weight.sum()
    if not np.isfinite(system).all():
        raise DataError(too_large(X))
    return system


def _certified(problem: SquaredProblem, w: Floats, history: list[float], converged: bool) -> PlaneFit:
    scores = problem.scores(w)
    values = problem.objective(w, scores), problem.bound(scores)
    fit = PlaneFit(w[:-1], problem.bias * float(w[-1]), *values, history, converged)
    # Rows so large that no step helps look like the end, too.
    fit.converged = converged and fit.gap <= LARGEST_GAP
    return fit


def _shortened(
    problem: SquaredProblem, w: Floats, scores: Floats, step: Floats, before: float, slope: float
) -> tuple[float, float]:
    along = problem.scores(step)
    return backtrack(
        lambda share: problem.objective(w + share * step, scores + share * along), before, min(slope, 0.0)
    )


class _Newton:
    """Steps -H⁻¹g with H = I + 2 sum of price x x' over the rows that count: factorized, or by products."""

    def __init__(self, problem: SquaredProblem, tol: float) -> None:
        self._problem = problem
        self.is_exact = has_hessian(problem.X)
        self.slack = ROUNDING if self.is_exact else max(ROUNDING, 1e-4 * tol)
        self._system: Floats | None = None
        self._first_pull: float | None = None

    def step(self, gradient: Floats, counts: Flags) -> Floats:
        """-H⁻¹ gradient, for the rows that count now."""
        problem = self._problem
        weight = np.where(counts, 2 * problem.price, 0.0)
        if not self.is_exact:
            return _conjugate(problem.rows, weight, -gradient, self._share_left(gradient))
        self._system = weighted_products(problem.X, weight, problem.bias)
        return solve_scaled(self._system, -gradient)

    def _share_left(self, gradient: Floats) -> float:
        """How roughly a step may be solved: far from the minimum, an exact one is wasted work."""
        pull = float(np.linalg.norm(gradient))
        self._first_pull = self._first_pull or pull
        return min(ROUGHEST_STEP, (pull / self._first_pull) ** 0.5) if pull else ROUGHEST_STEP

    def refined(self, w: Floats, scores: Floats) -> Floats:
        """One more step by the last Hessian wins back the digits that rounding took."""
        if self._system is None:
            return w
        gradient = w - self._problem.pull(self._problem.rho(scores))
        better = w - solve_scaled(self._system, gradient)
        rest = better - self._problem.pull(self._problem.rho(self._problem.scores(better)))
        return better if np.abs(rest).max() < np.abs(gradient).max() else w


def _conjugate(rows: DenseRows | SparseRows, weight: Floats, right: Floats, goal: float) -> Floats:
    """(I + sum of weight x x')⁻¹ right by conjugate gradients, until this share of the rest is left.

    Columns are scaled by the diagonal: rare ones curve far less than common ones.
    """
    product, scale = rows.curvature(weight), 1 / (1 + rows.squares(weight))
    found, rest = np.zeros_like(right), np.array(right)
    along = scaled = scale * rest
    size = first = float(rest @ scaled)
    for _ in range(MOST_CONJUGATE_STEPS):
        if size <= goal * goal * first:
            break
        image = along + product(along)
        share = size / float(along @ image)
        found += share * along
        rest -= share * image
        scaled = scale * rest
        before, size = size, float(rest @ scaled)
        along = scaled + size / before * along
    return found


def _from_sample(problem: SquaredProblem, tol: float) -> Floats:
    """A start from every twentieth row, which stands for twenty; zero where rows are few or columns many."""
    if problem.X.shape[0] < LEAST_ROWS_FOR_SAMPLE or not has_hessian(problem.X):
        return np.zeros(problem.X.shape[1] + 1)
    some = np.arange(0, problem.X.shape[0], ROWS_A_SAMPLED_ROW)
    price = ROWS_A_SAMPLED_ROW * problem.price[some]
    sample = SquaredProblem(problem.X[some], problem.target[some], price, problem.residual, problem.bias)
    fit = minimize(sample, None, max(tol, 1e-4), 20)
    return np.append(fit.w, fit.b / problem.bias if problem.bias else 0.0)
