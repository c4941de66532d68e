"""Circles of sets are to scale."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_circles_and_box_have_the_areas_of_the_sets():
    sets = gn.probability.VennDiagram(2, 5, 4, 60)
    display = gn.plotting.VennDisplay(sets).plot()
    box, first, *_ = display.ax_.patches
    assert box.get_width() * box.get_height() == pytest.approx(float(sets.everything))
    assert np.pi * first.get_radius() ** 2 == pytest.approx(7)
    plt.close(display.figure_)


def test_elements_and_sizes_agree():
    counted = gn.plotting.VennDisplay.of(range(10), {1, 2, 3}, {3, 4}).frame()
    assert counted.equals(gn.plotting.VennDisplay(gn.probability.VennDiagram(1, 2, 1, 6)).frame())


def test_the_steps_end_with_the_conditional_probability():
    assert (
        gn.plotting.VennStepsDisplay.from_sets(gn.probability.VennDiagram(266, 14, 97, 9623)).titles[-1]
        == "P(A | B) = 0.733"
    )


def test_an_unknown_part_is_refused():
    with pytest.raises(ParameterError, match="must be 'A', 'B'"):
        gn.plotting.VennDisplay(gn.probability.VennDiagram(1, 1, 1, 1), parts="C")


def test_a_box_that_is_too_small_for_the_circles_is_said_to_be_larger():
    display = gn.plotting.VennDisplay(gn.probability.VennDiagram(0, 1, 1, 0)).plot()
    assert "not to scale" in display.ax_.texts[-1].get_text()
    plt.close(display.figure_)
