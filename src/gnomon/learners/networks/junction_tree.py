"""Junction trees: a network's tables gathered in a tree of cliques, through which messages go up and down.

One pass answers a row of evidence exactly, whichever nodes were observed; the kernel takes eight rows at once
(Lauritzen & Spiegelhalter 1988).
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
    """Cliques of nodes, children before parents, the root last; make one by `build_junction_tree`.

    cliques: the nodes of each, ascending. parents: the place of each one's parent; -1 for the root. factors:
    the tables of the network. sizes: the number of levels of each node. names: their names.

    >>> from gnomon.learners.networks.examples import burglary
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
        """The nodes that each clique shares with its parent; none for the root."""
        above = [self.cliques[parent] if parent >= 0 else () for parent in self.parents]
        return tuple(
            tuple(node for node in clique if node in upper)
            for clique, upper in zip(self.cliques, above, strict=True)
        )

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """For each node the place of the smallest clique that holds it and its parents."""
        return tuple(self._smallest_with(factor.nodes) for factor in self.factors)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """For each node the place of the smallest clique that holds it: where it is observed and read."""
        return tuple(self._smallest_with((node,)) for node in range(len(self.sizes)))

    def with_factors(self, factors: Sequence[Factor]) -> JunctionTree:
        """The same tree with other tables of the same shapes; only the potentials are made anew."""
        tree = replace(self, factors=tuple(factors))
        tree.__dict__.update({name: getattr(self, name) for name in ("separators", "homes", "seats")})
        tree.__dict__["arrays"] = (tree._potentials(), *self.arrays[1:])
        return tree

    def query(self, codes: Codes, targets: Sequence[int]) -> tuple[Floats, Floats]:
        """p(targets | row) with an axis for each target, and log p(row); the root must hold the targets."""
        shape = [self.sizes[node] for node in targets]
        root = self.cliques[-1]
        strides = {node: prod(shape[place + 1 :]) for place, node in enumerate(targets)}
        output = sum((strides[node] * self._levels_in(root, node) for node in targets), np.zeros(1, np.int64))
        output = np.broadcast_to(output, self._shape(root)).astype(np.int32).reshape(-1)
        share, log_probability = native.tree_query(
            self.arrays, np.ascontiguousarray(codes), output, prod(shape), threads.count()
        )
        return share.reshape(-1, *shape), log_probability

    def marginals(self, codes: Codes) -> tuple[list[Floats], Floats]:
        """p(level | row) for every node, each (rows, levels), and log p(row)."""
        share, log_probability = native.tree_marginals(
            self.arrays, np.ascontiguousarray(codes), threads.count()
        )
        return np.split(share, np.cumsum(self.sizes)[:-1], axis=1), log_probability

    def family_counts(self, codes: Codes, weight: Floats | None) -> tuple[list[Factor], Floats]:
        """The expected weight of each state of each node with its parents, as factors, and log p(row)."""
        total, log_probability = native.tree_counts(
            self.arrays, np.ascontiguousarray(codes), weight, threads.count()
        )
        starts = self.arrays[1]
        counts = []
        for home, factor in zip(self.homes, self.factors, strict=True):
            clique = self.cliques[home]
            table = total[starts[home] : starts[home + 1]].reshape(self._shape(clique))
            others = tuple(axis for axis, node in enumerate(clique) if node not in factor.nodes)
            counts.append(Factor(factor.nodes, table.sum(axis=others)))
        return counts, log_probability

    def explain(self, codes: Codes) -> tuple[Codes, Floats]:
        """The most probable level of every node, all together, for each row, and the log probability."""
        return native.tree_explain(self.arrays, np.ascontiguousarray(codes), threads.count())

    def frame(self) -> Any:
        """A table with a row for each clique: its nodes, its parent, the separator, its entries."""
        import pandas

        def words(nodes: Iterable[int]) -> str:
            return ", ".join(self.names[node] for node in nodes)

        columns = {
            "clique": [words(clique) for clique in self.cliques],
            "parent": [words(self.cliques[p]) if p >= 0 else "" for p in self.parents],
            "separator": [words(separator) for separator in self.separators],
            "entries": [prod(self._shape(clique)) for clique in self.cliques],
        }
        return pandas.DataFrame(columns)

    @cached_property
    def arrays(self) -> tuple[Array, ...]:
        """The tree as the kernel reads it; native/network/tree.hpp says what each array means."""
        up = [_over(c, s, self.sizes) for c, s in zip(self.cliques, self.separators, strict=True)]
        down = [
            _over(self.cliques[p], s, self.sizes) if p >= 0 else np.zeros(0, np.int32)
            for p, s in zip(self.parents, self.separators, strict=True)
        ]
        strides = [self._stride(seat, node) for node, seat in enumerate(self.seats)]
        return (
            self._potentials(),
            _starts(prod(self._shape(clique)) for clique in self.cliques),
            np.array(self.parents, dtype=np.int32),
            _starts(prod(self._shape(separator)) for separator in self.separators),
            np.concatenate(up),
            _starts(len(each) for each in down),
            np.concatenate(down),
            np.array(self.seats, dtype=np.int32),
            np.array(strides, dtype=np.int64),
            np.array(self.sizes, dtype=np.int32),
        )

    def _shape(self, nodes: Nodes) -> list[int]:
        return [self.sizes[node] for node in nodes]

    def _smallest_with(self, nodes: Nodes) -> int:
        rarest = min((self._cliques_with[node] for node in nodes), key=len)
        holding = [place for place in rarest if set(nodes) <= set(self.cliques[place])]
        return min(holding, key=lambda place: (prod(self._shape(self.cliques[place])), place))

    @cached_property
    def _cliques_with(self) -> list[list[int]]:
        """For each node the places of the cliques that hold it."""
        found: list[list[int]] = [[] for _ in self.sizes]
        for place, clique in enumerate(self.cliques):
            for node in clique:
                found[node].append(place)
        return found

    def _potentials(self) -> Floats:
        return np.concatenate([self._potential(place).reshape(-1) for place in range(len(self.cliques))])

    def _potential(self, place: int) -> Floats:
        """The product of the tables whose home is this clique."""
        clique = self.cliques[place]
        mine = [self.factors[node] for node in clique if self.homes[node] == place]
        floats = [Factor(factor.nodes, factor.values.astype(np.float64)) for factor in mine]
        whole = product([*floats, Factor(clique, np.ones(self._shape(clique)))])
        return np.ascontiguousarray(whole.values, dtype=np.float64)

    def _stride(self, seat: int, node: int) -> int:
        clique = self.cliques[seat]
        return prod(self._shape(clique[clique.index(node) + 1 :]))

    def _levels_in(self, clique: Nodes, node: int) -> Array:
        return np.arange(self.sizes[node]).reshape([-1 if each == node else 1 for each in clique])


