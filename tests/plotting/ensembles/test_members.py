"""Members, their errors and their disagreement."""

import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


@pytest.fixture(scope="module")
def forest(moons):
    return gn.RandomForestClassifier(7, random_state=0).fit(moons.X, moons.y)


def test_members_are_those_of_diversity(moons, forest):
    found = gn.ensembles.ensemble_diversity(forest.tree_predictions(moons.X).T, moons.y)
    table = gn.plotting.MembersDisplay.from_estimator(forest, moons.X, moons.y).frame()
    assert table["error"].to_numpy() == pytest.approx(1 - found.member_accuracy)
    assert table["disagreement"].mean() == pytest.approx(found.disagreement.mean())
