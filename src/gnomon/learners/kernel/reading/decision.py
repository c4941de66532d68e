"""A fitted kernel machine as the paper has it: D(x) = sum of alpha y K(x_k, x) + b over supporting patterns.

Everything that is read off a machine starts from this value; it takes any classifier with scikit-learn's
attributes (support_, dual_coef_, intercept_), ours or theirs.
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
    """The decision function of two classes.

    kernel: K. rows: the supporting patterns. support: their row numbers in the training set. alpha: their
    multipliers, above 0. side: +1 for the class above, -1 for the one below. b: the constant. classes: the
    class below and the class above.
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
        """What each supporting pattern adds to D(x): (rows, patterns)."""
        X = np.asarray(dense(X), dtype=np.float64)
        if isinstance(self.kernel, Precomputed):
            return X[:, self.support] * (self.alpha * self.side)
        return self.kernel(X, dense(self.rows)) * (self.alpha * self.side)

    def bumps(self, X: Any, *, normalized: bool = False) -> pd.DataFrame:
        """For a grid of points each pattern's bump, the constant and their sum, zero on the boundary.

        normalized: RBF bumps of area 1 in one column, 1 / (sigma √(2π)) times as high; then the sum and the
        constant are of the same units.
        """
        import pandas as pd

        scale = 1.0
        if normalized:
            if not isinstance(self.kernel, RBFKernel):
                raise DataError(f"bumps of area 1 are of the RBF kernel, and this one is {self.kernel}")
            scale = float(np.sqrt(self.kernel.gamma / np.pi))
        terms = scale * self.terms(X)
        columns = {f"bump_{row}": terms[:, k] for k, row in enumerate(self.support)}
        constant = np.full(len(terms), scale * self.b)
        return pd.DataFrame({**columns, "b": constant, "sum": terms.sum(axis=1) + constant})

    @cached_property
    def gram(self) -> Floats:
        """K between the supporting patterns."""
        if isinstance(self.kernel, Precomputed):
            raise DataError("a precomputed kernel is not kept by the model; read-outs of |w| need the rows")
        return self.kernel(np.asarray(dense(self.rows)))

    @property
    def length(self) -> float:
        """|w| after the lift: the root of the sum of alpha y K alpha y."""
        signed = self.alpha * self.side
        return float(np.sqrt(max(float(signed @ self.gram @ signed), 0.0)))

    @property
    def margin(self) -> float:
        """M = 1 / |w|, the distance from the boundary to the supporting hyperplanes."""
        return 1 / self.length if self.length > 0 else np.inf

    @property
    def width(self) -> float:
        """2 / |w|, the distance between the two supporting hyperplanes."""
        return 2 * self.margin

    @property
    def w(self) -> Floats:
        """The sum of alpha y x, for the linear kernel."""
        if not isinstance(self.kernel, LinearKernel):
            raise DataError(
                f"w is known for the linear kernel, and this one is {self.kernel}; use D(x), or a feature map"
            )
        return np.asarray((self.alpha * self.side) @ dense(self.rows))

    def direct(self, phi: Any) -> Floats:
        """Direct parameters w_i = sum of alpha y phi_i(x_k), for a lift whose dot product is the kernel."""
        return (self.alpha * self.side) @ np.asarray(phi(dense(self.rows)))

    def planes(self) -> tuple[Hyperplane, Hyperplane, Hyperplane]:
        """The boundary and the supporting hyperplanes D = -1 and D = +1, for the linear kernel."""
        return Hyperplane(self.w, self.b), Hyperplane(self.w, self.b + 1), Hyperplane(self.w, self.b - 1)

    def b_from_pair(self, above: int | None = None, below: int | None = None) -> float:
        """b from one pattern on each supporting hyperplane: -(w·phi(x_A) + w·phi(x_B)) / 2.

        above, below: their places among the supporting patterns; those of median multiplier if not given.
        """
        signed = self.alpha * self.side
        chosen = [self._middle(side) if place is None else place for side, place in ((1, above), (-1, below))]
        return -float(self.gram[chosen].sum(axis=0) @ signed) / 2

    def _middle(self, side: int) -> int:
        """Off both ends, where a bound may hold the multiplier."""
        places = np.flatnonzero(self.side == side)
        if not len(places):
            raise DataError("one class has no supporting pattern, so no pair gives b; raise C")
        return int(places[np.argsort(self.alpha[places], kind="stable")[(len(places) - 1) // 2]])


def kernel_decision(model: Any, place: int = 0) -> KernelDecision:
    """The decision function of a fitted classifier; of more than two classes, that at this place.

    Places go by pairs of classes (0, 1), (0, 2), ..., the first of a pair above, or, for one machine a class,
    by classes.

    >>> from sklearn.svm import SVC
    >>> model = SVC(kernel="linear", C=1e6).fit([[0.0], [1.0], [3.0], [9.0]], [0, 0, 1, 1])
    >>> machine = kernel_decision(model)
    >>> machine.w.round(6), round(machine.b, 6), round(machine.width, 6), machine.support
    (array([1.]), -2.0, 2.0, array([1, 2], dtype=int32))
    """
    check_is_fitted(model)
    signed, classes = _signed(model, place)
    kept = np.flatnonzero(signed)
    kernel = getattr(model, "kernel_", None)
    if not isinstance(kernel, Kernel):
        kernel = resolve(model.kernel, gamma=float(model._gamma), degree=model.degree, coef0=model.coef0)
    rows = None if isinstance(kernel, Precomputed) else model.support_vectors_[kept]
    return KernelDecision(
        kernel,
        rows,
        np.asarray(model.support_)[kept],
        np.abs(signed[kept]),
        np.sign(signed[kept]),
        float(np.atleast_1d(model.intercept_)[place]),
        classes,
    )


def _signed(model: Any, place: int) -> tuple[Floats, tuple[Any, Any]]:
    """alpha y over all support vectors, and the classes below and above, of the machine at a place."""
    coefficients, classes = np.asarray(dense(model.dual_coef_)), model.classes_.tolist()
    if len(classes) == 2:
        return coefficients[0], (classes[0], classes[1])
    if getattr(model, "multi_class", "ovo") == "ovr":
        return coefficients[place], ("the rest", classes[place])
    first, second = list(combinations(range(len(classes)), 2))[place]
    owner = np.repeat(np.arange(len(classes)), model.n_support_)
    signed = np.where(owner == first, coefficients[second - 1], 0.0)
    return np.where(owner == second, coefficients[first], signed), (classes[second], classes[first])
