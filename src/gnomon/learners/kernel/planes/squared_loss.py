"""Newton's method for squared hinge and squared epsilon-insensitive losses: least squares on rows with loss.

A row's loss is C rho², where rho is the distance of its score z = w·x + b to the nearest score without loss.
Where that is not zero, rho = t - z for a fixed target t (the side ±1 for the squared hinge), so the objective
is quadratic while the set of rows with loss is unchanged, and Newton's method terminates after finitely many
steps (Mangasarian 2002; Keerthi & DeCoste 2005). The intercept is the coefficient of one more column, at the
end of w, with the same penalty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.linear_rows import DenseRows, SparseRows, linear_rows
from gnomon.learners.linear.newton import backtrack, solve_scaled
from gnomon.sharing.moments import Moments, too_large

MIN_ROWS_FOR_SUBSAMPLE = 20_000
ROWS_PER_SAMPLED_ROW = 20
MAX_COLUMNS_FOR_HESSIAN = 1500
MAX_SPARSE_COLUMNS_FOR_HESSIAN = 200
MAX_CONJUGATE_STEPS = 500
MAX_STEP_TOLERANCE = 0.1
MAX_FRACTION_TO_COPY = 0.7
MAX_GAP = 1e-4
ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class SquaredProblem:
    """Minimize |w|²/2 + sum of C rho(z)².

    residual: rho, of scores and of the rows' targets. bias: the value of the constant column, 0 for none.
    """

    X: Any
    target: Floats
    C: Floats
    residual: Callable[[Floats, Floats], Floats]
    bias: float

    @cached_property
    def rows(self) -> DenseRows | SparseRows:
        """X with the constant column, for products."""
        return linear_rows(self.X, self.bias)

    def scores(self, w: Floats) -> Floats:
        """z of each row."""
        return self.rows.scores(w)

    def rho(self, scores: Floats) -> Floats:
        """The distance from each score to the nearest one without loss."""
        return self.residual(scores, self.target)

    def objective(self, w: Floats, scores: Floats) -> float:
        """The primal objective."""
        rho = self.rho(scores)
        return float(w @ w) / 2 + float(self.C @ (rho * rho))

    def loss_gradient(self, rho: Floats) -> Floats:
        """The negative gradient of the losses: the sum of 2 C rho x, which equals w at the minimum."""
        return self.rows.transposed(2 * self.C * rho)

    def bound(self, scores: Floats) -> float:
        """A lower bound of the objective: the dual objective at the multipliers 2 C rho."""
        rho = self.rho(scores)
        gradient = self.loss_gradient(rho)
        return float(self.C @ (rho * (rho + 2 * scores))) - float(gradient @ gradient) / 2


def squared_epsilon_insensitive(width: float) -> Callable[[Floats, Floats], Floats]:
    """The distance of a score to the epsilon-insensitive tube of its target: 0 inside.

    >>> squared_epsilon_insensitive(0.5)(np.array([1.0, 3.0]), np.array([1.2, 1.0]))
    array([ 0. , -1.5])
    """

    def residual(scores: Floats, target: Floats) -> Floats:
        off = target - scores
        return np.sign(off) * np.maximum(np.abs(off) - width, 0.0)

    return residual


def squared_hinge(scores: Floats, side: Floats) -> Floats:
    """The slack of the squared hinge loss: side - z where side z < 1, else 0.

    >>> squared_hinge(np.array([0.5, 2.0, 0.5]), np.array([1.0, 1.0, -1.0]))
    array([ 0.5,  0. , -1.5])
    """
    return np.where(side * scores < 1, side - scores, 0.0)


def minimize(problem: SquaredProblem, start: Floats | None, tol: float, max_iter: int) -> LinearFit:
    """Minimize, from a warm start (w with the intercept's coefficient last) if there is one.

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
    while not converged and len(history) <= max_iter:
        rho = problem.rho(scores)
        gradient = w - problem.loss_gradient(rho)
        step = newton.step(gradient, rho != 0)
        slope = float(gradient @ step)
        step_size, value = _line_search(problem, w, scores, step, history[-1], slope)
        w = w + step_size * step
        scores = problem.scores(w)
        same = step_size == 1 and np.array_equal(rho != 0, problem.rho(scores) != 0)
        converged = bool((same and newton.is_exact) or -slope <= newton.slack * abs(value) or step_size == 0)
        history.append(value)
    return _certified(problem, newton.refined(w, scores), history, converged)


def has_hessian(X: Any) -> bool:
    """Whether the columns are few enough for an explicit Hessian; else only products with it are used.

    >>> has_hessian(np.zeros((3, 2)))
    True
    """
    dense = isinstance(X, np.ndarray)
    return bool(X.shape[1] <= (MAX_COLUMNS_FOR_HESSIAN if dense else MAX_SPARSE_COLUMNS_FOR_HESSIAN))


def weighted_products(X: Any, weight: Floats, bias: float) -> Floats:
    """The Hessian I + sum of weight x x', a constant column at the end.

    >>> weighted_products(np.array([[2.0]]), np.array([3.0]), 1.0)
    array([[13.,  6.],
           [ 6.,  4.]])
    """
    d = X.shape[1]
    system = np.eye(d + 1)
    used = np.flatnonzero(weight)
    if not len(used):
        return system
    if isinstance(X, np.ndarray):
        if len(used) < MAX_FRACTION_TO_COPY * len(weight):
            X, weight = X[used], weight[used]
        moments = Moments.of(X, None, weight)
        sums = moments.weight * moments.mean
        system[:d, :d] += moments.scatter + np.outer(sums, moments.mean)
    else:
        subset = X[used]
        system[:d, :d] += (subset.T @ subset.multiply(weight[used][:, None])).toarray()
        sums = np.asarray(subset.T @ weight[used])
    system[:d, d] = system[d, :d] = bias * sums
    system[d, d] += bias**2 * weight.sum()
    if not np.isfinite(system).all():
        raise DataError(too_large(X))
    return system


def _certified(problem: SquaredProblem, w: Floats, history: list[float], converged: bool) -> LinearFit:
    scores = problem.scores(w)
    values = problem.objective(w, scores), problem.bound(scores)
    fit = LinearFit(w[:-1], problem.bias * float(w[-1]), *values, history, converged)
    # Overflowing rows, where no step decreases the objective, look converged too.
    fit.converged = converged and fit.gap <= MAX_GAP
    return fit


def _line_search(
    problem: SquaredProblem, w: Floats, scores: Floats, step: Floats, before: float, slope: float
) -> tuple[float, float]:
    along = problem.scores(step)
    return backtrack(
        lambda step_size: problem.objective(w + step_size * step, scores + step_size * along),
        before,
        min(slope, 0.0),
    )


class _Newton:
    """Steps -H⁻¹g with H = I + 2 sum of C x x' over rows with loss: factorized, or by conjugate gradients."""

    def __init__(self, problem: SquaredProblem, tol: float) -> None:
        self._problem = problem
        self.is_exact = has_hessian(problem.X)
        self.slack = ROUNDING if self.is_exact else max(ROUNDING, 1e-4 * tol)
        self._system: Floats | None = None
        self._first_norm: float | None = None

    def step(self, gradient: Floats, has_loss: Flags) -> Floats:
        """-H⁻¹ gradient, for the rows with loss."""
        problem = self._problem
        weight = np.where(has_loss, 2 * problem.C, 0.0)
        if not self.is_exact:
            return _conjugate(problem.rows, weight, -gradient, self._step_tolerance(gradient))
        self._system = weighted_products(problem.X, weight, problem.bias)
        return solve_scaled(self._system, -gradient)

    def _step_tolerance(self, gradient: Floats) -> float:
        """Tolerance of a step's system: far from the minimum, an exact solution is not needed."""
        norm = float(np.linalg.norm(gradient))
        self._first_norm = self._first_norm or norm
        return min(MAX_STEP_TOLERANCE, (norm / self._first_norm) ** 0.5) if norm else MAX_STEP_TOLERANCE

    def refined(self, w: Floats, scores: Floats) -> Floats:
        """Iterative refinement: one more step with the last Hessian recovers digits lost to rounding."""
        if self._system is None:
            return w
        gradient = w - self._problem.loss_gradient(self._problem.rho(scores))
        better = w - solve_scaled(self._system, gradient)
        rest = better - self._problem.loss_gradient(self._problem.rho(self._problem.scores(better)))
        return better if np.abs(rest).max() < np.abs(gradient).max() else w


def _conjugate(rows: DenseRows | SparseRows, weight: Floats, right: Floats, tolerance: float) -> Floats:
    """(I + sum of weight x x')⁻¹ right by conjugate gradients, until this fraction of the residual is left.

    Preconditioned by the diagonal: rare columns have much less curvature than common ones.
    """
    product, scale = rows.curvature(weight), 1 / (1 + rows.squares(weight))
    solution, rest = np.zeros_like(right), np.array(right)
    along = scaled = scale * rest
    size = first = float(rest @ scaled)
    for _ in range(MAX_CONJUGATE_STEPS):
        if size <= tolerance * tolerance * first:
            break
        image = along + product(along)
        step_size = size / float(along @ image)
        solution += step_size * along
        rest -= step_size * image
        scaled = scale * rest
        before, size = size, float(rest @ scaled)
        along = scaled + size / before * along
    return solution


def _from_sample(problem: SquaredProblem, tol: float) -> Floats:
    """A start from every twentieth row, with twenty times its C; zero where rows are few or columns many."""
    if problem.X.shape[0] < MIN_ROWS_FOR_SUBSAMPLE or not has_hessian(problem.X):
        return np.zeros(problem.X.shape[1] + 1)
    subset = np.arange(0, problem.X.shape[0], ROWS_PER_SAMPLED_ROW)
    C = ROWS_PER_SAMPLED_ROW * problem.C[subset]
    sample = SquaredProblem(problem.X[subset], problem.target[subset], C, problem.residual, problem.bias)
    fit = minimize(sample, None, max(tol, 1e-4), 20)
    return np.append(fit.w, fit.b / problem.bias if problem.bias else 0.0)
