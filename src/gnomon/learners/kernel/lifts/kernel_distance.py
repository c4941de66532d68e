"""Distances after a kernel's lift, from the kernel alone: |phi(x) - phi(z)|² = k(x, x) - 2 k(x, z) + k(z, z).

Any method that needs rows through dot products or distances alone can take a kernel so: nearest neighbours,
clustering, nearest means.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.learners.kernel.kernel import Kernel
from gnomon.learners.kernel.pair_values import dense
from gnomon.learners.kernel.resolving import resolve
from gnomon.sharing.labels import Labels

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class KernelDistance:
    """The distance of two rows after the lift, as a function that learners of neighbours take for `metric`.

    >>> from gnomon import KNeighborsClassifier
    >>> from gnomon.learners.kernel.kernels import Polynomial
    >>> metric = KernelDistance(Polynomial(2, coef0=0.0))
    >>> metric(np.array([2.0]), np.array([-2.0])), metric(np.array([2.0]), np.array([0.0]))
    (0.0, 4.0)
    >>> rows, y = [[-3.0], [3.0], [0.5], [-0.5]], ["far", "far", "near", "near"]
    >>> KNeighborsClassifier(n_neighbors=2, metric=metric).fit(rows, y).predict([[2.9]])
    array(['far'], dtype='<U4')
    """

    kernel: Kernel

    def __call__(self, x: Any, z: Any) -> float:
        """The distance of one row from another."""
        return float(self.between(np.atleast_2d(x), np.atleast_2d(z))[0, 0])

    def between(self, A: Any, B: Any) -> Floats:
        """The distance of each row of A from each of B."""
        A, B = np.asarray(dense(A), dtype=np.float64), np.asarray(dense(B), dtype=np.float64)
        squares = self.kernel.diagonal(A)[:, None] - 2 * self.kernel(A, B) + self.kernel.diagonal(B)
        return np.sqrt(np.maximum(squares, 0.0))


def gram_frame(
    X: Any, y: Any, kernel: Any = "rbf", *, gamma: Any = "scale", degree: float = 3, coef0: float = 0.0
) -> pd.DataFrame:
    """The kernel of all pairs, rows sorted by class: blocks on its diagonal show what the kernel tells apart.

    >>> gram_frame([[0.0], [5.0], [0.0]], ["a", "b", "a"], "rbf", gamma=1.0).round(3).values.tolist()
    [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    import pandas as pd

    X = np.asarray(dense(X), dtype=np.float64)
    labels = Labels.of(y)
    order = np.argsort(labels.codes, kind="stable")
    found = resolve(kernel, gamma=gamma, degree=degree, coef0=coef0, X=X)(X[order])
    names = pd.MultiIndex.from_arrays([labels.classes[labels.codes[order]], order], names=["class", "row"])
    return pd.DataFrame(found, index=names, columns=names)
