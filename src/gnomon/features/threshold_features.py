"""Threshold features: for each number a row of questions, is it at least t?"""

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
    """Give each number several features of 0 and 1: whether it is at least each of some thresholds.

    With them a linear model can draw steps, and a rule learner ask ranges. Thresholds part the training rows
    into parts of about equal weight, or are given. A constant column has none. One threshold for each column,
    chosen by its score with the classes, is `Threshold`.

    Attributes
    ----------
    thresholds_ : the thresholds of each column

    Examples
    --------
    >>> from gnomon.features.threshold_features import ThresholdFeatures
    >>> model = ThresholdFeatures(n_thresholds=2).fit([[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]])
    >>> model.get_feature_names_out().tolist()
    ['x0 >= 2.5', 'x0 >= 4.5']
    >>> model.transform([[2.0], [3.0], [9.0]])
    array([[0., 0.],
           [1., 0.],
           [1., 1.]])
    """

    n_thresholds: int = between(
        1, inf, whole=True, default=4, grid=(1, 4), help="thresholds of each column, if none are given"
    )
    thresholds: Any = free(
        default=None, help="the thresholds of all columns, or a list of them for each", kind="list or None"
    )

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit on rows X; y is not looked at. sample_weight: how much each row counts; 1 if not given."""
        return super().fit(X, None, sample_weight)

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Find the thresholds of each column."""
        counted = slice(None) if data.weight is None else data.weight > 0
        weight = None if data.weight is None else data.weight[counted]
        self.thresholds_ = self._given(data.X.shape[1]) or [
            frequency_cuts(column, self.n_thresholds + 1, weight) for column in data.X[counted].T
        ]
        return self

    def transform(self, X: Any) -> Floats:
        """1 where the number is at least the threshold, else 0."""
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        made = [column[:, None] >= cuts for column, cuts in zip(X.T, self.thresholds_, strict=True)]
        return np.hstack(made).astype(np.float64)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """name >= threshold."""
        check_is_fitted(self)
        names = column_names(self, len(self.thresholds_)) if input_features is None else list(input_features)
        made = [f"{name} >= {cut:.6g}" for name, cuts in zip(names, self.thresholds_) for cut in cuts]
        return np.array(made, dtype=object)

    def _given(self, n_columns: int) -> list[Floats]:
        if self.thresholds is None:
            return []
        given = self.thresholds
        try:
            per_column = [given] * n_columns if np.ndim(given[0]) == 0 else given
            each = [np.asarray(part, dtype=np.float64) for part in per_column]
        except (TypeError, ValueError, IndexError):
            each = []
        if len(each) != n_columns or any(part.ndim != 1 or not np.isfinite(part).all() for part in each):
            raise ParameterError(
                f"thresholds={given!r}: give a list of numbers, or one for each of {n_columns} columns"
            )
        return [np.unique(part) for part in each]


transformers.add(
    "ThresholdFeatures",
    ThresholdFeatures,
    "whether a number is at least each of some thresholds",
    family="construction",
)
