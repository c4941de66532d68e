"""Rows stand at their scores."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.projections.components import _spread


@pytest.fixture(scope="module")
def iris():
    return gn.load("iris")


def test_points_are_the_scores_of_the_projection(iris):
    pca = gn.PCA(3).fit(iris.X)
    table = gn.plotting.ComponentsDisplay.from_estimator(pca, iris.X, iris.y, components=(0, 2)).frame()
    assert table[["first", "second"]].to_numpy() == pytest.approx(pca.transform(iris.X)[:, [0, 2]])


def test_plain_columns_can_be_drawn_beside_them(iris):
    display = gn.plotting.ComponentsDisplay.from_columns(iris, (1, 3))
    assert display.axes == ("sepal width", "petal width")
    assert np.array_equal(display.scores, iris.encoded[:, [1, 3]])


def test_names_of_arrows_keep_their_distance():
    heights = _spread(np.array([[1.0, 0.0], [1.0, 0.01], [-1.0, 0.0]]), 0.1)
    assert heights[1] - heights[0] >= 0.1
    assert heights[2] == 0


def test_one_component_is_refused(iris):
    with pytest.raises(DataError, match="two components"):
        gn.plotting.ComponentsDisplay(iris.X[:, :1])
