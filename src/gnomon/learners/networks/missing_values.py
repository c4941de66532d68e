"""Parameter learning with missing values: expectation maximization, EM (Dempster, Laird & Rubin 1977).

E-step: a junction tree computes the expected counts of each family given the observed values of each row.
M-step: the tables are the normalized expected counts. The objective, log p(observed values) + sum of prior x
log table, never decreases.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataWarning, NumericsWarning, ParameterError
from gnomon.learners.networks.coding import Codes, Levels
from gnomon.learners.networks.factors import table_factors
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.junction_tree import JunctionTree, build_junction_tree
from gnomon.learners.networks.learning import family_counts, tables_of_counts


@dataclass(frozen=True)
class EMResult:
    """Result of expectation maximization: tables at a (local) maximum of the objective.

    history: objective before each step and at the end. converged: whether the last gain was below the
    tolerance.

    >>> EMResult({}, np.array([-9.0, -8.5, -8.5]), True).n_iter
    2
    """

    tables: dict[str, Array]
    history: Floats
    converged: bool

    @property
    def n_iter(self) -> int:
        """Number of EM iterations."""
        return len(self.history) - 1

    def frame(self) -> Any:
        """A data frame with one row per iteration: the objective, and its gain over the previous one."""
        import pandas

        gain = np.diff(self.history, prepend=np.nan)
        steps = np.arange(len(self.history))
        return pandas.DataFrame({"step": steps, "objective": self.history, "gain": gain})


def expectation_maximization(
    graph: DirectedGraph,
    codes: Codes,
    levels: Levels,
    prior: Sequence[Array],
    weight: Floats | None,
    random: np.random.Generator,
    *,
    tol: float = 1e-6,
    max_iter: int = 1000,
) -> EMResult:
    """Expectation maximization (EM) until an iteration gains at most tol per row.

    prior: pseudo-counts of each table. The tables of a node without any value start at random, the others
    from the smoothed counts of the rows with a complete family.

    >>> codes, random = np.array([[0], [1], [1], [-1]], dtype=np.int32), np.random.default_rng(0)
    >>> graph, prior = DirectedGraph.of_formula("[A]"), [np.array(0.0)]
    >>> expectation_maximization(graph, codes, {"A": (0, 1)}, prior, None, random).tables["A"]
    array([0.33333333, 0.66666667])
    """
    if not tol > 0 or max_iter < 1:
        raise ParameterError(f"tol={tol}, max_iter={max_iter}: tol must be above 0 and max_iter at least 1")
    rows, row_weight = _distinct(codes, weight)
    sizes = [len(levels[name]) for name in graph.nodes]
    tables = _initial_tables(graph, rows, sizes, row_weight, levels, random)
    tree = build_junction_tree(table_factors(graph, tables), graph.moral(), sizes, graph.nodes)
    history: list[float] = []
    converged = False
    while True:
        tree = tree.with_factors(table_factors(graph, tables))
        counts, log_likelihood = _e_step(graph, tree, rows, row_weight)
        history.append(float(row_weight @ log_likelihood) + _log_prior(graph, tables, prior))
        gain = history[-1] - history[-2] if len(history) > 1 else np.inf
        converged = bool(gain <= tol * row_weight.sum())
        if converged or len(history) > max_iter:
            break
        tables = _m_step(graph, counts, prior, levels)
    if not converged:
        _warn_not_converged(max_iter, gain)
    return EMResult(tables, np.array(history), converged)


def _distinct(codes: Codes, weight: Floats | None) -> tuple[Codes, Floats]:
    """The distinct rows and their total weights, without rows whose values are all missing."""
    is_used = (codes >= 0).any(axis=1) & (True if weight is None else weight > 0)
    used_rows = codes[is_used]
    rows, group = np.unique(used_rows, axis=0, return_inverse=True)
    row_weight = np.bincount(
        group.reshape(-1), None if weight is None else weight[is_used], minlength=len(rows)
    )
    return rows, row_weight.astype(np.float64)


def _initial_tables(
    graph: DirectedGraph,
    rows: Codes,
    sizes: Sequence[int],
    row_weight: Floats,
    levels: Levels,
    random: np.random.Generator,
) -> dict[str, Array]:
    tables = {}
    for node, name in enumerate(graph.nodes):
        family = [*graph.parents[node], node]
        family_graph = DirectedGraph(
            tuple(graph.nodes[member] for member in family),
            (*(() for _ in family[:-1]), tuple(range(len(family) - 1))),
        )
        complete = (rows[:, family] >= 0).all(axis=1)
        shape = [sizes[member] for member in family]
        if complete.any():
            count = (
                family_counts(family_graph, rows[complete][:, family], shape, row_weight[complete])[-1] + 1.0
            )
            tables[name] = count / count.sum(axis=-1, keepdims=True)
        else:
            tables[name] = random.dirichlet(np.ones(shape[-1]), size=shape[:-1])
    return tables


def _e_step(
    graph: DirectedGraph, tree: JunctionTree, rows: Codes, row_weight: Floats
) -> tuple[list[Floats], Floats]:
    factors, log_likelihood = tree.family_counts(rows, row_weight)
    counts = []
    for node, factor in enumerate(factors):
        family = (*graph.parents[node], node)
        counts.append(np.transpose(factor.values, [factor.nodes.index(member) for member in family]))
    return counts, log_likelihood


def _m_step(
    graph: DirectedGraph, counts: Sequence[Floats], prior: Sequence[Array], levels: Levels
) -> dict[str, Array]:
    with warnings.catch_warnings():
        # Empty parent configurations are uniform in every iteration; the initial tables warned already.
        warnings.simplefilter("ignore", DataWarning)
        return tables_of_counts(graph, counts, prior, levels)


def _log_prior(graph: DirectedGraph, tables: dict[str, Array], prior: Sequence[Array]) -> float:
    total = 0.0
    for name, pseudo_count in zip(graph.nodes, prior, strict=True):
        pseudo_counts = np.broadcast_to(pseudo_count, tables[name].shape)
        total += float((pseudo_counts[pseudo_counts > 0] * np.log(tables[name][pseudo_counts > 0])).sum())
    return total


def _warn_not_converged(max_iter: int, gain: float) -> None:
    warnings.warn(
        f"expectation maximization did not converge in max_iter={max_iter} steps (last gain {gain:.2g}); "
        "increase max_iter or tol",
        NumericsWarning,
        stacklevel=5,
    )
