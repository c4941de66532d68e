"""Regions of a classifier."""

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def test_the_boundary_of_the_stump_lies_between_the_classes():
    task = gn.load("rugby-ballet")
    stump = gn.DecisionStump().fit(task.X, task.y)
    table = gn.plotting.DecisionBoundaryDisplay.from_estimator(stump, task.X, task.y).frame()
    light, heavy = table[table["predicted"] == 0], table[table["predicted"] == 1]
    assert light["x1"].max() < heavy["x1"].min()
    assert light["x1"].max() < 70.0


def test_the_grid_says_what_the_model_says():
    task = gn.datasets.make_moons(60, random_state=0)
    tree = DecisionTreeClassifier(random_state=0).fit(task.X, task.y)
    table = gn.plotting.DecisionBoundaryDisplay.from_estimator(
        tree, task.X, task.y, grid_resolution=20
    ).frame()
    assert np.array_equal(table["predicted"], tree.predict(table[["x1", "x2"]].to_numpy()))


def test_a_model_fitted_on_a_data_frame_is_asked_in_its_own_columns():
    task = gn.datasets.make_moons(40, random_state=0)
    frame = pd.DataFrame(task.X, columns=["first", "second"])
    tree = DecisionTreeClassifier(random_state=0).fit(frame, task.y)
    display = gn.plotting.DecisionBoundaryDisplay.from_estimator(tree, frame, task.y, grid_resolution=10)
    assert display.rows.names == ("first", "second")


def test_hostile_names_are_shown_and_not_obeyed():
    X, y = [[0.0, 0.0], [1.0, 1.0]], ["<script>alert(1)</script>", "$\\frac{$" + "x" * 10_000]
    model = gn.NearestMean().fit(X, y)
    display = gn.plotting.DecisionBoundaryDisplay.from_estimator(
        model, X, y, grid_resolution=10, names=("a\nb", "\x00")
    )
    text = display.svg()
    assert "<script" not in text
    assert "x" * 100 not in text
    assert "a\\nb" in text


def test_many_rows_do_not_make_a_heavy_page():
    task = gn.datasets.make_moons(20_000, random_state=0)
    model = gn.NearestMean().fit(task.X, task.y)
    display = gn.plotting.DecisionBoundaryDisplay.from_estimator(model, task.X, task.y, grid_resolution=50)
    assert len(display.svg()) < 200_000
    assert "5,000 of them drawn" in display.alt()


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        ([[1.0], [2.0]], [0, 1], "needs 2 columns"),
        ([[1.0, 2.0], [3.0, 4.0]], [0], "one label per row"),
        ([[1.0, np.nan], [3.0, 4.0]], [0, 1], "missing or infinite"),
        (np.empty((0, 2)), [], "needs 2 columns"),
        ([[1.0, 2.0], [3.0, 4.0]], ["a", None], "no label in row 1"),
        ([[1.0, 2.0], [3.0, 4.0]], np.array(["a", 1], dtype=object), "several types"),
    ],
)
def test_rows_that_have_no_place_in_a_plane_are_refused(X, y, words):
    model = gn.NearestMean().fit([[0.0, 0.0], [1.0, 1.0]], [0, 1])
    with pytest.raises(DataError, match=words):
        gn.plotting.DecisionBoundaryDisplay.from_estimator(model, X, y)


def test_a_learner_is_fitted_on_two_columns_of_a_task():
    task = gn.load("iris")
    one = gn.plotting.DecisionBoundaryDisplay.from_task(
        task, gn.NearestMean(), ["petal length", "petal width"]
    )
    model = gn.NearestMean().fit(task.X[:, 2:], task.y)
    other = gn.plotting.DecisionBoundaryDisplay.from_estimator(model, task.X[:, 2:], task.y)
    assert one.frame().equals(other.frame())
    assert one.rows.names == ("petal length", "petal width")


def test_a_task_of_one_number_has_no_plane():
    task = gn.load("inner-outer")
    with pytest.raises(DataError, match="1 columns of 'inner-outer'"):
        gn.plotting.DecisionBoundaryDisplay.from_task(task, gn.NearestMean())


def test_without_labels_rows_are_marked_by_what_is_predicted_as_scikit_learn_is_called():
    task = gn.datasets.make_moons(40, random_state=0)
    tree = DecisionTreeClassifier(max_depth=1, random_state=0).fit(task.X, task.y)
    display = gn.plotting.DecisionBoundaryDisplay.from_estimator(tree, task.X, response_method="predict")
    assert np.array_equal(display.rows.labels, tree.predict(task.X))
    with pytest.raises(ParameterError, match="DecisionFieldDisplay"):
        gn.plotting.DecisionBoundaryDisplay.from_estimator(tree, task.X, response_method="predict_proba")
