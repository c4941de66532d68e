"""The posterior of one node of a network for many rows, whatever else is missing."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from gnomon.arrays import Flags, Floats
from gnomon.learners.networks.coding import Codes
from gnomon.learners.networks.network import BayesianNetwork


def log_posterior(network: BayesianNetwork, target: str, codes: Codes) -> Floats:
    """log p(level of the target | the other values of the row), a column for each level; NaN if impossible.

    Where the families of the target are complete, they are all that counts; missing values elsewhere are
    summed out exactly. codes: a column for each node; the target's own is not read.

    >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> np.exp(log_posterior(network, "rain", np.array([[-1, 1], [-1, -1]], np.int32))).round(4)
    array([[0.3077, 0.6923],
           [0.8   , 0.2   ]])
    """
    aim = network.graph.place(target)
    hidden = _needs_sums(network, aim, codes)
    scores = np.empty((len(codes), network.sizes[aim]))
    scores[~hidden] = _of_families(network, aim, codes[~hidden])
    if hidden.any():
        scores[hidden] = log_joint(network, target, codes[hidden])
    with np.errstate(invalid="ignore"):
        return np.asarray(scores - logsumexp(scores, axis=1, keepdims=True))


def log_joint(network: BayesianNetwork, target: str, codes: Codes) -> Floats:
    """log p(level of the target and the other values of the row), a column for each level.

    >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> np.exp(log_joint(network, "rain", np.array([[-1, 1]], np.int32))).round(4)
    array([[0.08, 0.18]])
    """
    aim = network.graph.place(target)
    codes = codes.copy()
    codes[:, aim] = -1
    share, log_probability = network.junction_tree((target,)).query(codes, (aim,))
    with np.errstate(divide="ignore"):
        logs = np.log(share) + log_probability[:, None]
    return np.where(np.isfinite(log_probability)[:, None], logs, -np.inf)


def _needs_sums(network: BayesianNetwork, aim: int, codes: Codes) -> Flags:
    """Rows that lack a value of the target's families; that of a childless node sums to 1 and is no lack."""
    needs = np.zeros(len(codes), dtype=bool)
    for node, parents in enumerate(network.graph.parents):
        if node == aim or aim in parents:
            members = {*parents, *((node,) if network.graph.children[node] else ())} - {aim}
            for member in members:
                needs |= codes[:, member] < 0
    return needs


def _of_families(network: BayesianNetwork, aim: int, codes: Codes) -> Floats:
    """The logs of the tables that speak of the target, added up."""
    scores = np.zeros((len(codes), network.sizes[aim]))
    for node, (name, parents) in enumerate(zip(network.graph.nodes, network.graph.parents, strict=True)):
        if node != aim and aim not in parents:
            continue
        family = (*parents, node)
        with np.errstate(divide="ignore"):
            logs = np.moveaxis(np.log(network.tables[name].astype(np.float64)), family.index(aim), -1)
        others = tuple(codes[:, member] for member in family if member != aim)
        found = logs[others] if others else np.broadcast_to(logs, scores.shape)
        scores += found if node == aim else np.where(codes[:, [node]] < 0, 0.0, found)
    return scores
