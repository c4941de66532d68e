"""Leave-one-out error of a support vector refit: only support vectors need a refit, and they bound it.

Dropping a row with multiplier 0 does not change the model, so the row is classified as before. Hence the
error is at most the fraction of support vectors, whatever the dimension of the feature space (Vapnik 1979).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import qr
from sklearn.base import clone

from gnomon.arrays import Array, Integers
from gnomon.errors import DataError
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.support_table import support_table, warn_if_many_support
from gnomon.sharing.prepared import take

INDEPENDENT = 1e-9


@dataclass(frozen=True, eq=False)
class LeftOutSupport:
    """Leave-one-out error of a support vector refit, by refits for its support vectors only.

    wrong: rows misclassified by the model fitted without them. n_rows, n_support, n_refits: counts.
    n_independent: support vectors that may be misclassified when left out. Under a hard margin these are the
    ones that are linearly independent in feature space; with a multiplier at its bound C, all of them.
    """

    wrong: Integers
    n_rows: int
    n_support: int
    n_refits: int
    n_independent: int

    @property
    def error(self) -> float:
        """The leave-one-out error."""
        return len(self.wrong) / self.n_rows

    @property
    def bound(self) -> float:
        """n_independent over rows: a loose upper bound, not an estimate."""
        return self.n_independent / self.n_rows

    def __str__(self) -> str:
        return (
            f"leave-one-out error {self.error:.4f} ({len(self.wrong)} of {self.n_rows}, {self.n_refits} "
            f"refits); loose bound {self.n_independent}/{self.n_rows} = {self.bound:.4f}, not an estimate"
        )


def support_vector_bound(model: Any, n_rows: int) -> float:
    """Upper bound of the leave-one-out error: the fraction of support vectors (loose, not an estimate).

    A DataWarning if most rows are support vectors, which suggests overfitting.

    >>> from sklearn.svm import SVC
    >>> support_vector_bound(SVC(kernel="linear").fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]), 4)
    0.5
    """
    return warn_if_many_support(model, n_rows, stacklevel=3)


def independent_support_vectors(model: Any, index: int = 0) -> int:
    """The number m' of support vectors that are linearly independent in feature space, by pivoted QR.

    >>> from sklearn.svm import SVC
    >>> independent_support_vectors(
    ...     SVC(kernel="linear", C=10.0).fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1])
    ... )
    1
    """
    gram = kernel_decision(model, index).gram
    if not len(gram):
        return 0
    sizes = np.abs(np.diag(qr(gram, mode="r", pivoting=True, check_finite=False)[0]))
    return int(np.sum(sizes > INDEPENDENT * sizes[0]))


def leave_one_out_error(model: Any, X: Any, y: Any) -> LeftOutSupport:
    """Exact leave-one-out error of a fitted support vector refit, with refits for support vectors only.

    X, y: the training rows, without weights. The kernel, with its gamma, is that of all rows.

    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]
    >>> print(leave_one_out_error(SVC(kernel="linear", C=10.0).fit(X, y), X, y))
    leave-one-out error 0.0000 (0 of 4, 2 refits); loose bound 2/4 = 0.5000, not an estimate
    """
    X = dense(X) if hasattr(X, "toarray") else np.asarray(X)
    y = np.asarray(y)
    if X.shape[0] != len(y) or len(model.support_) > len(y):
        raise DataError(f"X has {X.shape[0]} rows and y {len(y)}; pass the training rows of the model")
    if isinstance(model.kernel, str) and model.kernel == "precomputed":
        raise DataError("a precomputed kernel has no rows; fit with a named kernel, and pass rows")
    support = np.asarray(model.support_)
    wrong = np.asarray(model.predict(X)) != y
    for row in support:
        others = np.delete(np.arange(len(y)), row)
        wrong[row] = _refitted(model, X, y, others, int(row)) != y[row]
    return LeftOutSupport(
        np.flatnonzero(wrong), len(y), len(support), len(support), _independent(model, X, y)
    )


def _refitted(model: Any, X: Array, y: Array, others: Integers, row: int) -> Any:
    left = np.unique(y[others])
    if len(left) < 2:
        return left[0]
    refit = clone(model)
    if isinstance(refit.gamma, str):
        used = getattr(model, "kernel_", None)
        refit.set_params(gamma=float(getattr(used, "gamma", 1.0) if used is not None else model._gamma))
    return refit.fit(take(X, others), y[others]).predict(X[row : row + 1])[0]


def _independent(model: Any, X: Array, y: Array) -> int:
    """With the constant, which is one more feature; for many classes all support vectors count.

    So they do with a soft margin: a row that depends on the others is classified correctly only if they all
    lie on the margin (Boser et al. 1992, section 3.1).
    """
    n_support = len(model.support_)
    if len(model.classes_) != 2 or support_table(model, X, y).is_bounded.any():
        return n_support
    return min(n_support, independent_support_vectors(model) + 1)
