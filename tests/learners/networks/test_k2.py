import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.k2 import k2_search

# The ten cases of Cooper & Herskovits (1992), table 1: x1 -> x2 -> x3.
CASES = {
    "x1": [1, 1, 0, 1, 0, 0, 1, 0, 1, 0],
    "x2": [0, 1, 0, 1, 0, 1, 1, 0, 1, 0],
    "x3": [0, 1, 1, 1, 0, 1, 1, 0, 1, 0],
}


def test_the_ten_cases_of_the_paper_give_its_chain():
    result = k2_search(CASES, ["x1", "x2", "x3"], max_parents=2)
    assert result.graph.edges == (("x1", "x2"), ("x2", "x3"))
    # The paper's p(chain, D) and p(fork, D) are 2.23e-9 and 2.23e-10 without the prior of the structure.
    scores = FamilyScores(CASES, score="k2")
    fork = scores.family("x1") + scores.family("x2", ["x1"]) + scores.family("x3", ["x1"])
    assert np.exp(result.score) == pytest.approx(2.23e-9, rel=2e-3)
    assert np.exp(fork) == pytest.approx(2.23e-10, rel=2e-3)


def test_every_taken_parent_raised_the_score_and_no_other_would():
    rows = np.random.default_rng(0).integers(2, size=(30, 5))
    rows[:, 4] = rows[:, 0] ^ rows[:, 1]
    scores = FamilyScores(rows, score="bic")
    result = k2_search(scores)
    assert (result.frame().gain > 0).all()
    for at, name in enumerate(scores.names):
        parents = result.graph.parents_of(name)
        for other in set(scores.names[:at]) - set(parents):
            assert scores.family(name, (*parents, other)) <= scores.family(name, parents)
    assert result.score == pytest.approx(scores.graph(result.graph))


def test_parents_come_before_their_children_and_are_not_too_many():
    rows = np.random.default_rng(1).integers(2, size=(200, 6))
    rows[:, 0] = rows[:, 1:].sum(axis=1)
    order = ["x5", "x3", "x1", "x2", "x4", "x0"]
    result = k2_search(rows, order, max_parents=2)
    assert all(order.index(tail) < order.index(head) for tail, head in result.graph.edges)
    assert max(map(len, result.graph.parents)) == 2


def test_an_order_that_lacks_a_column_is_refused():
    with pytest.raises(DataError, match="each column once"):
        k2_search(CASES, ["x1", "x2"])
