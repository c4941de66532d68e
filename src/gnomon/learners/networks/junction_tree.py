"""Junction tree (clique tree) algorithm: exact inference by message passing (Lauritzen & Spiegelhalter 1988).

One upward and one downward pass per row of evidence, whichever nodes are observed; the kernel takes eight
rows at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from gnomon import native, threads
from gnomon.arrays import Array, Floats
from gnomon.learners.networks.coding import Codes
from gnomon.learners.networks.factors import Factor, check_size, product
from gnomon.learners.networks.graph import Neighbors
from gnomon.learners.networks.triangulation import clique_tree

Nodes = tuple[int, ...]


@dataclass(frozen=True)
class JunctionTree:
    """Junction tree (clique tree): children before parents, the root last; see `build_junction_tree`.

    cliques: the nodes of each, ascending. parents: index of each clique's parent; -1 for the root. factors:
    the tables of the network. sizes: number of levels of each node. names: node names.

    >>> from gnomon.networks import burglary
    >>> burglary().junction_tree().frame()["clique"].tolist()
    ['Burglary, Earthquake, Alarm', 'Alarm, MaryCalls', 'Alarm, JohnCalls']
    """

    cliques: tuple[Nodes, ...]
    parents: tuple[int, ...]
    factors: tuple[Factor, ...]
    sizes: tuple[int, ...]
    names: tuple[str, ...]

    @cached_property
    def separators(self) -> tuple[Nodes, ...]:
        """Separators: the nodes that each clique shares with its parent; none for the root."""
        parent_of = [self.cliques[parent] if parent >= 0 else () for parent in self.parents]
        return tuple(
            tuple(node for node in clique if node in parent_clique)
            for clique, parent_clique in zip(self.cliques, parent_of, strict=True)
        )

    @cached_property
    def family_cliques(self) -> tuple[int, ...]:
        """For each node the index of the smallest clique that contains its family."""
        return tuple(self._smallest_with(factor.nodes) for factor in self.factors)

    @cached_property
    def node_cliques(self) -> tuple[int, ...]:
        """For each node the index of the smallest clique that contains it."""
        return tuple(self._smallest_with((node,)) for node in range(len(self.sizes)))

    def with_factors(self, factors: Sequence[Factor]) -> JunctionTree:
        """The same tree with other tables of the same shapes; only the potentials are recomputed."""
        tree = replace(self, factors=tuple(factors))
        tree.__dict__.update(
            {name: getattr(self, name) for name in ("separators", "family_cliques", "node_cliques")}
        )
        tree.__dict__["arrays"] = (tree._potentials(), *self.arrays[1:])
        return tree

    def query(self, codes: Codes, targets: Sequence[int]) -> tuple[Floats, Floats]:
        """Posterior p(targets | row), one axis per target, and log p(row); the root contains the targets."""
        shape = [self.sizes[node] for node in targets]
        root = self.cliques[-1]
        strides = {node: prod(shape[index + 1 :]) for index, node in enumerate(targets)}
        output = sum((strides[node] * self._levels_in(root, node) for node in targets), np.zeros(1, np.int64))
        output = np.broadcast_to(output, self._shape(root)).astype(np.int32).reshape(-1)
        posterior, log_probability = native.tree_query(
            self.arrays, np.ascontiguousarray(codes), output, prod(shape), threads.count()
        )
        return posterior.reshape(-1, *shape), log_probability

    def marginals(self, codes: Codes) -> tuple[list[Floats], Floats]:
        """Marginal posteriors p(level | row) of every node, each (rows, levels), and log p(row)."""
        posterior, log_probability = native.tree_marginals(
            self.arrays, np.ascontiguousarray(codes), threads.count()
        )
        return np.split(posterior, np.cumsum(self.sizes)[:-1], axis=1), log_probability

    def family_counts(self, codes: Codes, weight: Floats | None) -> tuple[list[Factor], Floats]:
        """Expected counts of each node's family, as factors (E-step), and log p(row)."""
        total, log_probability = native.tree_counts(
            self.arrays, np.ascontiguousarray(codes), weight, threads.count()
        )
        starts = self.arrays[1]
        counts = []
        for clique_index, factor in zip(self.family_cliques, self.factors, strict=True):
            clique = self.cliques[clique_index]
            table = total[starts[clique_index] : starts[clique_index + 1]].reshape(self._shape(clique))
            other_axes = tuple(axis for axis, node in enumerate(clique) if node not in factor.nodes)
            counts.append(Factor(factor.nodes, table.sum(axis=other_axes)))
        return counts, log_probability

    def explain(self, codes: Codes) -> tuple[Codes, Floats]:
        """Most probable explanation (max-product) of each row, and its log probability."""
        return native.tree_explain(self.arrays, np.ascontiguousarray(codes), threads.count())

    def frame(self) -> Any:
        """A data frame with one row per clique: its nodes, its parent, the separator, its entries."""
        import pandas

        def clique_names(nodes: Iterable[int]) -> str:
            return ", ".join(self.names[node] for node in nodes)

        columns = {
            "clique": [clique_names(clique) for clique in self.cliques],
            "parent": [clique_names(self.cliques[p]) if p >= 0 else "" for p in self.parents],
            "separator": [clique_names(separator) for separator in self.separators],
            "entries": [prod(self._shape(clique)) for clique in self.cliques],
        }
        return pandas.DataFrame(columns)

    @cached_property
    def arrays(self) -> tuple[Array, ...]:
        """The tree as arrays for the native kernel, documented in native/network/tree.hpp."""
        up = [
            _separator_entries(c, s, self.sizes) for c, s in zip(self.cliques, self.separators, strict=True)
        ]
        down = [
            _separator_entries(self.cliques[p], s, self.sizes) if p >= 0 else np.zeros(0, np.int32)
            for p, s in zip(self.parents, self.separators, strict=True)
        ]
        strides = [self._stride(clique_index, node) for node, clique_index in enumerate(self.node_cliques)]
        return (
            self._potentials(),
            _starts(prod(self._shape(clique)) for clique in self.cliques),
            np.array(self.parents, dtype=np.int32),
            _starts(prod(self._shape(separator)) for separator in self.separators),
            np.concatenate(up),
            _starts(len(each) for each in down),
            np.concatenate(down),
            np.array(self.node_cliques, dtype=np.int32),
            np.array(strides, dtype=np.int64),
            np.array(self.sizes, dtype=np.int32),
        )

    def _shape(self, nodes: Nodes) -> list[int]:
        return [self.sizes[node] for node in nodes]

    def _smallest_with(self, nodes: Nodes) -> int:
        smallest = min((self._cliques_with[node] for node in nodes), key=len)
        containing = [index for index in smallest if set(nodes) <= set(self.cliques[index])]
        return min(containing, key=lambda index: (prod(self._shape(self.cliques[index])), index))

    @cached_property
    def _cliques_with(self) -> list[list[int]]:
        """For each node the indices of the cliques that contain it."""
        cliques_with: list[list[int]] = [[] for _ in self.sizes]
        for index, clique in enumerate(self.cliques):
            for node in clique:
                cliques_with[node].append(index)
        return cliques_with

    def _potentials(self) -> Floats:
        return np.concatenate([self._potential(index).reshape(-1) for index in range(len(self.cliques))])

    def _potential(self, index: int) -> Floats:
        """Product of the tables assigned to this clique."""
        clique = self.cliques[index]
        assigned = [self.factors[node] for node in clique if self.family_cliques[node] == index]
        floats = [Factor(factor.nodes, factor.values.astype(np.float64)) for factor in assigned]
        potential = product([*floats, Factor(clique, np.ones(self._shape(clique)))])
        return np.ascontiguousarray(potential.values, dtype=np.float64)

    def _stride(self, clique_index: int, node: int) -> int:
        clique = self.cliques[clique_index]
        return prod(self._shape(clique[clique.index(node) + 1 :]))

    def _levels_in(self, clique: Nodes, node: int) -> Array:
        return np.arange(self.sizes[node]).reshape([-1 if each == node else 1 for each in clique])


