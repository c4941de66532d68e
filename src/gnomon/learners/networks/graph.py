"""Directed acyclic graph (DAG) of a Bayesian network: nodes and their parents."""

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
GraphLike: TypeAlias = "DirectedGraph | str | Iterable[tuple[str, str]]"


@dataclass(frozen=True)
class DirectedGraph:
    """Directed acyclic graph (DAG) of named nodes.

    nodes: their names. parents: for each node the indices of its parents, in the order of its table's axes.

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
            raise DataError(f"{_cycle_message(self)}; remove or reverse one edge")

    @classmethod
    def of_edges(cls, edges: Iterable[tuple[str, str]], nodes: Iterable[str] | None = None) -> DirectedGraph:
        """Graph from a list of edges, each (from, to).

        nodes: all node names, in order; if None, the nodes of the edges in order of appearance.

        >>> DirectedGraph.of_edges([("A", "B")], nodes=["C", "B", "A"]).nodes
        ('C', 'B', 'A')
        """
        pairs = [_edge(edge) for edge in edges]
        appearing = dict.fromkeys(name for pair in pairs for name in pair)
        names = tuple(appearing) if nodes is None else tuple(nodes)
        _check_names(names)
        index = {name: i for i, name in enumerate(names)}
        parents: list[list[int]] = [[] for _ in names]
        for tail, head in pairs:
            for name in (tail, head):
                if name not in index:
                    raise _unknown(name, names)
            parents[index[head]].append(index[tail])
        return cls(names, tuple(map(tuple, parents)))

    @classmethod
    def of_formula(cls, formula: str) -> DirectedGraph:
        """Graph from a formula: `[A][B|A]` (as in bnlearn) or `p(A) p(B | A)`; parents with `,` or `:`.

        >>> DirectedGraph.of_formula("p(y)p(x1|y,x2)p(x2|y,x3)p(x3|y)").edges
        (('y', 'x1'), ('x2', 'x1'), ('y', 'x2'), ('x3', 'x2'), ('y', 'x3'))
        """
        parents_by_name = dict(_terms(formula))
        index = {name: i for i, name in enumerate(parents_by_name)}
        for name, parents in parents_by_name.items():
            for parent in parents:
                if parent not in index:
                    raise DataError(
                        f"{name!r} has the parent {parent!r}, which has no term; add the term [{parent}]"
                    )
        return cls(
            tuple(parents_by_name),
            tuple(tuple(index[p] for p in parents) for parents in parents_by_name.values()),
        )

    @cached_property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """Edges (from, to), by node and parent."""
        return tuple(
            (self.nodes[parent], self.nodes[node])
            for node, parents in enumerate(self.parents)
            for parent in parents
        )

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node the indices of its children."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for node, parents in enumerate(self.parents):
            for parent in parents:
                children[parent].append(node)
        return tuple(map(tuple, children))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Topological order of the node indices, parents before children; the lowest index first on ties."""
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
        """The graph as a formula in brackets, as `of_formula` reads it."""
        return "".join(
            f"[{name}{'|' if parents else ''}{':'.join(self.nodes[p] for p in parents)}]"
            for name, parents in zip(self.nodes, self.parents, strict=True)
        )

    def index(self, name: str) -> int:
        """Index of a node."""
        if name not in self._index_of:
            raise _unknown(name, self.nodes)
        return self._index_of[name]

    def parents_of(self, name: str) -> tuple[str, ...]:
        """Names of a node's parents."""
        return tuple(self.nodes[parent] for parent in self.parents[self.index(name)])

    def ancestors(self, indices: Iterable[int]) -> frozenset[int]:
        """These nodes and all their ancestors, by index."""
        ancestors, stack = set(), list(indices)
        while stack:
            node = stack.pop()
            if node not in ancestors:
                ancestors.add(node)
                stack.extend(self.parents[node])
        return frozenset(ancestors)

    def moral(self) -> Neighbors:
        """Moral graph: undirected, with the parents of each child married; the neighbors of each node.

        >>> DirectedGraph.of_formula("[A][B][C|A:B]").moral()[0] == {1, 2}
        True
        """
        adjacency: list[set[int]] = [set() for _ in self.nodes]
        for node, parents in enumerate(self.parents):
            family = {node, *parents}
            for member in family:
                adjacency[member] |= family - {member}
        return tuple(map(frozenset, adjacency))

    def markov_blanket(self, name: str) -> tuple[str, ...]:
        """Markov blanket: parents, children and co-parents; given these, a node is independent of all others.

        >>> DirectedGraph.of_formula("[A][B][C|A:B][D|C]").markov_blanket("A")
        ('B', 'C')
        """
        return tuple(self.nodes[node] for node in sorted(self.moral()[self.index(name)]))

    def n_parameters(self, levels: Mapping[str, Any] | Sequence[Any]) -> int:
        """Number of free parameters: the sum of (levels - 1) x (parent configurations).

        levels: the number of levels, or the levels themselves, by name or in the order of the nodes.

        >>> DirectedGraph.of_formula("[A][B|A]").n_parameters({"A": 2, "B": 3})
        5
        """
        by_node = [levels[name] for name in self.nodes] if isinstance(levels, Mapping) else list(levels)
        counts = [int(each) if isinstance(each, Integral) else len(each) for each in by_node]
        return sum(
            (counts[node] - 1) * prod(counts[parent] for parent in parents)
            for node, parents in enumerate(self.parents)
        )

    def frame(self) -> Any:
        """A data frame with one row per node: its parents and children."""
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
    def _index_of(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.nodes)}


