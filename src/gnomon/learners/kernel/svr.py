"""Support vector regression: epsilon-insensitive loss in the feature space of a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin

from gnomon.arrays import Floats
from gnomon.check import between
from gnomon.data.large_target import LARGEST_SUMMED, refuse_large_target
from gnomon.learners.kernel.kernel_paths import fit_paths
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.quadratic import Quadratic, Solution, solve, warm_start
from gnomon.learners.kernel.support_vector_machine import Certificate, SupportVectorMachine, positive_rows
from gnomon.registry import learners


class SVR(RegressorMixin, SupportVectorMachine):
    """Support vector regression (epsilon-SVR): epsilon-insensitive loss with a kernel.

    Minimizes |w|² / 2 + C sum of max(0, |y - f(x)| - epsilon), with f(x) = w·phi(x) + b. The solver is that
    of `SVC`, with two dual coefficients per row, one for each sign of the error. Sample weights multiply C.

    Attributes
    ----------
    support_, support_vectors_, n_support_ : indices, rows and number of the support vectors
    dual_coef_, intercept_ : signed coefficients of the support vectors, and b
    coef_ : w, for the linear kernel
    kernel_ : the kernel, with gamma as a number
    certificate_, converged_ : primal and dual objective, gap and largest KKT violation; whether it is within
        tol
    n_iter_, history_ : number of steps; and during them problem, steps, violation and dual objective

    Examples
    --------
    >>> from gnomon import SVR
    >>> model = SVR(kernel="linear", C=100.0, epsilon=0.5).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0])
    >>> model.predict([[0.0], [2.0]]).round(6)
    array([0.5, 1.5])
    """

    C: float = between(
        0,
        inf,
        open=True,
        default=1.0,
        help="inverse regularization strength: penalty of errors outside the tube",
        grid=tuple(10.0**power for power in range(-2, 4)),
    )
    epsilon: float = between(
        0, inf, default=0.1, help="half the width of the epsilon-insensitive tube", grid=(0.01, 0.1)
    )

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit without a warm start; `fit_each` uses them along C."""
        self._fit(data, None, None)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Regularization paths: warm starts and shared kernel rows along C; kernels run in parallel."""
        return fit_paths(path, data, by=lambda learner: learner.C)

    def predict(self, X: Any) -> Floats:
        """f(x)."""
        return self.scores(X)[:, 0]

    def kernel_key(self) -> tuple[Any, ...]:
        """Parameters of the kernel: equal keys share kernel rows and warm starts."""
        return self.kernel, self.degree, self.gamma, self.coef0, self.cache_size

    def _fit(self, data: Any, rows: KernelRows | None, start: Solution | None) -> tuple[KernelRows, Solution]:
        data, weight, indices = positive_rows(data, "SVR")
        refuse_large_target(data.y, LARGEST_SUMMED)
        if rows is None:
            rows = self.kernel_rows(data, self.resolved_kernel(data, weight))
        C = self.C * (np.ones(len(indices)) if weight is None else weight)
        zeros, rows_of = np.zeros(len(indices)), np.arange(len(indices))
        problem = Quadratic(
            np.concatenate([rows_of, rows_of]),
            np.concatenate([data.y - self.epsilon, data.y + self.epsilon]),
            np.concatenate([zeros, -C]),
            np.concatenate([C, zeros]),
        )
        solution = solve(rows, problem, warm_start(start, problem), tol=self.tol, max_iter=self.max_iter)
        upper, lower = np.split(solution.b, 2)
        self.store_single(data, rows, upper + lower, solution, indices)
        # gradient - bias is y - f(x), minus or plus epsilon.
        error = np.abs(np.split(solution.gradient, 2)[0] + self.epsilon - solution.bias)
        loss = float(C @ np.maximum(error - self.epsilon, 0.0))
        self.certificate_ = Certificate(solution.square / 2 + loss, solution.value, solution.gap)
        self.warn_unless_converged()
        return rows, solution


learners.add(
    "SVR",
    SVR,
    "epsilon-insensitive regression with a kernel (epsilon-SVR)",
    task=("regression",),
    family="kernel",
    default=False,
)
