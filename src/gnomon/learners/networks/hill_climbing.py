"""Hill climbing: greedy structure learning by adding, deleting or reversing one edge at a time.

With a tabu list the search goes on past a local maximum, over graphs not visited recently, and returns the
best; random restarts perturb the best graph and climb again (Heckerman, Geiger & Chickering 1995; Glover
1989).
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
from gnomon.learners.networks.graph import DirectedGraph, GraphLike, graph_of
from gnomon.learners.networks.learned_structure import LearnedStructure, Step

OPERATIONS = ("add", "delete", "reverse")


def hill_climbing(
    data: Any,
    *,
    score: str = "bic",
    equivalent_sample_size: float = 10.0,
    max_parents: int | None = None,
    required: Iterable[Edge] = (),
    forbidden: Iterable[Edge] = (),
    start: GraphLike | None = None,
    tabu: int = 50,
    restarts: int = 0,
    shakes: int | None = None,
    max_iter: int = 10_000,
    random_state: seeds.Seed = 0,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> LearnedStructure:
    """Learn a structure by hill climbing with tabu search and random restarts (score-based search).

    data: discrete columns, or FamilyScores of them, which have their own score. score: see `FamilyScores`.
    max_parents: maximum number of parents of a node; None for no limit. required, forbidden: edges (from,
    to). start: the initial graph (a DirectedGraph, a formula or edges); the required edges if None. tabu:
    length of the tabu list of recently visited graphs, and maximum number of moves without a new best; 0 for
    plain hill climbing. restarts: number of random restarts. shakes: random moves (perturbations) per
    restart; None for the number of nodes. max_iter: maximum number of moves.

    The history has one row per move, and one per return to the best graph.

    >>> rows = {"A": [0, 0, 1, 1] * 9, "B": [0, 0, 1, 1] * 9, "C": [0, 1, 0, 1] * 9}
    >>> print(hill_climbing(rows, tabu=0))
    p(A) p(B | A) p(C)
    bic -57.0736 after 1 steps; no further step improves it
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
        climb.perturb(random, shakes)
        climb.climb()
    if not climb.converged:
        warnings.warn(
            f"hill_climbing stopped after max_iter={max_iter} moves before it converged; increase max_iter",
            NumericsWarning,
            stacklevel=2,
        )
    return climb.result()


