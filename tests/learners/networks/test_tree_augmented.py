import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.tree_augmented import tree_augmented_structure
from tests.learners.networks.all_graphs import all_graphs

NAMES = ("x1", "x2", "x3", "x4")
TREES = [g for g in all_graphs(NAMES) if len(g.edges) == 3 and max(map(len, g.parents)) == 1]


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 9999))
def test_no_tree_among_the_features_is_more_likely(seed):
    scores = FamilyScores(np.random.default_rng(seed).integers(2, size=(30, 5)), score="likelihood")
    result = tree_augmented_structure(scores, "x0")
    from_class = [("x0", name) for name in NAMES]
    augmented = [DirectedGraph.of_edges([*from_class, *tree.edges], nodes=scores.names) for tree in TREES]
    assert result.score == pytest.approx(max(map(scores.graph, augmented)), abs=1e-9)
    assert set(from_class) <= set(result.graph.edges)


def test_the_root_has_the_class_as_its_only_parent():
    rows = np.random.default_rng(0).integers(2, size=(50, 5))
    assert tree_augmented_structure(rows, "x2", root="x4").graph.parents_of("x4") == ("x2",)


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ({"y": [0, 1]}, {}, "no column besides 'y'"),
        ({"y": [0, 1], "a": [0, 1]}, {"root": "y"}, "is the class"),
    ],
)
def test_bad_input_is_refused(rows, options, message):
    with pytest.raises(DataError, match=message):
        tree_augmented_structure(rows, "y", **options)
