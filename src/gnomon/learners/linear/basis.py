"""Regression on basis functions: linear in its coefficients, whatever the functions are."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.check import flag, free
from gnomon.errors import DataError, ParameterError
from gnomon.learners.linear.inference import LinearInference
from gnomon.learners.linear.least_squares import LinearRegression
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows


class BasisRegression(RegressorMixin, Learner):
    """Basis-function regression: linear regression on a basis expansion of the features.

    Minimizes |y - F w - b|², where the columns of F are functions of the rows.

    Attributes
    ----------
    coef_, intercept_ : coefficients of each function's columns, and the intercept
    model_ : the `LinearRegression` on the functions' values

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon import BasisRegression
    >>> x = np.linspace(0, 6, 30)[:, None]
    >>> model = BasisRegression(functions=[np.sin, np.cos]).fit(x, 2 * np.sin(x[:, 0]) + 1)
    >>> model.coef_.round(6) + 0.0, round(model.intercept_, 6)
    (array([2., 0.]), 1.0)
    """

    functions: Any = free(
        default=None,
        help="basis functions of X (rows x columns) that return one column or more; None for X itself",
        kind="list of callables or None",
    )
    fit_intercept: bool = flag(default=True, help="whether to fit an intercept")

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Ordinary least squares on the values of the functions."""
        model = LinearRegression(fit_intercept=self.fit_intercept)
        self.model_ = model.fit(self._values(data.X), data.y, data.weight)
        self.coef_, self.intercept_ = self.model_.coef_, self.model_.intercept_
        return self

    def predict(self, X: Any) -> Floats:
        """F w + b."""
        check_is_fitted(self)
        return self.model_.predict(self.design(X))

    def design(self, X: Any) -> Floats:
        """The design matrix: the values of the functions, rows x columns."""
        return self._values(self.check_examples(X, reset=False))

    def predict_left_out(self, X: Any, y: Any, sample_weight: Any = None) -> Floats:
        """Leave-one-out predictions (PRESS): for each row that of the model fitted on all others, by one fit.

        >>> BasisRegression().predict_left_out([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 6.0]).round(6)
        array([-2.      ,  1.428571,  3.714286,  3.      ])
        """
        X, y, weight = clone(self).check_rows(X, y, sample_weight)
        return LinearRegression(fit_intercept=self.fit_intercept).predict_left_out(self._values(X), y, weight)

    def inference(self) -> LinearInference:
        """Noise variance, likelihood, standard errors and intervals; its rows are those of `design`."""
        check_is_fitted(self)
        return self.model_.inference()

    def _values(self, X: Floats) -> Floats:
        if self.functions is None:
            return X
        if not isinstance(self.functions, list | tuple) or not self.functions:
            raise ParameterError(
                f"BasisRegression(functions={self.functions!r}): pass a list of functions, such as "
                "[numpy.sin]"
            )
        return np.column_stack(
            [self._column(index, function, X) for index, function in enumerate(self.functions)]
        )

    def _column(self, index: int, function: Any, X: Floats) -> Floats:
        if not callable(function):
            raise ParameterError(f"BasisRegression: functions[{index}] is {function!r}, not a function")
        values = np.asarray(function(X), dtype=np.float64)
        if values.ndim not in (1, 2) or len(values) != len(X):
            raise DataError(
                f"BasisRegression: functions[{index}] returned shape {values.shape} for {len(X)} rows; "
                "it must return one value, or one row of values, per row"
            )
        if not np.isfinite(values).all():
            row = int(np.argmin(np.isfinite(values.reshape(len(X), -1)).all(axis=1)))
            raise DataError(
                f"BasisRegression: functions[{index}] returns {values[row]} for row {row}, "
                f"{X[row].tolist()}; use a function that is defined there"
            )
        return values


learners.add(
    "BasisRegression",
    BasisRegression,
    "least squares on basis functions of the features",
    task=("regression",),
    family="linear",
)
