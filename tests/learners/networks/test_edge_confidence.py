import numpy as np
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.networks.chow_liu import chow_liu
from gnomon.learners.networks.edge_confidence import EdgeConfidence, edge_confidence
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.hill_climbing import hill_climbing


def collider(seed=0, n=1000):
    random = np.random.default_rng(seed)
    a, b, other = random.integers(2, size=(3, n))
    c = (a | b) ^ (random.random(n) < 0.05)
    return {"a": a, "b": b, "c": c.astype(int), "other": other}


def test_the_edges_of_the_truth_are_sure_and_directed():
    result = edge_confidence(collider(), n_samples=30, random_state=0)
    frame = result.frame()
    assert {tuple(edge) for edge in frame[["tail", "head"]].to_numpy()[:2]} == {("a", "c"), ("b", "c")}
    assert (frame.confidence[:2] == 1).all()
    assert (frame.direction[:2] > 0.9).all()
    assert (frame.confidence[2:] < 0.5).all()
    assert set(result.graph().edges) == {("a", "c"), ("b", "c")}
    assert "30 bootstrap samples" in str(result)


def test_an_edge_that_the_data_cannot_direct_counts_half_each_way():
    rows = collider()
    frame = edge_confidence({name: rows[name] for name in "ac"}, n_samples=10, random_state=0).frame()
    assert frame.direction.tolist() == [0.5]


def test_the_same_seed_gives_the_same_shares():
    rows = collider(1, 100)
    one, two = (edge_confidence(rows, n_samples=5, random_state=7).share for _ in range(2))
    assert np.array_equal(one, two)


def test_a_sample_is_rows_drawn_with_replacement():
    n_drawn = []
    scores = FamilyScores(collider())

    def search(sample):
        n_drawn.append(sample.n_rows)
        return hill_climbing(sample, max_parents=1)

    edge_confidence(scores, search, n_samples=3, random_state=0)
    assert n_drawn == [1000, 1000, 1000]


def test_another_search_may_be_asked():
    share = edge_confidence(collider(), chow_liu, n_samples=4, random_state=0).share
    assert share.sum() == pytest.approx(3)


def test_whole_weights_repeat_rows():
    rows = {"a": [0, 1, 0, 1], "b": [0, 1, 1, 0]}
    result = edge_confidence(rows, n_samples=5, sample_weight=[50, 50, 0, 0], random_state=0)
    assert result.frame().confidence.tolist() == [1.0]


def test_the_average_graph_has_no_cycle():
    share = np.array([[0, 0.9, 0], [0, 0, 0.8], [0.7, 0, 0]])
    assert EdgeConfidence(("A", "B", "C"), share, 10).graph().edges == (("A", "B"), ("B", "C"))


def test_bad_input_is_refused():
    with pytest.raises(ParameterError, match="n_samples=0"):
        edge_confidence(collider(), n_samples=0)
    with pytest.raises(ParameterError, match="sample_weight must be integers"):
        edge_confidence({"a": [0, 1]}, sample_weight=[0.5, 1])


def test_one_sample_has_an_edge_or_has_it_not():
    share = edge_confidence(collider(), n_samples=1, random_state=0).share
    assert set(np.unique(share)) <= {0.0, 0.5, 1.0}
