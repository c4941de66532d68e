"""Constraints of structure learning: required and forbidden edges, and the maximum number of parents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.arrays import Flags
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.graph import DirectedGraph

Edge = tuple[str, str]


@dataclass(frozen=True)
class EdgeRules:
    """Constraints of structure learning: required[u, v] and allowed[u, v] edges from u to v, and max_parents.

    >>> EdgeRules.of(["A", "B"], forbidden=[("A", "B")], max_parents=1).allowed
    array([[False, False],
           [ True, False]])
    """

    required: Flags
    allowed: Flags
    max_parents: int

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        *,
        required: Iterable[Edge] = (),
        forbidden: Iterable[Edge] = (),
        max_parents: int | None = None,
    ) -> EdgeRules:
        """Constraints from edges by name; required edges are not forbidden and form no cycle."""
        required = list(required)
        DirectedGraph.of_edges(required, nodes=names)
        must, never = _edge_matrix(names, required), _edge_matrix(names, forbidden)
        both = np.argwhere(must & never)
        if len(both):
            tail, head = (names[index] for index in both[0])
            raise DataError(f"the edge from {tail!r} to {head!r} is both required and forbidden; choose one")
        limit = _limit(max_parents, len(names))
        if must.sum(axis=0).max(initial=0) > limit:
            node = names[int(must.sum(axis=0).argmax())]
            raise ParameterError(
                f"max_parents={limit}, but more edges to {node!r} are required; raise max_parents"
            )
        return cls(must, ~never & ~np.eye(len(names), dtype=bool), limit)


def _edge_matrix(names: Sequence[str], edges: Iterable[Edge]) -> Flags:
    matrix = np.zeros((len(names), len(names)), dtype=bool)
    for tail, head in edges:
        for name in (tail, head):
            if name not in names:
                raise DataError(
                    f"the edge ({tail!r}, {head!r}): no column {name!r}; the columns are {list(names)[:12]}"
                )
        matrix[names.index(tail), names.index(head)] = True
    return matrix


def _limit(max_parents: int | None, n_nodes: int) -> int:
    if max_parents is None:
        return n_nodes
    if isinstance(max_parents, bool) or not isinstance(max_parents, int | np.integer) or max_parents < 0:
        raise ParameterError(f"max_parents={max_parents!r}: pass an integer of at least 0, or None")
    return int(max_parents)
