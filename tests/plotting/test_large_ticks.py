"""Axes that reach millions say so at each tick."""

import pytest

import gnomon as gn


@pytest.mark.parametrize(("factor", "wanted"), [(1e6, "50M"), (1e8, "5 billion")])
def test_large_ticks_carry_their_unit(factor, wanted):
    task = gn.Task({"x": [1.0, 2.0, 3.0] * 30}, [factor * n for n in range(90)], kind="regression")
    display = gn.plotting.PredictionErrorDisplay.from_predictions(gn.resample(task, gn.Ridge(), gn.k_fold(3)))
    labels = [each.get_text() for each in display.plot().ax_.xaxis.get_ticklabels()]
    assert wanted in labels
