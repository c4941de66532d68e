"""The field of scores."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def test_the_field_is_the_decision_function_and_marks_the_misclassified_minus():
    task = gn.load("five-points")
    machine = gn.SVC(kernel="linear", C=10).fit(task.X, task.y)
    display = gn.plotting.DecisionFieldDisplay.from_estimator(machine, task.X, task.y, grid_resolution=15)
    table = display.frame()
    assert np.allclose(table["score"], machine.decision_function(table[["x1", "x2"]].to_numpy()))
    assert display.wrong.tolist() == [2]
    assert "1 rows misclassified" in display.alt()


def test_of_a_model_without_decision_function_the_probability_less_a_half_is_drawn():
    task = gn.datasets.make_moons(60, random_state=0)
    model = gn.KNeighborsClassifier(5).fit(task.X, task.y)
    table = gn.plotting.DecisionFieldDisplay.from_estimator(model, task.X, task.y, grid_resolution=10).frame()
    assert table["score"].between(-0.5, 0.5).all()


def test_small_sigma_makes_islands_about_each_point():
    board = gn.load("checkerboard")
    machine = gn.SVC(kernel=gn.kernels.RBFKernel(sigma=0.1), C=10).fit(board.X, board.y)
    display = gn.plotting.DecisionFieldDisplay.from_estimator(machine, board.X, board.y)
    assert len(display.support) == 8
    assert np.mean(np.abs(display.scores.predicted) < 0.5) > 0.7


def test_three_classes_and_regressors_have_no_field():
    iris = gn.load("iris")
    model = gn.KNeighborsClassifier(5).fit(iris.X[:, :2], iris.y)
    with pytest.raises(DataError, match="no decision function of two classes"):
        gn.plotting.DecisionFieldDisplay.from_estimator(model, iris.X[:, :2], iris.y)
    tree = DecisionTreeRegressor().fit([[0.0, 0.0], [1.0, 1.0]], [0.0, 1.0])
    with pytest.raises(DataError, match="no decision function of two classes"):
        gn.plotting.DecisionFieldDisplay.from_estimator(tree, [[0.0, 0.0], [1.0, 1.0]], [0.0, 1.0])


def test_a_response_that_the_model_lacks_is_refused():
    task = gn.load("four-points")
    model = gn.SVC().fit(task.X, task.y)
    with pytest.raises(ParameterError, match="response_method='predict_proba'"):
        gn.plotting.DecisionFieldDisplay.from_estimator(
            model, task.X, task.y, response_method="predict_proba"
        )
