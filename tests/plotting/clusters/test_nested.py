"""Every circle of a merge holds the circles of its parts."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_circles_hold_the_points_of_their_cluster():
    rows = np.random.default_rng(0).normal(size=(12, 2))
    display = gn.plotting.NestedClustersDisplay.from_rows(rows)
    circles = display.frame()
    held = [{row} for row in range(12)]
    for step, (left, right) in enumerate(display.tree.children.tolist()):
        held.append(held[left] | held[right])
        at = circles.iloc[step]
        away = np.hypot(*(rows[list(held[-1])] - [at["x"], at["y"]]).T)
        assert (away <= at["radius"]).all()


def test_many_rows_are_refused_with_a_way_out():
    with pytest.raises(DataError, match="DendrogramDisplay"):
        gn.plotting.NestedClustersDisplay.from_rows(np.random.default_rng(0).normal(size=(40, 2)))
