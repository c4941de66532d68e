"""The graph of a Bayesian network: nodes, and the parents of each; no node is its own ancestor."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from numbers import Integral
from typing import Any, TypeAlias

from gnomon.errors import DataError, NameUnknown

Neighbors = tuple[frozenset[int], ...]
Drawn: TypeAlias = "DirectedGraph | str | Iterable[tuple[str, str]]"


@dataclass(frozen=True)
class DirectedGraph:
    """A directed graph with no cycle.

    nodes: their names. parents: for each node the places of its parents, in the order of its table.

    >>> graph = DirectedGraph.of_edges([("burglary", "alarm"), ("earthquake", "alarm"), ("alarm", "john")])
    >>> print(graph)
    p(burglary) p(earthquake) p(alarm | burglary, earthquake) p(john | alarm)
    >>> graph.formula
    '[burglary][alarm|burglary:earthquake][earthquake][john|alarm]'
    """

    nodes: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        _check_names(self.nodes)
        _check_parents(self.nodes, self.parents)
        if len(self.order) < len(self.nodes):
            raise DataError(f"{_cycle_in_words(self)}; leave one of these edges out, or turn it round")

    @classmethod
    def of_edges(cls, edges: Iterable[tuple[str, str]], nodes: Iterable[str] | None = None) -> DirectedGraph:
        """The graph of these edges, each (from, to).

        nodes: names in the order wanted, among them those without an edge; else in order of appearance.

        >>> DirectedGraph.of_edges([("A", "B")], nodes=["C", "B", "A"]).nodes
        ('C', 'B', 'A')
        """
        pairs = [_edge(edge) for edge in edges]
        found = dict.fromkeys(name for pair in pairs for name in pair)
        names = tuple(found) if nodes is None else tuple(nodes)
        _check_names(names)
        place = {name: i for i, name in enumerate(names)}
        parents: list[list[int]] = [[] for _ in names]
        for tail, head in pairs:
            for name in (tail, head):
                if name not in place:
                    raise _unknown(name, names)
            parents[place[head]].append(place[tail])
        return cls(names, tuple(map(tuple, parents)))

    @classmethod
    def of_formula(cls, formula: str) -> DirectedGraph:
        """The graph that a factorization draws: `[A][B|A]`, or `p(A) p(B | A)`; parents with `,` or `:`.

        >>> DirectedGraph.of_formula("p(y)p(x1|y,x2)p(x2|y,x3)p(x3|y)").edges
        (('y', 'x1'), ('x2', 'x1'), ('y', 'x2'), ('x3', 'x2'), ('y', 'x3'))
        """
        given = dict(_terms(formula))
        place = {name: i for i, name in enumerate(given)}
        for name, parents in given.items():
            for parent in parents:
                if parent not in place:
                    raise DataError(f"{name!r} has the parent {parent!r}, which has no term; add [{parent}]")
        return cls(tuple(given), tuple(tuple(place[p] for p in parents) for parents in given.values()))

    @cached_property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The edges, each (from, to), by node and parent."""
        return tuple(
            (self.nodes[parent], self.nodes[node])
            for node, parents in enumerate(self.parents)
            for parent in parents
        )

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node the places of its children."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for node, parents in enumerate(self.parents):
            for parent in parents:
                found[parent].append(node)
        return tuple(map(tuple, found))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Places of the nodes, parents before children; of those ready the first comes first."""
        waiting = [len(parents) for parents in self.parents]
        ready = [node for node, count in enumerate(waiting) if count == 0]
        done: list[int] = []
        while ready:
            node = min(ready)
            ready.remove(node)
            done.append(node)
            for child in self.children[node]:
                waiting[child] -= 1
                if waiting[child] == 0:
                    ready.append(child)
        return tuple(done)

    @property
    def formula(self) -> str:
        """The graph in brackets, as `of_formula` reads it."""
        return "".join(
            f"[{name}{'|' if parents else ''}{':'.join(self.nodes[p] for p in parents)}]"
            for name, parents in zip(self.nodes, self.parents, strict=True)
        )

    def place(self, name: str) -> int:
        """The place of a node."""
        if name not in self._places:
            raise _unknown(name, self.nodes)
        return self._places[name]

    def parents_of(self, name: str) -> tuple[str, ...]:
        """The names of a node's parents."""
        return tuple(self.nodes[parent] for parent in self.parents[self.place(name)])

    def ancestors(self, places: Iterable[int]) -> frozenset[int]:
        """These nodes and all that lie upstream of them, by place."""
        found, waiting = set(), list(places)
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting.extend(self.parents[node])
        return frozenset(found)

    def moral(self) -> Neighbors:
        """The undirected graph in which parents of one child are married: the neighbors of each node.

        >>> DirectedGraph.of_formula("[A][B][C|A:B]").moral()[0] == {1, 2}
        True
        """
        near: list[set[int]] = [set() for _ in self.nodes]
        for node, parents in enumerate(self.parents):
            family = {node, *parents}
            for member in family:
                near[member] |= family - {member}
        return tuple(map(frozenset, near))

    def markov_blanket(self, name: str) -> tuple[str, ...]:
        """Parents, children and the children's other parents: given these, no other node tells more.

        >>> DirectedGraph.of_formula("[A][B][C|A:B][D|C]").markov_blanket("A")
        ('B', 'C')
        """
        return tuple(self.nodes[node] for node in sorted(self.moral()[self.place(name)]))

    def n_parameters(self, levels: Mapping[str, Any] | Sequence[Any]) -> int:
        """Free numbers in the tables: the sum of (levels - 1) x (states of the parents).

        levels: the number of levels, or the levels themselves, by name or in the order of the nodes.

        >>> DirectedGraph.of_formula("[A][B|A]").n_parameters({"A": 2, "B": 3})
        5
        """
        by_place = [levels[name] for name in self.nodes] if isinstance(levels, Mapping) else list(levels)
        counts = [int(each) if isinstance(each, Integral) else len(each) for each in by_place]
        return sum(
            (counts[node] - 1) * prod(counts[parent] for parent in parents)
            for node, parents in enumerate(self.parents)
        )

    def frame(self) -> Any:
        """A table with a row for each node: its parents and its children."""
        import pandas

        return pandas.DataFrame(
            {
                "node": self.nodes,
                "parents": [tuple(self.nodes[i] for i in each) for each in self.parents],
                "children": [tuple(self.nodes[i] for i in each) for each in self.children],
            }
        )

    def __str__(self) -> str:
        terms = []
        for node in self.order:
            parents = ", ".join(self.nodes[parent] for parent in self.parents[node])
            terms.append(f"p({self.nodes[node]}{' | ' if parents else ''}{parents})")
        return " ".join(terms)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.nodes)}


