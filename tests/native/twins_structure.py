"""Slow twins of the kernels of structure learning: dictionaries and loops."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from math import lgamma, log, prod

import numpy as np


def cells(codes, columns, weight=None):
    """The weight of each combination of codes of these columns, rows with a missing code left out."""
    found = Counter()
    for row in range(codes.shape[1]):
        state = tuple(int(codes[column, row]) for column in columns)
        if min(state, default=0) >= 0:
            found[state] += 1.0 if weight is None else float(weight[row])
    return found


def family_score(codes, levels, child, parents, kind, number, weight=None):
    total = codes.shape[1] if weight is None else float(np.sum(weight))
    found = cells(codes, [*parents, child], weight)
    of_state = defaultdict(float)
    for state, count in found.items():
        of_state[state[:-1]] += count
    q, r = prod(int(levels[parent]) for parent in parents), int(levels[child])
    if kind == "likelihood":
        fit = sum(c * log(c / of_state[state[:-1]]) for state, c in found.items() if c > 0)
        rows = sum(of_state.values())
        price = number * q * (r - 1)
        return (fit - price) * total / rows if rows else -total * (log(r) + price)
    a = 1.0 if kind == "k2" else number / (q * r)
    score = sum(lgamma(a + c) - lgamma(a) for c in found.values())
    return score + sum(lgamma(r * a) - lgamma(r * a + c) for c in of_state.values())


def information(codes, u, v, given, weight=None):
    """I(u; v | given) = sum p(g, u, v) log [p(g, u, v) p(g) / (p(g, u) p(g, v))], in nats."""
    joint = cells(codes, [*given, u, v], weight)
    of_g, of_u, of_v = defaultdict(float), defaultdict(float), defaultdict(float)
    for (*g, a, b), count in joint.items():
        of_g[tuple(g)] += count
        of_u[*g, a] += count
        of_v[*g, b] += count
    rows = sum(joint.values())
    terms = (
        c / rows * log(c * of_g[tuple(g)] / (of_u[*g, a] * of_v[*g, b]))
        for (*g, a, b), c in joint.items()
        if c > 0
    )
    return sum(terms)


def counts(codes, levels, child, parents, weight=None):
    found = cells(codes, [*parents, child], weight)
    states = product(*(range(int(levels[column])) for column in (*parents, child)))
    return np.array([found.get(state, 0.0) for state in states]).reshape(-1, int(levels[child]))
