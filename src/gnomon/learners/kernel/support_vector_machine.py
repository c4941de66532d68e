"""Base of the kernel support vector machines: kernel, solver parameters and decision function."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from math import inf
from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats, Integers
from gnomon.check import Rule, a_function, between, flag, one_of_or
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.kernel.kernel_rows import KernelRows, facts_of, kernel_rows_of, kernel_sums
from gnomon.learners.kernel.kernels import Kernel, LinearKernel
from gnomon.learners.kernel.lifts.mercer import check_eigenvalues
from gnomon.learners.kernel.quadratic import Solution
from gnomon.learners.kernel.resolving import Precomputed, resolve
from gnomon.sharing.learner import Learner
from gnomon.sharing.pairs import IndexedRows, PairedRows, Pairs
from gnomon.sharing.prepared import Rows

A_KERNEL = Rule(
    lambda value: isinstance(value, Kernel) or a_function.allows(value),
    "a kernel such as gnomon.kernels.RBFKernel(sigma=1), or a function of two tables",
    "Kernel or callable",
)
A_GAMMA = Rule(
    lambda value: isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) < inf,
    "a number of at least 0",
    "float",
)
MAX_ROWS_OF_CHECK, CHECK_TOLERANCE = 200, 1e-6


@dataclass(frozen=True)
class Certificate:
    """Optimality certificate of a fit, over all its binary problems: objectives and duality gap.

    primal: |w|² / 2 plus C times the losses. dual: the dual objective, a lower bound of the primal.
    residual: the largest violation of the Karush-Kuhn-Tucker (KKT) conditions, in units of the decision
    function.

    >>> print(Certificate(primal=2.0, dual=1.5, residual=0.1))
    primal 2, dual 1.5, gap 0.5; largest violation 0.1
    """

    primal: float
    dual: float
    residual: float

    @property
    def gap(self) -> float:
        """The duality gap, primal less dual: an upper bound of the distance to the optimum."""
        return self.primal - self.dual

    def __str__(self) -> str:
        return (
            f"primal {self.primal:.8g}, dual {self.dual:.8g}, gap {self.gap:.2g}; "
            f"largest violation {self.residual:.2g}"
        )


class SupportVectorMachine(Learner):
    """Parameters, kernel and decision function of the support vector machines."""

    kernel: Any = one_of_or(
        A_KERNEL,
        "linear",
        "poly",
        "rbf",
        "sigmoid",
        "precomputed",
        default="rbf",
        help="kernel: a name, a kernel or a function; for 'precomputed', X is the kernel matrix",
    )
    degree: int = between(0, 100, default=3, whole=True, help="degree of the polynomial kernel", grid=(2, 3))
    gamma: float | str = one_of_or(
        A_GAMMA,
        "scale",
        "auto",
        default="scale",
        help="kernel coefficient of rbf, poly and sigmoid",
        grid=(0.001, 0.01, "scale", 1.0),
    )
    coef0: float = between(
        -inf, inf, default=0.0, help="independent term of poly and sigmoid", grid=(0.0, 1.0)
    )
    tol: float = between(
        0, inf, open=True, default=1e-3, help="tolerance: violation of the KKT conditions at which to stop"
    )
    cache_size: float = between(
        0,
        inf,
        open=True,
        default=200.0,
        help="size of the kernel cache in MiB, plus half as much for the solver; the solution is the same",
    )
    shrinking: bool = flag(default=True, help="ignored: for compatibility with scikit-learn")
    max_iter: int = between(
        -1, inf, default=-1, whole=True, help="maximum number of solver steps; -1 for no limit"
    )

    shared_by = ("kernel",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = not isinstance(self.kernel, str) or self.kernel != "precomputed"
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Rows | PairedRows:
        """The rows; with the Gram matrix where the kernel is not a function of one dot product."""
        if isinstance(self.kernel, str) and self.kernel != "precomputed":
            return Rows(X, y, weight)
        kernel = resolve(self.kernel)
        if facts_of(kernel) is not None:
            return Rows(X, y, weight)
        pairs = Pairs(X, kernel, is_precomputed=isinstance(kernel, Precomputed))
        return PairedRows(pairs, y, weight, np.arange(X.shape[0]))

    def resolved_kernel(self, data: Rows | PairedRows, weight: Floats | None) -> Kernel:
        """The kernel, with gamma as a number."""
        X = data.X if isinstance(self.kernel, str) and self.kernel not in ("linear", "precomputed") else None
        return resolve(
            self.kernel, degree=self.degree, gamma=self.gamma, coef0=self.coef0, X=X, weight=weight
        )

    def kernel_rows(self, data: Rows | PairedRows, kernel: Kernel, *, free_bias: bool = True) -> KernelRows:
        """The training rows in the form that the solver needs."""
        rows = kernel_rows_of(data, kernel, free_bias=free_bias, cache_size=self.cache_size)
        if not kernel.is_mercer:
            sample = np.arange(0, rows.n_rows, -(-rows.n_rows // MAX_ROWS_OF_CHECK))
            check_eigenvalues(
                rows.values(sample, sample), str(kernel), relative_tolerance=CHECK_TOLERANCE, stacklevel=6
            )
        return rows

    def store_support(self, data: Rows | PairedRows, kernel: Kernel, used: Integers, rows: Integers) -> None:
        """Store the kernel and the support vectors.

        used: their indices in data; rows: the indices of the rows of data among all training rows.
        """
        self.kernel_ = kernel
        self.support_ = rows[used].astype(np.int32)
        self.shape_fit_ = (len(rows), (data.pairs if isinstance(data, PairedRows) else data).X.shape[1])
        is_precomputed = isinstance(kernel, Precomputed)
        self.support_vectors_ = np.empty((0, 0)) if is_precomputed else data.X[used]
        self._support_index = data.index[used] if isinstance(data, PairedRows) else None

    @property
    def coef_(self) -> Floats:
        """w of each decision function, for the linear kernel."""
        check_is_fitted(self)
        if not isinstance(self.kernel_, LinearKernel):
            raise AttributeError(f"coef_ exists for the linear kernel only; this one is {self.kernel_}")
        return np.asarray(self._coefficients @ self.support_vectors_)

    def scores(self, X: Any) -> Floats:
        """The decision functions w·phi(x) + b of each row: (rows, decision functions)."""
        check_is_fitted(self)
        if isinstance(X, IndexedRows) and self._support_index is not None:
            return X.pairs.between(X.index, self._support_index) @ self._coefficients.T + self._intercepts
        X = self.check_examples(X, reset=False)
        if isinstance(self.kernel_, LinearKernel):
            return np.asarray(X @ self.coef_.T) + self._intercepts
        if isinstance(self.kernel_, Precomputed):
            return X[:, self.support_] @ self._coefficients.T + self._intercepts
        return kernel_sums(self.kernel_, X, self.support_vectors_, self._coefficients) + self._intercepts

    def store_single(
        self, data: Any, rows: KernelRows, b: Floats, solution: Solution, indices: Integers
    ) -> None:
        """Store the solution of one decision function: its coefficients b by row, bias and history."""
        used = np.flatnonzero(b)
        self.store_support(data, rows.kernel, used, indices)
        self._coefficients = self.dual_coef_ = b[None, used]
        self._intercepts = self.intercept_ = np.array([solution.bias])
        self.n_support_ = np.array([len(used)], dtype=np.int32)
        self.n_iter_: Any = solution.steps
        self.history_ = with_problem(0, solution)
        self.converged_ = solution.gap <= self.tol

    def warn_unless_converged(self) -> None:
        """Warn, with a fix, where the solver stopped early."""
        if self.converged_:
            return
        more = "" if self.max_iter < 0 else f"increase max_iter={self.max_iter}, "
        warnings.warn(
            f"{type(self).__name__} did not converge: KKT violation {self.certificate_.residual:.1e}, above "
            f"tol={self.tol:g}; {more}standardize the columns (sklearn.preprocessing.StandardScaler), lower "
            "C, or increase tol",
            NumericsWarning,
            stacklevel=4,
        )


def with_problem(number: int, solution: Solution) -> Floats:
    """The solver's history with the index of the problem first: problem, steps, gap, value."""
    return np.column_stack([np.full(len(solution.history), float(number)), solution.history])


def positive_rows(data: Any, name: str) -> tuple[Any, Floats | None, Integers]:
    """The rows of positive weight, their weights, and their indices."""
    n = len(data.index) if isinstance(data, PairedRows) else data.X.shape[0]
    if data.weight is None or (data.weight > 0).all():
        return data, data.weight, np.arange(n)
    positive = np.flatnonzero(data.weight > 0)
    if len(positive) == 0:
        raise DataError(f"{name}: every row has weight 0; give at least one row a positive weight")
    subset = data.rows(positive)
    return subset, subset.weight, positive