def graph_of(graph: Drawn) -> DirectedGraph:
    """A graph from a graph, a formula or edges.

    >>> graph_of("[A][B|A]") == graph_of([("A", "B")])
    True
    """
    if isinstance(graph, DirectedGraph):
        return graph
    return DirectedGraph.of_formula(graph) if isinstance(graph, str) else DirectedGraph.of_edges(graph)


def _check_names(nodes: Sequence[str]) -> None:
    for name in nodes:
        if not isinstance(name, str) or not name:
            raise DataError(f"a node is called {name!r}; names must be text, e.g. {str(name) or 'A'!r}")
    if len(set(nodes)) < len(nodes):
        twice = next(name for name in nodes if list(nodes).count(name) > 1)
        raise DataError(f"two nodes are called {twice!r}; rename one")


def _check_parents(nodes: Sequence[str], parents: Sequence[Sequence[int]]) -> None:
    if len(parents) != len(nodes):
        raise DataError(f"there are {len(nodes)} nodes but parents for {len(parents)}; give () for none")
    for name, places in zip(nodes, parents, strict=True):
        for place in places:
            if not 0 <= place < len(nodes):
                raise DataError(f"node {name!r} has the parent {place}; places go from 0 to {len(nodes) - 1}")
        if len(set(places)) < len(places):
            twice = next(nodes[place] for place in places if list(places).count(place) > 1)
            raise DataError(f"the edge from {twice!r} to {name!r} is given twice; leave one out")


def _edge(edge: Any) -> tuple[str, str]:
    if not isinstance(edge, tuple | list) or len(edge) != 2:
        raise DataError(f"an edge is {edge!r}; give the two names, as in ('A', 'B')")
    return edge[0], edge[1]


def _unknown(name: Any, nodes: Sequence[str]) -> NameUnknown:
    near = difflib.get_close_matches(str(name), nodes, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    shown = ", ".join(map(repr, nodes[:12])) + (" and more" if len(nodes) > 12 else "")
    return NameUnknown(f"the graph has no node {name!r}; {hint}its nodes are {shown}")


def _cycle_in_words(graph: DirectedGraph) -> str:
    """Walk from a node that could not be ordered to a parent of its kind, until one comes again."""
    left = set(range(len(graph.nodes))) - set(graph.order)
    walk = [min(left)]
    while walk[-1] not in walk[:-1]:
        walk.append(next(parent for parent in graph.parents[walk[-1]] if parent in left))
    cycle = walk[walk.index(walk[-1]) :][::-1]
    return "the edges go in a circle: " + " -> ".join(graph.nodes[node] for node in cycle)


def _terms(formula: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    pattern = r"\s*(?:\[([^\[\]]+)\]|[pP]\(([^()]+)\))\s*[*·]?"
    end, seen = 0, set()
    while end < len(formula.rstrip()):
        found = re.compile(pattern).match(formula, end)
        if found is None:
            raise DataError(f"the formula cannot be read at {formula[end:]!r}; write [A][B|A] or p(A) p(B|A)")
        head, bar, tail = (found[1] or found[2]).partition("|")
        name, parents = head.strip(), tuple(each.strip() for each in re.split("[,:]", tail)) if bar else ()
        if not name or not all(parents) or name in seen:
            problem = "is there twice" if name in seen else "lacks a name"
            raise DataError(f"the term {found[0].strip()!r} {problem}; write [A][B|A] or p(A) p(B|A)")
        seen.add(name)
        end = found.end()
        yield name, parents
