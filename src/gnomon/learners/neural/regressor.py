"""A small network that predicts numbers."""

from __future__ import annotations

from math import inf
from typing import Any

from sklearn.base import MultiOutputMixin, RegressorMixin

from gnomon.arrays import Array
from gnomon.learners.neural.loss import SquaredError
from gnomon.learners.neural.multilayer import Multilayer
from gnomon.learners.neural.problem import Problem, counted
from gnomon.learners.neural.training import Examples
from gnomon.learners.neural.units import StandardUnits
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows


class MLPRegressor(MultiOutputMixin, RegressorMixin, Multilayer):
    """Least squares with layers of hidden units between columns and targets.

    Minimizes the mean of (output - y)² / 2 plus alpha |W|² / (2 b), b the weight of a batch, with y in units
    of its spread unless scale=False. Rows count by their weight: exactly as if repeated where a batch holds
    all rows (up to 200, or 'lbfgs'), on average where not. Meant for thousands of rows and tens of units; for
    images, text or millions of rows, go to a deep-learning library.

    Attributes
    ----------
    coefs_, intercepts_ : weights of each layer, in the units of the network
    mean_, scale_ : mean and spread of each column, which the network works in
    target_mean_, target_scale_ : those of the targets
    converged_, gradient_ : whether the loss stopped falling (for 'lbfgs', came to rest), and the steepest
        slope left
    n_iter_, history_, held_out_history_ : passes, and the loss in each, on rows held out too

    Examples
    --------
    >>> from gnomon import MLPRegressor
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0]]
    >>> model = MLPRegressor(hidden_layer_sizes=5, activation="tanh", solver="lbfgs", max_iter=1000)
    >>> model.fit(X, [0.0, 1.0, 4.0, 9.0, 16.0]).predict([[2.0]]).round(1)
    array([4.])
    """

    def predict(self, X: Any) -> Array:
        """The output of each row; for several targets a column each."""
        scores = self._scores(X)
        found = StandardUnits(self.target_mean_, self.target_scale_).back(scores)
        return found if self.target_is_table_ else found[:, 0]

    def _problem(self, data: Rows, fresh: bool, constant: float = inf) -> Problem:
        data = counted(data)
        y = data.y.reshape(len(data.y), -1)
        if fresh:
            units = self._units(y, data.weight, constant)
            self.target_mean_, self.target_scale_ = units.mean, units.spread
            self.target_is_table_ = data.y.ndim == 2
        rows = self._rows(data.X, data.weight, fresh, constant)
        targets = StandardUnits(self.target_mean_, self.target_scale_).rows(y).astype(rows.dtype)
        weight = None if data.weight is None else data.weight.astype(rows.dtype)
        return Problem(Examples(rows, targets, weight), SquaredError(), y.shape[1])


learners.add(
    "MLPRegressor", MLPRegressor, "a small network for numbers", task=("regression",), family="neural"
)