@dataclass
class _Climb:
    """State of hill climbing: the edges, reachability, and the score of each change of a family.

    edges[u, v]: there is an edge from u to v. with_parent[u, v]: score of v with u as one more parent.
    without[u, v]: score of v without its parent u.
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
        self.scores.score_pairs()
        self.family = np.zeros(n)
        self.with_parent, self.without = np.full((n, n), np.nan), np.full((n, n), np.nan)
        self.zobrist = np.random.default_rng(0).integers(1, 2**63, size=(n, n), dtype=np.int64)
        self.recent: deque[int] = deque(maxlen=max(self.tabu, 1))
        self.hash = 0
        self._set_edges(self.edges)
        self.best, self.best_score = self.edges.copy(), self.total

    @property
    def total(self) -> float:
        """Score of the current graph."""
        return float(self.family.sum())

    def climb(self) -> None:
        """Climb until no new best graph is reached within `tabu` moves."""
        idle, best_of_climb = 0, self.total
        while True:
            self.recent.append(self.hash)
            gains = self.gains(avoid_recent=self.tabu > 0)
            gain, operation, tail, head = _best(gains)
            tolerance = 1e-9 + 1e-12 * abs(self.total)
            improves = self.total + gain > best_of_climb + tolerance
            idle = 0 if improves else idle + 1
            if gain == -np.inf or idle > self.tabu:
                break
            if len(self.steps) >= self.max_iter:
                self.converged = not (improves and np.array_equal(self.edges, self.best))
                break
            self.move(operation, tail, head, gain)
            if improves:
                best_of_climb = self.total
            if self.total > self.best_score + tolerance:
                self.best, self.best_score = self.edges.copy(), self.total
        self._return()

    def gains(self, avoid_recent: bool = False) -> Floats:
        """Gain of each move, [operation, tail, head]; -inf where it is not allowed."""
        edges, rules = self.edges, self.rules
        accepts_parent = edges.sum(axis=0) < rules.max_parents
        removable = edges & ~rules.required
        # An edge can be reversed if no longer path leads from its tail to its head.
        detour = (edges.astype(np.float32) @ self.reach.astype(np.float32)) > 0
        is_allowed = np.stack(
            [
                rules.allowed & ~edges & ~self.reach.T & accepts_parent,
                removable,
                removable & rules.allowed.T & ~detour & accepts_parent[:, None],
            ]
        )
        if avoid_recent:
            is_allowed &= self._is_new()
        add = self.with_parent - self.family
        delete = self.without - self.family
        with np.errstate(invalid="ignore"):
            gains = np.stack([add, delete, delete + add.T])
        return np.where(is_allowed, gains, -np.inf)

    def move(self, operation: int, tail: int, head: int, gain: float) -> None:
        """Make a move and rescore the families that it changed."""
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

    def perturb(self, random: Any, n_moves: int) -> None:
        """Perturb the graph by random moves."""
        for _ in range(n_moves):
            gains = self.gains()
            moves = np.argwhere(np.isfinite(gains))
            if len(moves) and len(self.steps) < self.max_iter:
                operation, tail, head = (int(part) for part in moves[random.integers(len(moves))])
                self.move(operation, tail, head, float(gains[operation, tail, head]))

    def result(self) -> LearnedStructure:
        """The best graph of the search."""
        return LearnedStructure(
            _graph(self.scores.names, self.best),
            self.best_score,
            self.scores.score,
            self.converged,
            tuple(self.steps),
        )

    def _return(self) -> None:
        """Return to the best graph."""
        if not np.array_equal(self.edges, self.best):
            gain = self.best_score - self.total
            self._set_edges(self.best)
            self.steps.append(Step("return", "", "", gain, self.total))

    def _set_edges(self, edges: Flags) -> None:
        self.edges = edges.copy()
        self.reach = _reach(self.edges)
        self.hash = int(np.bitwise_xor.reduce(self.zobrist[self.edges], initial=0))
        for node in range(len(edges)):
            self._score(node)

    def _score(self, node: int) -> None:
        """Score a node's family, and the families with one parent more or less."""
        parents = frozenset(np.flatnonzero(self.edges[:, node]).tolist())
        candidates = self.rules.allowed[:, node] & ~self.edges[:, node]
        if len(parents) >= self.rules.max_parents:
            candidates[:] = False
        row = self.scores.adding(node, parents, np.flatnonzero(candidates))
        self.family[node] = row[node]
        self.with_parent[:, node] = np.where(candidates, row, np.nan)
        self.without[:, node] = np.nan
        for parent in parents:
            self.without[parent, node] = self.scores.family_by_index(node, parents - {parent})

    def _change(self, operation: int) -> Array:
        """Change of the graph's Zobrist hash by each move of an operation (Zobrist 1970)."""
        return self.zobrist if operation < 2 else self.zobrist ^ self.zobrist.T

    def _is_new(self) -> Flags:
        after = np.stack([self._change(operation) for operation in range(3)]) ^ self.hash
        is_new = np.ones(after.shape, dtype=bool)
        for seen in self.recent:
            is_new &= after != seen
        return is_new


def _start(start: GraphLike | None, scores: FamilyScores, rules: EdgeRules) -> Flags:
    if start is None:
        return rules.required.copy()
    graph = graph_of(start)
    if not set(graph.nodes) <= set(scores.names):
        raise DataError(
            f"start has the nodes {list(graph.nodes)[:12]}; the data have the columns {scores.names[:12]}"
        )
    edges = np.zeros_like(rules.required)
    for tail, head in graph.edges:
        edges[scores.index(tail), scores.index(head)] = True
    if (edges & ~rules.allowed).any() or (rules.required & ~edges).any():
        raise DataError(
            "start has a forbidden edge, or lacks a required one; change start or the constraints"
        )
    if edges.sum(axis=0).max(initial=0) > rules.max_parents:
        raise DataError(
            f"a node of start has more than max_parents={rules.max_parents} parents; raise max_parents"
        )
    return edges


def _reach(edges: Flags) -> Flags:
    """Transitive closure: reach[u, v] if a path of at least one edge leads from u to v."""
    reach = edges.copy()
    for middle in range(len(edges)):
        reach |= reach[:, middle, None] & reach[middle]
    return reach


def _best(gains: Floats) -> tuple[float, int, int, int]:
    """Largest gain and its move; the first on ties up to rounding."""
    flat = gains.reshape(-1)
    largest = float(flat.max(initial=-np.inf))
    if largest == -np.inf:
        return largest, 0, 0, 0
    index = int(np.argmax(flat >= largest - 1e-9 * (1 + abs(largest))))
    operation, tail, head = (int(part) for part in np.unravel_index(index, gains.shape))
    return float(flat[index]), operation, tail, head


def _graph(names: Sequence[str], edges: Flags) -> DirectedGraph:
    return DirectedGraph(tuple(names), tuple(tuple(np.flatnonzero(column).tolist()) for column in edges.T))


def _check_count(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise ParameterError(f"{name}={value!r}: pass an integer of at least 0")
