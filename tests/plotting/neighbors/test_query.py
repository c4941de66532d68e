"""A query and its neighbors."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def people(k=3, **options):
    task = gn.load("neighbors")
    return gn.KNeighborsClassifier(k, **options).fit(task.X, task.y), task


def test_the_nearest_rows_are_those_by_the_euclidean_distance():
    model, task = people()
    table = gn.plotting.NeighborQueryDisplay.from_estimator(model, task.X, task.y, [70, 160]).frame()
    distance = np.hypot(*(task.X - [70, 160]).T)
    assert table["row"].tolist() == np.argsort(distance)[:3].tolist()
    assert np.allclose(table["distance"], np.sort(distance)[:3])


def test_the_circle_is_drawn_for_the_euclidean_distance_alone():
    model, task = people()
    other, _ = people(metric="manhattan")
    assert gn.plotting.NeighborQueryDisplay.from_estimator(model, task.X, task.y, [70, 160]).circle
    assert not gn.plotting.NeighborQueryDisplay.from_estimator(other, task.X, task.y, [70, 160]).circle


def test_one_query_of_two_columns_is_drawn_and_nothing_else():
    model, task = people()
    explained = model.explain([[70, 160], [80, 170]])
    rows = gn.plotting.NeighborQueryDisplay.example().rows
    with pytest.raises(DataError, match="one query"):
        gn.plotting.NeighborQueryDisplay(rows, [70, 160], explained)
    with pytest.raises(DataError, match="no method explain"):
        gn.plotting.NeighborQueryDisplay.from_estimator(gn.DecisionStump(), task.X, task.y, [70, 160])
