"""Frames of members and committee."""

import numpy as np
import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


def test_frames_of_boosting_end_with_the_vote_and_grow_heavy_rows(moons):
    model = gn.AdaBoostClassifier(n_estimators=4, random_state=0)
    display = gn.plotting.EnsembleRegionsDisplay.from_boosting(model, moons.X, moons.y, rounds=(1, 2, 99))
    assert display.titles == ["round 1", "round 2", "ensemble of 4"]
    first, second = (part.weight for part in display.displays[:2])
    assert np.ptp(first) < 1e-12 < np.ptp(second)


def test_deeper_trees_cut_more_regions(moons):
    tree = gn.DecisionTreeClassifier(random_state=0)
    display = gn.plotting.EnsembleRegionsDisplay.from_depths(tree, moons.X, moons.y, (1, 3))
    shallow, deep = (part.regions.border() for part in display.displays)
    assert len(shallow) < len(deep)
