"""The decision turns at the prior that ties."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_posterior_is_one_half_at_the_turn():
    display = gn.plotting.PriorSweepDisplay.from_likelihoods(0.3, 0.2)
    table = display.frame()
    assert np.interp(display.break_even_prior, table["prior"], table["posterior"]) == pytest.approx(
        0.5, abs=1e-3
    )
    assert table["posterior"].is_monotonic_increasing


def test_three_hypotheses_are_refused():
    table = gn.probability.bayes_table({"a": 0.2, "b": 0.3, "c": 0.5}, {"a": 0.1, "b": 0.1, "c": 0.1})
    with pytest.raises(DataError, match="two hypotheses"):
        gn.plotting.PriorSweepDisplay(table)
