"""Threshold features: several 0/1 features x >= t per numeric column (thermometer encoding)."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import TransformerMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats
from gnomon.check import between, free
from gnomon.errors import ParameterError
from gnomon.features.column_names import column_names
from gnomon.features.cuts import frequency_cuts
from gnomon.registry import transformers
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows


class ThresholdFeatures(TransformerMixin, Learner):
    """Threshold features (thermometer encoding): 0/1 features x >= t at several thresholds per column.

    They let a linear model fit step functions, and a rule learner use intervals. The thresholds are quantiles
    of the training rows, or set by the user. A constant column has none. `Threshold` selects one threshold
    per column by a split criterion.

    Attributes
    ----------
    thresholds_ : the thresholds of each column

    Examples
    --------
    >>> from gnomon import ThresholdFeatures
    >>> model = ThresholdFeatures(n_thresholds=2).fit([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
    >>> model.get_feature_names_out().tolist()
    ['x0 >= 2.5', 'x0 >= 4.5']
    >>> model.transform([[2.0], [3.0], [9.0]])
    array([[0., 0.],
           [1., 0.],
           [1., 1.]])
    """

    n_thresholds: int = between(
        1,
        inf,
        whole=True,
        default=4,
        grid=(1, 4),
        help="number of quantile thresholds per column, if `thresholds` is None",
    )
    thresholds: Any = free(
        default=None,
        help="thresholds of all columns, or a list of lists, one per column; None for quantiles",
        kind="list or None",
    )

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on the rows of X; y is ignored. sample_weight: weight of each row, 1 by default."""
        return super().fit(X, None, sample_weight)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Compute the thresholds of each column."""
        counted = slice(None) if data.weight is None else data.weight > 0
        weight = None if data.weight is None else data.weight[counted]
        self.thresholds_ = self._user_thresholds(data.X.shape[1]) or [
            frequency_cuts(column, self.n_thresholds + 1, weight) for column in data.X[counted].T
        ]
        return self

    def transform(self, X: Any) -> Floats:
        """1 where the value is >= the threshold, else 0."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        blocks = [column[:, None] >= cuts for column, cuts in zip(X.T, self.thresholds_, strict=True)]
        return np.hstack(blocks).astype(np.float64)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Names such as "x0 >= 2.5"."""
        check_is_fitted(self)
        names = column_names(self, len(self.thresholds_)) if input_features is None else list(input_features)
        outputs = [f"{name} >= {cut:.6g}" for name, cuts in zip(names, self.thresholds_) for cut in cuts]
        return np.array(outputs, dtype=object)

    def _user_thresholds(self, n_columns: int) -> list[Floats]:
        if self.thresholds is None:
            return []
        thresholds = self.thresholds
        try:
            per_column = [thresholds] * n_columns if np.ndim(thresholds[0]) == 0 else thresholds
            each = [np.asarray(part, dtype=np.float64) for part in per_column]
        except (TypeError, ValueError, IndexError):
            each = []
        if len(each) != n_columns or any(part.ndim != 1 or not np.isfinite(part).all() for part in each):
            raise ParameterError(
                f"thresholds={thresholds!r}: pass a list of numbers, or one list per column ({n_columns})"
            )
        return [np.unique(part) for part in each]


transformers.add(
    "ThresholdFeatures",
    ThresholdFeatures,
    "0/1 features x >= t at several thresholds",
    family="construction",
)
