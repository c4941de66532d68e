"""Activation functions of hidden units, and their derivatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gnomon.arrays import Array


@dataclass(frozen=True)
class Activation:
    """Activation function and its derivative, both computed in place.

    apply: maps scores (pre-activations) to outputs. times_derivative: multiplies gradients by the derivative,
    a function of the outputs, which are overwritten.
    """

    apply: Callable[[Array], object]
    times_derivative: Callable[[Array, Array], object]


def _times_logistic_derivative(gradient: Array, output: Array) -> None:
    """The derivative of s(z) = 1 / (1 + e^-z) is s (1 - s)."""
    gradient *= output
    np.subtract(1, output, out=output)
    gradient *= output


def _times_tanh_derivative(gradient: Array, output: Array) -> None:
    """The derivative of tanh is 1 - tanh²."""
    output *= output
    np.subtract(1, output, out=output)
    gradient *= output


ACTIVATIONS = {
    "logistic": Activation(lambda score: expit(score, out=score), _times_logistic_derivative),
    "tanh": Activation(lambda score: np.tanh(score, out=score), _times_tanh_derivative),
    "relu": Activation(
        lambda score: np.maximum(score, 0, out=score),
        lambda gradient, output: np.multiply(gradient, output > 0, out=gradient),
    ),
    "identity": Activation(lambda score: score, lambda gradient, output: gradient),
}
