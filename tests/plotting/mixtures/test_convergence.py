"""The likelihood that is drawn is the trace's, and it never falls."""

import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_likelihood_rises():
    x = gn.load("iris").encoded[:, 2:]
    mixture = gn.GaussianMixture(2, init_params="random")
    display = gn.plotting.ConvergenceDisplay.from_estimator(mixture, x)
    line = display.displays[0].frame()
    assert line["log_likelihood"].is_monotonic_increasing
    assert line["log_likelihood"].iloc[-1] == pytest.approx(mixture.trace(x)["log_likelihood"].iloc[-1])


def test_a_table_that_is_no_trace_is_refused():
    with pytest.raises(DataError, match="give GaussianMixture"):
        gn.plotting.ConvergenceDisplay.from_trace(pd.DataFrame({"step": [0]}))
