"""The minimum of the logistic loss and its prices, by the solver that suits the rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.linear.curvature import blocks, diagonal
from gnomon.learners.linear.descent import Start, Targets
from gnomon.learners.linear.logistic_loss import BinaryRows, ManyRows, ScoreColumn
from gnomon.learners.linear.newton import LEAST_ROWS_FOR_SAMPLE, Fit, Prices, newton
from gnomon.learners.linear.newton_cg import newton_cg
from gnomon.learners.linear.newton_many import is_small, newton_many
from gnomon.learners.linear.proximal import proximal
from gnomon.learners.linear.quasi_newton import quasi_newton
from gnomon.learners.linear.small_softmax import is_close, small_softmax
from gnomon.sharing.labels import Labels
from gnomon.sharing.moments import Moments

MOST_COLUMNS_FOR_NEWTON = 1500
SMALL_TABLE = 2**20
LEAST_PULL = 1e-9


@dataclass(frozen=True, eq=False)
class LogisticProblem:
    """Minimize the log loss of labeled rows and the prices of coefficients; the constant is free.

    X: dense rows, or sparse ones (CSR). weight: of each row.
    """

    X: Any
    labels: Labels
    weight: Floats
    prices: Prices
    has_constant: bool

    @property
    def is_dense(self) -> bool:
        """Whether the rows are an array."""
        return isinstance(self.X, np.ndarray)

    @property
    def targets(self) -> Targets:
        """The loss as a function of scores: one a row for two classes, else one a class."""
        if self.labels.n_classes > 2:
            return ManyRows(self.labels.codes, self.labels.n_classes, self.weight)
        return BinaryRows((self.labels.codes == 1).astype(np.float64), self.weight)


def minimum(
    problem: LogisticProblem, solver: str, start: Start, tol: float, most: int, model: Moments | None = None
) -> Fit:
    """Coefficients w (scores x columns) and b with the least objective.

    solver: "newton", "newton-cg", "lbfgs", "proximal" or "auto". tol: pull on a coefficient, for each row, at
    which to stop. most: steps. model: that of a fit to the same rows at other prices.
    """
    if solver == "auto" and not problem.is_dense and np.prod(problem.X.shape) <= SMALL_TABLE:
        problem = replace(problem, X=problem.X.toarray())
    solver = _suited(problem) if solver == "auto" else solver
    targets = problem.targets
    fixed = (problem.prices, problem.has_constant)
    if solver == "newton":
        if isinstance(targets, ManyRows):
            return newton_many(problem.X, targets, *fixed, start, tol, most)
        return newton(problem.X, targets, *fixed, (start[0][0], float(start[1][0])), tol, most, model)
    columns: Any = targets if isinstance(targets, ManyRows) else ScoreColumn(targets)
    if solver == "proximal":
        bend = 0.5 if isinstance(targets, ManyRows) else 0.25
        return proximal(problem.X, columns, *fixed, start, bend, tol, most)
    if problem.labels.n_classes > 2 and problem.X.shape[0] >= LEAST_ROWS_FOR_SAMPLE and not start[0].any():
        start = _from_sample(problem, solver, start)
    if solver == "lbfgs" and isinstance(targets, ManyRows) and is_close(problem.X):
        return small_softmax(problem.X, targets, *fixed, start, max(tol, LEAST_PULL), most)
    make = blocks if problem.is_dense and problem.X.shape[1] <= MOST_COLUMNS_FOR_NEWTON else diagonal
    precondition = partial(make, problem.X, columns, problem.prices.square, problem.has_constant)
    solve = newton_cg if solver == "newton-cg" else quasi_newton
    # The last digits cost the most, where the curvature is learned as the steps go.
    return solve(problem.X, columns, *fixed, start, precondition, max(tol, LEAST_PULL), most)


def _suited(problem: LogisticProblem) -> str:
    n_rows, n_columns = problem.X.shape
    few = n_columns <= MOST_COLUMNS_FOR_NEWTON
    whole = few if problem.labels.n_classes == 2 else is_small(n_rows, n_columns, problem.labels.n_classes)
    if problem.is_dense and whole:
        return "newton"
    if problem.prices.size > 0:
        return "proximal"
    return "lbfgs" if problem.is_dense and few else "newton-cg"


def _from_sample(problem: LogisticProblem, solver: str, start: Start) -> Start:
    """A start from every twentieth row, at a twentieth of the prices."""
    some = np.arange(0, problem.X.shape[0], 20)
    labels, weight = problem.labels[some], problem.weight[some]
    if len(np.unique(labels.codes[weight > 0])) < labels.n_classes:
        return start
    prices = Prices(problem.prices.size / 20, problem.prices.square / 20)
    smaller = LogisticProblem(problem.X[some], labels, weight, prices, problem.has_constant)
    fit = minimum(smaller, solver, start, 1e-4, 100)
    return fit.w, fit.b
