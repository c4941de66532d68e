"""The margin of a machine."""

import numpy as np
import pytest
from sklearn.svm import SVC as TheirSVC

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def fitted(name, **options):
    task = gn.load(name)
    return gn.SVC(kernel="linear", **options).fit(task.X, task.y), task


def test_four_points_have_the_multipliers_of_the_worked_example():
    machine, task = fitted("four-points", C=1e6)
    table = gn.plotting.MarginDisplay.from_estimator(machine, task.X, task.y).frame()
    assert np.allclose(table["alpha"], [2, 0, 1, 1], atol=1e-3)
    assert np.allclose(table["output"], [1, 3, -1, -1], atol=1e-3)
    assert table[["x1", "x2"]].to_numpy().tolist() == task.X.tolist()


def test_ours_and_scikit_learns_machine_are_drawn_alike():
    machine, task = fitted("five-points", C=10)
    theirs = TheirSVC(kernel="linear", C=10).fit(task.X, task.y)
    one, other = (
        gn.plotting.MarginDisplay.from_estimator(each, task.X, task.y) for each in (machine, theirs)
    )
    assert np.allclose(one.frame()["output"], other.frame()["output"], atol=2e-3)
    assert np.allclose(one.scores.predicted, other.scores.predicted, atol=5e-3)


def test_a_ring_is_drawn_about_each_support_vector_and_a_line_for_each_slack():
    from matplotlib.figure import Figure

    machine, task = fitted("five-points", C=10)
    display = gn.plotting.MarginDisplay.from_estimator(machine, task.X, task.y, slacks=True, ranks=True)
    ax = Figure().add_subplot()
    display.plot(ax)
    rings = [each for each in ax.collections if each.get_label() == "support vector"]
    assert len(rings[0].get_offsets()) == 4
    lines = [line for line in ax.lines if len(line.get_xdata())]
    assert len(lines) == int((display.support.slack > 0).sum()) == 1
    assert sorted(text.get_text() for text in ax.texts) == ["1", "1", "2", "2"]


def test_a_slack_line_ends_on_the_supporting_hyperplane():
    from matplotlib.figure import Figure

    machine, task = fitted("five-points", C=10)
    ax = Figure().add_subplot()
    gn.plotting.MarginDisplay.from_estimator(machine, task.X, task.y, slacks=True).plot(ax)
    line = next(line for line in ax.lines if len(line.get_xdata()))
    end = np.array([line.get_xdata()[1], line.get_ydata()[1]])
    assert machine.decision_function([end])[0] == pytest.approx(-1, abs=1e-3)


def test_a_model_without_support_vectors_is_sent_elsewhere():
    task = gn.load("four-points")
    with pytest.raises(DataError, match="DecisionBoundaryDisplay"):
        gn.plotting.MarginDisplay.from_estimator(gn.NearestMean().fit(task.X, task.y), task.X, task.y)


def test_slacks_across_a_curved_margin_are_refused():
    task = gn.load("four-points")
    display = gn.plotting.MarginDisplay.from_estimator(
        gn.SVC().fit(task.X, task.y), task.X, task.y, slacks=True
    )
    with pytest.raises(ParameterError, match="slacks=True"):
        display.svg()


def test_dashed_is_margin_or_boundary():
    machine, task = fitted("four-points", C=10)
    with pytest.raises(ParameterError, match="dashed='both'"):
        gn.plotting.MarginDisplay.from_estimator(machine, task.X, task.y, dashed="both")
