"""Families of lines."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_a_raised_intercept_moves_a_line_and_a_raised_slope_turns_it():
    raised, turned = gn.plotting.LineFamilyDisplay.of(intercepts=[0.0, 1.0], slopes=[0.5, 2.0]).displays
    gaps = raised.lines["w₀ = 1"] - raised.lines["w₀ = 0"]
    assert np.allclose(gaps, 1.0)
    assert turned.lines["w₁ = 2"][0] == turned.lines["w₁ = 0.5"][0]
    assert (np.diff(turned.lines["w₁ = 2"] - turned.lines["w₁ = 0.5"]) > 0).all()


def test_no_slopes_are_refused():
    with pytest.raises(ParameterError, match="one intercept and one slope"):
        gn.plotting.LineFamilyDisplay.of(intercepts=[0.0], slopes=[])
