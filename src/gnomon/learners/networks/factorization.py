"""Factorized joint distribution: graph, levels and conditional probability tables."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from gnomon.arrays import Array
from gnomon.learners.networks.coding import Codes, codes_of
from gnomon.learners.networks.evidence import Evidence, observed_codes
from gnomon.learners.networks.factors import Factor, table_factors
from gnomon.learners.networks.graph import DirectedGraph, GraphLike, graph_of
from gnomon.learners.networks.junction_tree import JunctionTree, build_junction_tree
from gnomon.learners.networks.missing_values import EMResult
from gnomon.learners.networks.tables import read_tables


class Factorization:
    """Factorized joint distribution: the product over nodes of p(node | parents); see `BayesianNetwork`.

    graph, tables, levels: see `BayesianNetwork`. learned: result of expectation maximization, if the tables
    were learned from rows with missing values.

    >>> rain = Factorization("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> rain.frame("wet")
       rain  wet  probability
    0     0    0          0.9
    1     0    1          0.1
    2     1    0          0.1
    3     1    1          0.9
    """

    graph: DirectedGraph
    levels: dict[str, tuple[Any, ...]]
    tables: dict[str, Array]
    learned: EMResult | None = None

    def __init__(
        self,
        graph: GraphLike,
        tables: Mapping[str, Any] | Sequence[Any],
        levels: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        self.graph = graph_of(graph)
        self.levels, self.tables = read_tables(self.graph, tables, levels)
        self._trees: dict[tuple[int, ...], JunctionTree] = {}

    def frame(self, name: str) -> Any:
        """A node's conditional probability table in long form: parents, node and `probability`."""
        import pandas

        columns = (*self.graph.parents_of(name), name)
        states = itertools.product(*(self.levels[each] for each in columns))
        frame = pandas.DataFrame(list(states), columns=list(columns))
        return frame.assign(probability=self.tables[name].reshape(-1))

    @property
    def n_parameters(self) -> int:
        """Number of free parameters."""
        return self.graph.n_parameters(self.sizes)

    @cached_property
    def sizes(self) -> list[int]:
        """The number of levels of each node."""
        return [len(self.levels[name]) for name in self.graph.nodes]

    @cached_property
    def is_exact(self) -> bool:
        """Whether the tables are Fractions (exact arithmetic)."""
        return any(table.dtype == object for table in self.tables.values())

    @cached_property
    def factors(self) -> list[Factor]:
        """The tables as factors, in the order of the nodes."""
        return table_factors(self.graph, self.tables)

    def junction_tree(self, in_root: Sequence[str] = ()) -> JunctionTree:
        """The junction tree (clique tree), cached; in_root: nodes that the root clique must contain."""
        root = tuple(sorted(self.graph.index(name) for name in in_root))
        if root not in self._trees:
            adjacency = self.graph.moral()
            self._trees[root] = build_junction_tree(
                self.factors, adjacency, self.sizes, self.graph.nodes, root
            )
        return self._trees[root]

    def codes(self, data: Any) -> Codes:
        """Encode rows as level codes, one column per node; -1 where a value or a column is missing."""
        return codes_of(data, self.levels)

    def observed(self, evidence: Evidence | None) -> dict[int, int]:
        """Encode the evidence: node indices to level codes."""
        return observed_codes(self.graph, self.levels, evidence)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.graph)!r}, {self.n_parameters} free parameters)"

    def __getstate__(self) -> dict[str, Any]:
        """State for a model file; junction trees and factors are rebuilt on demand."""
        return {name: getattr(self, name) for name in ("graph", "levels", "tables", "learned")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _trees={})