def build_junction_tree(
    factors: Sequence[Factor], near: Neighbors, sizes: Sequence[int], names: Sequence[str], root: Nodes = ()
) -> JunctionTree:
    """The tree of cliques of the network with these tables and this moral graph, by minimal fill-in.

    root: nodes that the root clique must hold together.

    >>> tables = [Factor((0,), np.array([0.5, 0.5])), Factor((0, 1), np.array([[0.5, 0.5], [0.25, 0.75]]))]
    >>> tree = build_junction_tree(tables, (frozenset({1}), frozenset({0})), [2, 2], ["A", "B"], root=(1,))
    >>> tree.query(np.array([[1, -1]], dtype=np.int32), [1])[0]
    array([[0.25, 0.75]])
    """
    cliques, parents = clique_tree(_married(near, root), sizes)
    # The kernel keeps eight numbers for each entry.
    check_size([8 * sum(prod(sizes[node] for node in clique) for clique in cliques)])
    holding = [place for place, clique in enumerate(cliques) if clique.issuperset(root)]
    start = min(holding, key=lambda place: (prod(sizes[node] for node in cliques[place]), place))
    above = _from_root(parents, start)
    place = {old: new for new, old in enumerate(reversed(above))}
    return JunctionTree(
        tuple(tuple(sorted(cliques[old])) for old in place),
        tuple(place[above[old]] if above[old] >= 0 else -1 for old in place),
        tuple(factors),
        tuple(sizes),
        tuple(names),
    )


def _married(near: Neighbors, group: Nodes) -> Neighbors:
    return tuple(
        friends | (frozenset(group) - {node}) if node in group else friends
        for node, friends in enumerate(near)
    )


def _from_root(parents: Sequence[int], root: int) -> dict[int, int]:
    """The tree hung up by another clique: the parent of each, in the order they are met from there."""
    near: list[list[int]] = [[] for _ in parents]
    for place, parent in enumerate(parents):
        if parent >= 0:
            near[place].append(parent)
            near[parent].append(place)
    above, waiting = {root: -1}, [root]
    for place in waiting:
        for friend in near[place]:
            if friend not in above:
                above[friend] = place
                waiting.append(friend)
    return above


def _over(clique: Nodes, separator: Nodes, sizes: Sequence[int]) -> Array:
    """For each entry of a clique's table, the entry of the separator's table that it lies over."""
    index = np.arange(prod(sizes[node] for node in separator), dtype=np.int32)
    index = index.reshape([sizes[node] if node in separator else 1 for node in clique])
    return np.broadcast_to(index, [sizes[node] for node in clique]).reshape(-1)


def _starts(lengths: Iterable[int]) -> Array:
    return np.concatenate([[0], np.cumsum(list(lengths))]).astype(np.int64)
