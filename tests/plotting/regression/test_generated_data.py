"""Targets generated from a line."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def display(**options):
    task = gn.load("olympic-men")
    line = gn.LinearRegression().fit(task.X, task.y)
    return gn.plotting.GeneratedDataDisplay.from_estimator(
        line, task.X, task.y, [(0, 0.05), (1, 0.01)], **options
    )


def test_noise_of_mean_one_lifts_all_targets_and_its_variance_spreads_them():
    wide, lifted = (part.frame() for part in display().displays)
    assert np.mean(lifted["simulated"] - lifted["mean"]) == pytest.approx(1.0, abs=0.1)
    assert np.std(wide["simulated"] - wide["mean"]) > np.std(lifted["simulated"] - lifted["mean"])
    assert wide["observed"].tolist() == gn.load("olympic-men").y.tolist()


def test_the_same_seed_draws_the_same_targets():
    assert display().frame().equals(display().frame())
    assert not display().frame().equals(display(random_state=1).frame())


def test_a_negative_variance_is_refused():
    with pytest.raises(ParameterError, match="variance of at least 0"):
        gn.plotting.GeneratedDataDisplay.from_estimator(gn.LinearRegression(), [[0.0]], [1.0], [(0, -1.0)])
