"""Errors by the number of members are those of the stages."""

import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.learners.ensembles.forest_tables import ensemble_size_table


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


@pytest.fixture(scope="module")
def forest(moons):
    return gn.RandomForestClassifier(7, random_state=0).fit(moons.X, moons.y)


def test_errors_by_size_are_those_of_the_stages(moons, forest):
    new = gn.datasets.make_moons(60, noise=0.3, random_state=1)
    display = gn.plotting.EnsembleErrorDisplay.from_estimators({"forest": forest}, new.X, new.y)
    assert display.frame()["error"].to_numpy() == pytest.approx(
        ensemble_size_table(forest, new.X, new.y)["error"].to_numpy()
    )


def test_errors_over_splits_are_means_of_both_kinds_of_rows(moons):
    splits = gn.k_fold(3, random_state=0).split(moons)
    model = gn.AdaBoostClassifier(n_estimators=5, random_state=0)
    lines = gn.plotting.EnsembleErrorDisplay.from_splits(model, moons, splits).errors
    assert list(lines) == ["training", "held out"]
    assert lines["training"][-1] <= lines["training"][0]


def test_a_committee_without_errors_is_refused():
    with pytest.raises(DataError, match="no errors to draw"):
        gn.plotting.EnsembleErrorDisplay({})
