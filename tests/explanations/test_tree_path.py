"""The path of a tree: each condition holds of the row, and each node has its number of training rows."""

import operator

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import gnomon as gn
from gnomon.explanations.explaining import explain
from gnomon.explanations.indicator_columns import side_of

SIGNS = {"<=": operator.le, ">": operator.gt}
MODELS = [
    DecisionTreeClassifier(random_state=0),
    DecisionTreeRegressor(random_state=0),
    gn.DecisionTreeClassifier(),
    gn.DecisionTreeRegressor(),
]


def integers(n_rows=60):
    """Rows of integers, so that thresholds lie half-way between and are shown in full."""
    X = np.random.default_rng(0).integers(0, 9, size=(n_rows, 3)).astype(float)
    return X, (X[:, 0] * X[:, 1] + X[:, 2]).astype(int) % 3


@pytest.mark.parametrize("model", MODELS, ids=lambda each: f"{type(each).__module__}.{type(each).__name__}")
def test_every_condition_on_the_path_is_true_of_the_row_and_selects_the_rows_of_its_node(model):
    X, y = integers()
    model.fit(X, y)
    for row in range(0, 60, 7):
        frame = explain(model, X[row]).frame()
        inside = np.full(60, True)
        for condition, rows in zip(frame["condition"][1:], frame["rows"][1:]):
            column, sign, threshold = condition.split()
            index = int(column.removeprefix("x"))
            assert SIGNS[sign](X[row, index], float(threshold))
            inside &= SIGNS[sign](X[:, index], float(threshold))
            assert rows == inside.sum()
        assert frame["rows"][0] == 60
        assert np.ptp(y[inside]) == 0


@pytest.mark.parametrize("model", MODELS, ids=lambda each: f"{type(each).__module__}.{type(each).__name__}")
def test_a_value_at_the_threshold_goes_left(model):
    found = explain(model.fit([[1.0], [3.0]], [0, 1]), [2.0])
    assert found.frame()["condition"].tolist() == ["all rows", "x0 <= 2"]
    assert found.predicted == 0


def test_the_path_of_a_tree_without_splits_is_all_rows():
    for model in (DecisionTreeClassifier(max_depth=1), gn.DecisionTreeClassifier()):
        found = explain(model.fit([[1.0], [1.0], [1.0]], ["a", "b", "b"]), [1.0])
        assert found.frame()["condition"].tolist() == ["all rows"]
        assert found.lines == ("all rows: 3 rows, b 67 %",)


def test_conditions_of_a_regression_tree_show_its_means():
    found = explain(DecisionTreeRegressor(max_depth=1).fit([[1.0], [3.0], [3.0]], [1.0, 4.0, 6.0]), [3.0])
    assert found.lines[1] == "x0 > 2: 2 rows, 5"
    assert found.frame()["prediction"].tolist() == pytest.approx([11 / 3, 5.0])


def test_an_indicator_is_a_level_and_a_number_in_a_column_of_such_a_name_is_not():
    assert side_of("town=Rome", 0.0, 0.5) == "town is not Rome"
    assert side_of("town=Rome", 1.0, 0.5) == "town is Rome"
    assert side_of("town=Rome", 0.3, 0.5) == "town=Rome <= 0.5"
    assert side_of("town=Rome", 1.0, 1.0) == "town=Rome <= 1"
    assert side_of("town=Rome", 1.0, 0.0) == "town=Rome > 0"
    assert side_of("town", 1.0, 0.5) == "town > 0.5"


def test_paths_of_scikit_learns_forest_credit_the_columns_on_them_and_sum_to_the_vote():
    X, y = integers()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    model = ExtraTreesClassifier(7, random_state=0).fit(frame, y)
    found = explain(model, frame.iloc[[4]])
    share = model.predict_proba(frame.iloc[[4]])[0].max()
    table = found.frame().set_index("feature")["contribution"]
    assert found.value == pytest.approx(share)
    best = int(model.predict(frame.iloc[[4]])[0])
    expected = dict.fromkeys("abc", 0.0)
    for tree in (each.tree_ for each in model.estimators_):
        node = 0
        while tree.children_left[node] != -1:
            column = tree.feature[node]
            goes_left = np.float32(X[4, column]) <= tree.threshold[node]
            below = (tree.children_left if goes_left else tree.children_right)[node]
            shares = [tree.value[each, 0, best] / tree.value[each, 0].sum() for each in (node, below)]
            expected["abc"[column]] += (shares[1] - shares[0]) / 7
            node = below
    assert {name: table[name] for name in "abc"} == pytest.approx(expected)
