"""Rows drawn from a network: parents before children, or with some nodes held and the rows weighed for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.learners.networks.coding import Codes, Levels
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.posterior import Posterior
from gnomon.probability.draws import check_draws


@dataclass(frozen=True)
class WeightedSample:
    """Rows drawn with the evidence held (likelihood weighting), and what each counts for.

    codes: the rows. log_weight: the log of how well each agrees with the evidence.

    >>> from gnomon.learners.networks.network import BayesianNetwork
    >>> rain = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> drawn = rain.weighted_sample(10_000, {"wet": 1}, random_state=0)
    >>> abs(drawn.query("rain")[1] - 0.18 / 0.26) < 3 * drawn.standard_error("rain")[1]
    np.True_
    """

    codes: Codes
    log_weight: Floats
    levels: Levels
    evidence: Mapping[str, Any]

    @property
    def weight(self) -> Floats:
        """What each row counts for, the largest as 1."""
        return np.asarray(np.exp(self.log_weight - self.log_weight.max()))

    @property
    def probability(self) -> float:
        """An estimate of the probability of the evidence: the mean of the weights, before they are scaled."""
        return float(np.exp(self.log_weight.max()) * self.weight.mean())

    @property
    def effective_size(self) -> float:
        """How many rows of equal weight would tell as much: (sum of weights)² / (sum of squared weights)."""
        return float(self.weight.sum() ** 2 / (self.weight**2).sum())

    def query(self, target: str) -> Posterior:
        """The estimated distribution of a node given the evidence."""
        place = list(self.levels).index(target)
        counts = np.bincount(self.codes[:, place], self.weight, minlength=len(self.levels[target]))
        return Posterior((target,), (self.levels[target],), counts / counts.sum(), dict(self.evidence))

    def standard_error(self, target: str) -> Floats:
        """The standard error of each probability that `query` estimates (delta method for a ratio)."""
        place = list(self.levels).index(target)
        share = self.query(target).values
        is_level = self.codes[:, [place]] == np.arange(len(share))
        gap = self.weight[:, None] * (is_level - share)
        return np.asarray(np.sqrt((gap**2).sum(axis=0)) / self.weight.sum())

    def frame(self) -> Any:
        """The rows in the words of their levels, and `weight`."""
        return frame_of(self.codes, self.levels).assign(weight=self.weight)


def draw(
    graph: DirectedGraph,
    tables: Mapping[str, Array],
    n: int,
    random: np.random.Generator,
    held: Mapping[int, int] | None = None,
) -> tuple[Codes, Floats]:
    """n rows, and for each the log of the product of p(held level | parents) over the held nodes.

    >>> random = np.random.default_rng(0)
    >>> codes, log_weight = draw(
    ...     DirectedGraph.of_formula("[A]"), {"A": np.array([0.25, 0.75])}, 3, random, {0: 1}
    ... )
    >>> np.exp(log_weight)
    array([0.75, 0.75, 0.75])
    """
    codes = np.empty((check_draws(n), len(graph.nodes)), dtype=np.int32)
    log_weight = np.zeros(n)
    for node in graph.order:
        table = np.asarray(tables[graph.nodes[node]], dtype=np.float64)
        rows = table.reshape(-1, table.shape[-1])
        state = _state(codes, graph.parents[node], table.shape)
        if held and node in held:
            codes[:, node] = held[node]
            with np.errstate(divide="ignore"):
                log_weight += np.log(rows[:, held[node]])[state]
        else:
            codes[:, node] = _levels(rows, state, random.random(n))
    return codes, log_weight


def check_agreement(log_weight: Floats, evidence: Mapping[str, Any]) -> None:
    """Refuse a sample of which every row contradicts the evidence.

    >>> check_agreement(np.log([0.5, 0.25]), {"A": 1})
    """
    if np.isneginf(log_weight).all():
        raise DataError(
            f"none of {len(log_weight)} rows agrees with {dict(evidence)}: it is impossible or too rare to "
            "be sampled; draw more rows, or use `query`, which is exact"
        )


def frame_of(codes: Codes, levels: Levels) -> Any:
    """Codes in the words of their levels, a column for each node; None where missing.

    >>> frame_of(np.array([[1], [0]]), {"A": ("no", "yes")})["A"].tolist()
    ['yes', 'no']
    """
    import pandas

    columns = {}
    for place, (name, known) in enumerate(levels.items()):
        words = np.empty(len(known) + 1, dtype=object)
        words[:-1] = known
        columns[name] = pandas.Series(words[codes[:, place]]).infer_objects()
    return pandas.DataFrame(columns)


def _state(codes: Codes, parents: Sequence[int], shape: Sequence[int]) -> Array:
    state = np.zeros(len(codes), dtype=np.int64)
    for parent, size in zip(parents, shape[:-1], strict=True):
        state = state * size + codes[:, parent]
    return state


def _levels(rows: Floats, state: Array, uniform: Floats) -> Array:
    """The level whose stretch of the cumulative row holds the uniform number; none of probability 0."""
    steps = np.cumsum(rows, axis=1)
    last = rows.shape[1] - 1 - np.argmax(rows[:, ::-1] > 0, axis=1)
    level = (uniform[:, None] >= steps[state]).sum(axis=1)
    return np.minimum(level, last[state])
