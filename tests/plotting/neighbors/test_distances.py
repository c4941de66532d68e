"""Three distances between two points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gnomon as gn
from gnomon.errors import DataError

numbers = st.floats(-100, 100)
points = st.tuples(numbers, numbers)


@given(points, points)
def test_chebyshev_is_at_most_euclidean_is_at_most_manhattan(p, q):
    line = gn.plotting.DistanceGeometryDisplay([p, q]).frame().iloc[0]
    assert line["chebyshev"] <= line["euclidean"] * (1 + 1e-12)
    assert line["euclidean"] <= line["manhattan"] * (1 + 1e-12)


def test_the_triangle_of_three_and_four_has_a_side_of_five():
    display = gn.plotting.DistanceGeometryDisplay([[0, 0], [3, 4]])
    assert display.frame().iloc[0, 5:].tolist() == [5.0, 7.0, 4.0]
    assert "Euclidean = 5" in display.svg()


def test_several_pairs_are_drawn_together_and_points_of_three_columns_are_not():
    assert len(gn.plotting.DistanceGeometryDisplay([[[0, 0], [3, 4]], [[1, 1], [5, 2]]]).frame()) == 2
    with pytest.raises(DataError, match="2 columns"):
        gn.plotting.DistanceGeometryDisplay([[0, 0, 0], [1, 1, 1]])
