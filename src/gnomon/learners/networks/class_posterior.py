"""Posterior of one node of a Bayesian network for many rows, with missing values summed out."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from gnomon.arrays import Flags, Floats
from gnomon.learners.networks.coding import Codes
from gnomon.learners.networks.network import BayesianNetwork


def log_posterior(network: BayesianNetwork, target: str, codes: Codes) -> Floats:
    """log p(level of the target | other values of the row), one column per level; NaN if impossible.

    Where the families of the target (its Markov blanket) are complete, only they are used; otherwise missing
    values are summed out exactly. codes: one column per node; the target's own is ignored.

    >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> np.exp(log_posterior(network, "rain", np.array([[-1, 1], [-1, -1]], np.int32))).round(4)
    array([[0.3077, 0.6923],
           [0.8   , 0.2   ]])
    """
    target_node = network.graph.index(target)
    hidden = _has_hidden(network, target_node, codes)
    scores = np.empty((len(codes), network.sizes[target_node]))
    scores[~hidden] = _family_log_scores(network, target_node, codes[~hidden])
    if hidden.any():
        scores[hidden] = log_joint(network, target, codes[hidden])
    with np.errstate(invalid="ignore"):
        return np.asarray(scores - logsumexp(scores, axis=1, keepdims=True))


def log_joint(network: BayesianNetwork, target: str, codes: Codes) -> Floats:
    """log p(level of the target and the other values of the row), one column per level.

    >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> np.exp(log_joint(network, "rain", np.array([[-1, 1]], np.int32))).round(4)
    array([[0.08, 0.18]])
    """
    target_node = network.graph.index(target)
    codes = codes.copy()
    codes[:, target_node] = -1
    posterior, log_probability = network.junction_tree((target,)).query(codes, (target_node,))
    with np.errstate(divide="ignore"):
        logs = np.log(posterior) + log_probability[:, None]
    return np.where(np.isfinite(log_probability)[:, None], logs, -np.inf)


def _has_hidden(network: BayesianNetwork, target_node: int, codes: Codes) -> Flags:
    """Rows with a missing value in the target's families; a missing childless node sums to 1."""
    hidden = np.zeros(len(codes), dtype=bool)
    for node, parents in enumerate(network.graph.parents):
        if node == target_node or target_node in parents:
            members = {*parents, *((node,) if network.graph.children[node] else ())} - {target_node}
            for member in members:
                hidden |= codes[:, member] < 0
    return hidden


def _family_log_scores(network: BayesianNetwork, target_node: int, codes: Codes) -> Floats:
    """Sum of the logs of the tables that contain the target."""
    scores = np.zeros((len(codes), network.sizes[target_node]))
    for node, (name, parents) in enumerate(zip(network.graph.nodes, network.graph.parents, strict=True)):
        if node != target_node and target_node not in parents:
            continue
        family = (*parents, node)
        with np.errstate(divide="ignore"):
            logs = np.moveaxis(np.log(network.tables[name].astype(np.float64)), family.index(target_node), -1)
        others = tuple(codes[:, member] for member in family if member != target_node)
        family_logs = logs[others] if others else np.broadcast_to(logs, scores.shape)
        scores += family_logs if node == target_node else np.where(codes[:, [node]] < 0, 0.0, family_logs)
    return scores
