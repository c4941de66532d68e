"""Variable elimination: sum hidden nodes out of a product of factors, one by one, in min-fill order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import frexp
from typing import Any

import numpy as np

from gnomon.learners.networks.factors import Factor, product, reduced, summed_out
from gnomon.learners.networks.graph import DirectedGraph, Neighbors
from gnomon.learners.networks.triangulation import min_fill

# Products below 2 to this power are rescaled before they underflow.
_SMALL = -300


@dataclass(frozen=True)
class Step:
    """One step of variable elimination: the node summed out.

    joined: nodes of each factor that contains it. result: nodes of the new factor. entries: size of the joint
    table.

    >>> Step(0, ((0,), (0, 1)), (1,), 4).entries
    4
    """

    node: int
    joined: tuple[tuple[int, ...], ...]
    result: tuple[int, ...]
    entries: int


@dataclass(frozen=True)
class Elimination:
    """Result of variable elimination: the remaining factor and the steps.

    factor: product of the remaining factors, divided by 2**exponent to avoid underflow (Fractions are not
    divided). steps: one per hidden node.

    >>> from gnomon.networks import burglary
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
        """A data frame with one row per step: the node, the factors joined, the new factor, its entries."""
        import pandas

        def term(nodes: Iterable[int]) -> str:
            return f"f({', '.join(self.names[node] for node in nodes)})"

        rows = [
            (self.names[step.node], " ".join(map(term, step.joined)), term(step.result), step.entries)
            for step in self.steps
        ]
        return pandas.DataFrame(rows, columns=["node", "joined", "result", "entries"])


def eliminate(factors: Iterable[Factor], order: Sequence[int], names: Sequence[str]) -> Elimination:
    """Sum out the nodes in this order, each from the product of the factors that contain it.

    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> eliminate(tables, [0], ["A", "B"]).factor.values
    array([0.375, 0.625])
    """
    remaining, steps, exponent = list(factors), [], 0
    for node in order:
        joined = [factor for factor in remaining if node in factor.nodes]
        remaining = [factor for factor in remaining if node not in factor.nodes]
        joint, exponent_shift = _multiplied(joined)
        remaining.append(summed_out(joint, node))
        exponent += exponent_shift
        nodes = tuple(factor.nodes for factor in joined)
        steps.append(Step(node, nodes, remaining[-1].nodes, int(joint.values.size)))
    factor, exponent_shift = _multiplied(remaining)
    return Elimination(factor, exponent + exponent_shift, tuple(steps), tuple(names))


def eliminated(
    graph: DirectedGraph, factors: Sequence[Factor], targets: Sequence[int], observed: Mapping[int, int]
) -> Elimination:
    """Variable elimination of all nodes but the targets, given the evidence.

    Barren nodes (without a target or evidence among their descendants) sum to 1 and are dropped first.

    >>> graph = DirectedGraph.of_formula("[A][B|A]")
    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> len(eliminated(graph, tables, [0], {}).steps), len(eliminated(graph, tables, [1], {}).steps)
    (0, 1)
    """
    sizes = [factor.values.shape[factor.nodes.index(node)] for node, factor in enumerate(factors)]
    relevant = graph.ancestors([*targets, *observed])
    hidden = sorted(relevant - set(targets) - set(observed))
    remaining = [reduced(factors[node], observed) for node in sorted(relevant)]
    order = min_fill(_interaction(remaining, len(sizes)), hidden, sizes)
    return eliminate(remaining, list(order), graph.nodes)


def _interaction(factors: Iterable[Factor], n_nodes: int) -> Neighbors:
    """Interaction graph: nodes are adjacent if they share a factor."""
    adjacency: list[set[int]] = [set() for _ in range(n_nodes)]
    for factor in factors:
        for node in factor.nodes:
            adjacency[node].update(factor.nodes)
    return tuple(frozenset(neighbors - {node}) for node, neighbors in enumerate(adjacency))


def _multiplied(factors: Iterable[Factor]) -> tuple[Factor, int]:
    """The product of factors, rescaled by a power of two against underflow, and the exponent."""
    joint, exponent = product([]), 0
    for factor in sorted(factors, key=lambda factor: factor.values.size):
        joint = product([joint, factor])
        if joint.values.dtype != object:
            exponent_shift = frexp(float(joint.values.max()))[1]
            if exponent_shift < _SMALL:
                joint = Factor(joint.nodes, np.ldexp(joint.values, -exponent_shift))
                exponent += exponent_shift
    return joint, exponent
