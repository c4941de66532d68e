"""Regions of the plane are what the model predicts."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def moons():
    return gn.datasets.make_moons(80, noise=0.3, random_state=0)


@pytest.fixture(scope="module")
def forest(moons):
    return gn.RandomForestClassifier(7, random_state=0).fit(moons.X, moons.y)


def test_regions_say_what_the_model_predicts(moons, forest):
    table = gn.plotting.ClassRegionsDisplay.from_estimator(forest, moons.X, moons.y, steps=12).frame()
    points = table.iloc[:, :2].to_numpy()
    assert (table.iloc[:, 2].to_numpy() == forest.predict(points)).all()


def test_centers_of_a_cluster_classifier_are_its_stars(moons):
    model = gn.ClusterClassifier(3).fit(moons.X, moons.y)
    display = gn.plotting.ClassRegionsDisplay.from_clusters(model, moons.X, moons.y, steps=8)
    assert display.stars == pytest.approx(model.clusters_.cluster_centers_)


def test_a_figure_of_the_plane_refuses_three_columns_and_wrong_labels(moons, forest):
    with pytest.raises(DataError, match="two columns"):
        gn.plotting.ClassRegionsDisplay.from_estimator(forest, np.ones((5, 3)), np.zeros(5))
    with pytest.raises(DataError, match="one label per point"):
        gn.plotting.ClassRegionsDisplay.from_estimator(forest, moons.X, moons.y[:3])
