"""The frames of EM are the iterations of the mixture's trace."""

import pytest

import gnomon as gn
from gnomon.plotting.mixtures.ellipses import gaussian_clusters


def test_iterations_are_those_of_the_trace():
    rows = gaussian_clusters()
    mixture = gn.GaussianMixture(3, init_params="random_from_data", random_state=4)
    steps = mixture.trace(rows)
    display = gn.plotting.MixtureFramesDisplay.from_estimator(mixture, rows, (0, 3, 500))
    last = steps[steps["step"] == steps["step"].max()]
    normals = display.displays[-1].normals
    assert normals.means == pytest.approx(last[["mean_0", "mean_1"]].to_numpy())
    assert display.titles[-1].startswith(f"iteration {last['step'].iloc[0]},")
