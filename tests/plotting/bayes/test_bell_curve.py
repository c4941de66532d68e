"""The bell curve is a density with z as its scale."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_nearly_all_of_it_lies_within_four_deviations():
    table = gn.plotting.BellCurveDisplay(100, 15).frame()
    assert np.trapezoid(table["density"], table["x"]) == pytest.approx(1, abs=1e-4)
    assert table["x"].to_numpy() == pytest.approx(100 + 15 * table["z"].to_numpy())


@pytest.mark.parametrize("deviation", [0, -1, float("nan")])
def test_a_deviation_that_is_none_is_refused(deviation):
    with pytest.raises(ParameterError, match="above 0"):
        gn.plotting.BellCurveDisplay(0, deviation)
