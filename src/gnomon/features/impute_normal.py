"""Imputation by conditional expectation under a multivariate normal distribution fitted by EM.

With o the observed and m the missing columns of a row, E[x_m | x_o] = m_m + S_mo S_oo⁻¹ (x_o - m_o). Values
are assumed missing at random. Dempster, Laird & Rubin (1977); Little & Rubin (2002), chapter 11.
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
    """Multivariate normal imputation (EM imputation): conditional expectation given the observed columns.

    Each step of expectation maximization (EM) increases the mean log-likelihood - reg/2 tr S⁻¹ (standardized
    columns), stored in `history_`. A mixture of normals does the same: GaussianMixture.fill. Single
    imputation hides the uncertainty of the values; `spread` returns their standard deviations.

    Attributes
    ----------
    location_, covariance_ : mean and covariance of the distribution
    history_ : the penalized log-likelihood at the start of each step
    n_iter_, converged_ : number of steps, and whether the last one gained less than tol
    residual_ : largest change of a mean or covariance in the last step, on standardized columns

    Examples
    --------
    >>> from gnomon import ImputeNormal
    >>> nan = float("nan")
    >>> rows = [[1.0, 2.1], [2.0, 3.9], [3.0, 6.1], [4.0, 7.9], [2.5, nan], [nan, 4.0]]
    >>> ImputeNormal().fit_transform(rows).round(1)[4:]
    array([[2.5, 5. ],
           [2. , 4. ]])
    """

    max_iter: int = between(1, inf, whole=True, default=200, help="maximum number of EM steps")
    tol: float = between(
        0, inf, default=1e-8, help="tolerance: stop when a step gains less mean log-likelihood"
    )
    reg: float = between(
        0, inf, default=1e-6, help="regularization added to each variance, on standardized columns"
    )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on the rows of X; y is ignored. sample_weight: weight of each row, 1 by default."""
        return super().fit(X, None, sample_weight)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Numbers as float64; NaN is a missing value."""
        X = super().check_examples(X, reset=reset)
        if np.nanmax(np.abs(X), initial=0.0) > LARGEST:
            raise DataError(too_large(np.nan_to_num(X)))
        return X

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """EM steps from the means and variances of the observed values, without correlation."""
        weight = np.ones(len(data.X)) if data.weight is None else data.weight
        X, weight = data.X[weight > 0], weight[weight > 0]
        center, scale = self._units(X, weight)
        observed = batches((X - center) / scale, weight)
        mean, covariance = np.zeros(X.shape[1]), np.eye(X.shape[1])
        history, self.converged_ = list[float](), False
        for _ in range(self.max_iter):
            before = mean, covariance
            mean, covariance, log_likelihood = step(observed, mean, covariance, self.reg)
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
        """The rows with each missing number replaced by its conditional expectation."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False).copy()
        for rows, observed in patterns(X):
            slope = conditional(self.covariance_, observed)[0]
            gap = X[np.ix_(rows, np.flatnonzero(observed))] - self.location_[observed]
            X[np.ix_(rows, np.flatnonzero(~observed))] = self.location_[~observed] + gap @ slope.T
        return X

    def spread(self, X: Any) -> Floats:
        """Conditional standard deviation of each missing number; 0 for observed numbers.

        >>> model = ImputeNormal().fit([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])
        >>> bool(model.spread([[1.5, float("nan")]])[0, 1] < 0.01)
        True
        """
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        std = np.zeros_like(X)
        for rows, observed in patterns(X):
            variance = np.diag(conditional(self.covariance_, observed)[1])
            std[np.ix_(rows, np.flatnonzero(~observed))] = np.sqrt(np.maximum(variance, 0.0))
        return std

    def frame(self) -> pd.DataFrame:
        """One row per EM step: the penalized log-likelihood at its start.

        >>> ImputeNormal().fit([[0.0], [1.0]]).frame().columns.tolist()
        ['step', 'log_likelihood']
        """
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame({"step": np.arange(self.n_iter_), "log_likelihood": self.history_})

    def _units(self, X: Floats, weight: Floats) -> tuple[Floats, Floats]:
        """Mean and standard deviation of the observed values of each column; 1 for a constant column."""
        observed = ~np.isnan(X)
        if not observed.any(axis=0).all():
            name = column_names(self, X.shape[1])[int(np.argmin(observed.any(axis=0)))]
            raise DataError(f"column {name!r} has only missing values and cannot be imputed; drop it")
        mass = np.where(observed, weight[:, None], 0.0)
        total = mass.sum(axis=0)
        # About the first observed value, as large means would cancel.
        base = X[observed.argmax(axis=0), np.arange(X.shape[1])]
        gap = np.where(observed, X - base, 0.0)
        center = base + (mass * gap).sum(axis=0) / total
        scale = np.sqrt((mass * np.where(observed, X - center, 0.0) ** 2).sum(axis=0) / total)
        constant = scale <= 1e-14 * np.maximum(np.abs(center), np.finfo(float).tiny)
        return center, np.where(constant, 1.0, scale)

    def _warn(self) -> None:
        if not self.converged_:
            warnings.warn(
                f"ImputeNormal did not converge in max_iter={self.max_iter} steps; the last changed a mean "
                f"or covariance by {self.residual_:.2g}; increase max_iter or tol",
                NumericsWarning,
                stacklevel=3,
            )


transformers.add(
    "ImputeNormal",
    ImputeNormal,
    "multivariate normal imputation: conditional expectation (EM)",
    family="missing values",
)
