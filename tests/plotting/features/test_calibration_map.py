"""Maps are what the calibrations make of values."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def values():
    task = gn.load("twelve-values")
    return task.encoded[:, 0], task.y


def test_a_fitted_map_and_one_fitted_here_agree(values):
    x, y = values
    model = gn.CalibrateLogistic().fit(x[:, None], y)
    fitted = gn.plotting.CalibrationMapDisplay.from_estimator(model, x, y).frame()
    here = gn.plotting.CalibrationMapDisplay.from_estimators({"it": gn.CalibrateLogistic()}, x, y).frame()
    assert np.interp(6.5, fitted["x"], fitted["CalibrateLogistic"]) == pytest.approx(
        np.interp(6.5, here["x"], here["it"]), abs=1e-4
    )
    assert fitted["CalibrateLogistic"].to_numpy() == pytest.approx(
        model.transform(fitted[["x"]].to_numpy())[:, 0]
    )


def test_an_isotonic_map_never_turns_back(values):
    steps = gn.plotting.CalibrationMapDisplay.from_estimators(
        {"it": gn.CalibrateIsotonic()}, *values
    ).frame()["it"]
    assert steps.is_monotonic_increasing or steps.is_monotonic_decreasing


def test_three_classes_are_refused():
    with pytest.raises(DataError, match="two classes"):
        gn.plotting.CalibrationMapDisplay([0.0], {}, [0.0, 1.0, 2.0], ["a", "b", "c"])
