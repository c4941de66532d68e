"""Multi-layer perceptron (neural network) regressor."""

from __future__ import annotations

from math import inf
from typing import Any

from sklearn.base import MultiOutputMixin, RegressorMixin

from gnomon.arrays import Array
from gnomon.learners.neural.loss import SquaredError
from gnomon.learners.neural.multilayer import Multilayer
from gnomon.learners.neural.problem import Problem, positive_weight
from gnomon.learners.neural.standardization import Standardizer
from gnomon.learners.neural.training import Examples
from gnomon.registry import learners
from gnomon.sharing.prepared import Rows


class MLPRegressor(MultiOutputMixin, RegressorMixin, Multilayer):
    """Multi-layer perceptron (MLP, neural network) regressor, by the squared error.

    Minimizes the mean of (output - y)² / 2 plus alpha |W|² / (2 b), b the total weight of a batch, with y
    standardized unless scale=False. Sample weights act as repetitions: exactly if one batch has all rows (up
    to 200, or 'lbfgs'), on average otherwise. For thousands of rows and tens of units; for images, text or
    millions of rows, use a deep learning library.

    Attributes
    ----------
    coefs_, intercepts_ : weights and biases of each layer, for standardized columns
    mean_, scale_ : mean and standard deviation of each column
    target_mean_, target_scale_ : mean and standard deviation of each target
    converged_, gradient_ : whether training converged, and the largest absolute partial derivative at the end
    n_iter_, history_, held_out_history_ : epochs, and the training and validation loss of each

    Examples
    --------
    >>> from gnomon import MLPRegressor
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0]]
    >>> model = MLPRegressor(hidden_layer_sizes=5, activation="tanh", solver="lbfgs", max_iter=1000)
    >>> model.fit(X, [0.0, 1.0, 4.0, 9.0, 16.0]).predict([[2.0]]).round(1)
    array([4.])
    """

    def predict(self, X: Any) -> Array:
        """Predict the target of each row, one column per target if there are several."""
        scores = self._scores(X)
        y_pred = Standardizer(self.target_mean_, self.target_scale_).inverse_transform(scores)
        return y_pred if self.target_is_table_ else y_pred[:, 0]

    def _problem(self, data: Rows, is_first: bool, constant: float = inf) -> Problem:
        data = positive_weight(data)
        y = data.y.reshape(len(data.y), -1)
        if is_first:
            standardizer = self._standardizer(y, data.weight, constant)
            self.target_mean_, self.target_scale_ = standardizer.mean, standardizer.scale
            self.target_is_table_ = data.y.ndim == 2
        rows = self._rows(data.X, data.weight, is_first, constant)
        targets = Standardizer(self.target_mean_, self.target_scale_).transform(y).astype(rows.dtype)
        weight = None if data.weight is None else data.weight.astype(rows.dtype)
        return Problem(Examples(rows, targets, weight), SquaredError(), y.shape[1])


learners.add(
    "MLPRegressor",
    MLPRegressor,
    "multi-layer perceptron (neural network) regressor",
    task=("regression",),
    family="neural",
)