def build_junction_tree(
    factors: Sequence[Factor],
    adjacency: Neighbors,
    sizes: Sequence[int],
    names: Sequence[str],
    root: Nodes = (),
) -> JunctionTree:
    """Build the junction tree of these tables and this moral graph, by min-fill triangulation.

    root: nodes that the root clique must contain.

    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> tree = build_junction_tree(tables, (frozenset({1}), frozenset({0})), [2, 2], ["A", "B"], root=(1,))
    >>> tree.query(np.array([[1, -1]], dtype=np.int32), [1])[0]
    array([[0.25, 0.75]])
    """
    cliques, parents = clique_tree(_with_clique(adjacency, root), sizes)
    # The kernel stores eight numbers per entry.
    check_size([8 * sum(prod(sizes[node] for node in clique) for clique in cliques)])
    containing = [index for index, clique in enumerate(cliques) if clique.issuperset(root)]
    start = min(containing, key=lambda index: (prod(sizes[node] for node in cliques[index]), index))
    parent_of = _rerooted(parents, start)
    index = {old: new for new, old in enumerate(reversed(parent_of))}
    return JunctionTree(
        tuple(tuple(sorted(cliques[old])) for old in index),
        tuple(index[parent_of[old]] if parent_of[old] >= 0 else -1 for old in index),
        tuple(factors),
        tuple(sizes),
        tuple(names),
    )


def _with_clique(adjacency: Neighbors, group: Nodes) -> Neighbors:
    return tuple(
        neighbors | (frozenset(group) - {node}) if node in group else neighbors
        for node, neighbors in enumerate(adjacency)
    )


def _rerooted(parents: Sequence[int], root: int) -> dict[int, int]:
    """The tree rerooted at another clique: the parent of each clique, in breadth-first order."""
    adjacency: list[list[int]] = [[] for _ in parents]
    for index, parent in enumerate(parents):
        if parent >= 0:
            adjacency[index].append(parent)
            adjacency[parent].append(index)
    parent_of, queue = {root: -1}, [root]
    for index in queue:
        for neighbor in adjacency[index]:
            if neighbor not in parent_of:
                parent_of[neighbor] = index
                queue.append(neighbor)
    return parent_of


def _separator_entries(clique: Nodes, separator: Nodes, sizes: Sequence[int]) -> Array:
    """For each entry of a clique's table, the entry of the separator's table that it maps to."""
    index = np.arange(prod(sizes[node] for node in separator), dtype=np.int32)
    index = index.reshape([sizes[node] if node in separator else 1 for node in clique])
    return np.broadcast_to(index, [sizes[node] for node in clique]).reshape(-1)


def _starts(lengths: Iterable[int]) -> Array:
    return np.concatenate([[0], np.cumsum(list(lengths))]).astype(np.int64)
