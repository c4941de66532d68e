"""Parameter learning: relative frequencies of complete rows, else expectation maximization."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.arrays import Array
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.coding import Levels, codes_of, levels_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.learning import check_weight, family_counts, prior_counts, tables_of_counts
from gnomon.learners.networks.missing_values import EMResult, expectation_maximization
from gnomon.seeds import Seed, generator


@dataclass(frozen=True)
class Parameters:
    """Learned parameters: levels and tables by node, and the result of EM if values were missing."""

    levels: Levels
    tables: dict[str, Array]
    em_result: EMResult | None = None


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
    """Learn levels and tables from data; see `BayesianNetwork.learn` for the arguments."""
    known = levels_of(data, graph.nodes, levels)
    codes = codes_of(data, known)
    if len(codes) == 0:
        raise DataError("the data have no rows; pass at least one")
    if (codes < 0).all():
        raise DataError("every value of the data is missing; pass at least one observed value")
    weight = check_weight(sample_weight, len(codes))
    sizes = [len(known[name]) for name in graph.nodes]
    pseudo_counts = prior_counts(graph, sizes, prior)
    if (codes >= 0).all():
        counts = family_counts(graph, codes, sizes, weight)
        return Parameters(known, tables_of_counts(graph, counts, pseudo_counts, known, exact))
    if exact:
        raise ParameterError("exact=True: tables of rows with missing values are not exact; drop those rows")
    random = generator(random_state)
    em_result = expectation_maximization(
        graph, codes, known, pseudo_counts, weight, random, tol=tol, max_iter=max_iter
    )
    return Parameters(known, em_result.tables, em_result)
