"""What a hidden unit makes of its score, and the slope of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gnomon.arrays import Array


@dataclass(frozen=True)
class Activation:
    """A function of a unit's score, both parts in place.

    apply: turns scores into outputs. times_slope: multiplies pulls by the slope, which it finds from the
    outputs; the outputs are lost.
    """

    apply: Callable[[Array], object]
    times_slope: Callable[[Array, Array], object]


def _logistic_slope(pull: Array, output: Array) -> None:
    """The slope of s(z) = 1 / (1 + e^-z) is s (1 - s)."""
    pull *= output
    np.subtract(1, output, out=output)
    pull *= output


def _tanh_slope(pull: Array, output: Array) -> None:
    """The slope of tanh is 1 - tanh²."""
    output *= output
    np.subtract(1, output, out=output)
    pull *= output


ACTIVATIONS = {
    "logistic": Activation(lambda score: expit(score, out=score), _logistic_slope),
    "tanh": Activation(lambda score: np.tanh(score, out=score), _tanh_slope),
    "relu": Activation(
        lambda score: np.maximum(score, 0, out=score),
        lambda pull, output: np.multiply(pull, output > 0, out=pull),
    ),
    "identity": Activation(lambda score: score, lambda pull, output: pull),
}
