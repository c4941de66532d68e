"""Hill climbing: add, delete or turn the edge that raises the score most, until no move does.

With a tabu list the climb goes on downhill for a while, over graphs not seen lately, and keeps the best;
restarts shake the best graph and climb again (Heckerman, Geiger & Chickering 1995; Glover 1989).
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.networks.edge_rules import Edge, EdgeRules
from gnomon.learners.networks.family_scores import FamilyScores, scores_of
from gnomon.learners.networks.graph import DirectedGraph, Drawn, graph_of
from gnomon.learners.networks.learned_structure import LearnedStructure, Step

OPERATIONS = ("add", "delete", "turn")


def hill_climbing(
    data: Any,
    *,
    score: str = "bic",
    equivalent_sample_size: float = 10.0,
    max_parents: int | None = None,
    required: Iterable[Edge] = (),
    forbidden: Iterable[Edge] = (),
    start: Drawn | None = None,
    tabu: int = 50,
    restarts: int = 0,
    shakes: int | None = None,
    max_iter: int = 10_000,
    random_state: seeds.Seed = None,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """The best graph of a climb: no single move betters it.

    data: discrete columns, or FamilyScores of them, which bring their own score. score: see `FamilyScores`.
    max_parents: of one node; None for any number. required, forbidden: edges (from, to). start: where to
    begin (a Graph, a formula or edges); else with the required edges alone. tabu: how many graphs are
    remembered and not visited again, and how many moves in a row may go by without a new best; 0 stops at the
    first top. restarts: climbs from the best graph after `shakes` random moves, as many as there are nodes if
    None. max_iter: moves in all.

    The history has a row for each move, and one for each return to the best graph.

    >>> rows = {"A": [0, 0, 1, 1] * 9, "B": [0, 0, 1, 1] * 9, "C": [0, 1, 0, 1] * 9}
    >>> print(hill_climbing(rows, tabu=0))
    p(A) p(B | A) p(C)
    bic -57.0736 after 1 steps; no further step betters it
    """
    scores = scores_of(data, score, equivalent_sample_size, sample_weight, levels)
    rules = EdgeRules.of(scores.names, required=required, forbidden=forbidden, max_parents=max_parents)
    shakes = len(scores.names) if shakes is None else shakes
    counts = {"tabu": tabu, "restarts": restarts, "shakes": shakes, "max_iter": max_iter}
    for name, value in counts.items():
        _check_count(name, value)
    climb = _Climb(scores, rules, _start(start, scores, rules), tabu, max_iter)
    climb.climb()
    random = seeds.generator(random_state) if restarts else None
    for _ in range(restarts):
        climb.shake(random, shakes)
        climb.climb()
    if not climb.converged:
        warnings.warn(
            f"hill_climb stopped after max_iter={max_iter} moves before it reached a top; raise max_iter",
            NumericsWarning,
            stacklevel=2,
        )
    return climb.result()


@dataclass
class _Climb:
    """Where a climb stands: the edges, which nodes reach which, and what each change of a family would gain.

    edges[u, v]: there is an edge from u to v. with_parent[u, v]: the score of v with u as one more parent.
    without[u, v]: the score of v with one parent less.
    """

    scores: FamilyScores
    rules: EdgeRules
    edges: Flags
    tabu: int
    max_iter: int
    steps: list[Step] = field(default_factory=list)
    converged: bool = True

    def __post_init__(self) -> None:
        n = len(self.edges)
        self.scores.count_pairs()
        self.family = np.zeros(n)
        self.with_parent, self.without = np.full((n, n), np.nan), np.full((n, n), np.nan)
        self.mark = np.random.default_rng(0).integers(1, 2**63, size=(n, n), dtype=np.int64)
        self.recent: deque[int] = deque(maxlen=max(self.tabu, 1))
        self.hash = 0
        self._place(self.edges)
        self.best, self.best_score = self.edges.copy(), self.total

    @property
    def total(self) -> float:
        """The score of the graph as it stands."""
        return float(self.family.sum())

    def climb(self) -> None:
        """Move on until no new best graph has come for a while."""
        idle, top = 0, self.total
        while True:
            self.recent.append(self.hash)
            gains = self.gains(avoid_recent=self.tabu > 0)
            gain, operation, tail, head = _best(gains)
            least = 1e-9 + 1e-12 * abs(self.total)
            uphill = self.total + gain > top + least
            idle = 0 if uphill else idle + 1
            if gain == -np.inf or idle > self.tabu:
                break
            if len(self.steps) >= self.max_iter:
                self.converged = not (uphill and np.array_equal(self.edges, self.best))
                break
            self.move(operation, tail, head, gain)
            if uphill:
                top = self.total
            if self.total > self.best_score + least:
                self.best, self.best_score = self.edges.copy(), self.total
        self._return()

    def gains(self, avoid_recent: bool = False) -> Floats:
        """What each move would gain: [operation, tail, head]; -inf where it is not allowed."""
        edges, rules = self.edges, self.rules
        has_room = edges.sum(axis=0) < rules.most
        free = edges & ~rules.required
        # An edge can be turned if no longer way leads from its tail to its head.
        detour = (edges.astype(np.float32) @ self.reach.astype(np.float32)) > 0
        may = np.stack(
            [
                rules.allowed & ~edges & ~self.reach.T & has_room,
                free,
                free & rules.allowed.T & ~detour & has_room[:, None],
            ]
        )
        if avoid_recent:
            may &= self._is_new()
        add = self.with_parent - self.family
        delete = self.without - self.family
        with np.errstate(invalid="ignore"):
            gains = np.stack([add, delete, delete + add.T])
        return np.where(may, gains, -np.inf)

    def move(self, operation: int, tail: int, head: int, gain: float) -> None:
        """Make a move and score anew the families that it changed."""
        self.edges[tail, head] = operation == 0
        if operation == 2:
            self.edges[head, tail] = True
        self.hash ^= int(self._change(operation)[tail, head])
        self.reach = _reach(self.edges)
        self._score(head)
        if operation == 2:
            self._score(tail)
        names = self.scores.names
        self.steps.append(Step(OPERATIONS[operation], names[tail], names[head], gain, self.total))

    def shake(self, random: Any, times: int) -> None:
        """Make moves at random."""
        for _ in range(times):
            gains = self.gains()
            moves = np.argwhere(np.isfinite(gains))
            if len(moves) and len(self.steps) < self.max_iter:
                operation, tail, head = (int(part) for part in moves[random.integers(len(moves))])
                self.move(operation, tail, head, float(gains[operation, tail, head]))

    def result(self) -> LearnedStructure:
        """The best graph that was met."""
        return LearnedStructure(
            _graph(self.scores.names, self.best),
            self.best_score,
            self.scores.score,
            self.converged,
            tuple(self.steps),
        )

    def _return(self) -> None:
        """Go back to the best graph."""
        if not np.array_equal(self.edges, self.best):
            gain = self.best_score - self.total
            self._place(self.best)
            self.steps.append(Step("return", "", "", gain, self.total))

    def _place(self, edges: Flags) -> None:
        self.edges = edges.copy()
        self.reach = _reach(self.edges)
        self.hash = int(np.bitwise_xor.reduce(self.mark[self.edges], initial=0))
        for node in range(len(edges)):
            self._score(node)

    def _score(self, node: int) -> None:
        """Score a node's family, and the families that are one parent away."""
        parents = frozenset(np.flatnonzero(self.edges[:, node]).tolist())
        candidates = self.rules.allowed[:, node] & ~self.edges[:, node]
        if len(parents) >= self.rules.most:
            candidates[:] = False
        row = self.scores.adding(node, parents, np.flatnonzero(candidates))
        self.family[node] = row[node]
        self.with_parent[:, node] = np.where(candidates, row, np.nan)
        self.without[:, node] = np.nan
        for parent in parents:
            self.without[parent, node] = self.scores.of_places(node, parents - {parent})

    def _change(self, operation: int) -> Array:
        """What each move of a kind does to the mark of the graph, which tells graphs apart (Zobrist 1970)."""
        return self.mark if operation < 2 else self.mark ^ self.mark.T

    def _is_new(self) -> Flags:
        after = np.stack([self._change(operation) for operation in range(3)]) ^ self.hash
        is_new = np.ones(after.shape, dtype=bool)
        for seen in self.recent:
            is_new &= after != seen
        return is_new


