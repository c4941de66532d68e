"""Points of the plane are found by name, and what has no place is refused."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.plane_points import plane_of


def test_columns_of_a_task_are_found_by_name():
    iris = gn.load("iris")
    points, names = plane_of(iris, ["petal width", "sepal length"])
    assert names == ("petal width", "sepal length")
    assert np.array_equal(points, iris.encoded[:, [3, 0]])


@pytest.mark.parametrize("bad", [[[0.0, np.nan]], [[0.0, np.inf]]])
def test_missing_and_infinite_values_are_refused(bad):
    with pytest.raises(DataError, match="drop those rows"):
        plane_of(bad)


def test_an_svg_of_very_many_points_stays_small():
    rows = np.random.default_rng(0).normal(size=(20_000, 2))
    display = gn.plotting.ClusterLabelsDisplay(rows, rows[:, 0] > 0)
    text = display.svg()
    assert len(text) < 200_000
    assert "data:image/png" in text
