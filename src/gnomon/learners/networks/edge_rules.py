"""Which edges a learned structure must have, and which it may have."""

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
    """required[u, v]: the edge from u to v must be there. allowed[u, v]: it may be. most: parents of a node.

    >>> EdgeRules.of(["A", "B"], forbidden=[("A", "B")], max_parents=1).allowed
    array([[False, False],
           [ True, False]])
    """

    required: Flags
    allowed: Flags
    most: int

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        *,
        required: Iterable[Edge] = (),
        forbidden: Iterable[Edge] = (),
        max_parents: int | None = None,
    ) -> EdgeRules:
        """The rules in names of nodes; an edge that is required is not forbidden, and none makes a cycle."""
        required = list(required)
        DirectedGraph.of_edges(required, nodes=names)
        must, never = _marked(names, required), _marked(names, forbidden)
        both = np.argwhere(must & never)
        if len(both):
            tail, head = (names[place] for place in both[0])
            raise DataError(f"the edge from {tail!r} to {head!r} is both required and forbidden; choose one")
        most = _limit(max_parents, len(names))
        if must.sum(axis=0).max(initial=0) > most:
            crowded = names[int(must.sum(axis=0).argmax())]
            raise ParameterError(
                f"max_parents={most}, but more edges to {crowded!r} are required; raise max_parents"
            )
        return cls(must, ~never & ~np.eye(len(names), dtype=bool), most)


def _marked(names: Sequence[str], edges: Iterable[Edge]) -> Flags:
    marks = np.zeros((len(names), len(names)), dtype=bool)
    for tail, head in edges:
        for name in (tail, head):
            if name not in names:
                raise DataError(
                    f"the edge ({tail!r}, {head!r}) names no column; there are {list(names)[:12]}"
                )
        marks[names.index(tail), names.index(head)] = True
    return marks


def _limit(max_parents: int | None, n_nodes: int) -> int:
    if max_parents is None:
        return n_nodes
    if isinstance(max_parents, bool) or not isinstance(max_parents, int | np.integer) or max_parents < 0:
        raise ParameterError(f"max_parents={max_parents!r}: give a whole number of at least 0, or None")
    return int(max_parents)
