"""Mercer's condition: a kernel is a dot product after a lift if no Gram matrix has a negative eigenvalue."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils import check_array

from gnomon.arrays import Floats
from gnomon.errors import DataError, NumericsWarning
from gnomon.learners.kernel.resolving import refuse_asymmetry, resolve

if TYPE_CHECKING:
    import pandas as pd

MOST_ROWS = 1000


@dataclass(frozen=True, eq=False)
class MercerCheck:
    """What the eigenvalues of a Gram matrix say.

    values: the eigenvalues, ascending. tolerance: how far below 0 rounding may push one. n_rows: rows seen.
    """

    values: Floats
    tolerance: float
    n_rows: int

    @property
    def smallest(self) -> float:
        """The smallest eigenvalue."""
        return float(self.values[0])

    @property
    def holds(self) -> bool:
        """Whether no eigenvalue is below 0 by more than rounding."""
        return self.smallest >= -self.tolerance

    @property
    def rank(self) -> int:
        """How many eigenvalues differ from 0 by more than rounding: the dimension that the rows span."""
        return int(np.sum(np.abs(self.values) > self.tolerance))

    @property
    def is_unique(self) -> bool:
        """Whether the multipliers of a machine on these rows are unique for sure, by full rank."""
        return self.holds and self.rank == len(self.values)

    def frame(self) -> pd.DataFrame:
        """The eigenvalues, the largest first."""
        import pandas as pd

        return pd.DataFrame({"eigenvalue": self.values[::-1]})

    def __str__(self) -> str:
        verdict = "no eigenvalue is negative" if self.holds else "negative: no dot product after any lift"
        return f"smallest eigenvalue {self.smallest:.3g} of {self.n_rows} rows, rank {self.rank}; {verdict}"


def mercer_check(
    X: Any, kernel: Any = "precomputed", *, gamma: Any = "scale", degree: float = 3, coef0: float = 0.0
) -> MercerCheck:
    """Look at the eigenvalues of a kernel on these rows, and warn with figures if one is negative.

    X: rows, or the Gram matrix itself for kernel="precomputed". Of more than 1000 rows, every k-th is seen.

    >>> X = np.arange(6.0).reshape(3, 2)
    >>> print(mercer_check(X, "rbf", gamma=0.1))
    smallest eigenvalue 0.385 of 3 rows, rank 3; no eigenvalue is negative
    """
    X = check_array(X, dtype=np.float64, accept_sparse="csr", input_name="X")
    if isinstance(kernel, str) and kernel == "precomputed":
        if X.shape[0] != X.shape[1]:
            raise DataError(f"a precomputed kernel is square, and X has shape {X.shape}; name the kernel")
        some = np.arange(0, X.shape[0], -(-X.shape[0] // MOST_ROWS))
        gram = X[np.ix_(some, some)]
    else:
        found = resolve(kernel, gamma=gamma, degree=degree, coef0=coef0, X=X)
        gram = found(X[:: -(-X.shape[0] // MOST_ROWS)])
    refuse_asymmetry(gram, f"the kernel {kernel!r}")
    return check_eigenvalues(gram, repr(kernel))


def check_eigenvalues(gram: Floats, name: str, *, share: float = 0.0, stacklevel: int = 3) -> MercerCheck:
    """Look at the eigenvalues of a Gram matrix, and warn with figures if one is negative.

    share: how far below 0 one may be besides rounding, as a share of the largest.

    >>> check_eigenvalues(np.eye(2), "same").smallest
    1.0
    """
    values = np.asarray(np.linalg.eigvalsh((gram + gram.T) / 2), dtype=np.float64)
    largest = max(float(np.abs(values).max()), 1e-300)
    tolerance = max(share, 10 * len(gram) * np.finfo(np.float64).eps) * largest
    check = MercerCheck(values, tolerance, len(gram))
    if not check.holds:
        warnings.warn(
            f"the kernel {name} is no dot product on these rows: its smallest eigenvalue is "
            f"{check.smallest:.3g} (the largest {values[-1]:.3g}), so a machine may end off the optimum; "
            "use rbf, or poly with coef0 >= 0",
            NumericsWarning,
            stacklevel=stacklevel,
        )
    return check
