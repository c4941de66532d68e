"""Bagging of regressors: the mean, or the median, of copies of one base estimator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import one_of
from gnomon.learners.ensembles.bag import Bag
from gnomon.learners.ensembles.bagging import Bagging
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.members import SharedRows
from gnomon.learners.ensembles.out_of_bag import out_of_bag_regression
from gnomon.registry import learners


class BaggingRegressor(RegressorMixin, Bagging):
    """Bagging regressor (bootstrap aggregating): mean or median of one regressor on bootstrap samples.

    Attributes
    ----------
    estimators_, estimators_features_ : the fitted base estimators, and the features each is fitted on
    counts_ : how often each row is in each bootstrap sample (members, rows)
    oob_prediction_, oob_score_ : with oob_score, the out-of-bag prediction of each row (NaN if it is in every
        sample), and their R²

    Examples
    --------
    >>> from gnomon import BaggingRegressor, LinearRegression
    >>> X, y = [[1.0], [2.0], [3.0], [4.0], [5.0], [6.0]], [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]
    >>> BaggingRegressor(LinearRegression(), n_estimators=3).fit(X, y).predict([[7.0]]).round(6)
    array([14.])
    """

    combine: str = one_of(
        "mean", "median", default="mean", help="combination rule: mean or median of the predictions"
    )

    def predict(self, X: Any) -> Floats:
        """The mean, or the median, of the base estimators' predictions."""
        check_is_fitted(self)
        each = self._each(self.check_examples(X, reset=False))
        return np.asarray(each.mean(axis=0) if self.combine == "mean" else np.median(each, axis=0))

    def staged_predict(self, X: Any) -> Iterator[Floats]:
        """Predictions of the first base estimator, of the first two, and so on."""
        check_is_fitted(self)
        each = self._each(self.check_examples(X, reset=False))
        for number in range(1, len(each) + 1):
            some = each[:number]
            yield np.asarray(some.mean(axis=0) if self.combine == "mean" else np.median(some, axis=0))

    def _each(self, X: Any) -> Floats:
        if self.forest_ is not None:
            return self.forest_.tree_predictions(X).T
        return np.array([np.asarray(model.predict(seen), dtype=np.float64) for model, seen in self._seen(X)])

    def _take(self, fitted: list[Bag] | Forest, rows: SharedRows, data: SharedRows) -> Self:
        super()._take(fitted, rows, data)
        if self.oob_score:
            out_of_bag = out_of_bag_regression(self._each(rows.table.X), self.counts_, rows)
            self.oob_prediction_, self.oob_score_ = out_of_bag
        return self


learners.add(
    "BaggingRegressor",
    BaggingRegressor,
    "bagging (bootstrap aggregating) of regressors",
    task=("regression",),
    family="ensembles",
)
