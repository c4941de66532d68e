"""Missing numbers expected from those seen, under one normal density fitted by expectation maximization.

With o the columns seen of a row and m those missing, E[x_m | x_o] = m_m + S_mo S_oo⁻¹ (x_o - m_o). Values are
taken to be missing at random. Dempster, Laird & Rubin (1977); Little & Rubin (2002), chapter 11.
"""

from __future__ import annotations

import warnings
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import between
from gnomon.errors import DataError, NumericsWarning
from gnomon.features.column_names import column_names
from gnomon.features.incomplete_normal import batches, conditional, patterns, step
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.sharing.moments import too_large
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1e150


class ImputeNormal(OneToOneFeatureMixin, TransformerMixin, Learner):
    """Fill each missing number by its expectation given the row's others, if all are normal together.

    Each step of expectation maximization raises log likelihood a row - reg/2 tr S⁻¹ (on columns of unit
    spread), which `history_` holds. A mixture of normals does the same: GaussianMixture.fill. A single value
    hides how unsure it is: `spread` tells.

    Attributes
    ----------
    location_, covariance_ : mean and covariance of the density
    history_ : the likelihood less the price of reg, at the start of each step
    n_iter_, converged_ : how many steps, and whether the last one gained less than tol
    residual_ : the most that the last step changed a mean or covariance, on columns of unit spread

    Examples
    --------
    >>> from gnomon.features.impute_normal import ImputeNormal
    >>> nan = float("nan")
    >>> rows = [[1.0, 2.1], [2.0, 3.9], [3.0, 6.1], [4.0, 7.9], [2.5, nan], [nan, 4.0]]
    >>> ImputeNormal().fit_transform(rows).round(1)[4:]
    array([[2.5, 5. ],
           [2. , 4. ]])
    """

    max_iter: int = between(1, inf, whole=True, default=200, help="most steps")
    tol: float = between(0, inf, default=1e-8, help="stop when a step gains less than this a row")
    reg: float = between(
        0, inf, default=1e-6, help="added to every variance, on columns of unit spread; keeps S regular"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on rows X; y is not looked at. sample_weight: how much each row counts; 1 if not given."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Numbers in double precision; NaN is a missing value."""
        X = super().check_examples(X, reset=reset)
        if np.nanmax(np.abs(X), initial=0.0) > LARGEST:
            raise DataError(too_large(np.nan_to_num(X)))
        return X

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Steps from the means and variances of the values seen, without correlation."""
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        X, weight = data.X[weight > 0], weight[weight > 0]
        center, scale = self._units(X, weight)
        data_seen = batches((X - center) / scale, weight)
        mean, covariance = np.zeros(X.shape[1]), np.eye(X.shape[1])
        history, self.converged_ = list[float](), False
        for _ in range(self.max_iter):
            before = mean, covariance
            mean, covariance, log_likelihood = step(data_seen, mean, covariance, self.reg)
            history.append(log_likelihood)
            if len(history) > 1 and history[-1] - history[-2] < self.tol:
                self.converged_ = True
                break
        self.residual_ = float(max(np.abs(mean - before[0]).max(), np.abs(covariance - before[1]).max()))
        self.history_, self.n_iter_ = np.array(history), len(history)
        self.location_, self.covariance_ = center + scale * mean, scale[:, None] * covariance * scale
        self._warn()
        return self

    def transform(self, X: Any) -> Floats:
        """The rows with each missing number at its expectation."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False).copy()
        for rows, seen in patterns(X):
            slope = conditional(self.covariance_, seen)[0]
            gap = X[np.ix_(rows, np.flatnonzero(seen))] - self.location_[seen]
            X[np.ix_(rows, np.flatnonzero(~seen))] = self.location_[~seen] + gap @ slope.T
        return X

    def spread(self, X: Any) -> Floats:
        """The standard deviation of each missing number about its expectation; 0 for those seen.

        >>> model = ImputeNormal().fit([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])
        >>> bool(model.spread([[1.5, float("nan")]])[0, 1] < 0.01)
        True
        """
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        found = np.zeros_like(X)
        for rows, seen in patterns(X):
            left = np.diag(conditional(self.covariance_, seen)[1])
            found[np.ix_(rows, np.flatnonzero(~seen))] = np.sqrt(np.maximum(left, 0.0))
        return found

    def frame(self) -> pd.DataFrame:
        """A row a step: what it began from.

        >>> ImputeNormal().fit([[0.0], [1.0]]).frame().columns.tolist()
        ['step', 'log_likelihood']
        """
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame({"step": np.arange(self.n_iter_), "log_likelihood": self.history_})

    def _units(self, X: Floats, weight: Floats) -> tuple[Floats, Floats]:
        """Mean and spread of the values seen of each column; spread 1 for a constant."""
        seen = ~np.isnan(X)
        if not seen.any(axis=0).all():
            name = column_names(self, X.shape[1])[int(np.argmin(seen.any(axis=0)))]
            raise DataError(f"column {name!r} has no value at all, so nothing can be expected of it; drop it")
        times = np.where(seen, weight[:, None], 0.0)
        total = times.sum(axis=0)
        # About the first value seen, so that large means lose no digits.
        base = X[seen.argmax(axis=0), np.arange(X.shape[1])]
        gap = np.where(seen, X - base, 0.0)
        center = base + (times * gap).sum(axis=0) / total
        scale = np.sqrt((times * np.where(seen, X - center, 0.0) ** 2).sum(axis=0) / total)
        constant = scale <= 1e-14 * np.maximum(np.abs(center), np.finfo(float).tiny)
        return center, np.where(constant, 1.0, scale)

    def _warn(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"ImputeNormal stopped after max_iter={self.max_iter} steps, the last of which moved a mean "
                f"or covariance by {self.residual_:.2g}; raise max_iter, or tol",
                NumericsWarning,
                stacklevel=3,
            )


transformers.add(
    "ImputeNormal",
    ImputeNormal,
    "missing numbers by their expectation under a normal density (EM)",
    family="missing values",
)
