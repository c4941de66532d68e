import numpy as np
import pandas as pd
import pytest

from gnomon.errors import ParameterError
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.condition_text import condition
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.learners.trees.tree import Tree

LINE = pd.DataFrame({"x": [5, 12, 18, 20.5, 23.2, 27.1, 32, 38, 45, 55, 62]})
SIDES = np.array([1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])


def line():
    return DecisionTreeClassifier(criterion="error").fit(LINE, SIDES)


def mixed(seed=0, n_rows=120):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame({"a": random.normal(size=n_rows), "z": random.choice(list("pqr"), n_rows)})
    frame.loc[::10, "a"] = np.nan
    return frame, np.where(frame["z"] == "q", 1, (frame["a"] > 0).astype(int))


def test_the_tree_prints_as_nested_rules():
    assert line().text().splitlines() == [
        "if x > 50 then 0",
        "else",
        "    if x > 25.15 then 1",
        "    else",
        "        if x > 15 then 0",
        "        else 1",
        "        endif",
        "    endif",
        "endif",
    ]


def test_many_branches_print_as_else_if():
    frame = pd.DataFrame({"z": ["a", "b", "c"]})
    text = DecisionTreeClassifier(category_splits="multiway").fit(frame, [0, 1, 0]).text()
    assert text.splitlines() == ["if z = a then 0", "else if z = b then 1", "else if z = c then 0", "endif"]


def test_rules_and_tree_agree():
    frame, y = mixed()
    frame = frame.dropna()
    y = y[frame.index]
    model = DecisionTreeClassifier().fit(frame, y)
    result = np.full(len(frame), -1)
    for rule in model.rules():
        holds = np.ones(len(frame), dtype=bool)
        for each in rule.conditions:
            holds &= _holds(each, frame)
        assert (result[holds] == -1).all()
        assert holds.sum() == rule.weight
        result[holds] = rule.prediction
    assert np.array_equal(result, model.predict(frame))


def _holds(condition, frame):
    column, sign, right = condition.split(" ", 2)
    if sign == "=":
        return (frame[column] == right).to_numpy()
    if sign == "in":
        return frame[column].isin(right.strip("{}").split(", ")).to_numpy()
    # Thresholds are printed to six digits, which no value of this table lies within.
    return (frame[column] > float(right)).to_numpy() == (sign == ">")


def test_a_leaf_alone_reads_as_one_rule():
    model = DecisionTreeClassifier().fit([[1.0], [2.0]], ["a", "a"])
    assert [str(rule) for rule in model.rules()] == ["if anything then a"]
    assert model.text() == "a"
    assert len(model.splits()) == 0
    assert model.growth()["leaves"].tolist() == [1]


def test_the_graph_names_every_node_and_branch():
    model = line()
    graph = model.dot()
    assert graph.startswith("digraph tree {")
    assert graph.count("->") == len(model.tree_) - 1
    assert '"x <= 50"' in graph


def test_the_graph_escapes_quotes():
    frame = pd.DataFrame({'the "x"': [1.0, 2.0]})
    assert '\\"x\\"' in DecisionTreeClassifier().fit(frame, [0, 1]).dot()


def test_the_table_of_splits_adds_up_to_the_impurity():
    frame, y = mixed()
    model = DecisionTreeClassifier(criterion="entropy").fit(frame, y)
    table = model.splits()
    share = model.tree_.weight[table["node"]] / model.tree_.weight[0]
    assert (table["gain"] * share).sum() == pytest.approx(model.tree_.impurity[0])
    assert (table["relative_gain"] <= 1 + 1e-12).all()


def test_growth_ends_at_the_tree_and_gains_never_rise_above_their_parents_turn():
    frame, y = mixed(1)
    model = DecisionTreeClassifier().fit(frame, y)
    steps = model.growth()
    assert steps["leaves"].iloc[-1] == model.get_n_leaves()
    assert steps["impurity"].iloc[-1] == pytest.approx(0, abs=1e-12)
    assert (np.diff(steps["impurity"]) <= 1e-12).all()


def test_the_decision_path_of_a_row_ends_at_its_leaf():
    frame, y = mixed()
    model = DecisionTreeClassifier().fit(frame, y)
    table = model.path(frame[:1])
    assert table["node"].iloc[-1] == model.apply(frame[:1])[0]
    assert table["prediction"].iloc[-1] == model.predict(frame[:1])[0]
    assert (np.diff(table["rows"]) < 0).all()
    new = frame[:1].assign(z="never seen")
    assert model.path(new)["condition"].iloc[-1] in ("leaf", "unknown category")
    with pytest.raises(ParameterError, match="one row"):
        model.path(frame[:2])


def test_gains_at_a_node_are_those_of_its_rows():
    frame, y = mixed()
    model = DecisionTreeClassifier(criterion="entropy").fit(frame, y)
    child = int(np.flatnonzero(~model.tree_.is_leaf)[1])
    inside = np.array([child in model.tree_.path(end) for end in model.apply(frame)])
    below = model.gains(frame, y, node=child)
    alone = DecisionTreeClassifier(criterion="entropy").gains(frame[inside], y[inside])
    assert below["gain"].tolist() == pytest.approx(alone["gain"].tolist())
    root = model.gains(frame, y)
    assert root["gain"].iloc[0] == pytest.approx(model.tree_.gain[0])


def test_equal_columns_are_listed_as_tied():
    x = np.arange(6.0)
    table = DecisionTreeRegressor().gains(np.column_stack([x, -x, np.ones(6)]), x)
    assert table["column"].tolist() == ["x0", "x1"]
    assert table["tied"].tolist() == [True, True]


def test_constant_columns_have_no_gains():
    assert len(DecisionTreeRegressor().gains(np.ones((4, 2)), np.arange(4.0))) == 0


def test_a_tree_thousands_of_levels_deep_can_be_read():
    n_inner = 3000
    chain = np.arange(n_inner)
    # Node 2 i asks; its children are 2 i + 1, a leaf, and 2 i + 2, which asks again.
    inner = np.append(np.repeat([True, False], n_inner)[np.argsort(np.tile(chain, 2), kind="stable")], False)
    tree = Tree.grown(
        np.arange(2.0 * n_inner + 1)[:, None],
        feature=np.where(inner, 0, -1).astype(np.int32),
        n_children=np.where(inner, 2, 0).astype(np.int32),
        first_child=np.where(inner, np.arange(2 * n_inner + 1) + 1, 0).astype(np.int32),
        missing=np.where(inner, 0, -1).astype(np.int32),
        parent=np.append([-1], np.repeat(2 * chain, 2)).astype(np.int32),
        depth=np.append([0], np.repeat(chain + 1, 2)).astype(np.int32),
        gain=np.where(inner, 1.0, 0.0),
    )
    model = DecisionTreeRegressor().fit([[0.0], [1.0]], [0.0, 1.0])
    model.tree_ = tree
    assert model.get_depth() == n_inner
    assert model.text().count("endif") == n_inner
    assert len(model.growth()) == n_inner + 1
    assert len(model.rules()[-1].conditions) == n_inner


def test_a_split_on_missing_values_is_described_as_one():
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]] * 4)
    model = DecisionTreeRegressor().fit(X, [0.0, 0.0, 5.0, 5.0] * 4)
    assert [condition(model, 0, branch) for branch in (0, 1)] == ["x0 is known", "x0 is missing"]
