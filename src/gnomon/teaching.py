"""Teaching: methods step by step, loss landscapes, traces.

`gnomon lesson` shows worked examples; every iterative learner stores its history.

Least squares and linear classifiers
    `simple_linear_regression`, `hyperplane_loss`, `threshold_line_search`
Optimization (gradient descent, back-propagation)
    `loss_landscape`, `gradient_descent`, `gradient_check`
"""

from typing import TYPE_CHECKING

from gnomon.learners.linear.hand_calculation import simple_linear_regression
from gnomon.learners.linear.landscape import gradient_descent, hyperplane_loss, loss_landscape
from gnomon.learners.neural.gradient_check import gradient_check
from gnomon.learners.trees.line_search import threshold_line_search
from gnomon.public_attributes import public_attributes

__all__ = [
    "gradient_check",
    "gradient_descent",
    "hyperplane_loss",
    "loss_landscape",
    "simple_linear_regression",
    "threshold_line_search",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
