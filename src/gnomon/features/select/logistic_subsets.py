"""Logistic regression of two classes on many subsets of columns side by side.

For parameters (w, b) about the weighted mean, the curvature at a start is H = X' D X + price I with
D = p (1 - p), of which each subset takes its part. Steps by H and its secant updates (BFGS) run until no pull
on a coefficient is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.features.select.normal_equations import inverses

SMALLEST_PULL = 1e-9
MOST_STEPS = 40
MOST_SINGLE_COLUMNS = 2
NARROW = 64
SMALLEST_CURVATURE = 1e-12


@dataclass(frozen=True)
class LogisticProblem:
    """Minimize the log loss of rows plus price |w|² / 2; columns: the rows' features, one row a column.

    >>> problem = LogisticProblem(np.array([[0.0, 1.0, 2.0, 3.0]]), np.array([0.0, 0.0, 1.0, 1.0]), 1.0, True)
    >>> found, has_converged = problem.solved(np.array([[0]]), problem.nothing())
    >>> found.round(4), has_converged
    (array([[ 0.9583, -1.4374]]), array([ True]))
    """

    columns: Floats
    y: Floats
    price: float
    has_constant: bool

    def nothing(self) -> tuple[Floats, float]:
        """No coefficients, and the constant that gives the classes their shares."""
        share = float(self.y.mean())
        return np.zeros(len(self.columns)), float(np.log(share / (1 - share))) if self.has_constant else 0.0

    def solved(self, subsets: Integers, start: tuple[Floats, float]) -> tuple[Floats, Flags]:
        """Coefficients and constant of each subset, from a start, and whether they converged."""
        middle, inverse, spread = self._curvature(subsets, *start)
        at = np.column_stack([start[0][subsets], np.full(len(subsets), start[1])])
        at[:, -1] += np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        products = Products(self.columns, subsets)
        has_converged = np.zeros(len(subsets), dtype=bool)
        left = np.arange(len(subsets))
        slope = self._slopes(products, at, middle)
        for _ in range(MOST_STEPS):
            pulls = np.abs(slope / spread[left]).max(axis=1) / len(self.y)
            has_converged[left[pulls <= SMALLEST_PULL]] = True
            going = (pulls > SMALLEST_PULL) & np.isfinite(pulls)
            if not going.any():
                break
            left, slope, inverse = left[going], slope[going], inverse[going]
            products = products.only(going)
            step = -np.einsum("mij,mj->mi", inverse, slope)
            at[left] += step
            before, slope = slope, self._slopes(products, at[left], middle[left])
            inverse = secant(inverse, step, slope - before)
        at[:, -1] -= np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        return at, has_converged

    def _curvature(self, subsets: Integers, w: Floats, b: float) -> tuple[Floats, Floats, Floats]:
        """Of each subset: the weighted mean that b is about, the inverse of H, the spread of columns."""
        chance = expit(w @ self.columns + b)
        weight = np.maximum(chance * (1 - chance), SMALLEST_CURVATURE)
        total, mean, scatter = native.moments(
            np.ascontiguousarray(self.columns.T), None, weight, threads.count()
        )
        if not self.has_constant:
            scatter, mean = scatter + total * np.outer(mean, mean), np.zeros_like(mean)
        m, p = subsets.shape
        part = scatter[subsets[:, :, None], subsets[:, None, :]]
        spread = np.ones((m, p + 1))
        spread[:, :-1] = np.sqrt(np.maximum(np.einsum("mii->mi", part), 0.0) / total)
        spread[spread == 0] = 1.0
        inverse = np.zeros((m, p + 1, p + 1))
        inverse[:, :p, :p] = inverses(part + self.price * np.eye(p))
        inverse[:, p, p] = 1 / total if self.has_constant else 0.0
        middle = np.zeros((m, p + 1))
        middle[:, :p] = mean[subsets]
        return middle, inverse, spread

    def _slopes(self, products: Products, at: Floats, middle: Floats) -> Floats:
        """The gradient by the coefficients and by the constant, which is about the weighted mean."""
        constant = at[:, -1] - np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        residual = products.values(at[:, :-1])
        residual += constant[:, None]
        # p - y = tanh(value / 2) / 2 + 1/2 - y, which never overflows.
        residual *= 0.5
        np.tanh(residual, out=residual)
        residual *= 0.5
        residual += 0.5 - self.y
        by_constant = residual.sum(axis=1) if self.has_constant else np.zeros(len(at))
        by_w = products.sums(residual) + self.price * at[:, :-1] - middle[:, :-1] * by_constant[:, None]
        return np.column_stack([by_w, by_constant])


class Products:
    """Products with the columns of many subsets: those of all by one matrix, others by themselves.

    >>> products = Products(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.array([[0, 1], [0, 2]]))
    >>> products.values(np.array([[1.0, 1.0], [1.0, 0.0]]))
    array([[4., 6.],
           [1., 2.]])
    """

    def __init__(self, columns: Floats, subsets: Integers) -> None:
        self._columns, self._subsets = columns, subsets
        times = np.bincount(subsets.ravel(), minlength=len(columns))
        n_single = int((times[subsets] < len(subsets)).sum(axis=1).max())
        is_wide = (times > 0).sum() > NARROW and n_single <= MOST_SINGLE_COLUMNS
        by_matrix = times == len(subsets) if is_wide else times > 0
        self._members = np.flatnonzero(by_matrix)
        self._matrix = columns[self._members]
        self._place = np.cumsum(by_matrix) - 1
        self._is_single = ~by_matrix[subsets]
        self._singles = subsets[self._is_single].reshape(len(subsets), -1)

    def only(self, kept: Flags) -> Products:
        """The products of some of the subsets."""
        if kept.all():
            return self
        found = object.__new__(Products)
        found.__dict__.update(self.__dict__)
        found._subsets, found._is_single = self._subsets[kept], self._is_single[kept]
        found._singles = self._singles[kept]
        return found

    def values(self, w: Floats) -> Floats:
        """For each subset (row) the sum of coefficient times value, for every row of data."""
        m = len(w)
        dense = np.zeros((m, len(self._members) + 1))
        rows = np.broadcast_to(np.arange(m)[:, None], w.shape)
        shared = ~self._is_single
        dense[rows[shared], self._place[self._subsets[shared]]] = w[shared]
        found = dense[:, :-1] @ self._matrix
        of_single = w[self._is_single].reshape(m, -1)
        for place in range(self._singles.shape[1]):
            found += of_single[:, place, None] * self._columns[self._singles[:, place]]
        return np.asarray(found)

    def sums(self, residual: Floats) -> Floats:
        """For each subset and column of it the sum over rows of residual times value."""
        m = len(residual)
        by_member = residual @ self._matrix.T
        found = np.empty(self._subsets.shape)
        rows = np.broadcast_to(np.arange(m)[:, None], found.shape)
        shared = ~self._is_single
        found[shared] = by_member[rows[shared], self._place[self._subsets[shared]]]
        if self._singles.shape[1]:
            each = [
                np.einsum("mn,mn->m", residual, self._columns[self._singles[:, place]])
                for place in range(self._singles.shape[1])
            ]
            found[self._is_single] = np.column_stack(each).reshape(-1)
        return found


def secant(inverse: Floats, step: Floats, change: Floats) -> Floats:
    """Inverse Hessians after steps that changed the gradients so (Broyden, Fletcher, Goldfarb & Shanno 1970).

    >>> secant(np.eye(1)[None], np.array([[1.0]]), np.array([[2.0]]))
    array([[[0.5]]])
    """
    along = np.sum(step * change, axis=1)
    is_good = along > 1e-14 * np.linalg.norm(step, axis=1) * np.linalg.norm(change, axis=1)
    rho = np.divide(1.0, along, out=np.zeros_like(along), where=is_good)
    turned = np.einsum("mij,mj->mi", inverse, change)
    bend = rho + rho**2 * np.sum(change * turned, axis=1)
    cross = np.einsum("m,mi,mj->mij", rho, step, turned)
    squares = np.einsum("m,mi,mj->mij", bend, step, step)
    return np.asarray(inverse - cross - cross.transpose(0, 2, 1) + squares)