def _start(start: Drawn | None, scores: FamilyScores, rules: EdgeRules) -> Flags:
    if start is None:
        return rules.required.copy()
    graph = graph_of(start)
    if not set(graph.nodes) <= set(scores.names):
        raise DataError(f"start has the nodes {list(graph.nodes)[:12]}; the data have {scores.names[:12]}")
    edges = np.zeros_like(rules.required)
    for tail, head in graph.edges:
        edges[scores.place(tail), scores.place(head)] = True
    if (edges & ~rules.allowed).any() or (rules.required & ~edges).any():
        raise DataError("start has a forbidden edge, or lacks a required one; change start or the rules")
    if edges.sum(axis=0).max(initial=0) > rules.most:
        raise DataError(f"a node of start has more than max_parents={rules.most} parents; raise max_parents")
    return edges


def _reach(edges: Flags) -> Flags:
    """reach[u, v]: a way of one edge or more leads from u to v."""
    reach = edges.copy()
    for middle in range(len(edges)):
        reach |= reach[:, middle, None] & reach[middle]
    return reach


def _best(gains: Floats) -> tuple[float, int, int, int]:
    """The greatest gain and its move; of those equal to rounding the first."""
    flat = gains.reshape(-1)
    greatest = float(flat.max(initial=-np.inf))
    if greatest == -np.inf:
        return greatest, 0, 0, 0
    place = int(np.argmax(flat >= greatest - 1e-9 * (1 + abs(greatest))))
    operation, tail, head = (int(part) for part in np.unravel_index(place, gains.shape))
    return float(flat[place]), operation, tail, head


def _graph(names: Sequence[str], edges: Flags) -> DirectedGraph:
    return DirectedGraph(tuple(names), tuple(tuple(np.flatnonzero(column).tolist()) for column in edges.T))


def _check_count(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise ParameterError(f"{name}={value!r}: give a whole number of at least 0")
