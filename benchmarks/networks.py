"""Inference in Bayesian networks against pyAgrum and pgmpy, which answer one query at a time."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.case import Case, largest_difference
from gnomon.learners.networks.examples import random_network
from gnomon.learners.networks.network import BayesianNetwork

TARGET = "x20"


def cases(size: str) -> Iterator[Case]:
    network = random_network(37, 46, levels=(2, 4), max_parents=4, random_state=0)
    n_rows = 1000 if size == "quick" else 10_000
    rows = evidence(network, n_rows)
    peers = (("pyAgrum, one by one", _pyagrum, 1.0, 20.0), ("pgmpy, one by one", _pgmpy, 0.02, 100.0))
    for peer_name, make, share, wanted in peers:
        asked = max(1, int(n_rows * share))
        try:
            peer = make(network, rows[:asked])
        except ImportError:
            continue
        yield batch(network, rows, peer_name, peer, asked, wanted)


def evidence(network: BayesianNetwork, n_rows: int) -> list[dict[str, int]]:
    """Rows of the network of which each value is seen with probability 0.3, the target never."""
    random = np.random.default_rng(1)
    frame = network.sample(n_rows, random_state=random)
    seen = random.random(frame.shape) < 0.3
    names = list(frame.columns)
    return [
        {name: int(v) for name, v, s in zip(names, values, shown, strict=True) if s and name != TARGET}
        for values, shown in zip(frame.to_numpy(), seen, strict=True)
    ]


def batch(
    network: BayesianNetwork,
    rows: list[dict[str, int]],
    peer_name: str,
    peer: Callable[[], Any],
    asked: int,
    wanted: float,
) -> Case:
    table = {name: [row.get(name) for row in rows] for name in network.graph.nodes if name != TARGET}

    def ours() -> Any:
        # A new network each time: the junction tree is built anew, as a first query must.
        fresh = BayesianNetwork(network.graph, network.tables, network.levels)
        return fresh.posteriors(TARGET, table)

    return Case(
        "networks",
        f"{len(rows):,} queries, 37 nodes, 46 edges",
        peer_name,
        ours,
        peer,
        lambda answers: float(np.log(answers[:asked].max(axis=1)).mean()),
        "mean log of the largest posterior",
        lambda a, b: largest_difference(a[:asked], b),
        wanted=wanted,
        peer_share=asked / len(rows),
    )


def _pyagrum(network: BayesianNetwork, rows: list[dict[str, int]]) -> Callable[[], Any]:
    import pyagrum

    peer = pyagrum.BayesNet()
    for name in network.graph.nodes:
        peer.add(pyagrum.RangeVariable(name, name, 0, len(network.levels[name]) - 1))
    for tail, head in network.graph.edges:
        peer.addArc(tail, head)
    for name in network.graph.nodes:
        table = peer.cpt(name)
        # pyAgrum's arrays have the parents in reverse order, the node last.
        family = [*network.graph.parents_of(name), name]
        turn = [family.index(each) for each in table.names[::-1]]
        table[:] = np.ascontiguousarray(np.transpose(network.tables[name], turn))

    def ask() -> Any:
        engine = pyagrum.LazyPropagation(peer)
        engine.addTarget(TARGET)
        answers = []
        for row in rows:
            engine.setEvidence(row)
            engine.makeInference()
            answers.append(engine.posterior(TARGET).toarray())
        return np.array(answers)

    return ask


def _pgmpy(network: BayesianNetwork, rows: list[dict[str, int]]) -> Callable[[], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.inference import VariableElimination
        from pgmpy.models import DiscreteBayesianNetwork

    peer = DiscreteBayesianNetwork(network.graph.edges)
    peer.add_nodes_from(network.graph.nodes)
    for name in network.graph.nodes:
        table, parents = network.tables[name], list(network.graph.parents_of(name))
        values = table.reshape(-1, table.shape[-1]).T
        peer.add_cpds(
            TabularCPD(name, table.shape[-1], values, parents or None, list(table.shape[:-1]) or None)
        )
    engine = VariableElimination(peer)

    def ask() -> Any:
        return np.array([engine.query([TARGET], row, show_progress=False).values for row in rows])

    return ask
