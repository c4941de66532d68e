"""d-separation: whether observed nodes block every path between two nodes, and an open path if not."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gnomon.errors import ParameterError
from gnomon.learners.networks.graph import DirectedGraph, GraphLike, graph_of


@dataclass(frozen=True)
class Separation:
    """Result of d-separation: whether two nodes are separated, else an open path; the reason in words.

    >>> burglary = DirectedGraph.of_formula("[B][E][A|B:E][J|A]")
    >>> print(d_separation(burglary, "B", "E"))
    B and E are separated: every path between them is blocked
    >>> print(d_separation(burglary, "B", "E", observed=["J"]))
    B and E are connected given J: B -> A <- E is open (collider A has an observed descendant: J)
    """

    first: str
    second: str
    observed: tuple[str, ...]
    separated: bool
    path: tuple[str, ...]
    reason: str

    def __bool__(self) -> bool:
        return self.separated

    def __str__(self) -> str:
        condition = f" given {', '.join(self.observed)}" if self.observed else ""
        state = "separated" if self.separated else "connected"
        return f"{self.first} and {self.second} are {state}{condition}: {self.reason}"


def d_separation(graph: GraphLike, first: str, second: str, observed: Iterable[str] = ()) -> Separation:
    """d-separation: whether a graph implies that two nodes are conditionally independent given others.

    A path is blocked by an observed node that is not a collider (-> v <-), or by a collider that is not
    observed and has no observed descendant. The result shows a shortest open path.

    graph: a DirectedGraph, a formula, or a list of edges. observed: the conditioning set.

    >>> bool(d_separation("[A][B|A][C|B]", "A", "C", observed="B"))
    True
    """
    graph = graph_of(graph)
    condition = (observed,) if isinstance(observed, str) else tuple(observed)
    indices = [graph.index(name) for name in condition]
    start, goal = graph.index(first), graph.index(second)
    if start == goal or start in indices or goal in indices:
        raise ParameterError(
            f"{first!r}, {second!r} and the observed nodes {condition} must all be different nodes"
        )
    path = _open_path(graph, start, goal, set(indices))
    if not path:
        reason = "every path between them is blocked"
        return Separation(first, second, condition, True, (), reason)
    names = tuple(graph.nodes[node] for node in path)
    return Separation(first, second, condition, False, names, _reason(graph, path, set(indices)))


def d_separated_nodes(graph: GraphLike, name: str, observed: Iterable[str] = ()) -> tuple[str, ...]:
    """All nodes that are d-separated from a node given others.

    >>> d_separated_nodes(DirectedGraph.of_formula("[A][B|A][C|B]"), "A", observed=["B"])
    ('C',)
    """
    graph = graph_of(graph)
    condition = {graph.index(each) for each in ((observed,) if isinstance(observed, str) else observed)}
    reached = {node for node, _ in _reachable(graph, graph.index(name), condition)}
    return tuple(n for index, n in enumerate(graph.nodes) if index not in reached | condition and n != name)


State = tuple[int, bool]


def _reachable(graph: DirectedGraph, start: int, observed: set[int]) -> dict[State, State | None]:
    """Breadth-first search along open paths: every (node, reached from a child), with the state before."""
    ancestors = graph.ancestors(observed)
    previous: dict[State, State | None] = {(start, True): None}
    queue = [(start, True)]
    for state in queue:
        node, from_child = state
        next_states: list[State] = []
        if node not in observed:
            next_states += [(child, False) for child in graph.children[node]]
        if (from_child and node not in observed) or (not from_child and node in ancestors):
            next_states += [(parent, True) for parent in graph.parents[node]]
        for next_state in next_states:
            if next_state not in previous:
                previous[next_state] = state
                queue.append(next_state)
    return previous


def _open_path(graph: DirectedGraph, start: int, goal: int, observed: set[int]) -> list[int]:
    previous = _reachable(graph, start, observed)
    state = next((state for state in previous if state[0] == goal), None)
    path = []
    while state is not None:
        path.append(state[0])
        state = previous[state]
    return path[::-1]


def _reason(graph: DirectedGraph, path: Sequence[int], observed: set[int]) -> str:
    arrows = ["->" if a in graph.parents[b] else "<-" for a, b in itertools.pairwise(path)]
    text = graph.nodes[path[0]]
    for arrow, node in zip(arrows, path[1:], strict=True):
        text += f" {arrow} {graph.nodes[node]}"
    notes = [
        _why_collider_is_open(graph, node, observed)
        for node, left, right in zip(path[1:], arrows, arrows[1:], strict=False)
        if left == "->" and right == "<-"
    ]
    return f"{text} is open" + (f" ({'; '.join(notes)})" if notes else "")


def _why_collider_is_open(graph: DirectedGraph, node: int, observed: set[int]) -> str:
    name = graph.nodes[node]
    if node in observed:
        return f"collider {name} is observed"
    descendant = next(each for each in sorted(observed) if node in graph.ancestors([each]))
    return f"collider {name} has an observed descendant: {graph.nodes[descendant]}"
