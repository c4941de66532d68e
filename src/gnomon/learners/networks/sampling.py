"""Sampling from a network: ancestral sampling and likelihood weighting (importance sampling)."""

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
    """Samples and weights of likelihood weighting, for approximate inference.

    codes: the rows. log_weight: log likelihood of the evidence given the sampled parents, per row.

    >>> from gnomon.networks import BayesianNetwork
    >>> rain = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> sample = rain.weighted_sample(10_000, {"wet": 1}, random_state=0)
    >>> abs(sample.query("rain")[1] - 0.18 / 0.26) < 3 * sample.standard_error("rain")[1]
    np.True_
    """

    codes: Codes
    log_weight: Floats
    levels: Levels
    evidence: Mapping[str, Any]

    @property
    def weight(self) -> Floats:
        """Importance weights, scaled to a maximum of 1."""
        return np.asarray(np.exp(self.log_weight - self.log_weight.max()))

    @property
    def probability(self) -> float:
        """Estimated probability of the evidence: the mean of the unscaled weights."""
        return float(np.exp(self.log_weight.max()) * self.weight.mean())

    @property
    def effective_size(self) -> float:
        """Effective sample size: (sum of weights)² / (sum of squared weights)."""
        return float(self.weight.sum() ** 2 / (self.weight**2).sum())

    def query(self, target: str) -> Posterior:
        """Estimated posterior of a node given the evidence."""
        index = list(self.levels).index(target)
        counts = np.bincount(self.codes[:, index], self.weight, minlength=len(self.levels[target]))
        return Posterior((target,), (self.levels[target],), counts / counts.sum(), dict(self.evidence))

    def standard_error(self, target: str) -> Floats:
        """Standard error of each probability of `query` (delta method for a ratio)."""
        index = list(self.levels).index(target)
        posterior = self.query(target).values
        is_level = self.codes[:, [index]] == np.arange(len(posterior))
        deviation = self.weight[:, None] * (is_level - posterior)
        return np.asarray(np.sqrt((deviation**2).sum(axis=0)) / self.weight.sum())

    def frame(self) -> Any:
        """The sampled rows with their levels, and `weight`."""
        return frame_of(self.codes, self.levels).assign(weight=self.weight)


def draw(
    graph: DirectedGraph,
    tables: Mapping[str, Array],
    n: int,
    random: np.random.Generator,
    observed: Mapping[int, int] | None = None,
) -> tuple[Codes, Floats]:
    """Sample n rows with observed nodes fixed, and their log weights: sum of log p(observed level | parents).

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
        if observed and node in observed:
            codes[:, node] = observed[node]
            with np.errstate(divide="ignore"):
                log_weight += np.log(rows[:, observed[node]])[state]
        else:
            codes[:, node] = _levels(rows, state, random.random(n))
    return codes, log_weight


def check_agreement(log_weight: Floats, evidence: Mapping[str, Any]) -> None:
    """Raise DataError if every sampled row contradicts the evidence.

    >>> check_agreement(np.log([0.5, 0.25]), {"A": 1})
    """
    if np.isneginf(log_weight).all():
        raise DataError(
            f"none of {len(log_weight)} rows agrees with {dict(evidence)}: the evidence is impossible or too "
            "rare; sample more rows, or use `query` (exact inference)"
        )


def frame_of(codes: Codes, levels: Levels) -> Any:
    """Decode codes to levels, a column for each node; None where missing.

    >>> frame_of(np.array([[1], [0]]), {"A": ("no", "yes")})["A"].tolist()
    ['yes', 'no']
    """
    import pandas

    columns = {}
    for index, (name, known) in enumerate(levels.items()):
        level_values = np.empty(len(known) + 1, dtype=object)
        level_values[:-1] = known
        columns[name] = pandas.Series(level_values[codes[:, index]]).infer_objects()
    return pandas.DataFrame(columns)


def _state(codes: Codes, parents: Sequence[int], shape: Sequence[int]) -> Array:
    state = np.zeros(len(codes), dtype=np.int64)
    for parent, size in zip(parents, shape[:-1], strict=True):
        state = state * size + codes[:, parent]
    return state


def _levels(rows: Floats, state: Array, uniform: Floats) -> Array:
    """Inverse transform sampling of a level from each row; never one of probability 0."""
    cumulative = np.cumsum(rows, axis=1)
    last = rows.shape[1] - 1 - np.argmax(rows[:, ::-1] > 0, axis=1)
    level = (uniform[:, None] >= cumulative[state]).sum(axis=1)
    return np.minimum(level, last[state])
