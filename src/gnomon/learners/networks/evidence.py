"""Targets and evidence of a query: checks, encoding, and the error of impossible evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.coding import Codes, Levels, code_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.tables import format_state

Evidence = Mapping[str, Any]


def observed_codes(graph: DirectedGraph, levels: Levels, evidence: Evidence | None) -> dict[int, int]:
    """Encode the evidence: node indices to level codes.

    >>> observed_codes(DirectedGraph.of_formula("[A][B]"), {"A": (0, 1), "B": ("no", "yes")}, {"B": "yes"})
    {1: 1}
    """
    if evidence is not None and not isinstance(evidence, Mapping):
        raise DataError(f"evidence is {evidence!r}; pass the level of each observed node, as in {{'A': 1}}")
    codes = {}
    for name, level in (evidence or {}).items():
        index = graph.index(name)
        codes[index] = code_of(name, level, levels[name])
    return codes


def target_indices(graph: DirectedGraph, names: Sequence[str], observed: Mapping[int, int]) -> list[int]:
    """Indices of the target nodes: at least one, no duplicates, none of them observed.

    >>> target_indices(DirectedGraph.of_formula("[A][B]"), ["B"], {0: 1})
    [1]
    """
    if not names or len(set(names)) < len(names):
        raise ParameterError(f"targets={tuple(names)!r}: pass at least one node, each once")
    indices = [graph.index(name) for name in names]
    for name, index in zip(names, indices, strict=True):
        if index in observed:
            raise ParameterError(f"{name!r} is both a target and observed; remove it from one")
    return indices


def evidence_row(observed: Mapping[int, int], n_nodes: int) -> Codes:
    """The evidence as one row of codes, -1 for unobserved nodes.

    >>> evidence_row({1: 0}, 3)
    array([[-1,  0, -1]], dtype=int32)
    """
    codes = np.full((1, n_nodes), -1, dtype=np.int32)
    for index, code in observed.items():
        codes[0, index] = code
    return codes


def impossible_evidence(evidence: Evidence | None) -> DataError:
    """The error of evidence with probability 0.

    >>> str(impossible_evidence({"A": 1}))[:24]
    'A=1 has probability 0 in'
    """
    evidence = dict(evidence or {})
    return DataError(
        f"{format_state(list(evidence), list(evidence.values()))} has probability 0 in this network, so the "
        "posterior is undefined; if its tables were learned from few rows, learn them with prior=1"
    )


def check_possible(codes: Codes, log_probability: Floats, levels: Levels) -> None:
    """Raise DataError if a row has probability 0, and name it.

    >>> check_possible(np.array([[0]], dtype=np.int32), np.array([-0.5]), {"A": (0, 1)})
    """
    rows = np.flatnonzero(np.isneginf(log_probability))
    if rows.size:
        pairs = zip(levels.items(), codes[rows[0]], strict=True)
        shown = {name: known[code] for (name, known), code in pairs if code >= 0}
        raise DataError(f"row {rows[0]}: {impossible_evidence(shown)}")
