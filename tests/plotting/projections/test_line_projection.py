"""Shadows lie on the line, and the variance along it is that of the projection."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def rows():
    return np.random.default_rng(0).multivariate_normal([1, 2], [[3.0, 1.0], [1.0, 1.0]], 50)


def test_no_direction_keeps_more_variance_than_the_first_component(rows):
    best = gn.plotting.ProjectionDisplay.from_rows(rows)
    assert best.variance == pytest.approx(gn.PCA(1, ddof=0).fit(rows).explained_variance_[0])
    for angle in np.linspace(0, np.pi, 20):
        assert gn.plotting.ProjectionDisplay(
            rows, [np.cos(angle), np.sin(angle)]
        ).variance <= best.variance * (1 + 1e-12)


def test_threads_are_at_right_angles_to_the_line(rows):
    display = gn.plotting.ProjectionDisplay(rows, [2.0, 1.0])
    table = display.frame()
    threads = table[["x₁", "x₂"]].to_numpy() - table[["projected x", "projected y"]].to_numpy()
    assert threads @ display.direction == pytest.approx(np.zeros(50), abs=1e-12)


def test_shadows_of_classes_mingle_along_the_first_component():
    display = gn.plotting.ProjectionDisplay.of_classes()
    first, second = (display.coordinates[display.codes == code] for code in (0, 1))
    assert first.min() < second.mean() < first.max()


@pytest.mark.parametrize("direction", [[0.0, 0.0], [1.0, 2.0, 3.0]])
def test_no_direction_is_refused(rows, direction):
    with pytest.raises(DataError, match="no direction in the plane"):
        gn.plotting.ProjectionDisplay(rows, direction)
