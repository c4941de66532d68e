"""Points are thinned, and what has no place is refused."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.clusters.marked_points import draw_points, plane_of
from gnomon.plotting.style import LIGHT


def test_many_points_are_thinned_alike_each_time_and_it_is_said():
    points = np.random.default_rng(0).normal(size=(9000, 2))
    drawn = []
    for _ in range(2):
        ax = Figure().add_subplot()
        draw_points(ax, LIGHT, points, np.arange(9000) % 2, ["a", "b"])
        drawn.append(np.vstack([each.get_offsets() for each in ax.collections]))
        assert ax.texts[0].get_text() == "5,000 of 9,000 points are drawn."
    assert len(drawn[0]) == 5000
    assert np.array_equal(*drawn)


def test_columns_of_a_task_are_found_by_name():
    iris = gn.load("iris")
    points, names = plane_of(iris, ["petal width", "sepal length"])
    assert names == ("petal width", "sepal length")
    assert np.array_equal(points, iris.encoded[:, [3, 0]])


@pytest.mark.parametrize("bad", [[[0.0, np.nan]], [[0.0, np.inf]]])
def test_missing_and_infinite_values_are_refused(bad):
    with pytest.raises(DataError, match="leave them out"):
        plane_of(bad)


def test_an_svg_of_very_many_points_stays_small():
    rows = np.random.default_rng(0).normal(size=(20_000, 2))
    display = gn.ClusterLabelsDisplay(rows, rows[:, 0] > 0)
    text = display.svg()
    assert len(text) < 200_000
    assert "data:image/png" in text
