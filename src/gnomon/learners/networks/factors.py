"""Factors (potentials): functions of a few nodes, as arrays with one axis per node; products and sums.

The entries may be floats or Fractions; a sum of Fractions is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.learners.networks.graph import DirectedGraph

# 2**27 floats are one gigabyte.
MAX_ENTRIES = 2**27


@dataclass(frozen=True)
class Factor:
    """Factor (potential): `values` has one axis per node of `nodes`, ascending node indices.

    >>> a, b = Factor((0,), np.array([0.1, 0.9])), Factor((0, 1), np.array([[0.5, 0.5], [0.2, 0.8]]))
    >>> summed_out(product([a, b]), 0).values
    array([0.23, 0.77])
    """

    nodes: tuple[int, ...]
    values: Array


def factor_of(nodes: Sequence[int], values: Array) -> Factor:
    """Factor with its axes sorted by node.

    >>> factor_of((1, 0), np.array([[1, 2, 3]])).values.shape
    (3, 1)
    """
    axes = sorted(range(len(nodes)), key=nodes.__getitem__)
    return Factor(tuple(nodes[axis] for axis in axes), np.transpose(values, axes))


def table_factors(graph: DirectedGraph, tables: Mapping[str, Array]) -> list[Factor]:
    """Tables of a network as factors, in the order of its nodes.

    >>> table_factors(DirectedGraph.of_formula("[A|B][B]"), {"A": np.ones((3, 2)), "B": np.ones(3)})[
    ...     0
    ... ].values.shape
    (2, 3)
    """
    return [
        factor_of((*parents, node), tables[name])
        for node, (name, parents) in enumerate(zip(graph.nodes, graph.parents, strict=True))
    ]


def product(factors: Iterable[Factor]) -> Factor:
    """Product of factors, a function of all their nodes.

    >>> product([]).values.item()
    1
    """
    factors = sorted(factors, key=lambda factor: factor.values.size)
    nodes = tuple(sorted({node for factor in factors for node in factor.nodes}))
    sizes = {node: size for f in factors for node, size in zip(f.nodes, f.values.shape, strict=True)}
    check_size([sizes[node] for node in nodes])
    values = np.ones((1,) * len(nodes), dtype=np.int64)
    for factor in factors:
        shape = [sizes[node] if node in factor.nodes else 1 for node in nodes]
        values = values * factor.values.reshape(shape)
    return Factor(nodes, np.broadcast_to(values, [sizes[node] for node in nodes]))


def summed_out(factor: Factor, node: int) -> Factor:
    """Sum one node out of a factor (marginalization).

    >>> summed_out(Factor((0, 1), np.array([[1, 2], [3, 4]])), 0).values
    array([4, 6])
    """
    axis = factor.nodes.index(node)
    return Factor(factor.nodes[:axis] + factor.nodes[axis + 1 :], np.asarray(factor.values.sum(axis=axis)))


def reduced(factor: Factor, evidence: Mapping[int, int]) -> Factor:
    """Reduce a factor to the observed levels; the observed nodes are removed.

    >>> reduced(Factor((0, 1), np.array([[1, 2], [3, 4]])), {1: 0}).values
    array([1, 3])
    """
    index = tuple(evidence.get(node, slice(None)) for node in factor.nodes)
    return Factor(
        tuple(node for node in factor.nodes if node not in evidence), np.asarray(factor.values[index])
    )


def marginal(factor: Factor, nodes: Sequence[int]) -> Array:
    """Marginal of a factor on these nodes, with the axes in their order.

    >>> marginal(Factor((0, 1), np.array([[1, 2], [3, 4]])), [1])
    array([4, 6])
    """
    for node in factor.nodes:
        if node not in nodes:
            factor = summed_out(factor, node)
    return np.transpose(factor.values, [factor.nodes.index(node) for node in nodes])


def check_size(sizes: Iterable[int]) -> None:
    """Raise DataError for a table of more than one gigabyte.

    >>> check_size([2, 3, 4])
    """
    entries = 1
    for size in sizes:
        entries *= size
    if entries > MAX_ENTRIES:
        raise DataError(
            f"exact inference needs a table of {entries:.1e} entries, as the graph is too dense; use "
            "`weighted_sample` (approximate inference), or remove edges"
        )
