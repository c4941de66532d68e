"""Example networks: well-known textbook networks, and random networks."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.seeds import Seed, generator

_LEVELS = (False, True)


def burglary() -> BayesianNetwork:
    """The burglary (alarm) network: a burglary or an earthquake sets off an alarm (Pearl 1988).

    >>> print(burglary().query("Burglary", {"JohnCalls": True, "MaryCalls": True}))
    p(Burglary | JohnCalls=True, MaryCalls=True)
      False  0.715828
      True   0.284172
    """
    formula = "[Burglary][Earthquake][Alarm|Burglary:Earthquake][JohnCalls|Alarm][MaryCalls|Alarm]"
    alarm = {(True, True): 0.95, (True, False): 0.94, (False, True): 0.29, (False, False): 0.001}
    tables = {
        "Burglary": 0.001,
        "Earthquake": 0.002,
        "Alarm": alarm,
        "JohnCalls": {True: 0.90, False: 0.05},
        "MaryCalls": {True: 0.70, False: 0.01},
    }
    return _boolean_network(formula, tables)


def sprinkler() -> BayesianNetwork:
    """The sprinkler network: clouds, sprinkler, rain and wet grass.

    >>> round(sprinkler().query("Rain", {"WetGrass": True})[True], 4)
    0.7079
    """
    tables = {
        "Cloudy": 0.5,
        "Sprinkler": {True: 0.1, False: 0.5},
        "Rain": {True: 0.8, False: 0.2},
        "WetGrass": {(True, True): 0.99, (True, False): 0.9, (False, True): 0.9, (False, False): 0.0},
    }
    return _boolean_network("[Cloudy][Sprinkler|Cloudy][Rain|Cloudy][WetGrass|Sprinkler:Rain]", tables)


def asia() -> BayesianNetwork:
    """The Asia (chest clinic) network (Lauritzen & Spiegelhalter 1988).

    >>> round(asia().query("Dyspnoea")[True], 4)
    0.436
    """
    formula = (
        "[Asia][Smoking][Tuberculosis|Asia][LungCancer|Smoking][Bronchitis|Smoking]"
        "[Either|Tuberculosis:LungCancer][XRay|Either][Dyspnoea|Either:Bronchitis]"
    )
    tables = {
        "Asia": 0.01,
        "Smoking": 0.5,
        "Tuberculosis": {True: 0.05, False: 0.01},
        "LungCancer": {True: 0.1, False: 0.01},
        "Bronchitis": {True: 0.6, False: 0.3},
        "Either": {state: float(any(state)) for state in product(_LEVELS, repeat=2)},
        "XRay": {True: 0.98, False: 0.05},
        "Dyspnoea": {(True, True): 0.9, (True, False): 0.7, (False, True): 0.8, (False, False): 0.1},
    }
    return _boolean_network(formula, tables)


def monty_hall() -> BayesianNetwork:
    """The Monty Hall problem: a car behind one of three doors, a guess, and the host's choice; in Fractions.

    >>> print(monty_hall().query("Car", {"Guess": "A", "Host": "B"}))
    p(Car | Guess='A', Host='B')
      'A'  1/3
      'B'  0
      'C'  2/3
    """
    doors = ("A", "B", "C")
    uniform = [Fraction(1, 3)] * 3
    host = {}
    for car, guess in product(doors, doors):
        free = [door for door in doors if door not in (car, guess)]
        host[car, guess] = {door: Fraction(1, len(free)) for door in free}
    tables = {"Car": uniform, "Guess": uniform, "Host": host}
    return BayesianNetwork("[Car][Guess][Host|Car:Guess]", tables, dict.fromkeys(tables, doors))


def random_network(
    n_nodes: int = 37,
    n_edges: int = 46,
    *,
    levels: tuple[int, int] = (2, 4),
    max_parents: int = 4,
    random_state: Seed = 0,
) -> BayesianNetwork:
    """A random network: random edges and tables; the defaults have the size of the ALARM network.

    levels: minimum and maximum number of levels of a node. Each node's parents are among the six before it.

    >>> network = random_network(5, 4, random_state=0)
    >>> len(network.graph.nodes), len(network.graph.edges)
    (5, 4)
    """
    _check_counts(n_nodes=(n_nodes, 1), n_edges=(n_edges, 0), max_parents=(max_parents, 0))
    if not (len(levels) == 2 and 1 <= levels[0] <= levels[1]):
        raise ParameterError(f"levels={levels!r}: pass the minimum, at least 1, and the maximum")
    random = generator(random_state)
    possible = [(a, b) for b in range(n_nodes) for a in range(max(0, b - 6), b)]
    parents: list[list[int]] = [[] for _ in range(n_nodes)]
    for index in random.permutation(len(possible)):
        tail, head = possible[index]
        if sum(map(len, parents)) < n_edges and len(parents[head]) < max_parents:
            parents[head].append(tail)
    if sum(map(len, parents)) < n_edges:
        raise ParameterError(
            f"n_edges={n_edges}: too many for {n_nodes} nodes with up to {max_parents} parents each among "
            "the six nodes before; pass fewer"
        )
    sizes = random.integers(levels[0], levels[1] + 1, size=n_nodes)
    graph = DirectedGraph(
        tuple(f"x{i}" for i in range(n_nodes)), tuple(tuple(sorted(each)) for each in parents)
    )
    tables = [
        random.dirichlet(np.ones(sizes[node]), size=[sizes[parent] for parent in graph.parents[node]])
        for node in range(n_nodes)
    ]
    return BayesianNetwork(graph, tables)


def _check_counts(**counts: tuple[int, int]) -> None:
    for name, (value, minimum) in counts.items():
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < minimum:
            raise ParameterError(f"{name}={value!r}: pass an integer of at least {minimum}")


def _boolean_network(formula: str, tables: dict[str, object]) -> BayesianNetwork:
    return BayesianNetwork(formula, tables, dict.fromkeys(tables, _LEVELS))
