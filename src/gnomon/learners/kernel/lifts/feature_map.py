"""Explicit lifts: the features whose dot product a polynomial kernel is, and how many there are.

(gamma x·z + c)^n is a sum over monomials of degree up to n, each with a multinomial factor, so that
phi(x)·phi(z) is the kernel itself: for two columns, n = 2, gamma = c = 1,
phi(x) = (x1², x2², √2 x1 x2, √2 x1, √2 x2, 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb, factorial, inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free
from gnomon.errors import DataError
from gnomon.sharing.learner import Learner

if TYPE_CHECKING:
    import pandas as pd

MOST_FEATURES = 100_000


def polynomial_feature_count(n_columns: int, degree: int, *, homogeneous: bool = False) -> int:
    """How many features the polynomial kernel of this degree lifts to: C(d + n, n), the constant counted.

    homogeneous: without the constant of the kernel (coef0 = 0), monomials of the full degree alone.

    >>> [polynomial_feature_count(d, n) for d, n in ((1, 2), (2, 2), (2, 3), (3, 3), (10, 3), (100, 3))]
    [3, 6, 10, 20, 286, 176851]
    """
    return comb(n_columns + degree - 1, degree) if homogeneous else comb(n_columns + degree, degree)


class PolynomialFeatureMap(TransformerMixin, Learner):
    """Lift rows to the features of the kernel (gamma x·z + coef0)^degree, so that their dot products are it.

    Any learner can follow; a plane among these features is a curved boundary among the columns.

    Attributes
    ----------
    powers_ : the power of each column in each feature
    factors_ : the factor before each monomial

    Examples
    --------
    >>> from gnomon.learners.kernel.lifts.feature_map import PolynomialFeatureMap
    >>> PolynomialFeatureMap(degree=2).fit_transform([[1.0, 2.0]]).round(4)
    array([[1.    , 2.8284, 4.    , 1.4142, 2.8284, 1.    ]])
    """

    degree: int = between(0, inf, default=2, whole=True, kw_only=False, help="degree of the kernel")
    gamma: float = between(0, inf, default=1.0, help="factor of the dot product")
    coef0: float = between(0, inf, default=1.0, help="constant; 0 keeps monomials of the full degree alone")

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Count the columns."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """List the monomials."""
        n_columns = data.X.shape[1]
        n_features = polynomial_feature_count(n_columns, self.degree, homogeneous=self.coef0 == 0)
        if n_features > MOST_FEATURES:
            raise DataError(
                f"PolynomialMap(degree={self.degree}) lifts {n_columns} columns to {n_features} features; "
                "use the kernel itself (SVC(kernel='poly')), which never builds them"
            )
        listed = list(self._monomials(n_columns))
        self.powers_ = np.array([powers for powers, _ in listed], dtype=np.int64).reshape(-1, n_columns)
        self.factors_ = np.array([factor for _, factor in listed])
        return self

    def transform(self, X: Any) -> Floats:
        """The lifted rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        found = np.tile(self.factors_, (len(X), 1))
        with np.errstate(over="ignore", invalid="ignore"):
            for column, powers in enumerate(self.powers_.T):
                for power in range(1, int(powers.max(initial=0)) + 1):
                    found[:, powers >= power] *= X[:, column, None]
        if not np.isfinite(found).all():
            raise DataError("the lifted rows are too large for numbers; scale the columns first")
        return found

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names such as "x0^2" and "x0 x1"; "1" for the constant.

        >>> PolynomialFeatureMap(degree=2).fit([[1.0, 2.0]]).get_feature_names_out().tolist()
        ['x0^2', 'x0 x1', 'x1^2', 'x0', 'x1', '1']
        """
        check_is_fitted(self)
        names = input_features
        if names is None:
            names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(self.n_features_in_)])
        return np.array([_name(powers, names) for powers in self.powers_], dtype=object)

    def _monomials(self, n_columns: int) -> Iterator[tuple[list[int], float]]:
        """Powers and factor sqrt(n! / (p! ... (n - k)!) gamma^k coef0^(n - k)), the highest degree first."""
        n = self.degree
        for k in range(n, -1 if self.coef0 > 0 else n - 1, -1):
            for chosen in combinations_with_replacement(range(n_columns), k):
                powers = np.bincount(np.array(chosen, dtype=np.int64), minlength=n_columns)
                ways = factorial(n) / factorial(n - k)
                for power in powers:
                    ways /= factorial(int(power))
                yield powers.tolist(), float(np.sqrt(ways * self.gamma**k * self.coef0 ** (n - k)))


class FeatureMap(TransformerMixin, Learner):
    """Lift rows by any function phi of a table, such as squares of the columns: then fit any learner.

    Examples
    --------
    >>> from gnomon.learners.kernel.lifts.feature_map import FeatureMap
    >>> FeatureMap(phi=lambda X: X**2).fit_transform([[1.0, -3.0]])
    array([[1., 9.]])
    """

    phi: Any = free(
        default=np.square, help="from a table to the lifted table, row by row", kind="callable of a table"
    )

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Check the columns and the function."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Count the lifted columns."""
        self.n_lifted_ = lifted(self.phi, data.X).shape[1]
        return self

    def transform(self, X: Any) -> Floats:
        """phi of the rows."""
        check_is_fitted(self)
        return lifted(self.phi, self.check_examples(X, reset=False))


def lifted(phi: Callable[[Floats], Any], X: Floats) -> Floats:
    """phi(X) as a table of finite numbers with a row for each row.

    >>> lifted(lambda X: X[:, 0] ** 2, np.array([[2.0], [3.0]]))
    array([[4.],
           [9.]])
    """
    found = np.asarray(phi(X), dtype=np.float64)
    found = found[:, None] if found.ndim == 1 else found
    if found.ndim != 2 or len(found) != len(X) or not np.isfinite(found).all():
        raise DataError(
            f"phi gave an array of shape {found.shape} for {len(X)} rows; it must give finite numbers, "
            "one row for each row"
        )
    return found


def feature_map_table(X: Any, phi: Callable[[Floats], Any], y: Any = None) -> pd.DataFrame:
    """The rows before and after a lift, side by side, for a figure of why it separates.

    >>> feature_map_table(
    ...     [[-1.0], [2.0]], lambda X: np.column_stack([X, X**2]), ["out", "in"]
    ... ).values.tolist()
    [[-1.0, -1.0, 1.0, 'out'], [2.0, 2.0, 4.0, 'in']]
    """
    import pandas as pd

    X = np.asarray(X, dtype=np.float64)
    after = lifted(phi, X)
    columns = {f"x{j + 1}": X[:, j] for j in range(X.shape[1])}
    columns |= {f"phi{j + 1}": after[:, j] for j in range(after.shape[1])}
    return pd.DataFrame(columns if y is None else columns | {"y": np.asarray(y)})


def _name(powers: Any, names: Any) -> str:
    parts = [
        f"{names[j]}^{power}" if power > 1 else str(names[j]) for j, power in enumerate(powers) if power > 0
    ]
    return " ".join(parts) or "1"
