"""Rows of three features and a separating plane."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_rings_are_linearly_separable_after_the_feature_map():
    table = gn.plotting.PlaneInSpaceDisplay.example().frame()
    assert ((table["score"] > 0) == (table["class"] == 1)).all()


def test_the_surface_drawn_lies_in_the_plane_for_any_normal_vector():
    points = np.random.default_rng(0).normal(size=(10, 3))
    for w in (np.eye(3)[0], np.eye(3)[1], np.array([1.0, 2.0, -3.0])):
        display = gn.plotting.PlaneInSpaceDisplay(points, [0, 1] * 5, gn.linear.Hyperplane(w, 0.3))
        surface = np.column_stack([part.ravel() for part in display._surface()])
        assert np.allclose(display.plane.score(surface), 0)


def test_two_columns_are_refused():
    with pytest.raises(DataError, match="rows of 3 columns"):
        gn.plotting.PlaneInSpaceDisplay([[1.0, 2.0]], [0], gn.linear.Hyperplane(np.ones(3), 0.0))
    with pytest.raises(DataError, match="the plane has 2 coefficients"):
        gn.plotting.PlaneInSpaceDisplay([[1.0, 2.0, 3.0]], [0], gn.linear.Hyperplane(np.ones(2), 0.0))


def test_rows_of_one_class_are_the_second_class_of_the_plane():
    points = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 2.0], [0.0, 0.0, -1.0]])
    display = gn.plotting.PlaneInSpaceDisplay(points, [1, 1, 1], gn.linear.Hyperplane(np.eye(3)[2], 0.0))
    assert display.alt() == "3 of 1 in three dimensions and a plane; 1 on its wrong side."
