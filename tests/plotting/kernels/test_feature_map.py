"""Rows in input space and in feature space."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def add_squares(X):
    return np.column_stack([X[:, 0], X[:, 0] ** 2])


def inside_a_circle():
    """Uniform points of a square, without those near the circle."""
    points = np.random.default_rng(0).uniform(-1, 1, (200, 2))
    radius = (points**2).sum(axis=1)
    chosen = np.abs(radius - 0.5) > 0.05
    return points[chosen], np.where(radius[chosen] < 0.5, 1, -1)


def test_points_on_a_line_that_no_threshold_separates_are_separated_by_their_squares():
    task = gn.load("inner-outer")
    display = gn.plotting.FeatureMapDisplay.from_rows(task.X, task.y, add_squares)
    for part in display.displays:
        table = part.frame()
        assert ((table["score"] > 0) == (table["class"] == 1)).all()
    assert "0 on the wrong side" in display.alt()


def test_a_line_between_squares_is_a_circle_between_points():
    X, y = inside_a_circle()
    before, after = gn.plotting.FeatureMapDisplay.from_rows(X, y, np.square).displays
    assert np.allclose(before.frame()["score"], after.frame()["score"])
    at_radius = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 6, 25)]) * np.sqrt(0.5)
    far = np.abs(before.score(np.array([[0.0, 0.0], [1.0, 1.0]])))
    assert np.abs(before.score(at_radius)).max() < 0.25 * far.min()


def test_a_plane_in_feature_space_is_a_curve_in_input_space():
    X, y = inside_a_circle()
    display = gn.plotting.FeatureMapDisplay.from_rows(
        X, y, lambda X: np.column_stack([X, (X**2).sum(axis=1)])
    )
    before, after = (part.frame() for part in display.displays)
    assert np.allclose(before["score"], after["score"])
    assert [part.projection for part in display.displays] == [None, "3d"]
    assert display.svg().startswith("<svg")


def test_feature_maps_to_other_than_two_or_three_features_are_refused():
    task = gn.load("inner-outer")
    with pytest.raises(DataError, match="phi maps to 4 features"):
        gn.plotting.FeatureMapDisplay.from_rows(task.X, task.y, lambda X: np.hstack([X, X, X, X]))
    with pytest.raises(DataError, match="1 or 2 columns"):
        gn.plotting.FeatureMapDisplay.from_rows(np.ones((4, 3)), [0, 0, 1, 1], add_squares)
