"""The decision function of a support vector machine, D(x) = sum of alpha y K(x_k, x) + b.

All inspection starts from this value; it takes any classifier with scikit-learn's attributes (support_,
dual_coef_, intercept_), Gnomon's or scikit-learn's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.kernels import LinearKernel, RBFKernel
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.resolving import Precomputed, resolve
from gnomon.learners.linear.geometry import Hyperplane

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class KernelDecision:
    """Decision function of a binary support vector machine (kernel expansion over its support vectors).

    kernel: K. rows: the support vectors. support: their indices in the training set. alpha: their
    multipliers, positive. side: +1 for the positive class, -1 for the negative one. b: the intercept.
    classes: the negative and the positive class.
    """

    kernel: Kernel
    rows: Any
    support: Integers
    alpha: Floats
    side: Floats
    b: float
    classes: tuple[Any, Any]

    def __call__(self, X: Any) -> Floats:
        """D(x) of each row."""
        return self.terms(X).sum(axis=1) + self.b

    def terms(self, X: Any) -> Floats:
        """The contribution of each support vector to D(x): (rows, support vectors)."""
        X = np.asarray(dense(X), dtype=np.float64)
        if isinstance(self.kernel, Precomputed):
            return X[:, self.support] * (self.alpha * self.side)
        return self.kernel(X, dense(self.rows)) * (self.alpha * self.side)

    def bumps(self, X: Any, *, normalized: bool = False) -> pd.DataFrame:
        """For a grid of points each support vector's kernel bump, the intercept and their sum D(x).

        normalized: RBF bumps of area 1 in one column, 1 / (sigma √(2π)) times as high; the intercept is
        scaled alike.
        """
        import pandas as pd

        scale = 1.0
        if normalized:
            if not isinstance(self.kernel, RBFKernel):
                raise DataError(f"normalized bumps need the RBF kernel, and this one is {self.kernel}")
            scale = float(np.sqrt(self.kernel.gamma / np.pi))
        terms = scale * self.terms(X)
        columns = {f"bump_{row}": terms[:, k] for k, row in enumerate(self.support)}
        constant = np.full(len(terms), scale * self.b)
        return pd.DataFrame({**columns, "b": constant, "sum": terms.sum(axis=1) + constant})

    @cached_property
    def gram(self) -> Floats:
        """The Gram matrix of the support vectors."""
        if isinstance(self.kernel, Precomputed):
            raise DataError(
                "a precomputed kernel is not stored by the model; |w| and the margin need the rows"
            )
        return self.kernel(np.asarray(dense(self.rows)))

    @property
    def length(self) -> float:
        """The norm |w| in feature space: the square root of the sum of alpha y K alpha y."""
        signed = self.alpha * self.side
        return float(np.sqrt(max(float(signed @ self.gram @ signed), 0.0)))

    @property
    def margin(self) -> float:
        """The margin M = 1 / |w|: the distance from the boundary to the supporting hyperplanes."""
        return 1 / self.length if self.length > 0 else np.inf

    @property
    def width(self) -> float:
        """The width 2 / |w| of the margin: the distance between the two supporting hyperplanes."""
        return 2 * self.margin

    @property
    def w(self) -> Floats:
        """The weight vector w, the sum of alpha y x, for the linear kernel."""
        if not isinstance(self.kernel, LinearKernel):
            raise DataError(
                f"w needs the linear kernel, and this one is {self.kernel}; use D(x), or a feature map"
            )
        return np.asarray((self.alpha * self.side) @ dense(self.rows))

    def direct(self, phi: Any) -> Floats:
        """Primal weights w_i = sum of alpha y phi_i(x_k), for a feature map phi of the kernel."""
        return (self.alpha * self.side) @ np.asarray(phi(dense(self.rows)))

    def planes(self) -> tuple[Hyperplane, Hyperplane, Hyperplane]:
        """The boundary and the supporting hyperplanes D = -1 and D = +1, for the linear kernel."""
        return Hyperplane(self.w, self.b), Hyperplane(self.w, self.b + 1), Hyperplane(self.w, self.b - 1)

    def b_from_pair(self, positive: int | None = None, negative: int | None = None) -> float:
        """b from one support vector on each supporting hyperplane: -(w·phi(x_A) + w·phi(x_B)) / 2.

        positive, negative: their positions among the support vectors; by default those of median multiplier.
        """
        signed = self.alpha * self.side
        sides = ((1, positive), (-1, negative))
        chosen = [self._median(side) if index is None else index for side, index in sides]
        return -float(self.gram[chosen].sum(axis=0) @ signed) / 2

    def _median(self, side: int) -> int:
        """The support vector of median multiplier of a class, where no bound is likely to be active."""
        indices = np.flatnonzero(self.side == side)
        if not len(indices):
            raise DataError("one class has no support vector, so b is undetermined; increase C")
        return int(indices[np.argsort(self.alpha[indices], kind="stable")[(len(indices) - 1) // 2]])


def kernel_decision(model: Any, index: int = 0) -> KernelDecision:
    """The decision function of a fitted support vector classifier.

    index: which decision function, for more than two classes. One-vs-one indices are pairs of classes (0, 1),
    (0, 2), ..., the first of a pair positive; one-vs-rest indices are classes.

    >>> from sklearn.svm import SVC
    >>> model = SVC(kernel="linear", C=1e6).fit([[0.0], [1.0], [3.0], [9.0]], [0, 0, 1, 1])
    >>> decision = kernel_decision(model)
    >>> decision.w.round(6), round(decision.b, 6), round(decision.width, 6), decision.support
    (array([1.]), -2.0, 2.0, array([1, 2], dtype=int32))
    """
    check_is_fitted(model)
    signed, classes = _signed(model, index)
    used = np.flatnonzero(signed)
    kernel = getattr(model, "kernel_", None)
    if not isinstance(kernel, Kernel):
        kernel = resolve(model.kernel, gamma=float(model._gamma), degree=model.degree, coef0=model.coef0)
    rows = None if isinstance(kernel, Precomputed) else model.support_vectors_[used]
    return KernelDecision(
        kernel,
        rows,
        np.asarray(model.support_)[used],
        np.abs(signed[used]),
        np.sign(signed[used]),
        float(np.atleast_1d(model.intercept_)[index]),
        classes,
    )


def _signed(model: Any, index: int) -> tuple[Floats, tuple[Any, Any]]:
    """alpha y over all support vectors, and the negative and positive class, of the model of this index."""
    coefficients, classes = np.asarray(dense(model.dual_coef_)), model.classes_.tolist()
    if len(classes) == 2:
        return coefficients[0], (classes[0], classes[1])
    if getattr(model, "multi_class", "ovo") == "ovr":
        return coefficients[index], ("the rest", classes[index])
    first, second = list(combinations(range(len(classes)), 2))[index]
    class_of_row = np.repeat(np.arange(len(classes)), model.n_support_)
    signed = np.where(class_of_row == first, coefficients[second - 1], 0.0)
    return np.where(class_of_row == second, coefficients[first], signed), (classes[second], classes[first])
