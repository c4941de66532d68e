"""An ONNX graph in the making: constants and operations in the order in which they are added."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import ParameterError

# Opsets that runtimes of the last years know.
OPSET = 17
OPSET_OF_LEARNING = 3


@dataclass
class Graph:
    """Operations so far; tensors are spoken of by name.

    >>> graph = Graph()
    >>> graph.add("Add", "X", graph.constant(np.ones(1)))
    't2'
    """

    nodes: list[Any] = field(default_factory=list)
    constants: list[Any] = field(default_factory=list)
    n_made: int = 0

    def constant(self, values: Any) -> str:
        """A constant tensor: numbers as they are, anything else as text."""
        onnx = load_onnx()
        array = np.asarray(values)
        name = self._name()
        if array.dtype.kind in "fiub":
            self.constants.append(onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        else:
            words = [str(each) for each in array.ravel()]
            kind = onnx.TensorProto.STRING
            self.constants.append(onnx.helper.make_tensor(name, kind, array.shape, words))
        return name

    def add(self, operation: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """An operation on tensors; the name of its result."""
        onnx = load_onnx()
        name = self._name()
        self.nodes.append(onnx.helper.make_node(operation, list(inputs), [name], domain=domain, **attributes))
        return name

    def numbers(self, values: Any) -> str:
        """A constant of doubles."""
        return self.constant(np.asarray(values, dtype=np.float64))

    def whole(self, *values: int) -> str:
        """A constant list of whole numbers, as axes and shapes are given."""
        return self.constant(np.array(values, dtype=np.int64))

    def affine(self, X: str, weights: Array, offset: Any) -> str:
        """X weights + offset, by rows."""
        return self.add("Add", self.add("MatMul", X, self.numbers(weights)), self.numbers(offset))

    def squared_distances(self, X: str, centers: Array) -> str:
        """|x - c|² for each row and each center, as |x|² + |c|² - 2 x·c, not below 0."""
        squares = self.add("ReduceSum", self.add("Mul", X, X), self.whole(1), keepdims=1)
        crossed = self.affine(X, -2.0 * np.asarray(centers, dtype=np.float64).T, (centers**2).sum(axis=1))
        return self.add("Max", self.add("Add", squares, crossed), self.numbers(0.0))

    def label(self, scores: str, classes: Array) -> str:
        """The class of the largest score, the first of equals."""
        return self.choose(self.add("ArgMax", scores, axis=1, keepdims=0), classes)

    def label_of_two(self, score: str, classes: Array) -> str:
        """The second class where a score (rows, 1) is above 0, else the first."""
        above = self.add(
            "Cast", self.add("Greater", score, self.numbers(0.0)), to=load_onnx().TensorProto.INT64
        )
        return self.choose(self.add("Reshape", above, self.whole(-1)), classes)

    def choose(self, codes: str, classes: Array) -> str:
        """The classes that codes mean."""
        words = np.asarray(classes)
        known = words.astype(np.int64) if words.dtype.kind in "iub" else words
        return self.add("Gather", self.constant(known), codes, axis=0)

    def two_shares(self, second: str) -> str:
        """(rows, 2): what is left, and the probability of the second class."""
        first = self.add("Sub", self.numbers(1.0), second)
        return self.add("Concat", first, second, axis=1)

    def flat(self, column: str) -> str:
        """(rows, 1) as (rows)."""
        return self.add("Reshape", column, self.whole(-1))

    def _name(self) -> str:
        self.n_made += 1
        return f"t{self.n_made}"


def load_onnx() -> Any:
    """The onnx package; ParameterError with the way out if it is not there."""
    try:
        import onnx
        import onnx.helper
        import onnx.numpy_helper
    except ImportError as error:
        raise ParameterError("export to ONNX needs the package onnx; pip install 'gnomon[onnx]'") from error
    return onnx
