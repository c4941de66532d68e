"""Result of structure learning: the graph, its score and the search history."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph


@dataclass(frozen=True)
class Step:
    """One step of structure learning: the operation on edge tail -> head, its gain and the new score.

    >>> Step("add", "A", "B", 2.5, -10.0).operation
    'add'
    """

    operation: str
    tail: str
    head: str
    gain: float
    score: float


@dataclass(frozen=True)
class LearnedStructure:
    """Structure learned from data: the graph, its score and the search history.

    score: score of the graph. score_name: name of the score. converged: whether the search converged (no
    single move improves the graph) rather than reached its limit. n_iter: number of steps.

    >>> structure = LearnedStructure(DirectedGraph.of_formula("[A][B|A]"), -3.2, "bic", True, ())
    >>> print(structure)
    p(A) p(B | A)
    bic -3.2 after 0 steps; no further step improves it
    """

    graph: DirectedGraph
    score: float
    score_name: str
    converged: bool
    steps: tuple[Step, ...]

    @property
    def n_iter(self) -> int:
        """Number of steps."""
        return len(self.steps)

    def frame(self) -> Any:
        """Search history: one row per step, with operation, edge, gain and score."""
        import pandas

        columns = ["operation", "tail", "head", "gain", "score"]
        rows = [(step.operation, step.tail, step.head, step.gain, step.score) for step in self.steps]
        return pandas.DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        end = "no further step improves it" if self.converged else "stopped at max_iter"
        return f"{self.graph}\n{self.score_name} {self.score:.6g} after {self.n_iter} steps; {end}"


def structure_of_edges(scores: FamilyScores, edges: Iterable[tuple[int, int]]) -> LearnedStructure:
    """Structure of these edges, by column indices, with the gain of each.

    >>> scores = FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, score="likelihood")
    >>> structure_of_edges(scores, [(0, 1)]).frame().round(4)
      operation tail head    gain   score
    0       add    A    B  2.7726 -2.7726
    """
    parents: list[frozenset[int]] = [frozenset() for _ in scores.names]
    total = sum(scores.family_by_index(node, frozenset()) for node in range(len(parents)))
    steps = []
    for tail, head in edges:
        before = scores.family_by_index(head, parents[head])
        parents[head] |= {tail}
        gain = scores.family_by_index(head, parents[head]) - before
        total += gain
        steps.append(Step("add", scores.names[tail], scores.names[head], gain, total))
    graph = DirectedGraph.of_edges([(step.tail, step.head) for step in steps], nodes=scores.names)
    return LearnedStructure(graph, scores.graph(graph), scores.score, True, tuple(steps))
