"""What a search for a structure gives: the graph, its score, and the steps that led there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph


@dataclass(frozen=True)
class Step:
    """One step of a search: what was done to the edge from tail to head, its gain, and the score after it.

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
    """A graph learned from data.

    score: of the graph, by the score of this name. converged: whether the search ended by its own rule (for a
    climb: no single move betters the graph) and not by a limit. n_iter: the steps taken.

    >>> structure = LearnedStructure(DirectedGraph.of_formula("[A][B|A]"), -3.2, "bic", True, ())
    >>> print(structure)
    p(A) p(B | A)
    bic -3.2 after 0 steps; no further step betters it
    """

    graph: DirectedGraph
    score: float
    score_name: str
    converged: bool
    steps: tuple[Step, ...]

    @property
    def n_iter(self) -> int:
        """How many steps were taken."""
        return len(self.steps)

    def frame(self) -> Any:
        """The history: a row for each step, with operation, edge, gain and score."""
        import pandas

        columns = ["operation", "tail", "head", "gain", "score"]
        rows = [(step.operation, step.tail, step.head, step.gain, step.score) for step in self.steps]
        return pandas.DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        end = "no further step betters it" if self.converged else "it was stopped by its limit of steps"
        return f"{self.graph}\n{self.score_name} {self.score:.6g} after {self.n_iter} steps; {end}"


def built(scores: FamilyScores, edges: Iterable[tuple[int, int]]) -> LearnedStructure:
    """The structure that adding these edges, by numbers of columns, gives, with the gain of each.

    >>> scores = FamilyScores({"A": [0, 0, 1, 1], "B": [0, 0, 1, 1]}, score="likelihood")
    >>> built(scores, [(0, 1)]).frame().round(4)
      operation tail head    gain   score
    0       add    A    B  2.7726 -2.7726
    """
    parents: list[frozenset[int]] = [frozenset() for _ in scores.names]
    total = sum(scores.of_places(node, frozenset()) for node in range(len(parents)))
    steps = []
    for tail, head in edges:
        before = scores.of_places(head, parents[head])
        parents[head] |= {tail}
        gain = scores.of_places(head, parents[head]) - before
        total += gain
        steps.append(Step("add", scores.names[tail], scores.names[head], gain, total))
    graph = DirectedGraph.of_edges([(step.tail, step.head) for step in steps], nodes=scores.names)
    return LearnedStructure(graph, scores.graph(graph), scores.score, True, tuple(steps))
