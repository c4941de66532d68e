"""Lines along a parameter."""

import pytest
from matplotlib.figure import Figure

from gnomon.errors import DataError
from gnomon.plotting.parameter_curve import ParameterCurve


@pytest.mark.parametrize(("values", "scale"), [([0.01, 0.1, 1.0], "log"), ([1, 2, 3], "linear")])
def test_values_spaced_by_factors_have_a_log_scale(values, scale):
    ax = Figure().add_subplot()
    ParameterCurve("C", values, {"error": [3, 2, 1]}, "error").plot(ax)
    assert ax.get_xscale() == scale


def test_a_line_of_another_length_is_refused():
    with pytest.raises(DataError, match="one number per value of 'C'"):
        ParameterCurve("C", [1, 2], {"error": [1, 2, 3]}, "error")
