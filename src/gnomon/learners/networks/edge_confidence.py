"""Bootstrap confidence of the edges of a learned structure (Friedman, Goldszmidt & Wyner 1999)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.networks.equivalence import edge_directions
from gnomon.learners.networks.family_scores import FamilyScores, scores_of
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.hill_climbing import hill_climbing
from gnomon.learners.networks.learned_structure import LearnedStructure
from gnomon.learners.networks.learning import check_weight

Search = Callable[[FamilyScores], LearnedStructure]


@dataclass(frozen=True)
class EdgeConfidence:
    """Bootstrap confidence of edges: share[u, v] is the share of samples with an edge from u to v.

    An edge that is not compelled (an equivalent graph has it reversed) counts half in each direction.

    >>> EdgeConfidence(("A", "B"), np.array([[0, 0.6], [0.3, 0]]), 10).frame().round(3)
      tail head  confidence  direction
    0    A    B         0.9      0.667
    """

    nodes: tuple[str, ...]
    share: Floats
    n_samples: int

    def frame(self) -> Any:
        """The edges of any sample, the highest confidence first.

        Columns: tail, head; confidence, the share of samples with the edge in either direction; direction,
        the share of these in which it points from tail to head.
        """
        import pandas

        rows = []
        for tail, head in np.argwhere(np.triu(self.share + self.share.T)):
            if self.share[tail, head] < self.share[head, tail]:
                tail, head = head, tail
            either = self.share[tail, head] + self.share[head, tail]
            rows.append((self.nodes[tail], self.nodes[head], either, self.share[tail, head] / either))
        frame = pandas.DataFrame(rows, columns=["tail", "head", "confidence", "direction"])
        return frame.sort_values("confidence", ascending=False, kind="stable", ignore_index=True)

    def graph(self, threshold: float = 0.5) -> DirectedGraph:
        """The graph of the edges of at least this confidence, without those that would close a cycle.

        >>> EdgeConfidence(("A", "B"), np.array([[0, 0.6], [0.3, 0]]), 10).graph().edges
        (('A', 'B'),)
        """
        frame = self.frame()
        graph = DirectedGraph.of_edges((), nodes=self.nodes)
        for tail, head in frame.loc[frame.confidence >= threshold, ["tail", "head"]].itertuples(index=False):
            if graph.index(head) not in graph.ancestors([graph.index(tail)]):
                graph = DirectedGraph.of_edges((*graph.edges, (tail, head)), nodes=self.nodes)
        return graph

    def __str__(self) -> str:
        return f"edges in {self.n_samples} bootstrap samples\n{self.frame().round(3).to_string(index=False)}"


def edge_confidence(
    data: Any,
    search: Search = hill_climbing,
    *,
    n_samples: int = 100,
    score: str = "bic",
    equivalent_sample_size: float = 10.0,
    random_state: seeds.Seed = 0,
    sample_weight: Any = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
) -> EdgeConfidence:
    """Bootstrap confidence of edges: learn a structure on each bootstrap sample, and count its edges.

    data: discrete columns, or FamilyScores of them. search: a structure learner of scores, such as
    `hill_climbing` or `lambda scores: hill_climbing(scores, max_parents=2)`. n_samples: number of bootstrap
    samples. score: see `FamilyScores`. sample_weight: integer frequency weights.

    >>> rows = {"A": [0, 0, 1, 1] * 9, "B": [0, 0, 1, 1] * 9, "C": [0, 1, 0, 1] * 9}
    >>> print(edge_confidence(rows, n_samples=20, random_state=0))
    edges in 20 bootstrap samples
    tail head  confidence  direction
       A    B         1.0        0.5
    """
    if isinstance(n_samples, bool) or not isinstance(n_samples, int | np.integer) or n_samples < 1:
        raise ParameterError(f"n_samples={n_samples!r}: pass an integer of at least 1")
    scores = scores_of(data, score, equivalent_sample_size, None, levels)
    frequencies = _frequencies(sample_weight, len(scores.codes))
    root = seeds.sequence(random_state)
    share = np.zeros((len(scores.names), len(scores.names)))
    for sample in range(n_samples):
        random = np.random.default_rng(seeds.child(root, sample))
        counts = random.multinomial(int(frequencies.sum()), frequencies / frequencies.sum())
        share += edge_directions(search(scores.reweighted(counts.astype(np.float64))).graph)
    return EdgeConfidence(tuple(scores.names), share / n_samples, int(n_samples))


def _frequencies(sample_weight: Any, n_rows: int) -> Floats:
    """Frequency weight of each row."""
    weight = check_weight(sample_weight, n_rows)
    if weight is None:
        return np.ones(n_rows)
    if (weight != np.round(weight)).any():
        raise ParameterError(
            "sample_weight must be integers (frequency weights), as a bootstrap sample counts rows"
        )
    return weight
