"""Builder of an ONNX graph: constants and operations in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import ParameterError

# Opsets supported by ONNX runtimes of recent years.
OPSET = 17
ML_OPSET = 3


@dataclass
class Graph:
    """The operations of a graph; tensors are referred to by name.

    >>> graph = Graph()
    >>> graph.add("Add", "X", graph.constant(np.ones(1)))
    't2'
    """

    nodes: list[Any] = field(default_factory=list)
    constants: list[Any] = field(default_factory=list)
    n_tensors: int = 0

    def constant(self, values: Any) -> str:
        """Add a constant tensor: numbers, or anything else as strings."""
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
        """Add an operation on tensors; return the name of its output."""
        onnx = load_onnx()
        name = self._name()
        self.nodes.append(onnx.helper.make_node(operation, list(inputs), [name], domain=domain, **attributes))
        return name

    def doubles(self, values: Any) -> str:
        """Add a constant of doubles."""
        return self.constant(np.asarray(values, dtype=np.float64))

    def integers(self, *values: int) -> str:
        """Add a constant list of integers, for axes and shapes."""
        return self.constant(np.array(values, dtype=np.int64))

    def affine(self, X: str, weights: Array, offset: Any) -> str:
        """X weights + offset, by rows."""
        return self.add("Add", self.add("MatMul", X, self.doubles(weights)), self.doubles(offset))

    def squared_distances(self, X: str, centers: Array) -> str:
        """|x - c|² for each row and each center, as |x|² + |c|² - 2 x·c, not below 0."""
        squares = self.add("ReduceSum", self.add("Mul", X, X), self.integers(1), keepdims=1)
        crossed = self.affine(X, -2.0 * np.asarray(centers, dtype=np.float64).T, (centers**2).sum(axis=1))
        return self.add("Max", self.add("Add", squares, crossed), self.doubles(0.0))

    def label(self, scores: str, classes: Array) -> str:
        """The class of the largest score (argmax), the first in ties."""
        return self.choose(self.add("ArgMax", scores, axis=1, keepdims=0), classes)

    def label_of_two(self, score: str, classes: Array) -> str:
        """The second class if a score (rows, 1) is positive, else the first."""
        above = self.add(
            "Cast", self.add("Greater", score, self.doubles(0.0)), to=load_onnx().TensorProto.INT64
        )
        return self.choose(self.add("Reshape", above, self.integers(-1)), classes)

    def choose(self, codes: str, classes: Array) -> str:
        """The classes of integer codes."""
        labels = np.asarray(classes)
        labels = labels.astype(np.int64) if labels.dtype.kind in "iub" else labels
        return self.add("Gather", self.constant(labels), codes, axis=0)

    def two_probabilities(self, second: str) -> str:
        """(rows, 2): the probabilities of both classes, from that of the second."""
        first = self.add("Sub", self.doubles(1.0), second)
        return self.add("Concat", first, second, axis=1)

    def flat(self, column: str) -> str:
        """Flatten (rows, 1) to (rows)."""
        return self.add("Reshape", column, self.integers(-1))

    def _name(self) -> str:
        self.n_tensors += 1
        return f"t{self.n_tensors}"


def load_onnx() -> Any:
    """Import the onnx package; ParameterError if it is not installed."""
    try:
        import onnx
        import onnx.helper
        import onnx.numpy_helper
    except ImportError as error:
        raise ParameterError("export to ONNX needs the package onnx; pip install 'gnomon[onnx]'") from error
    return onnx
