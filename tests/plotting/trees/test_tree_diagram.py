"""The drawing of a tree says what the tree says, and nothing in it overlaps."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier as Other

import gnomon as gn
from gnomon.errors import ParameterError

matplotlib.use("agg")


@pytest.fixture(scope="module")
def iris():
    return gn.load("iris")


@pytest.fixture(scope="module")
def tree(iris):
    return gn.DecisionTreeClassifier(random_state=0).fit(iris.table.to_pandas(), iris.y)


def test_its_nodes_are_those_of_the_tree(tree):
    table = gn.plotting.TreeDisplay.from_estimator(tree).frame()
    assert len(table) == len(tree.tree_)
    assert (table["feature"] == "").sum() == tree.get_n_leaves()
    assert table["depth"].max() == tree.get_depth()
    assert table["weight"].to_numpy() == pytest.approx(tree.tree_.weight)
    shares = table.filter(like="proportion ").to_numpy()
    assert shares.sum(axis=1) == pytest.approx(np.ones(len(table)))


def test_no_two_leaves_stand_at_one_place_and_parents_stand_over_their_children(tree):
    table = gn.plotting.TreeDisplay.from_estimator(tree).frame()
    leaves = table.loc[table["feature"] == "", "across"]
    assert sorted(leaves) == list(range(len(leaves)))
    for node in np.flatnonzero(table["feature"] != ""):
        below = table.loc[table["parent"] == node, "across"]
        assert below.min() < table["across"].iloc[node] < below.max()


def test_words_of_nodes_do_not_overlap_when_drawn(tree):
    display = gn.plotting.TreeDisplay.from_estimator(tree)
    figure = display.plot().figure_
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in display.ax_.texts]
    overlaps = [(a, b) for place, a in enumerate(boxes) for b in boxes[:place] if a.overlaps(b)]
    assert overlaps == []
    matplotlib.pyplot.close(figure)


def test_a_cut_tree_ends_at_its_depth_and_keeps_the_questions_above(tree):
    whole, cut = (
        gn.plotting.TreeDisplay.from_estimator(tree),
        gn.plotting.TreeDisplay.from_estimator(tree, max_depth=2),
    )
    assert cut.frame()["depth"].max() == 2
    top = whole.frame().query("depth < 2")
    assert cut.frame().query("depth < 2")["feature"].tolist() == top["feature"].tolist()


def test_a_question_of_several_answers_has_a_branch_for_each():
    tennis = gn.load("play-tennis")
    learner = gn.DecisionTreeClassifier(criterion="entropy", category_splits="multiway", random_state=0)
    table = gn.plotting.TreeDisplay.from_estimator(learner.fit(tennis.X, tennis.y)).frame()
    assert table.loc[table["parent"] == 0, "branch"].tolist() == ["Overcast", "Rain", "Sunny"]


def test_a_grown_regression_tree_shows_numbers():
    model = gn.DecisionTreeRegressor(max_depth=1, random_state=0).fit([[0.0], [1.0], [8.0]], [1.0, 1.0, 7.0])
    assert gn.plotting.TreeDisplay.from_estimator(model).frame()["prediction"].tolist() == ["3", "1", "7"]


def test_a_tree_of_a_forest_answers_as_the_forest_of_that_one_tree(iris):
    forest = gn.RandomForestClassifier(1, bootstrap=False, max_features=None, random_state=0)
    forest.fit(iris.table.to_pandas(), iris.y)
    table = gn.plotting.TreeDisplay.from_forest(forest).frame()
    leaves = table[table["feature"] == ""]
    assert leaves["weight"].sum() == len(iris.y)
    assert set(leaves["prediction"]) == set(iris.classes)


def test_what_has_no_tree_of_ours_is_refused(iris):
    with pytest.raises(ParameterError, match="no tree to draw"):
        gn.plotting.TreeDisplay.from_estimator(Other().fit(iris.X, iris.y))


def test_too_many_leaves_are_refused_with_a_way_out():
    random = np.random.default_rng(0)
    model = gn.DecisionTreeClassifier(random_state=0).fit(
        random.normal(size=(300, 2)), random.integers(2, size=300)
    )
    with pytest.raises(ParameterError, match="max_depth=3"):
        gn.plotting.TreeDisplay.from_estimator(model)
    assert len(gn.plotting.TreeDisplay.from_estimator(model, max_depth=3).frame()) <= 15


def test_hostile_names_are_shortened_and_escaped():
    evil = "<script>$x$\n" + "a" * 10_000
    X = pd.DataFrame({evil: [0.0, 1.0, 2.0, 3.0]})
    model = gn.DecisionTreeClassifier(random_state=0).fit(X, ["a\x07b", "a\x07b", "c", "c"])
    text = gn.plotting.TreeDisplay.from_estimator(model).svg()
    assert "<script" not in text
    assert len(text) < 30_000


def test_a_cut_tree_and_a_tree_with_costs_give_the_answers_of_the_model(iris):
    costs = [[0, 1, 9], [1, 0, 9], [1, 1, 0]]
    model = gn.DecisionTreeClassifier(max_depth=3, costs=costs, random_state=0)
    model.fit(iris.table.to_pandas(), iris.y)
    whole = gn.plotting.TreeDisplay.from_estimator(model).frame()
    assert whole["prediction"].tolist() == model.node_predictions().tolist()
    cut = gn.plotting.TreeDisplay.from_estimator(model, max_depth=1).frame()
    top = whole[whole["depth"] <= 1]
    assert cut[["prediction", "weight"]].values.tolist() == top[["prediction", "weight"]].values.tolist()


def test_a_regression_tree_of_zeros_is_drawn():
    model = gn.DecisionTreeRegressor(random_state=0).fit([[0.0], [1.0]], [0.0, 0.0])
    assert gn.plotting.TreeDisplay.from_estimator(model).frame()["prediction"].tolist() == ["0"]


def test_inner_nodes_of_a_forest_s_tree_hold_the_mean_of_their_leaves(iris):
    forest = gn.RandomForestClassifier(1, bootstrap=False, max_features=None, random_state=0)
    forest.fit(iris.X, iris.y)
    root = gn.plotting.TreeDisplay.from_forest(forest, max_depth=2).frame().filter(like="proportion ").iloc[0]
    assert root.to_numpy() == pytest.approx([1 / 3, 1 / 3, 1 / 3])
