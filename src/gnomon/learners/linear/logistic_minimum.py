"""Minimize the penalized logistic loss, by the solver that suits the data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import blocks, diagonal
from gnomon.learners.linear.descent import Start, Targets
from gnomon.learners.linear.logistic_loss import BinaryRows, ManyRows, ScoreColumn
from gnomon.learners.linear.newton import MIN_ROWS_FOR_SUBSAMPLE, Fit, Penalty, newton
from gnomon.learners.linear.newton_cg import newton_cg
from gnomon.learners.linear.newton_many import is_small, newton_many
from gnomon.learners.linear.proximal import proximal
from gnomon.learners.linear.quasi_newton import quasi_newton
from gnomon.learners.linear.small_softmax import fits_cache, small_softmax
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import Moments

MAX_COLUMNS_FOR_NEWTON = 1500
SMALL_TABLE = 2**20
MIN_TOL = 1e-9


@dataclass(frozen=True, eq=False)
class LogisticProblem:
    """Minimize the log loss of labeled rows plus the penalty; the intercept is not penalized.

    X: dense rows, or sparse ones (CSR). weight: of each row.
    """

    X: Any
    labels: Labels
    weight: Floats
    penalty: Penalty
    fit_intercept: bool

    @property
    def is_dense(self) -> bool:
        """Whether the rows are a dense array."""
        return isinstance(self.X, np.ndarray)

    @property
    def targets(self) -> Targets:
        """The loss as a function of scores: one per row for two classes, else one per class."""
        if self.labels.n_classes > 2:
            return ManyRows(self.labels.codes, self.labels.n_classes, self.weight)
        return BinaryRows((self.labels.codes == 1).astype(np.float64), self.weight)


def minimum(
    problem: LogisticProblem,
    solver: str,
    start: Start,
    tol: float,
    max_iter: int,
    model: Moments | None = None,
) -> Fit:
    """Coefficients w (scores x columns) and b that minimize the objective.

    solver: "newton", "newton-cg", "lbfgs", "proximal" or "auto". tol: largest component of the
    gradient, per row, at which to stop. max_iter: steps. model: that of a fit to the same rows at another C.
    """
    if solver == "auto" and not problem.is_dense and np.prod(problem.X.shape) <= SMALL_TABLE:
        problem = replace(problem, X=problem.X.toarray())
    solver = _solver_for(problem) if solver == "auto" else solver
    targets = problem.targets
    shared = (problem.penalty, problem.fit_intercept)
    if solver == "newton":
        if isinstance(targets, ManyRows):
            return newton_many(problem.X, targets, *shared, start, tol, max_iter)
        return newton(problem.X, targets, *shared, (start[0][0], float(start[1][0])), tol, max_iter, model)
    columns: Any = targets if isinstance(targets, ManyRows) else ScoreColumn(targets)
    if solver == "proximal":
        curvature = 0.5 if isinstance(targets, ManyRows) else 0.25
        return proximal(problem.X, columns, *shared, start, curvature, tol, max_iter)
    if problem.labels.n_classes > 2 and problem.X.shape[0] >= MIN_ROWS_FOR_SUBSAMPLE and not start[0].any():
        start = _from_sample(problem, solver, start)
    if solver == "lbfgs" and isinstance(targets, ManyRows) and fits_cache(problem.X):
        return small_softmax(problem.X, targets, *shared, start, max(tol, MIN_TOL), max_iter)
    make = blocks if problem.is_dense and problem.X.shape[1] <= MAX_COLUMNS_FOR_NEWTON else diagonal
    precondition = partial(make, problem.X, columns, problem.penalty.l2, problem.fit_intercept)
    solve = newton_cg if solver == "newton-cg" else quasi_newton
    # The last digits are the most expensive where the curvature is approximated from the steps.
    return solve(problem.X, columns, *shared, start, precondition, max(tol, MIN_TOL), max_iter)


def _solver_for(problem: LogisticProblem) -> str:
    n_rows, n_columns = problem.X.shape
    few = n_columns <= MAX_COLUMNS_FOR_NEWTON
    whole = few if problem.labels.n_classes == 2 else is_small(n_rows, n_columns, problem.labels.n_classes)
    if problem.is_dense and whole:
        return "newton"
    if problem.penalty.l1 > 0:
        return "proximal"
    return "lbfgs" if problem.is_dense and few else "newton-cg"


def _from_sample(problem: LogisticProblem, solver: str, start: Start) -> Start:
    """A start from every twentieth row, with a twentieth of the penalty."""
    subsample = np.arange(0, problem.X.shape[0], 20)
    labels, weight = problem.labels[subsample], problem.weight[subsample]
    if len(np.unique(labels.codes[weight > 0])) < labels.n_classes:
        return start
    penalty = Penalty(problem.penalty.l1 / 20, problem.penalty.l2 / 20)
    smaller = LogisticProblem(problem.X[subsample], labels, weight, penalty, problem.fit_intercept)
    fit = minimum(smaller, solver, start, 1e-4, 100)
    return fit.w, fit.b
