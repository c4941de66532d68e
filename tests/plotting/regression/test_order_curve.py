"""Loss and likelihood against order."""

import numpy as np

import gnomon as gn


def test_the_curves_have_the_values_of_the_worked_example():
    loss, likelihood = gn.plotting.OrderCurveDisplay.example().displays
    assert np.allclose(loss.lines["training"][[0, 1, 8]], [0.268092, 0.050307, 0.016981], atol=1e-6)
    assert np.allclose(loss.lines["leave-one-out"][[1, 3]], [0.062432, 0.052952], atol=1e-6)
    assert np.allclose(likelihood.lines["log-likelihood"][[0, 8]], [-20.5396, 16.7098], atol=1e-4)


def test_training_loss_and_likelihood_always_improve_but_not_the_left_out_loss():
    loss, likelihood = gn.plotting.OrderCurveDisplay.example().displays
    assert (np.diff(loss.lines["training"]) < 0).all()
    assert (np.diff(likelihood.lines["log-likelihood"]) > 0).all()
    assert loss.lines["leave-one-out"].argmin() == 3
