"""Boundaries side by side."""

import pytest

import gnomon as gn
from gnomon.errors import ParameterError
from gnomon.plotting.boundaries.decision_boundary import DecisionBoundaryDisplay
from gnomon.plotting.boundaries.margin import MarginDisplay


def test_a_smaller_price_makes_a_wider_margin():
    task = gn.load("five-points")
    display = gn.plotting.BoundaryPanelsDisplay.over(
        gn.SVC(kernel="linear"), task.X, task.y, "C", [10.0, 0.1]
    )
    wide, narrow = (part.support.decision.margin for part in reversed(display.displays))
    assert wide == pytest.approx(5.5556, abs=1e-3)
    assert narrow == pytest.approx(0.97073, abs=1e-3)
    assert display.titles == ["C = 10", "C = 0.1"]


def test_more_neighbors_make_a_smoother_border():
    task = gn.datasets.make_moons(150, noise=0.3, random_state=0)
    display = gn.plotting.BoundaryPanelsDisplay.over(
        gn.KNeighborsClassifier(), task.X, task.y, "n_neighbors", [1, 15]
    )
    rough, smooth = (len(part.regions.border()) for part in display.displays)
    assert smooth < rough


def test_a_grid_has_a_panel_for_each_pair_and_a_row_for_each_first_value():
    task = gn.datasets.make_moons(30, random_state=0)
    grid = {"C": [1.0, 10.0], "gamma": [0.1, 1.0, 5.0]}
    display = gn.plotting.BoundaryPanelsDisplay.over_grid(gn.SVC(), task.X, task.y, grid)
    assert len(display.displays) == 6
    assert display.columns == 3
    assert display.titles[1] == "C = 1, gamma = 1"


def test_machines_have_margins_and_others_regions():
    task = gn.load("five-points")
    models = {
        "linear": gn.SVC(kernel="linear", C=10).fit(task.X, task.y),
        "cubic": gn.SVC(kernel=gn.kernels.PolynomialKernel(3), C=10).fit(task.X, task.y),
        "stump": gn.DecisionStump().fit(task.X, task.y),
    }
    display = gn.plotting.BoundaryPanelsDisplay.from_estimators(models, task.X, task.y)
    kinds = [type(part) for part in display.displays]
    assert kinds == [MarginDisplay, MarginDisplay, DecisionBoundaryDisplay]
    wrong = [int(part.support.is_wrong.sum()) for part in display.displays[:2]]
    assert wrong == [1, 0]
    plain = gn.plotting.BoundaryPanelsDisplay.from_estimators(models, task.X, task.y, margins=False)
    assert {type(part) for part in plain.displays} == {DecisionBoundaryDisplay}


def test_no_panels_and_too_many_are_refused():
    task = gn.load("four-points")
    with pytest.raises(ParameterError, match="one title per display"):
        gn.plotting.BoundaryPanelsDisplay.from_estimators({}, task.X, task.y)
    model = gn.NearestMean().fit(task.X, task.y)
    with pytest.raises(ParameterError, match="at most 36"):
        gn.plotting.BoundaryPanelsDisplay.from_estimators({str(k): model for k in range(40)}, task.X, task.y)
