"""The tables that rows speak for: counted where every value is there, else by expectation maximization."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.arrays import Array
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.coding import Levels, codes_of, levels_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.learning import check_weight, family_counts, prior_counts, tables_of_counts
from gnomon.learners.networks.missing_values import Maximized, maximize
from gnomon.seeds import Seed, generator


@dataclass(frozen=True)
class Parameters:
    """Levels and tables by node; how they were found, if values were missing."""

    levels: Levels
    tables: dict[str, Array]
    maximized: Maximized | None = None


def learned_parameters(
    graph: DirectedGraph,
    data: Any,
    *,
    prior: Any,
    levels: Mapping[str, Sequence[Any]] | None,
    sample_weight: Any,
    exact: bool,
    tol: float,
    max_iter: int,
    random_state: Seed,
) -> Parameters:
    """Levels and tables from data; `BayesianNetwork.learn` says what the arguments mean."""
    known = levels_of(data, graph.nodes, levels)
    codes = codes_of(data, known)
    if len(codes) == 0:
        raise DataError("the data have no rows; a network is learned from at least one")
    if (codes < 0).all():
        raise DataError("every value of the data is missing; a network is learned from at least one")
    weight = check_weight(sample_weight, len(codes))
    sizes = [len(known[name]) for name in graph.nodes]
    extra = prior_counts(graph, sizes, prior)
    if (codes >= 0).all():
        counts = family_counts(graph, codes, sizes, weight)
        return Parameters(known, tables_of_counts(graph, counts, extra, known, exact))
    if exact:
        raise ParameterError("exact=True: rows with missing values have no exact tables; leave them out")
    random = generator(random_state)
    found = maximize(graph, codes, known, extra, weight, random, tol=tol, max_iter=max_iter)
    return Parameters(known, found.tables, found)
