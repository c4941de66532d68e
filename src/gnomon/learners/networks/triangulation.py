"""The order in which nodes are summed out of a graph, by minimal fill-in, and the cliques that this makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import prod

from gnomon.learners.networks.graph import Neighbors

Clique = frozenset[int]


def min_fill(near: Neighbors, hidden: Iterable[int], sizes: Sequence[int]) -> dict[int, Clique]:
    """The hidden nodes in a good order of elimination, each with the neighbors it has when it goes.

    Next comes the node whose neighbors lack the fewest edges among them; of equals the one with the smaller
    table, then the lower place. near: the neighbors of each node in an undirected graph.

    >>> min_fill((frozenset({1}), frozenset({0, 2}), frozenset({1})), [0, 1, 2], [2, 2, 2])
    {0: frozenset({1}), 1: frozenset({2}), 2: frozenset()}
    """
    around = [set(neighbors) for neighbors in near]
    price = {node: _price(node, around, sizes) for node in hidden}
    heap = [(*cost, node) for node, cost in price.items()]
    heapify(heap)
    gone: dict[int, Clique] = {}
    while heap:
        *offer, node = heappop(heap)
        if price.get(node) == tuple(offer):
            gone[node] = frozenset(around[node])
            for each in _take_out(node, around, price, sizes):
                heappush(heap, (*price[each], each))
    return gone


def clique_tree(near: Neighbors, sizes: Sequence[int]) -> tuple[list[Clique], list[int]]:
    """The maximal cliques of the triangulated graph, and for each the place of its parent, -1 for the root.

    A node's clique hangs on that of the neighbor that goes next; where it only adds one node to it, the two
    are one. Parts of the graph that do not touch are joined by empty separators.

    >>> clique_tree((frozenset({1}), frozenset({0, 2}), frozenset({1})), [2, 2, 2])
    ([frozenset({0, 1}), frozenset({1, 2})], [1, -1])
    """
    gone = min_fill(near, range(len(near)), sizes)
    turn = {node: i for i, node in enumerate(gone)}
    group: dict[int, int] = {}
    cliques: list[Clique] = []
    top: list[int] = []
    for node, friends in gone.items():
        if node not in group:
            group[node] = len(cliques)
            cliques.append(friends | {node})
            top.append(node)
        top[group[node]] = node
        following = min(friends, key=turn.__getitem__, default=-1)
        if following >= 0 and following not in group and len(gone[following]) == len(friends) - 1:
            group[following] = group[node]
    root = group[next(reversed(gone))]
    parents = [group[min(gone[node], key=turn.__getitem__)] if gone[node] else root for node in top]
    parents[root] = -1
    return cliques, parents


def _take_out(
    node: int, around: list[set[int]], price: dict[int, tuple[int, int]], sizes: Sequence[int]
) -> Iterable[int]:
    """Take a node out, join its neighbors to each other, and give the nodes whose price has changed."""
    friends, (missing, _) = around[node], price.pop(node)
    for friend in friends:
        around[friend].discard(node)
        if missing:
            around[friend] |= friends - {friend}
    if missing:
        changed = friends.union(*(around[friend] for friend in friends)) & price.keys()
        price.update({each: _price(each, around, sizes) for each in changed})
        return changed
    changed = friends & price.keys()
    for friend in changed:
        # All that it loses is the pairs of this node with those whom only the friend knows.
        strangers = len(around[friend]) - len(around[friend] & friends)
        price[friend] = (price[friend][0] - strangers, price[friend][1] // sizes[node])
    return changed


def _price(node: int, around: Sequence[set[int]], sizes: Sequence[int]) -> tuple[int, int]:
    """How many edges its neighbors lack, and the entries of the table it would make."""
    friends = around[node]
    present = sum(len(around[friend] & friends) for friend in friends)
    missing = (len(friends) * (len(friends) - 1) - present) // 2
    return missing, prod(sizes[friend] for friend in friends) * sizes[node]
