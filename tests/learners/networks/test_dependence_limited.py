import numpy as np
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.dependence_limited import k_dependence_structure
from gnomon.learners.networks.family_scores import FamilyScores


def rows_of(seed, n=300):
    random = np.random.default_rng(seed)
    y = random.integers(2, size=n)
    noisy = [
        np.where(random.random(n) < share, y, random.integers(2, size=n)) for share in (0.1, 0.8, 0.4, 0.6)
    ]
    return np.column_stack([y, *noisy])


def test_parents_are_the_most_informative_of_the_features_before():
    scores = FamilyScores(rows_of(0), score="likelihood")
    result = k_dependence_structure(scores, "x0", 2).graph
    on_class, shared = scores.information()[0], scores.information(["x0"])
    ranked = sorted(range(1, 5), key=lambda j: -on_class[j])
    for at, j in enumerate(ranked):
        best = sorted(ranked[:at], key=lambda i: -shared[i, j])[:2]
        assert set(result.parents[j]) == {0, *best}


def test_none_is_naive_bayes_and_all_is_complete():
    rows = rows_of(1)
    assert all(parents == (0,) for parents in k_dependence_structure(rows, "x0", 0).graph.parents[1:])
    assert len(k_dependence_structure(rows, "x0", 9).graph.edges) == 10


def test_bad_input_is_refused():
    with pytest.raises(ParameterError, match="k=-1"):
        k_dependence_structure(rows_of(0), "x0", -1)
    with pytest.raises(DataError, match="no column besides"):
        k_dependence_structure({"y": [0, 1]}, "y")
