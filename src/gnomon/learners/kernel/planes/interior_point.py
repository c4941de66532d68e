"""Linear support vector machines with hinge loss, for few columns: a primal-dual interior-point method.

    minimize |w|²/2 + sum of C s,  side z + s - margin = t,  s >= 0, t >= 0,  z = w·x + b

Multipliers a of the constraints are between 0 and C. Newton's steps on a t = m and (C - a) s = m, m
decreasing to 0, reduce to one system in the coefficients, I + sum of x x' / D, whose size is the number of
columns; some twenty of them reach the optimum to rounding error, whatever the scale and number of rows
(Ferris & Munson 2002). The intercept is the coefficient of one more column, at the end of w, with the same
penalty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.linear_fit import LinearFit
from gnomon.learners.kernel.planes.squared_loss import weighted_products
from gnomon.learners.linear.newton import solve_scaled
from gnomon.sharing.moments import too_large

MAX_STEPS = 200
STEP_FRACTION = 0.995
CENTERING = 0.5
ROUNDING = 1e-12
MAX_IDLE_STEPS = 8
TOLERANCE_FRACTION = 0.01


@dataclass(frozen=True, eq=False)
class HingeProblem:
    """Rows, their sides (+1 or -1), the margin that side times score should reach, and C of each row's slack.

    bias: the value of the constant column, 0 for no intercept.
    """

    X: Any
    side: Floats
    margin: Floats
    C: Floats
    bias: float

    def scores(self, w: Floats) -> Floats:
        """z of each row."""
        return np.asarray(self.X @ w[:-1]) + self.bias * w[-1]

    def weighted_sum(self, amounts: Floats) -> Floats:
        """The weighted sum of the rows, the constant column at the end."""
        return np.append(np.asarray(self.X.T @ amounts), self.bias * amounts.sum())

    def primal(self, w: Floats) -> float:
        """The primal objective."""
        slack = np.maximum(self.margin - self.side * self.scores(w), 0.0)
        return float(w @ w) / 2 + float(self.C @ slack)

    def dual(self, alpha: Floats) -> float:
        """The dual objective, a lower bound of the primal."""
        w = self.weighted_sum(alpha * self.side)
        return float(alpha @ self.margin) - float(w @ w) / 2


@dataclass(eq=False)
class _Point:
    """An iterate: coefficients w, multipliers a, slack s and surplus t.

    u: C - a, updated along, as the difference would lose its digits.
    """

    w: Floats
    a: Floats
    u: Floats
    s: Floats
    t: Floats

    def moved(self, step: _Point, step_size: float) -> _Point:
        """The iterate after a step of this size."""
        return _Point(
            self.w + step_size * step.w,
            self.a + step_size * step.a,
            self.u + step_size * step.u,
            self.s + step_size * step.s,
            self.t + step_size * step.t,
        )


def interior_point(problem: HingeProblem, tol: float, max_iter: int = MAX_STEPS) -> LinearFit:
    """Minimize; it stops once the duality gap is below tol² times the objective.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> fit = interior_point(HingeProblem(X, side, np.ones(2), np.ones(2), 0.0), 1e-4)
    >>> fit.w.round(6), round(fit.primal, 6), fit.converged
    (array([1.]), 0.5, True)
    """
    at = _start(problem)
    relative, absolute = max(tol**2, ROUNDING), ROUNDING * float(problem.C @ np.abs(problem.margin))
    best = (at.w, problem.primal(at.w), problem.dual(at.a))
    history = [best[1]]
    # At w = 0, the initial point, the penalty is zero: without losses it is the optimum.
    converged, idle, mark = best[1] == 0, 0, best[1] - best[2]
    if converged:
        best = (at.w, 0.0, 0.0)
    while not converged and len(history) <= max_iter:
        at = _advanced(problem, at)
        primal, dual = problem.primal(at.w), problem.dual(at.a)
        if not np.isfinite(primal - dual):
            raise DataError(too_large(problem.X))
        history.append(primal)
        if primal - dual < best[1] - best[2]:
            best = (at.w, primal, dual)
        gap = best[1] - best[2]
        idle, mark = (0, gap) if gap < 0.5 * mark else (idle + 1, mark)
        converged = gap <= max(relative * abs(best[1]), absolute)
        if idle == MAX_IDLE_STEPS:
            # Only rounding error is left.
            converged = gap <= TOLERANCE_FRACTION * tol * abs(best[1])
            break
    w, primal, dual = best
    return LinearFit(w[:-1], problem.bias * float(w[-1]), primal, dual, history, converged)


def _start(problem: HingeProblem) -> _Point:
    a = problem.C / 2
    w = np.zeros(problem.X.shape[1] + 1)
    shortfall = problem.margin - problem.side * problem.scores(w)
    s = np.maximum(shortfall, 0.0) + 1.0
    return _Point(w, a, a, s, np.maximum(s - shortfall, 1.0))


def _advanced(problem: HingeProblem, at: _Point) -> _Point:
    """One predictor-corrector step (Mehrotra 1992), with a step size that keeps all variables positive."""
    weight = 1 / (at.s / at.u + at.t / at.a)
    system = weighted_products(problem.X, weight, problem.bias)
    predictor = _direction(problem, at, system, weight, -at.a * at.t, -at.u * at.s)
    gap, left = _products(at), _products(at.moved(predictor, min(1.0, _max_step(at, predictor))))
    center = gap * (left / gap) ** 3
    over, shortfall = (
        center - at.a * at.t - predictor.a * predictor.t,
        center - at.u * at.s - predictor.u * predictor.s,
    )
    corrected = _stepped(at, _direction(problem, at, system, weight, over, shortfall))
    if _products(corrected) <= gap:
        return corrected
    # The correction diverged, and may keep doing so: take a centering step first.
    over, shortfall = CENTERING * gap - at.a * at.t, CENTERING * gap - at.u * at.s
    return _stepped(at, _direction(problem, at, system, weight, over, shortfall))


def _stepped(at: _Point, step: _Point) -> _Point:
    return at.moved(step, min(1.0, STEP_FRACTION * _max_step(at, step)))


def _products(at: _Point) -> float:
    """The mean complementarity product of a t and u s, which is 0 at the optimum."""
    return float(at.a @ at.t + at.u @ at.s) / (2 * len(at.a))


def _direction(
    problem: HingeProblem, at: _Point, system: Floats, weight: Floats, over: Floats, shortfall: Floats
) -> _Point:
    """Newton's step for changes of the products a t and u s by `over` and `shortfall`."""
    off = problem.margin - problem.side * problem.scores(at.w) - at.s + at.t
    q = off - shortfall / at.u + over / at.a
    right = problem.weighted_sum(problem.side * (at.a + weight * q)) - at.w
    w = solve_scaled(system, right)
    a = weight * (q - problem.side * problem.scores(w))
    return _Point(w, a, -a, (shortfall + at.s * a) / at.u, (over - at.t * a) / at.a)


def _max_step(at: _Point, step: _Point) -> float:
    """The largest step size that keeps a, u, s and t nonnegative (ratio test); at most 1 / STEP_FRACTION."""
    furthest = 1 / STEP_FRACTION
    for value, change in ((at.a, step.a), (at.u, step.u), (at.s, step.s), (at.t, step.t)):
        falls = change < 0
        if falls.any():
            furthest = min(furthest, float((-value[falls] / change[falls]).min()))
    return furthest
