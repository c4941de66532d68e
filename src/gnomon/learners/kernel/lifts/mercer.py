"""Mercer's condition: a valid (positive semi-definite) kernel has no Gram matrix with a negative
eigenvalue.
"""

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

MAX_ROWS = 1000


@dataclass(frozen=True, eq=False)
class MercerCheck:
    """Mercer's condition (positive semi-definiteness) on the eigenvalues of a Gram matrix.

    values: the eigenvalues, ascending. tolerance: rounding error of an eigenvalue. n_rows: rows used.
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
        """Whether no eigenvalue is negative beyond rounding error."""
        return self.smallest >= -self.tolerance

    @property
    def rank(self) -> int:
        """The numerical rank: the dimension that the rows span in feature space."""
        return int(np.sum(np.abs(self.values) > self.tolerance))

    @property
    def is_unique(self) -> bool:
        """Whether the Gram matrix is positive definite, so that the dual solution is unique."""
        return self.holds and self.rank == len(self.values)

    def frame(self) -> pd.DataFrame:
        """The eigenvalues, the largest first."""
        import pandas as pd

        return pd.DataFrame({"eigenvalue": self.values[::-1]})

    def __str__(self) -> str:
        verdict = "positive semi-definite" if self.holds else "indefinite: not a Mercer kernel"
        return f"smallest eigenvalue {self.smallest:.3g} of {self.n_rows} rows, rank {self.rank}; {verdict}"


def mercer_check(
    X: Any, kernel: Any = "precomputed", *, gamma: Any = "scale", degree: float = 3, coef0: float = 0.0
) -> MercerCheck:
    """Check Mercer's condition (positive semi-definite kernel) on these rows; warn of negative eigenvalues.

    X: rows, or the Gram matrix itself for kernel="precomputed". Of more than 1000 rows, every k-th is used.

    >>> X = np.arange(6.0).reshape(3, 2)
    >>> print(mercer_check(X, "rbf", gamma=0.1))
    smallest eigenvalue 0.385 of 3 rows, rank 3; positive semi-definite
    """
    X = check_array(X, dtype=np.float64, accept_sparse="csr", input_name="X")
    if isinstance(kernel, str) and kernel == "precomputed":
        if X.shape[0] != X.shape[1]:
            raise DataError(
                f"a precomputed kernel must be square, and X has shape {X.shape}; pass kernel= for rows"
            )
        sample = np.arange(0, X.shape[0], -(-X.shape[0] // MAX_ROWS))
        gram = X[np.ix_(sample, sample)]
    else:
        resolved = resolve(kernel, gamma=gamma, degree=degree, coef0=coef0, X=X)
        gram = resolved(X[:: -(-X.shape[0] // MAX_ROWS)])
    refuse_asymmetry(gram, f"the kernel {kernel!r}")
    return check_eigenvalues(gram, repr(kernel))


def check_eigenvalues(
    gram: Floats, name: str, *, relative_tolerance: float = 0.0, stacklevel: int = 3
) -> MercerCheck:
    """Check that a Gram matrix is positive semi-definite; warn of negative eigenvalues.

    relative_tolerance: tolerated negative eigenvalue, as a fraction of the largest.

    >>> check_eigenvalues(np.eye(2), "same").smallest
    1.0
    """
    values = np.asarray(np.linalg.eigvalsh((gram + gram.T) / 2), dtype=np.float64)
    largest = max(float(np.abs(values).max()), 1e-300)
    tolerance = max(relative_tolerance, 10 * len(gram) * np.finfo(np.float64).eps) * largest
    check = MercerCheck(values, tolerance, len(gram))
    if not check.holds:
        warnings.warn(
            f"the kernel {name} is not positive semi-definite on these rows: its smallest eigenvalue is "
            f"{check.smallest:.3g} (the largest {values[-1]:.3g}), so the solver may miss the optimum; "
            "use rbf, or poly with coef0 >= 0",
            NumericsWarning,
            stacklevel=stacklevel,
        )
    return check
