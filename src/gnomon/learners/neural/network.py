"""A fully connected network: every unit of a layer is fed by every unit of the layer before.

All weights lie in one vector, and all slopes in another, so that an optimizer is a few lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np

from gnomon.arrays import Array
from gnomon.learners.neural.activation import ACTIVATIONS
from gnomon.learners.neural.units import collect, multiply

MOST_ROWS = 1024


class Network:
    """Weights, their slopes, and room for the outputs of every layer on up to `most_rows` rows.

    sizes: units in each layer, from the inputs to the outputs. coefs and intercepts are views of `weights`,
    which holds the coefficients of all layers first.

    >>> network = Network((2, 1), "tanh", np.dtype(float))
    >>> network.weights[:] = 1.0, 2.0, 3.0
    >>> network.scores(np.array([[10.0, 100.0]]))
    array([[213.]])
    """

    def __init__(
        self, sizes: Sequence[int], activation: str, dtype: np.dtype[Any], most_rows: int = MOST_ROWS
    ) -> None:
        self.sizes = tuple(sizes)
        self.activation = activation
        self.n_products = sum(above * below for above, below in pairwise(sizes))
        self.weights = np.zeros(self.n_products + sum(sizes[1:]), dtype)
        self.slopes = np.zeros_like(self.weights)
        self.most_rows = most_rows
        self.coefs, self.intercepts = _views(self.weights, sizes)
        self._coef_slopes, self._intercept_slopes = _views(self.slopes, sizes)
        self._outputs = [np.empty((most_rows, size), dtype) for size in sizes[1:]]
        self._pulls = [np.empty((most_rows, size), dtype) for size in sizes[1:-1]]
        self._ones = np.ones(most_rows, dtype)

    @classmethod
    def of(cls, coefs: Sequence[Array], intercepts: Sequence[Array], activation: str, most_rows: int) -> Self:
        """The network that has these weights."""
        sizes = [len(coefs[0]), *(len(each) for each in intercepts)]
        network = cls(sizes, activation, np.result_type(*coefs), most_rows)
        network.take(coefs, intercepts)
        return network

    def take(self, coefs: Sequence[Any], intercepts: Sequence[Any]) -> None:
        """Take over these weights."""
        for mine, given in zip([*self.coefs, *self.intercepts], [*coefs, *intercepts], strict=True):
            mine[...] = given

    def draw(self, random: np.random.Generator) -> None:
        """Weights at random, small enough that a layer hands on the spread it gets (Glorot & Bengio 2010)."""
        for coef, intercept in zip(self.coefs, self.intercepts, strict=True):
            bound = np.sqrt((2.0 if self.activation == "logistic" else 6.0) / sum(coef.shape))
            coef[...] = random.uniform(-bound, bound, coef.shape)
            intercept[...] = random.uniform(-bound, bound, intercept.shape)

    def scores(self, rows: Any) -> Array:
        """What the last layer makes of up to `most_rows` rows; good until the next call."""
        apply = ACTIVATIONS[self.activation].apply
        layer, n_rows = rows, rows.shape[0]
        for place, output in enumerate(self._outputs):
            if place:
                apply(layer)
            layer = multiply(layer, self.coefs[place], output[:n_rows])
            layer += self.intercepts[place]
        return layer

    def propagate_back(self, rows: Any, pull: Array) -> None:
        """Fill `slopes`, given the pull of the loss on each of the scores just computed for these rows.

        With a = outputs of the layer below and p = pull on the scores of this one, the slopes of the
        coefficients are a'p, and the pull on the layer below is p W' times the slope of its activation.
        """
        times_slope = ACTIVATIONS[self.activation].times_slope
        n_rows = rows.shape[0]
        for place in reversed(range(len(self.coefs))):
            below = self._outputs[place - 1][:n_rows] if place else rows
            collect(below, pull, self._coef_slopes[place])
            np.dot(self._ones[:n_rows], pull, out=self._intercept_slopes[place])
            if place:
                pull = np.dot(pull, self.coefs[place].T, out=self._pulls[place - 1][:n_rows])
                times_slope(pull, below)

    def names(self) -> list[str]:
        """A name for every weight: w1[0,2] leads from input 0 to unit 2 of layer 1, with constant b1[2]."""
        coefs = [
            f"w{place}[{i},{j}]"
            for place, coef in enumerate(self.coefs, 1)
            for i, j in np.ndindex(*coef.shape)
        ]
        return coefs + [f"b{place}[{j}]" for place, b in enumerate(self.intercepts, 1) for j in range(len(b))]


def _views(vector: Array, sizes: Sequence[int]) -> tuple[list[Array], list[Array]]:
    shapes: list[tuple[int, ...]] = [*pairwise(sizes), *((size,) for size in sizes[1:])]
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)])
    views = [
        vector[begin:end].reshape(shape) for (begin, end), shape in zip(pairwise(ends), shapes, strict=True)
    ]
    return views[: len(sizes) - 1], views[len(sizes) - 1 :]
