"""On small data, boosted stumps of both sides predict the same, and bagged trees nearly as well."""

import joblib
import numpy as np
import pytest

from benchmarks import ensembles


def test_boosted_stumps_of_both_sides_are_the_same():
    case = ensembles.boosted_stumps(600, 5, 20, "gini", wanted=None)
    ours, peer = case.ours(), case.peer()
    assert case.agree(ours, peer) == "100.00% equal"
    assert case.quality(ours) == pytest.approx(case.quality(peer))
    predictions = ensembles.boosted_predictions(500, 4, 10)
    assert np.array_equal(predictions.ours(), predictions.peer())


def test_bagged_trees_of_both_sides_are_about_as_good():
    case = ensembles.bagged_trees(1500, 5, 20)
    with joblib.parallel_config(backend="threading"):
        assert case.quality(case.ours()) == pytest.approx(case.quality(case.peer()), abs=0.06)
