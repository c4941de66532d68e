"""One-class support vector machine: novelty detection by the support of the training distribution."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import OutlierMixin

from gnomon.arrays import Floats, Integers
from gnomon.check import between
from gnomon.learners.kernel.quadratic import Quadratic, Start, solve
from gnomon.learners.kernel.support_vector_machine import Certificate, SupportVectorMachine, positive_rows
from gnomon.registry import learners

ROUNDING = 1e-10


class OneClassSVM(OutlierMixin, SupportVectorMachine):
    """One-class SVM: outlier and novelty detection by the support of the training distribution.

    Minimizes |w|² / 2 - rho nu n + sum of max(0, rho - w·phi(x)), with f(x) = w·phi(x) - rho. At most a
    fraction nu of the rows has f(x) < 0, and at least that fraction are support vectors (Schölkopf et al.
    2001). Sample weights count repetitions; targets are ignored. f and tol have the units of the kernel:
    where k(x, x) is above 1, tol is relative to the largest.

    Attributes
    ----------
    support_, support_vectors_, n_support_ : indices, rows and number of the support vectors
    dual_coef_, intercept_, offset_ : coefficients of the support vectors, -rho, and rho
    coef_ : w, for the linear kernel
    kernel_ : the kernel, with gamma as a number
    certificate_, converged_ : primal and dual objective, gap and largest KKT violation; whether it is within
        tol
    n_iter_, history_ : number of steps; and during them problem, steps, violation and dual objective

    Examples
    --------
    >>> from gnomon import OneClassSVM
    >>> model = OneClassSVM(gamma=0.5, nu=0.4).fit([[0.0], [0.1], [0.2], [0.3], [9.0]])
    >>> model.predict([[0.15], [5.0]])
    array([ 1, -1])
    """

    nu: float = between(
        1e-12,
        1,
        default=0.5,
        help="upper bound of the fraction of training errors, lower bound of that of support vectors",
        grid=(0.01, 0.1, 0.5),
    )

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit, starting from coefficients at their bound on the first nu n rows."""
        data, weight, indices = positive_rows(data, "OneClassSVM")
        rows = self.kernel_rows(data, self.resolved_kernel(data, weight))
        weights = np.ones(len(indices)) if weight is None else weight
        zeros = np.zeros(len(indices))
        problem = Quadratic(np.arange(len(indices)), zeros, zeros, weights)
        before = np.concatenate([[0.0], np.cumsum(weights)[:-1]])
        begin = Start(np.clip(self.nu * weights.sum() - before, 0.0, weights))
        tol = self.tol * max(1.0, float(rows.diagonal(np.arange(len(indices))).max()))
        solution = solve(rows, problem, begin, tol=tol, max_iter=self.max_iter)
        self.store_single(data, rows, solution.b, solution, indices)
        self.converged_ = solution.gap <= tol
        self.offset_ = -self.intercept_
        loss = float(weights @ np.maximum(solution.gradient - solution.bias, 0.0))
        primal = solution.square / 2 + loss + solution.bias * float(solution.b.sum())
        self.certificate_ = Certificate(primal, solution.value, solution.gap)
        self.warn_unless_converged()
        return self

    def decision_function(self, X: Any) -> Floats:
        """Signed distance f(x): negative for outliers, 0 (up to rounding) on the boundary."""
        scores = self.scores(X)[:, 0]
        scores[np.abs(scores) <= ROUNDING * np.abs(self.offset_)] = 0.0
        return scores

    def score_samples(self, X: Any) -> Floats:
        """w·phi(x), before rho is subtracted."""
        scores: Floats = self.decision_function(X) + self.offset_
        return scores

    def predict(self, X: Any) -> Integers:
        """1 for inliers, -1 for outliers."""
        return np.where(self.decision_function(X) >= 0, 1, -1)


learners.add(
    "OneClassSVM",
    OneClassSVM,
    "novelty detection by the support of a distribution",
    task=("outliers",),
    family="kernel",
    default=False,
)
