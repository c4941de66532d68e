"""Belief propagation (sum-product message passing): exact where the graph has no loop (Pearl 1988).

Messages go between nodes (variables) and tables (factors) of the factor graph::

    node -> table:  m(x) = [x agrees with the evidence] x product of the messages of the other tables
    table -> node:  m(x) = sum over the other nodes of (table x product of their messages)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DesignError
from gnomon.learners.networks.factors import Factor, product, summed_out
from gnomon.learners.networks.graph import DirectedGraph


@dataclass(frozen=True)
class Message:
    """A message between a node and the table of node `table`, normalized to sum to 1.

    >>> Message(0, 1, True, np.array([0.2, 0.8])).to_table
    True
    """

    node: int
    table: int
    to_table: bool
    values: Array


@dataclass(frozen=True)
class Beliefs:
    """Result of belief propagation: messages in the order sent, and each node's belief p(level | evidence).

    >>> from gnomon.networks import BayesianNetwork
    >>> rain = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> rain.messages({"wet": 1})["rain"].round(3)
    array([0.308, 0.692])
    """

    graph: DirectedGraph
    levels: Mapping[str, tuple[Any, ...]]
    messages: tuple[Message, ...]
    beliefs: dict[str, Array]

    def __getitem__(self, name: str) -> Array:
        return self.beliefs[self.graph.nodes[self.graph.index(name)]]

    def frame(self) -> Any:
        """A data frame with one row per level of each message: step, sender, receiver, level, value."""
        import pandas

        rows = []
        for step, message in enumerate(self.messages):
            node = self.graph.nodes[message.node]
            table = f"p({self.graph.nodes[message.table]} | …)"
            ends = (node, table) if message.to_table else (table, node)
            for level, value in zip(self.levels[node], message.values, strict=True):
                rows.append((step, *ends, level, value))
        return pandas.DataFrame(rows, columns=["step", "from", "to", "level", "value"])


def propagate(
    graph: DirectedGraph,
    factors: Sequence[Factor],
    levels: Mapping[str, tuple[Any, ...]],
    observed: Mapping[int, int],
) -> Beliefs:
    """Run belief propagation: send each message once, from the leaves to the root of each component and back.

    >>> graph, tables = DirectedGraph.of_formula("[A]"), [Factor((0,), np.array([0.4, 0.6]))]
    >>> [message.values.tolist() for message in propagate(graph, tables, {"A": (0, 1)}, {}).messages]
    [[0.4, 0.6], [0.5, 0.5]]
    """
    sizes = [len(levels[name]) for name in graph.nodes]
    one = factors[0].values.dtype.type(1) if factors[0].values.dtype != object else Fraction(1)
    indicator = [one * _evidence_indicator(sizes[node], observed.get(node)) for node in range(len(sizes))]
    sent: dict[tuple[int, int, bool], Array] = {}
    messages = []
    for node, table, to_table in _schedule(graph, factors):
        if to_table:
            values = _node_message(graph, node, indicator[node], sent, except_table=table)
        else:
            values = _table_message(factors[table], node, table, sent)
        total = values.sum()
        values = values / total if total > 0 else values
        sent[node, table, to_table] = values
        messages.append(Message(node, table, to_table, values))
    beliefs = {}
    for node, name in enumerate(graph.nodes):
        belief = _node_message(graph, node, indicator[node], sent)
        beliefs[name] = belief / belief.sum() if belief.sum() > 0 else belief
    return Beliefs(graph, levels, tuple(messages), beliefs)


def _evidence_indicator(size: int, level: int | None) -> Array:
    return np.ones(size, dtype=np.int64) if level is None else (np.arange(size) == level).astype(np.int64)


def _schedule(graph: DirectedGraph, factors: Sequence[Factor]) -> Iterator[tuple[int, int, bool]]:
    """(node, table, to_table) of every message: up to the root of each component, then down again."""
    n = len(factors)
    adjacent_tables = [[n + table for table in (node, *graph.children[node])] for node in range(n)]
    parent_of = _rooted(graph, [*adjacent_tables, *(list(factor.nodes) for factor in factors)])
    upward = [(child, parent) for child, parent in parent_of.items() if parent >= 0]
    for sender, receiver in [*reversed(upward), *((parent, child) for child, parent in upward)]:
        yield (sender, receiver - n, True) if sender < n else (receiver, sender - n, False)


def _rooted(graph: DirectedGraph, adjacency: Sequence[Sequence[int]]) -> dict[int, int]:
    """Parent of each vertex of the factor graph, -1 for the root of a component; nodes first, then tables."""
    parent_of: dict[int, int] = {}
    for root in range(len(graph.nodes)):
        queue = [] if root in parent_of else [root]
        parent_of.setdefault(root, -1)
        for vertex in queue:
            for neighbor in adjacency[vertex]:
                if neighbor in parent_of and neighbor != parent_of[vertex]:
                    raise _loop(graph, min(vertex, neighbor))
                if neighbor not in parent_of:
                    parent_of[neighbor] = vertex
                    queue.append(neighbor)
    return parent_of


def _loop(graph: DirectedGraph, node: int) -> DesignError:
    return DesignError(
        f"the undirected graph has a loop through {graph.nodes[node]!r}, and belief propagation is exact on "
        "trees only; use `query` or `posteriors` (variable elimination and the junction tree)"
    )


def _node_message(
    graph: DirectedGraph,
    node: int,
    indicator: Array,
    sent: Mapping[tuple[int, int, bool], Array],
    except_table: int = -1,
) -> Array:
    """Product of the messages of all tables but one to a node and its evidence, scaled to at most 1."""
    values = indicator
    for table in (node, *graph.children[node]):
        if table != except_table:
            values = values * sent[node, table, False]
            largest = values.max()
            values = values / largest if largest > 0 else values
    return values


def _table_message(
    factor: Factor, node: int, table: int, sent: Mapping[tuple[int, int, bool], Array]
) -> Array:
    others = [other for other in factor.nodes if other != node]
    joint = product([factor, *(Factor((other,), sent[other, table, True]) for other in others)])
    for other in others:
        joint = summed_out(joint, other)
    return joint.values
