"""Fully connected feedforward network: forward pass and backpropagation.

All weights are in one vector, and their gradient in another, so that an optimizer is a few lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np

from gnomon.arrays import Array
from gnomon.learners.neural.activation import ACTIVATIONS
from gnomon.learners.neural.standardization import multiply, transpose_multiply

MAX_ROWS = 1024


class Network:
    """Feedforward network: weights, their gradient, and buffers for the outputs of up to `max_rows` rows.

    sizes: number of units of each layer, from the inputs to the outputs. coefs and intercepts are views of
    `weights`, which has the coefficients of all layers first.

    >>> network = Network((2, 1), "tanh", np.dtype(float))
    >>> network.weights[:] = 1.0, 2.0, 3.0
    >>> network.forward(np.array([[10.0, 100.0]]))
    array([[213.]])
    """

    def __init__(
        self, sizes: Sequence[int], activation: str, dtype: np.dtype[Any], max_rows: int = MAX_ROWS
    ) -> None:
        self.sizes = tuple(sizes)
        self.activation = activation
        self.n_products = sum(n_in * n_out for n_in, n_out in pairwise(sizes))
        self.weights = np.zeros(self.n_products + sum(sizes[1:]), dtype)
        self.gradient = np.zeros_like(self.weights)
        self.max_rows = max_rows
        self.coefs, self.intercepts = _views(self.weights, sizes)
        self._coef_gradients, self._intercept_gradients = _views(self.gradient, sizes)
        self._outputs = [np.empty((max_rows, size), dtype) for size in sizes[1:]]
        self._score_gradients = [np.empty((max_rows, size), dtype) for size in sizes[1:-1]]
        self._ones = np.ones(max_rows, dtype)

    @classmethod
    def of(cls, coefs: Sequence[Array], intercepts: Sequence[Array], activation: str, max_rows: int) -> Self:
        """The network of these weights."""
        sizes = [len(coefs[0]), *(len(each) for each in intercepts)]
        network = cls(sizes, activation, np.result_type(*coefs), max_rows)
        network.set_weights(coefs, intercepts)
        return network

    def set_weights(self, coefs: Sequence[Any], intercepts: Sequence[Any]) -> None:
        """Copy these weights."""
        for own, new in zip([*self.coefs, *self.intercepts], [*coefs, *intercepts], strict=True):
            own[...] = new

    def initialize(self, random: np.random.Generator) -> None:
        """Random initial weights that preserve the variance from layer to layer (Glorot & Bengio 2010)."""
        for coef, intercept in zip(self.coefs, self.intercepts, strict=True):
            bound = np.sqrt((2.0 if self.activation == "logistic" else 6.0) / sum(coef.shape))
            coef[...] = random.uniform(-bound, bound, coef.shape)
            intercept[...] = random.uniform(-bound, bound, intercept.shape)

    def forward(self, rows: Any) -> Array:
        """Forward pass: scores of the output layer of up to `max_rows` rows; valid until the next call."""
        apply = ACTIVATIONS[self.activation].apply
        layer, n_rows = rows, rows.shape[0]
        for index, output in enumerate(self._outputs):
            if index:
                apply(layer)
            layer = multiply(layer, self.coefs[index], output[:n_rows])
            layer += self.intercepts[index]
        return layer

    def backpropagate(self, rows: Any, score_gradient: Array) -> None:
        """Backpropagation: compute `gradient` from the gradient of the loss by the scores of these rows.

        With a the outputs of the layer below and g the gradient by the scores of this one, the gradient by
        the coefficients is a'g, and that by the layer below is g W' times the derivative of its activation.
        """
        times_derivative = ACTIVATIONS[self.activation].times_derivative
        n_rows = rows.shape[0]
        for index in reversed(range(len(self.coefs))):
            outputs_below = self._outputs[index - 1][:n_rows] if index else rows
            transpose_multiply(outputs_below, score_gradient, self._coef_gradients[index])
            np.dot(self._ones[:n_rows], score_gradient, out=self._intercept_gradients[index])
            if index:
                score_gradient = np.dot(
                    score_gradient, self.coefs[index].T, out=self._score_gradients[index - 1][:n_rows]
                )
                times_derivative(score_gradient, outputs_below)

    def names(self) -> list[str]:
        """Names of the weights: w1[0,2] leads from input 0 to unit 2 of layer 1, whose bias is b1[2]."""
        coefs = [
            f"w{index}[{i},{j}]"
            for index, coef in enumerate(self.coefs, 1)
            for i, j in np.ndindex(*coef.shape)
        ]
        return coefs + [f"b{index}[{j}]" for index, b in enumerate(self.intercepts, 1) for j in range(len(b))]


def _views(vector: Array, sizes: Sequence[int]) -> tuple[list[Array], list[Array]]:
    shapes: list[tuple[int, ...]] = [*pairwise(sizes), *((size,) for size in sizes[1:])]
    ends = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)])
    views = [
        vector[begin:end].reshape(shape) for (begin, end), shape in zip(pairwise(ends), shapes, strict=True)
    ]
    return views[: len(sizes) - 1], views[len(sizes) - 1 :]
