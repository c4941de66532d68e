"""Structures of Bayesian network classifiers: naive Bayes, TAN, KDB, augmented and learned networks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from math import prod

import numpy as np

from gnomon.errors import DataError, DataWarning
from gnomon.learners.networks.dependence_limited import k_dependence_structure
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.hill_climbing import hill_climbing
from gnomon.learners.networks.learned_structure import LearnedStructure, structure_of_edges
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.learners.networks.tree_augmented import tree_augmented_structure

MAX_TABLE_CELLS = 10**7


def counted_network(graph: DirectedGraph, scores: FamilyScores, smoothing: float) -> BayesianNetwork:
    """Fit the tables of a graph: smoothed relative frequencies of the rows complete in a family.

    >>> scores = FamilyScores({"A": [0, 0, 1], "B": [0, 1, 1]})
    >>> counted_network(DirectedGraph.of_formula("[A][B|A]"), scores, 1.0).tables["A"]
    array([0.6, 0.4])
    """
    tables, empty = {}, {}
    levels = {name: scores.levels[name] for name in graph.nodes}
    sizes = [len(known) for known in levels.values()]
    for node, name in enumerate(graph.nodes):
        shape = [sizes[member] for member in (*graph.parents[node], node)]
        if prod(shape) > MAX_TABLE_CELLS:
            raise DataError(
                f"the table of {name!r} with parents {graph.parents_of(name)} has {prod(shape)} cells; use "
                "fewer parents (max_parents) or fewer levels (n_bins)"
            )
        parents = np.array([scores.index(parent) for parent in graph.parents_of(name)], dtype=np.int64)
        counts = scores.families.counts(scores.index(name), parents) + smoothing
        total = counts.sum(axis=1, keepdims=True)
        empty[name] = int((total == 0).sum())
        probabilities = np.where(total == 0, 1 / counts.shape[1], counts / np.where(total == 0, 1.0, total))
        tables[name] = probabilities.reshape(shape)
    _warn_of_empty(empty)
    return BayesianNetwork(graph, tables, levels)


def _warn_of_empty(empty: dict[str, int]) -> None:
    """Warn once of parent configurations without training rows."""
    names = [name for name, count in empty.items() if count]
    if names:
        warnings.warn(
            f"{empty[names[0]]} configurations of the parents of {names[0]!r} are in no row, so their "
            f"distributions are uniform ({len(names)} tables affected); set smoothing above 0",
            DataWarning,
            stacklevel=5,
        )


def _naive(scores: FamilyScores, target: str, max_parents: int | None) -> LearnedStructure:
    target_index = scores.index(target)
    return structure_of_edges(
        scores, [(target_index, index) for index in range(len(scores.names)) if index != target_index]
    )


def _tree(scores: FamilyScores, target: str, max_parents: int | None) -> LearnedStructure:
    return tree_augmented_structure(scores, target)


def _limited(scores: FamilyScores, target: str, max_parents: int | None) -> LearnedStructure:
    return k_dependence_structure(scores, target, len(scores.names) if max_parents is None else max_parents)


def _augmented(scores: FamilyScores, target: str, max_parents: int | None) -> LearnedStructure:
    edges = [(target, name) for name in scores.names if name != target]
    return hill_climbing(scores, required=edges, max_parents=None if max_parents is None else max_parents + 1)


def _learned(scores: FamilyScores, target: str, max_parents: int | None) -> LearnedStructure:
    return hill_climbing(scores, max_parents=None if max_parents is None else max_parents + 1)


STRUCTURES: dict[str, Callable[[FamilyScores, str, int | None], LearnedStructure]] = {
    "naive": _naive,
    "tan": _tree,
    "kdb": _limited,
    "augmented": _augmented,
    "learned": _learned,
}
