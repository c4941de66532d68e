"""One-class support vector machine: the part of space that holds all but a share of the rows."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import OutlierMixin

from gnomon.arrays import Floats, Integers
from gnomon.check import between
from gnomon.learners.kernel.kernel_machine import Certificate, KernelMachine, positive_rows
from gnomon.learners.kernel.quadratic import Quadratic, Start, solve
from gnomon.registry import learners

ROUNDING = 1e-10


class OneClassSVM(OutlierMixin, KernelMachine):
    """Minimize |w|² / 2 - rho nu n + sum of max(0, rho - w·phi(x)); f(x) = w·phi(x) - rho.

    At most a share nu of the rows gets f(x) < 0, and at least that share are support vectors (Schölkopf et
    al. 2001). A row's weight counts as its repetition; targets are not looked at. f has the units of the
    kernel, and so has tol: where k(x, x) is above 1, it is a share of the largest.

    Attributes
    ----------
    support_, support_vectors_, n_support_ : row numbers, rows and count of the support vectors
    dual_coef_, intercept_, offset_ : coefficients of the support vectors, -rho, and rho
    coef_ : w, for the linear kernel
    kernel_ : the kernel that was used, with gamma as a number
    certificate_, converged_ : primal and dual value, gap and largest violation; whether it is within tol
    n_iter_, history_ : steps taken; and along the way problem, steps, violation and dual value

    Examples
    --------
    >>> from gnomon import OneClassSVM
    >>> model = OneClassSVM(gamma=0.5, nu=0.4).fit([[0.0], [0.1], [0.2], [0.3], [9.0]])
    >>> model.predict([[0.15], [5.0]])
    array([ 1, -1])
    """

    nu: float = between(
        1e-12, 1, default=0.5, help="the share of rows that may lie outside", grid=(0.01, 0.1, 0.5)
    )

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit from coefficients that are full on as many of the first rows as nu asks for."""
        data, weight, kept = positive_rows(data, "OneClassSVM")
        rows = self.kernel_rows(data, self.resolved_kernel(data, weight))
        share = np.ones(len(kept)) if weight is None else weight
        none = np.zeros(len(kept))
        problem = Quadratic(np.arange(len(kept)), none, none, share)
        before = np.concatenate([[0.0], np.cumsum(share)[:-1]])
        begin = Start(np.clip(self.nu * share.sum() - before, 0.0, share))
        tol = self.tol * max(1.0, float(rows.diagonal(np.arange(len(kept))).max()))
        found = solve(rows, problem, begin, tol=tol, max_iter=self.max_iter)
        self.keep_single(data, rows, found.b, found, kept)
        self.converged_ = found.gap <= tol
        self.offset_ = -self.intercept_
        loss = float(share @ np.maximum(found.pull - found.bias, 0.0))
        primal = found.square / 2 + loss + found.bias * float(found.b.sum())
        self.certificate_ = Certificate(primal, found.value, found.gap)
        self.warn_unless_converged()
        return self

    def decision_function(self, X: Any) -> Floats:
        """f(x): below 0 for what is unlike the training rows; 0, whatever rounding says, on the boundary."""
        found = self.scores(X)[:, 0]
        found[np.abs(found) <= ROUNDING * np.abs(self.offset_)] = 0.0
        return found

    def score_samples(self, X: Any) -> Floats:
        """w·phi(x), before rho is taken off."""
        found: Floats = self.decision_function(X) + self.offset_
        return found

    def predict(self, X: Any) -> Integers:
        """1 for rows like the training rows, -1 for others."""
        return np.where(self.decision_function(X) >= 0, 1, -1)


learners.add(
    "OneClassSVM",
    OneClassSVM,
    "the part of space that holds all but a share of the rows",
    task=("outliers",),
    family="kernel",
    default=False,
)
