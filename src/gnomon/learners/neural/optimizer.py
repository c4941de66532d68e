"""Optimizers: stochastic gradient descent (SGD) with momentum, and Adam."""

from __future__ import annotations

from math import sqrt
from typing import Protocol

import numpy as np

from gnomon.arrays import Array


class Optimizer(Protocol):
    """Gradient-based optimizer with its state; rate: learning rate."""

    rate: float

    def step(self, weights: Array, gradient: Array) -> None:
        """Update the weights in place by one gradient step."""


class Sgd:
    """SGD with momentum: v = momentum v - rate g, w += v; Nesterov's form: w += momentum v - rate g.

    >>> weights = np.array([1.0])
    >>> Sgd(rate=0.5, momentum=0.0).step(weights, np.array([1.0]))
    >>> weights
    array([0.5])
    """

    def __init__(self, *, rate: float, momentum: float, nesterov: bool = False) -> None:
        self.rate, self.momentum, self.nesterov = rate, momentum, nesterov
        self.velocity: Array | None = None

    def step(self, weights: Array, gradient: Array) -> None:
        """Update the weights in place by one gradient step."""
        if self.velocity is None:
            self.velocity = np.zeros_like(weights)
        descent = gradient * -self.rate
        self.velocity *= self.momentum
        self.velocity += descent
        if self.nesterov:
            descent += self.momentum * self.velocity
            weights += descent
        else:
            weights += self.velocity


class Adam:
    """Adam (Kingma & Ba 2015): steps by the ratio of the first moment to the root of the second moment.

    >>> weights = np.array([1.0])
    >>> Adam(rate=0.5).step(weights, np.array([20.0]))
    >>> weights.round(6)
    array([0.5])
    """

    def __init__(
        self, *, rate: float, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-8
    ) -> None:
        self.rate, self.beta_1, self.beta_2, self.epsilon = rate, beta_1, beta_2, epsilon
        self.time = 0
        self.mean: Array | None = None
        self.square: Array | None = None
        self._buffer: Array | None = None

    def step(self, weights: Array, gradient: Array) -> None:
        """Update the weights in place by one gradient step."""
        if self.mean is None or self.square is None or self._buffer is None:
            self.mean, self.square, self._buffer = (np.zeros_like(weights) for _ in range(3))
        self.time += 1
        buffer = self._buffer
        self.mean *= self.beta_1
        self.mean += np.multiply(gradient, 1 - self.beta_1, out=buffer)
        np.multiply(gradient, gradient, out=buffer)
        buffer *= 1 - self.beta_2
        self.square *= self.beta_2
        self.square += buffer
        np.sqrt(self.square, out=buffer)
        buffer += self.epsilon
        np.divide(self.mean, buffer, out=buffer)
        # Bias correction, as both moments start at zero.
        buffer *= self.rate * sqrt(1 - self.beta_2**self.time) / (1 - self.beta_1**self.time)
        weights -= buffer
