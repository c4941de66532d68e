"""Explicit feature maps: the features whose dot product is the polynomial kernel, and their number.

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

MAX_FEATURES = 100_000


def polynomial_feature_count(n_columns: int, degree: int, *, homogeneous: bool = False) -> int:
    """The dimension of the polynomial kernel's feature space: C(d + n, n), including the constant.

    homogeneous: with coef0 = 0, monomials of the full degree only.

    >>> [polynomial_feature_count(d, n) for d, n in ((1, 2), (2, 2), (2, 3), (3, 3), (10, 3), (100, 3))]
    [3, 6, 10, 20, 286, 176851]
    """
    return comb(n_columns + degree - 1, degree) if homogeneous else comb(n_columns + degree, degree)


class PolynomialFeatureMap(TransformerMixin, Learner):
    """Polynomial feature map: features whose dot product is the kernel (gamma x·z + coef0)^degree.

    Any learner can follow; a hyperplane in this feature space is a polynomial boundary in the input space.

    Attributes
    ----------
    powers_ : the exponent of each column in each feature
    factors_ : the coefficient of each monomial

    Examples
    --------
    >>> from gnomon.kernels import PolynomialFeatureMap
    >>> PolynomialFeatureMap(degree=2).fit_transform([[1.0, 2.0]]).round(4)
    array([[1.    , 2.8284, 4.    , 1.4142, 2.8284, 1.    ]])
    """

    degree: int = between(0, inf, default=2, whole=True, kw_only=False, help="degree of the kernel")
    gamma: float = between(0, inf, default=1.0, help="coefficient of the dot product")
    coef0: float = between(
        0, inf, default=1.0, help="independent term; 0 for monomials of the full degree only"
    )

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Count the columns."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """List the monomials."""
        n_columns = data.X.shape[1]
        n_features = polynomial_feature_count(n_columns, self.degree, homogeneous=self.coef0 == 0)
        if n_features > MAX_FEATURES:
            raise DataError(
                f"PolynomialMap(degree={self.degree}) maps {n_columns} columns to {n_features} features; "
                "use the kernel itself (SVC(kernel='poly')), which does not build them"
            )
        listed = list(self._monomials(n_columns))
        self.powers_ = np.array([powers for powers, _ in listed], dtype=np.int64).reshape(-1, n_columns)
        self.factors_ = np.array([factor for _, factor in listed])
        return self

    def transform(self, X: Any) -> Floats:
        """The features of the rows."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        features = np.tile(self.factors_, (len(X), 1))
        with np.errstate(over="ignore", invalid="ignore"):
            for column, powers in enumerate(self.powers_.T):
                for power in range(1, int(powers.max(initial=0)) + 1):
                    features[:, powers >= power] *= X[:, column, None]
        if not np.isfinite(features).all():
            raise DataError("the features overflow; standardize the columns first")
        return features

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
        """Exponents and coefficient sqrt(n! / (p! ... (n - k)!) gamma^k coef0^(n - k)), the highest degree
        first.
        """
        n = self.degree
        for k in range(n, -1 if self.coef0 > 0 else n - 1, -1):
            for chosen in combinations_with_replacement(range(n_columns), k):
                powers = np.bincount(np.array(chosen, dtype=np.int64), minlength=n_columns)
                multiplicity = factorial(n) / factorial(n - k)
                for power in powers:
                    multiplicity /= factorial(int(power))
                yield powers.tolist(), float(np.sqrt(multiplicity * self.gamma**k * self.coef0 ** (n - k)))


class FeatureMap(TransformerMixin, Learner):
    """Custom feature map: apply any function phi of a table, such as squares of the columns.

    Examples
    --------
    >>> from gnomon.kernels import FeatureMap
    >>> FeatureMap(phi=lambda X: X**2).fit_transform([[1.0, -3.0]])
    array([[1., 9.]])
    """

    phi: Any = free(
        default=np.square,
        help="function from a table to a table of features, row by row",
        kind="callable of a table",
    )

    def fit(self, X: Any, y: Any = None) -> Self:  # type: ignore[override]
        """Check the columns and the function."""
        return super().fit(X)

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Count the features."""
        self.n_lifted_ = lifted(self.phi, data.X).shape[1]
        return self

    def transform(self, X: Any) -> Floats:
        """phi of the rows."""
        check_is_fitted(self)
        return lifted(self.phi, self.check_examples(X, reset=False))


def lifted(phi: Callable[[Floats], Any], X: Floats) -> Floats:
    """phi(X) as a table of finite numbers with one row per row.

    >>> lifted(lambda X: X[:, 0] ** 2, np.array([[2.0], [3.0]]))
    array([[4.],
           [9.]])
    """
    features = np.asarray(phi(X), dtype=np.float64)
    features = features[:, None] if features.ndim == 1 else features
    if features.ndim != 2 or len(features) != len(X) or not np.isfinite(features).all():
        raise DataError(
            f"phi returned an array of shape {features.shape} for {len(X)} rows; it must return finite "
            "numbers, one row per row"
        )
    return features


def feature_map_table(X: Any, phi: Callable[[Floats], Any], y: Any = None) -> pd.DataFrame:
    """The rows in input space and feature space, side by side, for a figure of their separation.

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
