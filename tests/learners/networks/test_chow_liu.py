from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.networks.chow_liu import chow_liu
from gnomon.learners.networks.equivalence import markov_equivalent
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.spanning_tree import maximum_spanning_tree
from tests.learners.networks.all_graphs import all_graphs

NAMES = ("x0", "x1", "x2", "x3")
TREES = [g for g in all_graphs(NAMES) if len(g.edges) == 3 and max(map(len, g.parents)) == 1]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 9999))
def test_no_tree_is_more_likely(seed):
    random = np.random.default_rng(seed)
    scores = FamilyScores(random.integers(random.integers(2, 4), size=(25, 4)), score="likelihood")
    result = chow_liu(scores)
    assert result.score == pytest.approx(max(map(scores.graph, TREES)), abs=1e-9)
    assert result.frame().score.iloc[-1] == pytest.approx(result.score)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 9999), n=st.integers(2, 6))
def test_the_spanning_tree_is_the_heaviest_of_all(seed, n):
    weight = np.random.default_rng(seed).integers(-3, 4, size=(n, n)).astype(float)
    weight = weight + weight.T
    pairs = list(combinations(range(n), 2))
    heaviest = max(
        sum(weight[pair] for pair in edges) for edges in combinations(pairs, n - 1) if _joins_all(edges, n)
    )
    assert sum(weight[edge] for edge in maximum_spanning_tree(weight)) == pytest.approx(heaviest)


def _joins_all(edges, n):
    reached = {0}
    for _ in range(n):
        reached |= {v for edge in edges for v in edge if set(edge) & reached}
    return len(reached) == n


def test_the_root_changes_directions_alone():
    rows = np.random.default_rng(0).integers(3, size=(60, 5))
    first, last = chow_liu(rows), chow_liu(rows, root="x4")
    assert last.graph.parents_of("x4") == ()
    assert markov_equivalent(first.graph, last.graph)
    assert last.score == pytest.approx(first.score)


def test_a_chain_is_found_again():
    random = np.random.default_rng(1)
    rows = [random.integers(3, size=4000)]
    for _ in range(4):
        rows.append(np.where(random.random(4000) < 0.7, rows[-1], random.integers(3, size=4000)))
    result = chow_liu(np.column_stack(rows)).graph
    assert result.edges == (("x0", "x1"), ("x1", "x2"), ("x2", "x3"), ("x3", "x4"))


def test_weights_are_repetitions():
    random = np.random.default_rng(2)
    rows, times = random.integers(3, size=(50, 4)), random.integers(0, 3, size=50)
    weighted, repeated = chow_liu(rows, sample_weight=times), chow_liu(np.repeat(rows, times, axis=0))
    assert weighted.graph == repeated.graph
    assert weighted.score == pytest.approx(repeated.score)


def test_a_single_column_is_a_tree():
    assert chow_liu({"A": [0, 1]}).graph.edges == ()


def test_an_unknown_root_is_refused():
    with pytest.raises(DataError, match="no column 'z'"):
        chow_liu({"A": [0, 1]}, root="z")
