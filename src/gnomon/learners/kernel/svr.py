"""Support vector regression: a tube about the targets that costs nothing, a price for what lies outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin

from gnomon.arrays import Floats
from gnomon.check import between
from gnomon.data.large_target import LARGEST_SUMMED, refuse_large_target
from gnomon.learners.kernel.families import fit_families
from gnomon.learners.kernel.kernel_machine import Certificate, KernelMachine, positive_rows
from gnomon.learners.kernel.kernel_rows import KernelRows
from gnomon.learners.kernel.quadratic import Quadratic, Solution, carried, solve
from gnomon.registry import learners


class SVR(RegressorMixin, KernelMachine):
    """Minimize |w|² / 2 + C sum of max(0, |y - f(x)| - epsilon), with f(x) = w·phi(x) + b.

    The solver is that of `SVC`, with two places for each row: one lifts f, one lowers it. A row's weight
    multiplies its C.

    Attributes
    ----------
    support_, support_vectors_, n_support_ : row numbers, rows and count of the support vectors
    dual_coef_, intercept_ : signed coefficients of the support vectors, and b
    coef_ : w, for the linear kernel
    kernel_ : the kernel that was used, with gamma as a number
    certificate_, converged_ : primal and dual value, gap and largest violation; whether it is within tol
    n_iter_, history_ : steps taken; and along the way problem, steps, violation and dual value

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
        help="price of what lies outside the tube",
        grid=tuple(10.0**power for power in range(-2, 4)),
    )
    epsilon: float = between(0, inf, default=0.1, help="half the width of the tube", grid=(0.01, 0.1))

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Fit afresh; `fit_each` hands coefficients on from price to price."""
        self._fit(data, None, None)
        return self

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Any) -> Iterator[Self]:
        """Settings of one kernel follow each other by C and share kernel rows; other kernels run beside."""
        return fit_families(path, data, by=lambda setting: setting.C)

    def predict(self, X: Any) -> Floats:
        """f(x)."""
        return self.scores(X)[:, 0]

    def family_key(self) -> tuple[Any, ...]:
        """What kernel rows depend on."""
        return self.kernel, self.degree, self.gamma, self.coef0, self.cache_size

    def _fit(self, data: Any, rows: KernelRows | None, start: Solution | None) -> tuple[KernelRows, Solution]:
        data, weight, kept = positive_rows(data, "SVR")
        refuse_large_target(data.y, LARGEST_SUMMED)
        if rows is None:
            rows = self.kernel_rows(data, self.resolved_kernel(data, weight))
        price = self.C * (np.ones(len(kept)) if weight is None else weight)
        none, places = np.zeros(len(kept)), np.arange(len(kept))
        problem = Quadratic(
            np.concatenate([places, places]),
            np.concatenate([data.y - self.epsilon, data.y + self.epsilon]),
            np.concatenate([none, -price]),
            np.concatenate([price, none]),
        )
        found = solve(rows, problem, carried(start, problem), tol=self.tol, max_iter=self.max_iter)
        lift, lower = np.split(found.b, 2)
        self.keep_single(data, rows, lift + lower, found, kept)
        # pull - bias is y - f(x), less or more epsilon.
        error = np.abs(np.split(found.pull, 2)[0] + self.epsilon - found.bias)
        loss = float(price @ np.maximum(error - self.epsilon, 0.0))
        self.certificate_ = Certificate(found.square / 2 + loss, found.value, found.gap)
        self.warn_unless_converged()
        return rows, found


learners.add(
    "SVR",
    SVR,
    "a tube about the targets, after a lift by a kernel",
    task=("regression",),
    family="kernel",
    default=False,
)
