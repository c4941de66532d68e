"""Random networks, and every answer by listing the whole joint distribution: slow, and written to be read."""

import itertools
from math import prod

import numpy as np

from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork


def random_case(seed, n_nodes=None, zeros=0.15, max_parents=3):
    """A network of up to six nodes with a few zeros in its tables."""
    random = np.random.default_rng(seed)
    n = n_nodes or int(random.integers(1, 7))
    place = random.permutation(n)
    parents = [[] for _ in range(n)]
    for a, b in itertools.combinations(range(n), 2):
        if random.random() < 0.45 and len(parents[place[b]]) < max_parents:
            parents[place[b]].append(int(place[a]))
    sizes = random.integers(1, 4, size=n)
    tables = []
    for node in range(n):
        table = random.gamma(1.0, size=[*(sizes[p] for p in parents[node]), sizes[node]]) + 1e-3
        table *= random.random(table.shape) > zeros
        table[..., 0] += table.sum(axis=-1) == 0
        tables.append(table / table.sum(axis=-1, keepdims=True))
    graph = DirectedGraph(tuple(f"n{i}" for i in range(n)), tuple(map(tuple, parents)))
    return BayesianNetwork(graph, tables), random


def random_evidence(network, random, share=0.4):
    return {
        name: network.levels[name][random.integers(len(network.levels[name]))]
        for name in network.graph.nodes
        if random.random() < share
    }


def rows(network):
    """Every full row as a dict, with its probability."""
    nodes = network.graph.nodes
    for levels in itertools.product(*(network.levels[name] for name in nodes)):
        row = dict(zip(nodes, levels, strict=True))
        yield row, prod(entry(network, name, row) for name in nodes)


def entry(network, name, row):
    family = (*network.graph.parents_of(name), name)
    return network.tables[name][tuple(network.levels[each].index(row[each]) for each in family)]


def agreeing(network, evidence):
    return [(row, p) for row, p in rows(network) if all(row[k] == v for k, v in evidence.items())]


def probability(network, evidence):
    return sum(p for _, p in agreeing(network, evidence))


def posterior(network, targets, evidence):
    """p(targets | evidence), an axis for each; None where the evidence is impossible."""
    table = np.zeros([len(network.levels[name]) for name in targets])
    for row, p in agreeing(network, evidence):
        table[tuple(network.levels[name].index(row[name]) for name in targets)] += p
    return table / table.sum() if table.sum() > 0 else None
