"""The lattice has all subsets, and the scores of those tried."""

import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_there_are_two_to_the_power_of_features():
    for d in range(1, 6):
        table = gn.plotting.SubsetLatticeDisplay([f"x{place}" for place in range(d)]).frame()
        assert len(table) == gn.selection.n_subsets(d)
        assert table["subset"].is_unique


def test_scores_are_those_of_the_trials():
    iris = gn.load("iris")
    search = gn.ExhaustiveSelection(gn.GaussianNB(), cv=3).fit(iris.X, iris.y)
    table = gn.plotting.SubsetLatticeDisplay.from_estimator(search).frame()
    assert table["score"].notna().sum() == 15
    assert table["score"].max() == pytest.approx(search.trials()["score"].max())


def test_many_features_are_refused():
    with pytest.raises(ParameterError, match="1024 subsets"):
        gn.plotting.SubsetLatticeDisplay(range(10))
