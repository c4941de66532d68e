"""Many lines between the same rows."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def bankruptcy():
    task = gn.load("bankruptcy")
    return task.X * [1.0, 5.0], task.y


def test_the_machine_has_a_larger_margin_than_any_perceptron():
    X, y = bankruptcy()
    models = {str(start): gn.Perceptron(init="random", random_state=start).fit(X, y) for start in range(4)}
    models["machine"] = gn.SVC(kernel="linear", C=1e6).fit(X, y)
    table = gn.plotting.SeparatorsDisplay.from_estimators(models, X, y).frame().set_index("name")
    assert (table["errors"] == 0).all()
    assert table["margin"].idxmax() == "machine"
    assert table.loc["machine", "margin"] == pytest.approx(0.2236, abs=1e-4)


def test_the_logistic_and_the_generative_line_differ_on_overlapping_classes():
    task = gn.datasets.make_two_gaussians(
        200, covariances=np.array([np.eye(2), 6 * np.eye(2)]), random_state=0
    )
    models = {
        "logistic": gn.LogisticRegression().fit(task.X, task.y),
        "generative": gn.LinearDiscriminantAnalysis().fit(task.X, task.y),
    }
    table = gn.plotting.SeparatorsDisplay.from_estimators(models, task.X, task.y).frame()
    angles = np.degrees(np.arctan2(table["w2"], table["w1"]))
    assert abs(angles[0] - angles[1]) > 0.5
    assert (table["errors"] > 0).all()


def test_the_shaded_margin_touches_a_row_and_contains_none():
    X, y = bankruptcy()
    plane = gn.linear.Hyperplane.of(gn.SVC(kernel="linear", C=1e6).fit(X, y))
    display = gn.plotting.SeparatorsDisplay({"machine": plane}, X, y, show_margin=True)
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    display.plot(ax)
    corners = ax.patches[0].get_xy()[:4]
    widths = np.abs(plane.signed_distance(corners))
    assert np.allclose(widths, np.abs(plane.signed_distance(X)).min(), atol=1e-6)


def test_a_model_without_a_plane_is_refused():
    X, y = bankruptcy()
    with pytest.raises(DataError, match="no coef_ and intercept_"):
        gn.plotting.SeparatorsDisplay.from_estimators({"stump": gn.DecisionStump().fit(X, y)}, X, y)


def test_two_solutions_are_compared_by_errors_weights_and_threshold():
    X, y = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 3.0], [4.0, 3.0]], [0, 0, 0, 1, 1]
    models = {str(seed): gn.Perceptron(init="random", random_state=seed).fit(X, y) for seed in (0, 1)}
    panels = gn.plotting.SeparatorsDisplay.side_by_side(models, X, y)
    w_1, w_2 = models["0"].coef_[0]
    theta = -models["0"].intercept_[0]
    assert panels.titles[0] == f"Error: 0 / 5\nw = [{w_1:.3g}, {w_2:.3g}], θ = {theta:.4g}"
    assert len(panels.frame()) == 2
