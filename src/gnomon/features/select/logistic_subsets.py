"""Binary logistic regression on many subsets of columns in one batch.

For parameters (w, b) about the weighted mean, the Hessian at the initial point is H = X' D X + penalty I with
D = p (1 - p), of which each subset uses its block. Quasi-Newton steps by H and its BFGS updates run until the
gradient vanishes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gnomon import native, threads
from gnomon.arrays import Flags, Floats, Integers
from gnomon.features.select.normal_equations import inverses

GRADIENT_TOL = 1e-9
MAX_STEPS = 40
MAX_SINGLE_COLUMNS = 2
NARROW = 64
MIN_CURVATURE = 1e-12


@dataclass(frozen=True)
class LogisticProblem:
    """Minimize the log loss plus penalty |w|² / 2; columns: the transposed features, one row per column.

    >>> problem = LogisticProblem(np.array([[0.0, 1.0, 2.0, 3.0]]), np.array([0.0, 0.0, 1.0, 1.0]), 1.0, True)
    >>> coefficients, has_converged = problem.solved(np.array([[0]]), problem.null_model())
    >>> coefficients.round(4), has_converged
    (array([[ 0.9583, -1.4374]]), array([ True]))
    """

    columns: Floats
    y: Floats
    penalty: float
    fit_intercept: bool

    def null_model(self) -> tuple[Floats, float]:
        """The null model: zero coefficients, and the intercept that predicts the base rate."""
        share = float(self.y.mean())
        return np.zeros(len(self.columns)), float(np.log(share / (1 - share))) if self.fit_intercept else 0.0

    def solved(self, subsets: Integers, start: tuple[Floats, float]) -> tuple[Floats, Flags]:
        """Coefficients and intercept of each subset, from initial values, and whether they converged."""
        middle, inverse, spread = self._curvature(subsets, *start)
        at = np.column_stack([start[0][subsets], np.full(len(subsets), start[1])])
        at[:, -1] += np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        products = Products(self.columns, subsets)
        has_converged = np.zeros(len(subsets), dtype=bool)
        left = np.arange(len(subsets))
        gradients = self._gradients(products, at, middle)
        for _ in range(MAX_STEPS):
            gradient = np.abs(gradients / spread[left]).max(axis=1) / len(self.y)
            has_converged[left[gradient <= GRADIENT_TOL]] = True
            is_active = (gradient > GRADIENT_TOL) & np.isfinite(gradient)
            if not is_active.any():
                break
            left, gradients, inverse = left[is_active], gradients[is_active], inverse[is_active]
            products = products.only(is_active)
            step = -np.einsum("mij,mj->mi", inverse, gradients)
            at[left] += step
            before, gradients = gradients, self._gradients(products, at[left], middle[left])
            inverse = bfgs_update(inverse, step, gradients - before)
        at[:, -1] -= np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        return at, has_converged

    def _curvature(self, subsets: Integers, w: Floats, b: float) -> tuple[Floats, Floats, Floats]:
        """Of each subset: the weighted mean that b is about, the inverse of H, and standard deviations."""
        chance = expit(w @ self.columns + b)
        weight = np.maximum(chance * (1 - chance), MIN_CURVATURE)
        total, mean, scatter = native.moments(
            np.ascontiguousarray(self.columns.T), None, weight, threads.count()
        )
        if not self.fit_intercept:
            scatter, mean = scatter + total * np.outer(mean, mean), np.zeros_like(mean)
        m, p = subsets.shape
        part = scatter[subsets[:, :, None], subsets[:, None, :]]
        spread = np.ones((m, p + 1))
        spread[:, :-1] = np.sqrt(np.maximum(np.einsum("mii->mi", part), 0.0) / total)
        spread[spread == 0] = 1.0
        inverse = np.zeros((m, p + 1, p + 1))
        inverse[:, :p, :p] = inverses(part + self.penalty * np.eye(p))
        inverse[:, p, p] = 1 / total if self.fit_intercept else 0.0
        middle = np.zeros((m, p + 1))
        middle[:, :p] = mean[subsets]
        return middle, inverse, spread

    def _gradients(self, products: Products, at: Floats, middle: Floats) -> Floats:
        """The gradient by the coefficients and by the intercept, which is about the weighted mean."""
        constant = at[:, -1] - np.sum(at[:, :-1] * middle[:, :-1], axis=1)
        residual = products.values(at[:, :-1])
        residual += constant[:, None]
        # p - y = tanh(value / 2) / 2 + 1/2 - y, which does not overflow.
        residual *= 0.5
        np.tanh(residual, out=residual)
        residual *= 0.5
        residual += 0.5 - self.y
        by_constant = residual.sum(axis=1) if self.fit_intercept else np.zeros(len(at))
        by_w = products.sums(residual) + self.penalty * at[:, :-1] - middle[:, :-1] * by_constant[:, None]
        return np.column_stack([by_w, by_constant])


class Products:
    """Products with the columns of many subsets: shared columns by one matrix product, others individually.

    >>> products = Products(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.array([[0, 1], [0, 2]]))
    >>> products.values(np.array([[1.0, 1.0], [1.0, 0.0]]))
    array([[4., 6.],
           [1., 2.]])
    """

    def __init__(self, columns: Floats, subsets: Integers) -> None:
        self._columns, self._subsets = columns, subsets
        times = np.bincount(subsets.ravel(), minlength=len(columns))
        n_single = int((times[subsets] < len(subsets)).sum(axis=1).max())
        is_wide = (times > 0).sum() > NARROW and n_single <= MAX_SINGLE_COLUMNS
        by_matrix = times == len(subsets) if is_wide else times > 0
        self._members = np.flatnonzero(by_matrix)
        self._matrix = columns[self._members]
        self._index = np.cumsum(by_matrix) - 1
        self._is_single = ~by_matrix[subsets]
        self._singles = subsets[self._is_single].reshape(len(subsets), -1)

    def only(self, selected: Flags) -> Products:
        """The products of some of the subsets."""
        if selected.all():
            return self
        products = object.__new__(Products)
        products.__dict__.update(self.__dict__)
        products._subsets, products._is_single = self._subsets[selected], self._is_single[selected]
        products._singles = self._singles[selected]
        return products

    def values(self, w: Floats) -> Floats:
        """The linear predictor X w of each subset (row), for each row of data."""
        m = len(w)
        dense = np.zeros((m, len(self._members) + 1))
        rows = np.broadcast_to(np.arange(m)[:, None], w.shape)
        shared = ~self._is_single
        dense[rows[shared], self._index[self._subsets[shared]]] = w[shared]
        result = dense[:, :-1] @ self._matrix
        of_single = w[self._is_single].reshape(m, -1)
        for index in range(self._singles.shape[1]):
            result += of_single[:, index, None] * self._columns[self._singles[:, index]]
        return np.asarray(result)

    def sums(self, residual: Floats) -> Floats:
        """For each subset and column of it the sum over rows of residual times value."""
        m = len(residual)
        by_member = residual @ self._matrix.T
        result = np.empty(self._subsets.shape)
        rows = np.broadcast_to(np.arange(m)[:, None], result.shape)
        shared = ~self._is_single
        result[shared] = by_member[rows[shared], self._index[self._subsets[shared]]]
        if self._singles.shape[1]:
            each = [
                np.einsum("mn,mn->m", residual, self._columns[self._singles[:, index]])
                for index in range(self._singles.shape[1])
            ]
            result[self._is_single] = np.column_stack(each).reshape(-1)
        return result


def bfgs_update(inverse: Floats, step: Floats, change: Floats) -> Floats:
    """BFGS updates of inverse Hessians, from steps and changes of gradients (Broyden et al. 1970).

    >>> bfgs_update(np.eye(1)[None], np.array([[1.0]]), np.array([[2.0]]))
    array([[[0.5]]])
    """
    along = np.sum(step * change, axis=1)
    is_good = along > 1e-14 * np.linalg.norm(step, axis=1) * np.linalg.norm(change, axis=1)
    rho = np.divide(1.0, along, out=np.zeros_like(along), where=is_good)
    product = np.einsum("mij,mj->mi", inverse, change)
    curvature = rho + rho**2 * np.sum(change * product, axis=1)
    cross = np.einsum("m,mi,mj->mij", rho, step, product)
    squares = np.einsum("m,mi,mj->mij", curvature, step, step)
    return np.asarray(inverse - cross - cross.transpose(0, 2, 1) + squares)
