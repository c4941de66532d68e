"""Losses against the margin."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


@pytest.mark.parametrize(("name", "loss"), [("hinge", "hinge"), ("log", "log"), ("square", "square")])
def test_the_curves_are_the_losses_that_learners_minimize(name, loss):
    table = gn.plotting.LossCurvesDisplay([name]).frame().iloc[::50]
    # The loss of both rows at the score m: each has margin m by its own side.
    both = gn.teaching.hyperplane_loss([[1.0], [-1.0]], [1, 0], [0.0], loss=loss)
    found = [both(w1=margin) / 2 for margin in table["margin"]]
    assert np.allclose(table[name], found)


def test_zero_one_jumps_at_the_boundary_and_hinge_is_zero_from_one_on():
    table = gn.plotting.LossCurvesDisplay().frame()
    assert set(table.loc[table["margin"] > 0, "zero-one"]) == {0.0}
    assert set(table.loc[table["margin"] <= 0, "zero-one"]) == {1.0}
    assert (table.loc[table["margin"] >= 1, "hinge"] == 0).all()


def test_slack_moves_the_hinge_to_the_left():
    table = gn.plotting.LossCurvesDisplay(["hinge"], slack=0.5).frame()
    assert (table.loc[table["margin"] >= 0.5, "hinge with slack 0.5"] == 0).all()


def test_an_unknown_loss_is_refused():
    with pytest.raises(ParameterError, match="'ramp'"):
        gn.plotting.LossCurvesDisplay(["ramp"])
