"""Votes of trees average to what the forest says."""

import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


@pytest.fixture(scope="module")
def forest(moons):
    return gn.RandomForestClassifier(7, random_state=0).fit(moons.X, moons.y)


def test_the_shares_of_the_trees_average_to_the_forest_s(moons, forest):
    table = gn.plotting.ForestVotesDisplay.from_estimator(forest, moons.X[:1]).frame()
    mean = table[table["tree"] >= 0].groupby("class")["probability"].mean()
    assert mean.to_numpy() == pytest.approx(forest.predict_proba(moons.X[:1])[0])
    assert table.loc[table["tree"] == -1, "probability"].to_numpy() == pytest.approx(mean.to_numpy())


def test_votes_need_a_forest_of_classes_and_one_row(moons, forest):
    with pytest.raises(ParameterError, match="has no trees"):
        gn.plotting.ForestVotesDisplay.from_estimator(gn.GaussianNB().fit(moons.X, moons.y), moons.X[:1])
    with pytest.raises(DataError, match="has 2 rows"):
        gn.plotting.ForestVotesDisplay.from_estimator(forest, moons.X[:2])
