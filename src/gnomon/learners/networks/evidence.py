"""Questions to a network: what is asked, what was observed, and what to say when that is impossible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.coding import Codes, Levels, code_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.tables import in_words

Evidence = Mapping[str, Any]


def observed_codes(graph: DirectedGraph, levels: Levels, evidence: Evidence | None) -> dict[int, int]:
    """The evidence as places of nodes and places of levels.

    >>> observed_codes(DirectedGraph.of_formula("[A][B]"), {"A": (0, 1), "B": ("no", "yes")}, {"B": "yes"})
    {1: 1}
    """
    if evidence is not None and not isinstance(evidence, Mapping):
        raise DataError(f"evidence is {evidence!r}; give the level of each node observed, as in {{'A': 1}}")
    codes = {}
    for name, level in (evidence or {}).items():
        place = graph.place(name)
        codes[place] = code_of(name, level, levels[name])
    return codes


def asked_places(graph: DirectedGraph, names: Sequence[str], observed: Mapping[int, int]) -> list[int]:
    """The places of the nodes asked for: at least one, each once, none of them observed.

    >>> asked_places(DirectedGraph.of_formula("[A][B]"), ["B"], {0: 1})
    [1]
    """
    if not names or len(set(names)) < len(names):
        raise ParameterError(f"targets={tuple(names)!r}: name at least one node, each once")
    places = [graph.place(name) for name in names]
    for name, place in zip(names, places, strict=True):
        if place in observed:
            raise ParameterError(f"{name!r} is both asked for and observed; leave it out of one")
    return places


def one_row(observed: Mapping[int, int], n_nodes: int) -> Codes:
    """The evidence as a row of codes.

    >>> one_row({1: 0}, 3)
    array([[-1,  0, -1]], dtype=int32)
    """
    codes = np.full((1, n_nodes), -1, dtype=np.int32)
    for place, code in observed.items():
        codes[0, place] = code
    return codes


def impossible(evidence: Evidence | None) -> DataError:
    """The error that says that the evidence has probability 0.

    >>> str(impossible({"A": 1}))[:24]
    'A=1 has probability 0 in'
    """
    given = dict(evidence or {})
    return DataError(
        f"{in_words(list(given), list(given.values()))} has probability 0 in this network, so nothing "
        "follows from it; if its tables were learned from few rows, learn them with prior=1"
    )


def check_possible(codes: Codes, log_probability: Floats, levels: Levels) -> None:
    """Refuse rows of which one has probability 0, and show it.

    >>> check_possible(np.array([[0]], dtype=np.int32), np.array([-0.5]), {"A": (0, 1)})
    """
    rows = np.flatnonzero(np.isneginf(log_probability))
    if rows.size:
        pairs = zip(levels.items(), codes[rows[0]], strict=True)
        shown = {name: known[code] for (name, known), code in pairs if code >= 0}
        raise DataError(f"row {rows[0]}: {impossible(shown)}")
