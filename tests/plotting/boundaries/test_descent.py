"""The path of a descent."""

import pytest

import gnomon as gn
from gnomon.errors import DataError
from gnomon.plotting.boundaries.descent import peaks


def test_descent_ends_in_the_local_minimum_of_the_worked_example():
    display = gn.plotting.DescentDisplay.example()
    last = display.frame().iloc[-1]
    assert last["w1"] == pytest.approx(-1.3474, abs=1e-3)
    assert last["w2"] == pytest.approx(0.2045, abs=1e-3)
    assert last["loss"] == pytest.approx(-3.0498, abs=1e-4)
    assert display.landscape.minimum < last["loss"]
    assert peaks(0.2283, -1.6255) == pytest.approx(-6.5511, abs=1e-4)


def test_a_path_needs_two_parameters():
    line = gn.teaching.loss_landscape(lambda u: u**2, u=[0.0, 1.0])
    way = gn.teaching.gradient_descent(lambda u: u**2, [1.0])
    with pytest.raises(DataError, match="2 parameters"):
        gn.plotting.DescentDisplay(line, way)
