"""Variable elimination: sum the hidden nodes out of a product of tables, one by one, in a good order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import frexp
from typing import Any

import numpy as np

from gnomon.learners.networks.factors import Factor, product, reduced, summed_out
from gnomon.learners.networks.graph import DirectedGraph, Neighbors
from gnomon.learners.networks.triangulation import min_fill

# Products below 2 to this power are lifted before they vanish.
_SMALL = -300


@dataclass(frozen=True)
class Step:
    """One node summed out: the factors that named it (as nodes), the new one, and their table's entries.

    >>> Step(0, ((0,), (0, 1)), (1,), 4).entries
    4
    """

    node: int
    joined: tuple[tuple[int, ...], ...]
    result: tuple[int, ...]
    entries: int


@dataclass(frozen=True)
class Elimination:
    """What is left when all hidden nodes are gone, and how it came to be.

    factor: the product of what is left, a function of the kept nodes, divided by 2**exponent so that small
    numbers do not vanish (Fractions cannot, and are not divided). steps: one for each hidden node.

    >>> from gnomon.learners.networks.examples import burglary
    >>> burglary().elimination("Burglary", {"JohnCalls": True}).frame()[["node", "result", "entries"]]
             node              result  entries
    0  Earthquake  f(Burglary, Alarm)        8
    1       Alarm         f(Burglary)        4
    """

    factor: Factor
    exponent: int
    steps: tuple[Step, ...]
    names: tuple[str, ...]

    def frame(self) -> Any:
        """A table with a row for each step: the node, the factors joined, the new factor, its entries."""
        import pandas

        def words(nodes: Iterable[int]) -> str:
            return f"f({', '.join(self.names[node] for node in nodes)})"

        rows = [
            (self.names[step.node], " ".join(map(words, step.joined)), words(step.result), step.entries)
            for step in self.steps
        ]
        return pandas.DataFrame(rows, columns=["node", "joined", "result", "entries"])


def eliminate(factors: Iterable[Factor], order: Sequence[int], names: Sequence[str]) -> Elimination:
    """Sum the nodes out in this order; each meets only the factors that name it.

    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> eliminate(tables, [0], ["A", "B"]).factor.values
    array([0.375, 0.625])
    """
    left, steps, exponent = list(factors), [], 0
    for node in order:
        joined = [factor for factor in left if node in factor.nodes]
        left = [factor for factor in left if node not in factor.nodes]
        whole, shift = _multiplied(joined)
        left.append(summed_out(whole, node))
        exponent += shift
        nodes = tuple(factor.nodes for factor in joined)
        steps.append(Step(node, nodes, left[-1].nodes, int(whole.values.size)))
    factor, shift = _multiplied(left)
    return Elimination(factor, exponent + shift, tuple(steps), tuple(names))


def eliminated(
    graph: DirectedGraph, factors: Sequence[Factor], targets: Sequence[int], observed: Mapping[int, int]
) -> Elimination:
    """What is left of a network's tables for some targets when all other nodes are summed out.

    Nodes with no target and no evidence downstream sum to 1 and are left out from the start.

    >>> graph = DirectedGraph.of_formula("[A][B|A]")
    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> len(eliminated(graph, tables, [0], {}).steps), len(eliminated(graph, tables, [1], {}).steps)
    (0, 1)
    """
    sizes = [factor.values.shape[factor.nodes.index(node)] for node, factor in enumerate(factors)]
    relevant = graph.ancestors([*targets, *observed])
    hidden = sorted(relevant - set(targets) - set(observed))
    left = [reduced(factors[node], observed) for node in sorted(relevant)]
    order = min_fill(_interaction(left, len(sizes)), hidden, sizes)
    return eliminate(left, list(order), graph.nodes)


def _interaction(factors: Iterable[Factor], n_nodes: int) -> Neighbors:
    """Which nodes stand together in a factor."""
    near: list[set[int]] = [set() for _ in range(n_nodes)]
    for factor in factors:
        for node in factor.nodes:
            near[node].update(factor.nodes)
    return tuple(frozenset(friends - {node}) for node, friends in enumerate(near))


def _multiplied(factors: Iterable[Factor]) -> tuple[Factor, int]:
    """The product of some factors, divided by a power of two whenever it gets small, and the exponent."""
    whole, exponent = product([]), 0
    for factor in sorted(factors, key=lambda factor: factor.values.size):
        whole = product([whole, factor])
        if whole.values.dtype != object:
            shift = frexp(float(whole.values.max()))[1]
            if shift < _SMALL:
                whole = Factor(whole.nodes, np.ldexp(whole.values, -shift))
                exponent += shift
    return whole, exponent
