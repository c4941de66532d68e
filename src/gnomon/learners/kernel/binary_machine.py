"""One support vector machine: two sides, a price for each row that is not clear of its margin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isinf

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.quadratic import FINE, Quadratic, Solution, carried, solve

FIRST_PRICE = 100.0
LEAST_DISTANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Sides:
    """The rows of one problem, the side of each (+1 or -1), the price of its errors, the bias if given."""

    rows: Integers
    side: Floats
    price: Floats
    bias: float | None = None

    def at(self, price: Floats) -> Sides:
        """The same sides where these are the prices of all rows of the table."""
        return Sides(self.rows, self.side, price[self.rows], self.bias)

    def problem(self, price: Floats) -> Quadratic:
        """Maximize sum |b| - b'Kb / 2 with b on each row's own side, up to its price."""
        low, high = np.where(self.side > 0, 0.0, -price), np.where(self.side > 0, price, 0.0)
        return Quadratic(self.rows, self.side, low, high, self.bias)


@dataclass(frozen=True, eq=False)
class Machine:
    """A machine that was fitted: its sides and the solution."""

    sides: Sides
    solution: Solution

    @property
    def dual(self) -> float:
        """sum |b| - |w|² / 2, less bias times sum b, which is 0 where the bias is free."""
        return self.solution.value - self.solution.bias * float(self.solution.b.sum())

    @property
    def primal(self) -> float:
        """|w|² / 2 + sum of price times hinge loss; a hard margin has no price, and no loss to speak of."""
        square = self.solution.square
        loss = np.maximum(self.sides.side * (self.solution.pull - self.solution.bias), 0.0)
        priced = np.where(np.isinf(self.sides.price), 0.0, self.sides.price)
        return square / 2 + float(priced @ loss)


def fit_machine(
    rows: KernelRows, sides: Sides, start: Machine | None = None, *, tol: float, max_iter: int
) -> Machine:
    """The machine of these sides; `start` is one of the same rows and sides at other prices."""
    if isinf(sides.price.max()):
        return _hard(rows, sides, tol=tol, max_iter=max_iter)
    if start is not None and _feels_no_price(start, sides, tol):
        history = start.solution.history[-1:] * np.array([0.0, 1.0, 1.0])
        return Machine(sides, replace(start.solution, steps=0, history=history))
    problem = sides.problem(sides.price)
    begin = carried(None if start is None else start.solution, problem)
    return Machine(sides, solve(rows, problem, begin, tol=tol, max_iter=max_iter))


def _feels_no_price(start: Machine, sides: Sides, tol: float) -> bool:
    """Whether no coefficient came up to its price, so that the maximum at higher prices is the same."""
    size = np.abs(start.solution.b)
    is_free = bool((size < start.sides.price).all() and (size <= sides.price).all())
    return is_free and start.solution.gap <= min(tol, FINE)


def _hard(rows: KernelRows, sides: Sides, *, tol: float, max_iter: int) -> Machine:
    """No price bounds the coefficients: raise it until none of them feels it.

    If the hulls of the two sides meet there is no such price: |w| stays, while the coefficients grow, and
    2 |w| / sum |b|, never less than the distance of the hulls, goes to 0.
    """
    length = _length(rows, sides)
    is_hard = np.isinf(sides.price)
    price, start = np.where(is_hard, FIRST_PRICE / length**2, sides.price), None
    while True:
        bounded = Sides(sides.rows, sides.side, price, sides.bias)
        start = fit_machine(rows, bounded, start, tol=tol, max_iter=max_iter)
        size = np.abs(start.solution.b)
        distance = 2 * np.sqrt(max(start.solution.square, 0.0)) / float(size.sum())
        if distance < LEAST_DISTANCE * length:
            raise DataError(
                "no hyperplane separates the two classes under this kernel, so there is no hard margin "
                f"(C=inf): their hulls come within {distance:.1e} of each other; give a finite C, or "
                "a kernel that separates them, such as rbf with a larger gamma"
            )
        if (size < price)[is_hard].all() or start.solution.gap > tol:
            return Machine(sides, start.solution)
        price = np.where(is_hard, 100 * price, sides.price)


def _length(rows: KernelRows, sides: Sides) -> float:
    """The length of the longest row after the lift."""
    squares = rows.diagonal(sides.rows)
    return float(np.sqrt(max(squares.max(), np.finfo(float).tiny)))
