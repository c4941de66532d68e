"""Kernel ridge regression: ridge regression in the feature space of a kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from sklearn.base import RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import a_function, between, free, one_of_or
from gnomon.data.large_target import LARGEST_SUMMED, refuse_large_target
from gnomon.errors import DataError
from gnomon.learners.kernel.gram import gram_of, kernel_times, paired_rows
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.resolving import resolve
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.pairs import IndexedRows, PairedRows

MIN_ALPHAS_FOR_SPECTRUM = 12


class KernelRidge(RegressorMixin, Learner):
    """Kernel ridge regression: least squares with L2 regularization in the feature space of a kernel.

    Minimizes the sum of (y - f(x))² plus alpha |f|², f a kernel expansion over the training rows. There is no
    intercept: center y, or add a constant to the kernel (coef0). The leave-one-out prediction of a row is
    y - d / g, d its coefficient and g the diagonal of the system's inverse, so leave-one-out costs one fit
    (`predict_left_out`). Many values of alpha share one eigendecomposition. Sample weights count repetitions.

    Attributes
    ----------
    dual_coef_ : the dual coefficient of each training row
    X_fit_ : the training rows
    kernel_ : the kernel, with gamma as a number

    Examples
    --------
    >>> from gnomon import KernelRidge
    >>> model = KernelRidge(alpha=0.01, kernel="rbf").fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 0.0])
    >>> model.predict([[1.0]]).round(2)
    array([0.99])
    """

    alpha: float = between(
        0,
        inf,
        default=1.0,
        kw_only=False,
        grid=tuple(10.0**power for power in range(-3, 4)),
        help="L2 regularization strength",
    )
    kernel: Any = one_of_or(
        a_function,
        "linear",
        "poly",
        "rbf",
        "sigmoid",
        "precomputed",
        default="linear",
        help="kernel: a name, a kernel, or a function of two rows",
    )
    gamma: Any = free(
        default=None,
        help="kernel coefficient of rbf, poly and sigmoid: a number, 'scale', or 'auto' or None for 1 / d",
        kind="float, 'scale', 'auto' or None",
        grid=(0.001, 0.01, None, 1.0),
    )
    degree: float = between(0, inf, default=3, help="degree of the polynomial kernel")
    coef0: float = between(
        -inf, inf, default=1.0, help="independent term of the polynomial and sigmoid kernels"
    )

    shared_by = ("kernel",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        return tags

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> PairedRows:
        """The pairwise values that the kernel needs, computed when first used."""
        return paired_rows(self.kernel, X, y, weight, "rows")

    def fit_prepared(self, data: PairedRows, start: Self | None = None) -> Self:
        """Solve for the dual coefficients."""
        kernel = self._resolved(data)
        solve = _factorized(gram_of(kernel, data), data.weight, self.alpha)
        return self._store(data, kernel, solve(_targets(data)))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: PairedRows) -> Iterator[Self]:
        """Learners that differ in alpha only share the Gram matrix and, if many, its eigendecomposition."""
        kernels = [learner._resolved(data) for learner in path]
        latest: tuple[Kernel, _Spectrum] | None = None
        for learner, kernel in zip(path, kernels):
            if kernels.count(kernel) < MIN_ALPHAS_FOR_SPECTRUM or learner.alpha == 0:
                yield learner.fit_prepared(data)
                continue
            if latest is None or latest[0] != kernel:
                latest = (kernel, _Spectrum(gram_of(kernel, data), data.weight))
            yield learner._store(data, kernel, latest[1].solve(_targets(data), learner.alpha))

    def predict(self, X: Any) -> Floats:
        """f(x) of each row."""
        check_is_fitted(self)
        if not isinstance(X, IndexedRows):
            X = self.check_examples(X, reset=False)
        return kernel_times(self.kernel_, X, self.X_fit_, self._index, self.dual_coef_)

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """Leave-one-out predictions: for each row that of the model fitted on all others, by one fit.

        gamma="scale" is computed on all rows.

        >>> KernelRidge(alpha=1.0).predict_left_out([[0.0], [1.0], [2.0]], [0.0, 1.0, 5.0]).round(6)
        array([0., 2., 1.])
        """
        model = clone(self)
        data = model.prepare(*model.check_rows(X, y, sample_weight))
        gram = gram_of(model._resolved(data), data)
        y = np.asarray(data.y, dtype=np.float64)
        root = np.ones(len(y)) if data.weight is None else np.sqrt(data.weight)
        inverse = _factorized(gram, data.weight, self.alpha)(np.eye(len(y)))
        d, g = inverse @ y, inverse.diagonal()
        positive = root > 0
        off = d / np.where(positive, g, 1.0) if y.ndim == 1 else d / np.where(positive, g, 1.0)[:, None]
        weightless = gram @ d
        return np.where(positive if y.ndim == 1 else positive[:, None], y - off, weightless)

    def _resolved(self, data: PairedRows) -> Kernel:
        gamma = "auto" if self.gamma is None else self.gamma
        X = data.X if isinstance(gamma, str) else None
        return resolve(
            self.kernel,
            degree=self.degree,
            gamma=gamma,
            coef0=self.coef0,
            X=X,
            weight=data.weight,
            functions_of="rows",
        )

    def _store(self, data: PairedRows, kernel: Kernel, coefficients: Floats) -> Self:
        self.kernel_, self.dual_coef_ = kernel, coefficients
        self.X_fit_, self._index = data.X, data.index
        return self


def _targets(data: PairedRows) -> Floats:
    y = np.asarray(data.y, dtype=np.float64)
    refuse_large_target(y, LARGEST_SUMMED)
    return y


def _factorized(gram: Floats, weight: Floats | None, alpha: float) -> Any:
    """y -> d with (K + alpha / weight) d = y, as (R K R + alpha) (d / R) = R y with R² the weights."""
    root = np.ones(len(gram)) if weight is None else np.sqrt(weight)
    system = gram * root[:, None] * root
    system[np.diag_indices_from(system)] += alpha
    scale = np.abs(system.diagonal()).max(initial=0.0)
    try:
        factor = cho_factor(system, check_finite=False)
        if factor[0].diagonal().min() ** 2 <= 1e-15 * scale:
            raise LinAlgError
    except LinAlgError:
        return lambda y: _min_norm(system, root, y)
    return lambda y: _columns(root, y) * cho_solve(factor, _columns(root, y) * y, check_finite=False)


def _min_norm(system: Floats, root: Floats, y: Floats) -> Floats:
    """Where the system is numerically singular (alpha near 0): the minimum-norm least-squares solution."""
    solution = np.linalg.lstsq(system, _columns(root, y) * y, rcond=1e-13)[0]
    return _columns(root, y) * solution


def _columns(root: Floats, y: Floats) -> Floats:
    return root if y.ndim == 1 else root[:, None]


class _Spectrum:
    """Eigendecomposition of the weighted Gram matrix, with which every alpha > 0 costs one product."""

    def __init__(self, gram: Floats, weight: Floats | None) -> None:
        self._root = np.ones(len(gram)) if weight is None else np.sqrt(weight)
        self._values, self._vectors = np.linalg.eigh(gram * self._root[:, None] * self._root)

    def solve(self, y: Floats, alpha: float) -> Floats:
        root = _columns(self._root, y)
        shifted = self._values + alpha
        if not (np.abs(shifted) > 1e-15 * np.abs(self._values).max(initial=0.0)).all():
            raise DataError(
                f"KernelRidge(alpha={alpha:g}): the Gram matrix has an eigenvalue of -alpha; increase alpha"
            )
        inner = (self._vectors.T @ (root * y)) / _columns(shifted, y)
        return root * (self._vectors @ inner)


learners.add(
    "KernelRidge",
    KernelRidge,
    "ridge regression with a kernel",
    task=("regression",),
    family="kernel",
)