def graph_of(graph: GraphLike) -> DirectedGraph:
    """Convert a graph, a formula or a list of edges to a DirectedGraph.

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
        duplicate = next(name for name in nodes if list(nodes).count(name) > 1)
        raise DataError(f"two nodes are called {duplicate!r}; rename one")


def _check_parents(nodes: Sequence[str], parents: Sequence[Sequence[int]]) -> None:
    if len(parents) != len(nodes):
        raise DataError(
            f"there are {len(nodes)} nodes but parents for {len(parents)}; pass () for a node without parents"
        )
    for name, indices in zip(nodes, parents, strict=True):
        for index in indices:
            if not 0 <= index < len(nodes):
                raise DataError(
                    f"node {name!r} has the parent {index}; indices go from 0 to {len(nodes) - 1}"
                )
        if len(set(indices)) < len(indices):
            duplicate = next(nodes[index] for index in indices if list(indices).count(index) > 1)
            raise DataError(f"the edge from {duplicate!r} to {name!r} occurs twice; remove one")


def _edge(edge: Any) -> tuple[str, str]:
    if not isinstance(edge, tuple | list) or len(edge) != 2:
        raise DataError(f"an edge is {edge!r}; pass the two names, as in ('A', 'B')")
    return edge[0], edge[1]


def _unknown(name: Any, nodes: Sequence[str]) -> NameUnknown:
    close_matches = difflib.get_close_matches(str(name), nodes, n=1, cutoff=0.5)
    hint = f"did you mean {close_matches[0]!r}? " if close_matches else ""
    shown = ", ".join(map(repr, nodes[:12])) + (" and more" if len(nodes) > 12 else "")
    return NameUnknown(f"the graph has no node {name!r}; {hint}its nodes are {shown}")


def _cycle_message(graph: DirectedGraph) -> str:
    """Find a cycle: walk from an unordered node to unordered parents until a node repeats."""
    unordered = set(range(len(graph.nodes))) - set(graph.order)
    walk = [min(unordered)]
    while walk[-1] not in walk[:-1]:
        walk.append(next(parent for parent in graph.parents[walk[-1]] if parent in unordered))
    cycle = walk[walk.index(walk[-1]) :][::-1]
    return "the edges form a cycle: " + " -> ".join(graph.nodes[node] for node in cycle)


def _terms(formula: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    pattern = r"\s*(?:\[([^\[\]]+)\]|[pP]\(([^()\[\]]+)\))\s*[*·]?"
    end, seen = 0, set()
    while end < len(formula.rstrip()):
        match = re.compile(pattern).match(formula, end)
        if match is None:
            raise DataError(f"the formula has an error at {formula[end:]!r}; write [A][B|A] or p(A) p(B|A)")
        head, bar, tail = (match[1] or match[2]).partition("|")
        name, parents = head.strip(), tuple(each.strip() for each in re.split("[,:]", tail)) if bar else ()
        if not name or not all(parents) or name in seen:
            problem = "occurs twice" if name in seen else "has no name"
            raise DataError(f"the term {match[0].strip()!r} {problem}; write [A][B|A] or p(A) p(B|A)")
        seen.add(name)
        end = match.end()
        yield name, parents
