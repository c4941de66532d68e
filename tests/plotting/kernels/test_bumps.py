"""Kernel bumps of an SVM on one feature."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_bumps_and_intercept_add_up_to_the_decision_function():
    task = gn.load("inner-outer")
    machine = gn.SVC(kernel=gn.kernels.RBFKernel(sigma=0.1), C=1e6).fit(task.X, task.y)
    display = gn.plotting.BumpsDisplay.from_estimator(machine, task.X, task.y)
    table = display.frame()
    bumps = table[[name for name in table if str(name).startswith("bump_")]].sum(axis=1)
    assert np.allclose(bumps + table["b"], table["sum"])
    assert np.allclose(table["sum"], machine.decision_function(table[["x"]].to_numpy()), atol=1e-9)


def test_the_decision_boundary_is_where_the_decision_function_is_zero():
    display = gn.plotting.BumpsDisplay.example()
    left, right = display.crossings()
    assert -0.2 < left < -0.1
    assert right == pytest.approx(-left, abs=1e-3)
    assert np.abs(display.decision([[left], [right]])).max() < 1e-3


def test_two_columns_are_refused():
    task = gn.load("four-points")
    with pytest.raises(DataError, match="1 column"):
        gn.plotting.BumpsDisplay.from_estimator(gn.SVC().fit(task.X, task.y), task.X, task.y)
