"""Linear support vector machines under the hinge, for few columns: an interior-point method.

    least of |w|²/2 + sum of price s,  side z + s - margin = t,  s >= 0, t >= 0,  z = w·x + b

Multipliers a of the equations run from 0 to price. Newton's steps on a t = m and (price - a) s = m, m falling
to 0, reduce to one system in the coefficients, I + sum of x x' / D, whose size is the number of columns; some
twenty of them end within rounding of the optimum, however rows are scaled or many (Ferris & Munson 2002).
The constant is the coefficient of one more column, at the end of w, and has the same price as the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.kernel.planes.plane_fit import PlaneFit
from gnomon.learners.kernel.planes.squared_loss import weighted_products
from gnomon.learners.linear.newton import solve_scaled
from gnomon.sharing.moments import too_large

MOST_STEPS = 200
SHARE_OF_WAY = 0.995
CENTERED = 0.5
ROUNDING = 1e-12
MOST_IDLE_STEPS = 8
SHARE_OF_TOLERANCE = 0.01


@dataclass(frozen=True, eq=False)
class HingeProblem:
    """Rows, their sides (+1 or -1), the margin that side times score should reach, and prices of what lacks.

    bias: the value of the constant column, 0 for none.
    """

    X: Any
    side: Floats
    margin: Floats
    price: Floats
    bias: float

    def scores(self, w: Floats) -> Floats:
        """z of each row."""
        return np.asarray(self.X @ w[:-1]) + self.bias * w[-1]

    def combined(self, amounts: Floats) -> Floats:
        """The sum of amounts times rows, the constant column at the end."""
        return np.append(np.asarray(self.X.T @ amounts), self.bias * amounts.sum())

    def primal(self, w: Floats) -> float:
        """The objective of a plane."""
        missing = np.maximum(self.margin - self.side * self.scores(w), 0.0)
        return float(w @ w) / 2 + float(self.price @ missing)

    def dual(self, alpha: Floats) -> float:
        """The bound that these multipliers prove."""
        w = self.combined(alpha * self.side)
        return float(alpha @ self.margin) - float(w @ w) / 2


@dataclass(eq=False)
class _Point:
    """Where the method stands: coefficients, multipliers, what is missing (s) and what is over (t).

    u: what multipliers lack to their price, carried along, for the difference would lose its digits.
    """

    w: Floats
    a: Floats
    u: Floats
    s: Floats
    t: Floats

    def moved(self, step: _Point, share: float) -> _Point:
        """Some way along a step."""
        return _Point(
            self.w + share * step.w,
            self.a + share * step.a,
            self.u + share * step.u,
            self.s + share * step.s,
            self.t + share * step.t,
        )


def interior_point(problem: HingeProblem, tol: float, most: int = MOST_STEPS) -> PlaneFit:
    """The plane of least objective; it stops once the duality gap is below tol² of the objective.

    >>> X, side = np.array([[1.0], [-1.0]]), np.array([1.0, -1.0])
    >>> fit = interior_point(HingeProblem(X, side, np.ones(2), np.ones(2), 0.0), 1e-4)
    >>> fit.w.round(6), round(fit.primal, 6), fit.converged
    (array([1.]), 0.5, True)
    """
    at = _start(problem)
    goal, least = max(tol**2, ROUNDING), ROUNDING * float(problem.price @ np.abs(problem.margin))
    best = (at.w, problem.primal(at.w), problem.dual(at.a))
    history = [best[1]]
    # At zero, where the method starts, no price of w is paid: without losses either it is the optimum.
    converged, idle, mark = best[1] == 0, 0, best[1] - best[2]
    if converged:
        best = (at.w, 0.0, 0.0)
    while not converged and len(history) <= most:
        at = _advanced(problem, at)
        primal, dual = problem.primal(at.w), problem.dual(at.a)
        if not np.isfinite(primal - dual):
            raise DataError(too_large(problem.X))
        history.append(primal)
        if primal - dual < best[1] - best[2]:
            best = (at.w, primal, dual)
        gap = best[1] - best[2]
        idle, mark = (0, gap) if gap < 0.5 * mark else (idle + 1, mark)
        converged = gap <= max(goal * abs(best[1]), least)
        if idle == MOST_IDLE_STEPS:
            # Rounding is all that is left.
            converged = gap <= SHARE_OF_TOLERANCE * tol * abs(best[1])
            break
    w, primal, dual = best
    return PlaneFit(w[:-1], problem.bias * float(w[-1]), primal, dual, history, converged)


def _start(problem: HingeProblem) -> _Point:
    a = problem.price / 2
    w = np.zeros(problem.X.shape[1] + 1)
    lacking = problem.margin - problem.side * problem.scores(w)
    s = np.maximum(lacking, 0.0) + 1.0
    return _Point(w, a, a, s, np.maximum(s - lacking, 1.0))


def _advanced(problem: HingeProblem, at: _Point) -> _Point:
    """One predictor and corrector step (Mehrotra 1992), as far as all stays positive."""
    weight = 1 / (at.s / at.u + at.t / at.a)
    system = weighted_products(problem.X, weight, problem.bias)
    aim = _direction(problem, at, system, weight, -at.a * at.t, -at.u * at.s)
    gap, left = _products(at), _products(at.moved(aim, min(1.0, _reach(at, aim))))
    center = gap * (left / gap) ** 3
    over, lacking = center - at.a * at.t - aim.a * aim.t, center - at.u * at.s - aim.u * aim.s
    found = _stepped(at, _direction(problem, at, system, weight, over, lacking))
    if _products(found) <= gap:
        return found
    # The correction led astray, and may do so for ever: go to the middle of the way first.
    over, lacking = CENTERED * gap - at.a * at.t, CENTERED * gap - at.u * at.s
    return _stepped(at, _direction(problem, at, system, weight, over, lacking))


def _stepped(at: _Point, step: _Point) -> _Point:
    return at.moved(step, min(1.0, SHARE_OF_WAY * _reach(at, step)))


def _products(at: _Point) -> float:
    """The mean of a t and u s, which is 0 at the optimum."""
    return float(at.a @ at.t + at.u @ at.s) / (2 * len(at.a))


def _direction(
    problem: HingeProblem, at: _Point, system: Floats, weight: Floats, over: Floats, lacking: Floats
) -> _Point:
    """Newton's step for products a t and u s that should change by `over` and `lacking`."""
    off = problem.margin - problem.side * problem.scores(at.w) - at.s + at.t
    q = off - lacking / at.u + over / at.a
    right = problem.combined(problem.side * (at.a + weight * q)) - at.w
    w = solve_scaled(system, right)
    a = weight * (q - problem.side * problem.scores(w))
    return _Point(w, a, -a, (lacking + at.s * a) / at.u, (over - at.t * a) / at.a)


def _reach(at: _Point, step: _Point) -> float:
    """How far along a step the first of a, u, s and t comes to zero; at most 1 / SHARE_OF_WAY."""
    furthest = 1 / SHARE_OF_WAY
    for value, change in ((at.a, step.a), (at.u, step.u), (at.s, step.s), (at.t, step.t)):
        falls = change < 0
        if falls.any():
            furthest = min(furthest, float((-value[falls] / change[falls]).min()))
    return furthest
