"""Frames of expectation maximization are the steps that the mixture traces."""

import pytest

import gnomon as gn
from gnomon.plotting.mixtures.ellipses import clouds


def test_steps_are_those_of_the_trace():
    rows = clouds()
    mixture = gn.GaussianMixture(3, init_params="random_from_data", random_state=4)
    steps = mixture.trace(rows)
    display = gn.plotting.MixtureFramesDisplay.from_estimator(mixture, rows, (0, 3, 500))
    last = steps[steps["step"] == steps["step"].max()]
    normals = display.displays[-1].normals
    assert normals.means == pytest.approx(last[["mean_0", "mean_1"]].to_numpy())
    assert display.titles[-1].startswith(f"step {last['step'].iloc[0]}:")
