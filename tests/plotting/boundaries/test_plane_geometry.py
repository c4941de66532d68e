"""The geometry of a line."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_printed_line_has_its_foot_at_one_one():
    table = (
        gn.plotting.PlaneGeometryDisplay(gn.linear.Hyperplane(np.array([4.0, 4.0]), -8.0))
        .frame()
        .set_index("point")
    )
    assert table.loc["foot", ["x1", "x2"]].tolist() == pytest.approx([1.0, 1.0])
    assert table.loc["origin", "distance"] == pytest.approx(-np.sqrt(2))


def test_the_projection_is_on_the_line_and_the_distance_is_to_it():
    plane = gn.linear.Hyperplane(np.array([-4.11, -3.17]), -7.8452)
    table = gn.plotting.PlaneGeometryDisplay(plane, [1.0, 2.0]).frame().set_index("point")
    at, foot = (table.loc[name, ["x1", "x2"]].to_numpy(float) for name in ("x", "projection"))
    assert table.loc["projection", "f"] == pytest.approx(0, abs=1e-9)
    assert np.linalg.norm(at - foot) == pytest.approx(abs(table.loc["x", "distance"]))


@pytest.mark.parametrize(
    "plane",
    [gn.linear.Hyperplane(np.array([2.0, 0.0]), -6.0), gn.linear.Hyperplane(np.array([0.0, 1.0]), 0.0)],
)
def test_upright_and_level_lines_are_drawn(plane):
    assert "w·x = t" in gn.plotting.PlaneGeometryDisplay(plane, [5.0, 5.0], margin=True).svg()


def test_a_line_is_of_two_columns():
    with pytest.raises(DataError, match="3 weights"):
        gn.plotting.PlaneGeometryDisplay(gn.linear.Hyperplane(np.ones(3), 0.0))
