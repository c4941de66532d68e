"""d-separation: whether observed nodes block every path between two others, and if not, which one is open."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gnomon.errors import ParameterError
from gnomon.learners.networks.graph import DirectedGraph, Drawn, graph_of


@dataclass(frozen=True)
class Separation:
    """The answer: separated or not; the open path if not; the reason in words.

    >>> burglary = DirectedGraph.of_formula("[B][E][A|B:E][J|A]")
    >>> print(d_separation(burglary, "B", "E"))
    B and E are separated: every path between them is blocked
    >>> print(d_separation(burglary, "B", "E", given=["J"]))
    B and E are connected given J: B -> A <- E is open (A has an observed node below it: J)
    """

    first: str
    second: str
    given: tuple[str, ...]
    separated: bool
    path: tuple[str, ...]
    reason: str

    def __bool__(self) -> bool:
        return self.separated

    def __str__(self) -> str:
        given = f" given {', '.join(self.given)}" if self.given else ""
        state = "separated" if self.separated else "connected"
        return f"{self.first} and {self.second} are {state}{given}: {self.reason}"


def d_separation(graph: Drawn, first: str, second: str, given: Iterable[str] = ()) -> Separation:
    """Whether two nodes are independent given others in every network with this graph.

    A path is open unless it goes through an observed node that is no collider (-> v <-), or through a
    collider with nothing observed at it or below it. Of the open paths a shortest one is shown.

    graph: a Graph, a formula, or a list of edges.

    >>> bool(d_separation("[A][B|A][C|B]", "A", "C", given="B"))
    True
    """
    graph = graph_of(graph)
    observed = (given,) if isinstance(given, str) else tuple(given)
    places = [graph.place(name) for name in observed]
    start, goal = graph.place(first), graph.place(second)
    if start == goal or start in places or goal in places:
        raise ParameterError(f"{first!r}, {second!r} and the observed nodes {observed} must all be different")
    path = _open_path(graph, start, goal, set(places))
    if not path:
        reason = "every path between them is blocked"
        return Separation(first, second, observed, True, (), reason)
    names = tuple(graph.nodes[node] for node in path)
    return Separation(first, second, observed, False, names, _reason(graph, path, set(places)))


def d_separated_nodes(graph: Drawn, name: str, given: Iterable[str] = ()) -> tuple[str, ...]:
    """All nodes that are d-separated from one, given others.

    >>> d_separated_nodes(DirectedGraph.of_formula("[A][B|A][C|B]"), "A", given=["B"])
    ('C',)
    """
    graph = graph_of(graph)
    observed = {graph.place(each) for each in ((given,) if isinstance(given, str) else given)}
    met = {node for node, _ in _walks(graph, graph.place(name), observed)}
    return tuple(n for place, n in enumerate(graph.nodes) if place not in met | observed and n != name)


State = tuple[int, bool]


def _walks(graph: DirectedGraph, start: int, observed: set[int]) -> dict[State, State | None]:
    """Every (node, came from a child) that an open path reaches, with the state before it, nearest first."""
    above = graph.ancestors(observed)
    before: dict[State, State | None] = {(start, True): None}
    waiting = [(start, True)]
    for state in waiting:
        node, from_child = state
        onward: list[State] = []
        if node not in observed:
            onward += [(child, False) for child in graph.children[node]]
        if (from_child and node not in observed) or (not from_child and node in above):
            onward += [(parent, True) for parent in graph.parents[node]]
        for following in onward:
            if following not in before:
                before[following] = state
                waiting.append(following)
    return before


def _open_path(graph: DirectedGraph, start: int, goal: int, observed: set[int]) -> list[int]:
    before = _walks(graph, start, observed)
    state = next((state for state in before if state[0] == goal), None)
    path = []
    while state is not None:
        path.append(state[0])
        state = before[state]
    return path[::-1]


def _reason(graph: DirectedGraph, path: Sequence[int], observed: set[int]) -> str:
    arrows = ["->" if a in graph.parents[b] else "<-" for a, b in itertools.pairwise(path)]
    drawn = graph.nodes[path[0]]
    for arrow, node in zip(arrows, path[1:], strict=True):
        drawn += f" {arrow} {graph.nodes[node]}"
    notes = [
        _why_collider_is_open(graph, node, observed)
        for node, left, right in zip(path[1:], arrows, arrows[1:], strict=False)
        if left == "->" and right == "<-"
    ]
    return f"{drawn} is open" + (f" ({'; '.join(notes)})" if notes else "")


def _why_collider_is_open(graph: DirectedGraph, node: int, observed: set[int]) -> str:
    name = graph.nodes[node]
    if node in observed:
        return f"{name} is a collider and observed"
    below = next(each for each in sorted(observed) if node in graph.ancestors([each]))
    return f"{name} has an observed node below it: {graph.nodes[below]}"
