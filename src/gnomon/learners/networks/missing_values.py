"""Tables from rows with missing values, by expectation maximization (Dempster, Laird & Rubin 1977).

Expectation: a junction tree gives, for every row, how probable each state of a family is given what the row
shows; these are added up as if they were counts. Maximization: tables are made of the counts. The objective,
log p(what the rows show) + sum of prior x log table, never falls.
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
class Maximized:
    """Tables at a (local) maximum of the objective.

    history: the objective before each step and at the end. converged: whether the last step gained less than
    the tolerance.

    >>> Maximized({}, np.array([-9.0, -8.5, -8.5]), True).n_iter
    2
    """

    tables: dict[str, Array]
    history: Floats
    converged: bool

    @property
    def n_iter(self) -> int:
        """Steps taken."""
        return len(self.history) - 1

    def frame(self) -> Any:
        """A table with a row for each step: the objective, and the gain over the step before."""
        import pandas

        gain = np.diff(self.history, prepend=np.nan)
        steps = np.arange(len(self.history))
        return pandas.DataFrame({"step": steps, "objective": self.history, "gain": gain})


def maximize(
    graph: DirectedGraph,
    codes: Codes,
    levels: Levels,
    prior: Sequence[Array],
    weight: Floats | None,
    random: np.random.Generator,
    *,
    tol: float = 1e-6,
    max_iter: int = 1000,
) -> Maximized:
    """Expectation and maximization in turns until a step gains no more than tol for each row.

    prior: pseudo-counts of each table. A node with no value at all starts from random tables, the others
    from the rows in which their family is complete, smoothed.

    >>> codes, random = np.array([[0], [1], [1], [-1]], dtype=np.int32), np.random.default_rng(0)
    >>> graph, prior = DirectedGraph.of_formula("[A]"), [np.array(0.0)]
    >>> maximize(graph, codes, {"A": (0, 1)}, prior, None, random).tables["A"]
    array([0.33333333, 0.66666667])
    """
    if not tol > 0 or max_iter < 1:
        raise ParameterError(f"tol={tol}, max_iter={max_iter}: tol must be above 0 and max_iter at least 1")
    rows, share = _distinct(codes, weight)
    sizes = [len(levels[name]) for name in graph.nodes]
    tables = _start(graph, rows, sizes, share, levels, random)
    tree = build_junction_tree(table_factors(graph, tables), graph.moral(), sizes, graph.nodes)
    history: list[float] = []
    converged = False
    while True:
        tree = tree.with_factors(table_factors(graph, tables))
        counts, log_likelihood = _expected(graph, tree, rows, share)
        history.append(float(share @ log_likelihood) + _log_prior(graph, tables, prior))
        gain = history[-1] - history[-2] if len(history) > 1 else np.inf
        converged = bool(gain <= tol * share.sum())
        if converged or len(history) > max_iter:
            break
        tables = _maximized(graph, counts, prior, levels)
    if not converged:
        _warn_unfinished(max_iter, gain)
    return Maximized(tables, np.array(history), converged)


def _distinct(codes: Codes, weight: Floats | None) -> tuple[Codes, Floats]:
    """Each different row once, with the weight of all rows like it; those that show nothing are left out."""
    shows = (codes >= 0).any(axis=1) & (True if weight is None else weight > 0)
    kept = codes[shows]
    rows, group = np.unique(kept, axis=0, return_inverse=True)
    share = np.bincount(group.reshape(-1), None if weight is None else weight[shows], minlength=len(rows))
    return rows, share.astype(np.float64)


def _start(
    graph: DirectedGraph,
    rows: Codes,
    sizes: Sequence[int],
    share: Floats,
    levels: Levels,
    random: np.random.Generator,
) -> dict[str, Array]:
    tables = {}
    for node, name in enumerate(graph.nodes):
        family = [*graph.parents[node], node]
        alone = DirectedGraph(
            tuple(graph.nodes[member] for member in family),
            (*(() for _ in family[:-1]), tuple(range(len(family) - 1))),
        )
        complete = (rows[:, family] >= 0).all(axis=1)
        shape = [sizes[member] for member in family]
        if complete.any():
            count = family_counts(alone, rows[complete][:, family], shape, share[complete])[-1] + 1.0
            tables[name] = count / count.sum(axis=-1, keepdims=True)
        else:
            tables[name] = random.dirichlet(np.ones(shape[-1]), size=shape[:-1])
    return tables


def _expected(
    graph: DirectedGraph, tree: JunctionTree, rows: Codes, share: Floats
) -> tuple[list[Floats], Floats]:
    found, log_likelihood = tree.family_counts(rows, share)
    counts = []
    for node, factor in enumerate(found):
        family = (*graph.parents[node], node)
        counts.append(np.transpose(factor.values, [factor.nodes.index(member) for member in family]))
    return counts, log_likelihood


def _maximized(
    graph: DirectedGraph, counts: Sequence[Floats], prior: Sequence[Array], levels: Levels
) -> dict[str, Array]:
    with warnings.catch_warnings():
        # A state that no row can be in is even at every step; the complete rows said so already.
        warnings.simplefilter("ignore", DataWarning)
        return tables_of_counts(graph, counts, prior, levels)


def _log_prior(graph: DirectedGraph, tables: dict[str, Array], prior: Sequence[Array]) -> float:
    total = 0.0
    for name, extra in zip(graph.nodes, prior, strict=True):
        wide = np.broadcast_to(extra, tables[name].shape)
        total += float((wide[wide > 0] * np.log(tables[name][wide > 0])).sum())
    return total


def _warn_unfinished(max_iter: int, gain: float) -> None:
    warnings.warn(
        f"expectation maximization stopped after max_iter={max_iter} steps while still gaining {gain:.2g}; "
        "raise max_iter, or tol if this is good enough",
        NumericsWarning,
        stacklevel=5,
    )
