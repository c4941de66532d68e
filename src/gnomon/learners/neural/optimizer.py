"""Steps down a slope: stochastic gradient descent with momentum, and Adam, each on one vector of weights."""

from __future__ import annotations

from math import sqrt
from typing import Protocol

import numpy as np

from gnomon.arrays import Array


class Optimizer(Protocol):
    """Something that steps, and remembers what it needs between steps; rate: the size of the steps."""

    rate: float

    def step(self, weights: Array, slopes: Array) -> None:
        """Move the weights against their slopes, in place."""


class Sgd:
    """v becomes momentum v - rate g, and w moves by v; in Nesterov's form by momentum v - rate g again.

    >>> weights = np.array([1.0])
    >>> Sgd(rate=0.5, momentum=0.0).step(weights, np.array([1.0]))
    >>> weights
    array([0.5])
    """

    def __init__(self, *, rate: float, momentum: float, nesterov: bool = False) -> None:
        self.rate, self.momentum, self.nesterov = rate, momentum, nesterov
        self.velocity: Array | None = None

    def step(self, weights: Array, slopes: Array) -> None:
        """Move the weights against their slopes, in place."""
        if self.velocity is None:
            self.velocity = np.zeros_like(weights)
        descent = slopes * -self.rate
        self.velocity *= self.momentum
        self.velocity += descent
        if self.nesterov:
            descent += self.momentum * self.velocity
            weights += descent
        else:
            weights += self.velocity


class Adam:
    """Steps of about one rate in every weight: the mean slope over the root mean square (Kingma & Ba 2015).

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
        self._room: Array | None = None

    def step(self, weights: Array, slopes: Array) -> None:
        """Move the weights against their slopes, in place."""
        if self.mean is None or self.square is None or self._room is None:
            self.mean, self.square, self._room = (np.zeros_like(weights) for _ in range(3))
        self.time += 1
        room = self._room
        self.mean *= self.beta_1
        self.mean += np.multiply(slopes, 1 - self.beta_1, out=room)
        np.multiply(slopes, slopes, out=room)
        room *= 1 - self.beta_2
        self.square *= self.beta_2
        self.square += room
        np.sqrt(self.square, out=room)
        room += self.epsilon
        np.divide(self.mean, room, out=room)
        # Both means start from zero; the rate makes up for that.
        room *= self.rate * sqrt(1 - self.beta_2**self.time) / (1 - self.beta_1**self.time)
        weights -= room
