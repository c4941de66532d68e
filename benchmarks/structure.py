"""Learning the structure of Bayesian networks against pyAgrum's greedy and tabu searches, by one BIC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.case import Case
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.hill_climbing import hill_climbing


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    for n_rows, n_nodes in ((10_000, 20), (100_000, 20), (10_000, 50)):
        rows = sampled(n_rows // scale, n_nodes)
        for search in ("greedy", "tabu"):
            yield from climbs(rows, search)


def climbs(rows: Any, search: str) -> Iterator[Case]:
    try:
        import pyagrum
    except ImportError:
        return
    scores = FamilyScores(rows)

    def peer() -> DirectedGraph:
        learner = pyagrum.BNLearner(rows)
        learner.useScoreBIC()
        if search == "greedy":
            learner.useGreedyHillClimbing()
        else:
            learner.useLocalSearchWithTabuList(10, 10)
        found = learner.learnDAG()
        names = list(rows.columns)
        return DirectedGraph.of_edges(
            [(names[tail], names[head]) for tail, head in found.arcs()], nodes=names
        )

    yield Case(
        "structure",
        f"hill climbing, BIC, {len(rows):,} x {rows.shape[1]}",
        f"pyAgrum, {search}",
        lambda: hill_climbing(rows).graph,
        peer,
        scores.graph,
        "BIC",
        lambda ours, theirs: f"{len(set(ours.edges) & set(theirs.edges))} edges in common",
        wanted=1,
    )


def sampled(n_rows: int, n_nodes: int, seed: int = 0) -> Any:
    """Rows of a random network: 2 to 4 levels and up to 3 parents a node, tables far from even."""
    import pandas

    random = np.random.default_rng(seed)
    levels = random.integers(2, 5, size=n_nodes)
    codes = np.empty((n_rows, n_nodes), dtype=np.int64)
    for node in range(n_nodes):
        parents = random.permutation(node)[: random.integers(0, 4)]
        state = np.zeros(n_rows, dtype=np.int64)
        for parent in parents:
            state = state * levels[parent] + codes[:, parent]
        table = random.dirichlet(np.full(levels[node], 0.6), size=int(np.prod(levels[parents])))
        codes[:, node] = (random.random(n_rows)[:, None] > table.cumsum(axis=1)[state][:, :-1]).sum(axis=1)
    frame = pandas.DataFrame(codes, columns=[f"x{node}" for node in range(n_nodes)])
    return frame.astype(str)
