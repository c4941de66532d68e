"""Belief propagation: messages between nodes and tables, exact where the graph has no loop (Pearl 1988).

A table sends its node or parent what it believes of it, a node sends a table what all others told it::

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
    """What one end of an edge (a node, and the table of `table`) tells the other; scaled to sum to 1.

    >>> Message(0, 1, True, np.array([0.2, 0.8])).to_table
    True
    """

    node: int
    table: int
    to_table: bool
    values: Array


@dataclass(frozen=True)
class Beliefs:
    """Every message in the order sent, and the belief of every node: p(level | evidence).

    >>> from gnomon.learners.networks.network import BayesianNetwork
    >>> rain = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> rain.messages({"wet": 1})["rain"].round(3)
    array([0.308, 0.692])
    """

    graph: DirectedGraph
    levels: Mapping[str, tuple[Any, ...]]
    messages: tuple[Message, ...]
    beliefs: dict[str, Array]

    def __getitem__(self, name: str) -> Array:
        return self.beliefs[self.graph.nodes[self.graph.place(name)]]

    def frame(self) -> Any:
        """A table with a row for each level of each message: step, sender, receiver, level, value."""
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
    """Send every message once, from the leaves to the root of each part and back.

    >>> graph, tables = DirectedGraph.of_formula("[A]"), [Factor((0,), np.array([0.4, 0.6]))]
    >>> [message.values.tolist() for message in propagate(graph, tables, {"A": (0, 1)}, {}).messages]
    [[0.4, 0.6], [0.5, 0.5]]
    """
    sizes = [len(levels[name]) for name in graph.nodes]
    one = factors[0].values.dtype.type(1) if factors[0].values.dtype != object else Fraction(1)
    agrees = [one * _agreement(sizes[node], observed.get(node)) for node in range(len(sizes))]
    sent: dict[tuple[int, int, bool], Array] = {}
    messages = []
    for node, table, to_table in _schedule(graph, factors):
        if to_table:
            values = _told_by_all(graph, node, agrees[node], sent, but=table)
        else:
            values = _told_by(factors[table], node, table, sent)
        total = values.sum()
        values = values / total if total > 0 else values
        sent[node, table, to_table] = values
        messages.append(Message(node, table, to_table, values))
    beliefs = {}
    for node, name in enumerate(graph.nodes):
        belief = _told_by_all(graph, node, agrees[node], sent)
        beliefs[name] = belief / belief.sum() if belief.sum() > 0 else belief
    return Beliefs(graph, levels, tuple(messages), beliefs)


def _agreement(size: int, level: int | None) -> Array:
    return np.ones(size, dtype=np.int64) if level is None else (np.arange(size) == level).astype(np.int64)


def _schedule(graph: DirectedGraph, factors: Sequence[Factor]) -> Iterator[tuple[int, int, bool]]:
    """(node, table, to the table?) for every message: up to the first node of each part, then down again."""
    n = len(factors)
    tables_near = [[n + table for table in (node, *graph.children[node])] for node in range(n)]
    above = _hung_up(graph, [*tables_near, *(list(factor.nodes) for factor in factors)])
    upward = [(below, top) for below, top in above.items() if top >= 0]
    for sender, receiver in [*reversed(upward), *((top, below) for below, top in upward)]:
        yield (sender, receiver - n, True) if sender < n else (receiver, sender - n, False)


def _hung_up(graph: DirectedGraph, near: Sequence[Sequence[int]]) -> dict[int, int]:
    """The vertex above each, -1 above the first node of each part; nodes come first, then their tables."""
    above: dict[int, int] = {}
    for root in range(len(graph.nodes)):
        waiting = [] if root in above else [root]
        above.setdefault(root, -1)
        for vertex in waiting:
            for friend in near[vertex]:
                if friend in above and friend != above[vertex]:
                    raise _loop(graph, min(vertex, friend))
                if friend not in above:
                    above[friend] = vertex
                    waiting.append(friend)
    return above


def _loop(graph: DirectedGraph, node: int) -> DesignError:
    return DesignError(
        f"without its arrows the graph has a loop through {graph.nodes[node]!r}; belief propagation "
        "is exact on trees alone: use `query` or `posteriors`, which go by elimination and the junction tree"
    )


def _told_by_all(
    graph: DirectedGraph, node: int, agrees: Array, sent: Mapping[tuple[int, int, bool], Array], but: int = -1
) -> Array:
    """What all tables but one told a node, times its agreement with the evidence; scaled to be at most 1."""
    values = agrees
    for table in (node, *graph.children[node]):
        if table != but:
            values = values * sent[node, table, False]
            top = values.max()
            values = values / top if top > 0 else values
    return values


def _told_by(factor: Factor, node: int, table: int, sent: Mapping[tuple[int, int, bool], Array]) -> Array:
    others = [other for other in factor.nodes if other != node]
    whole = product([factor, *(Factor((other,), sent[other, table, True]) for other in others)])
    for other in others:
        whole = summed_out(whole, other)
    return whole.values
