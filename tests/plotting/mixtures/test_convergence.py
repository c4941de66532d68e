"""The log-likelihood drawn is that of the trace, and it never decreases."""

import pandas as pd
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_log_likelihood_increases():
    x = gn.load("iris").encoded[:, 2:]
    mixture = gn.GaussianMixture(2, init_params="random")
    display = gn.plotting.ConvergenceDisplay.from_estimator(mixture, x)
    line = display.displays[0].frame()
    assert line["log_likelihood"].is_monotonic_increasing
    assert line["log_likelihood"].iloc[-1] == pytest.approx(mixture.trace(x)["log_likelihood"].iloc[-1])


def test_a_table_without_the_columns_of_a_trace_is_refused():
    with pytest.raises(DataError, match="pass GaussianMixture"):
        gn.plotting.ConvergenceDisplay.from_trace(pd.DataFrame({"step": [0]}))
