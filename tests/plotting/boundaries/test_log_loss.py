"""The log loss of a probability."""

import numpy as np
import pytest

import gnomon as gn


def test_both_log_losses_meet_at_a_half():
    table = gn.plotting.LogLossDisplay().frame().set_index("probability")
    half = table.loc[table.index[np.abs(table.index - 0.5).argmin()]]
    assert half["y = 1"] == pytest.approx(half["y = 0"]) == pytest.approx(np.log(2))
