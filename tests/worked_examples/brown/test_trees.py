"""Worked examples of the notes on trees and information: play tennis, eleven points on a line."""

import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.learners.trees import impurity
from gnomon.learners.trees.classifier import DecisionTreeClassifier

LINE = np.array([5, 12, 18, 20.5, 23.2, 27.1, 32, 38, 45, 55, 62])[:, None]
SIDES = np.array([1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0])

TENNIS = pd.DataFrame(
    [
        row.split()
        for row in """Sunny Hot High Weak No
Sunny Hot High Strong No
Overcast Hot High Weak Yes
Rain Mild High Weak Yes
Rain Cool Normal Weak Yes
Rain Cool Normal Strong No
Overcast Cool Normal Strong Yes
Sunny Mild High Weak No
Sunny Cool Normal Weak Yes
Rain Mild Normal Weak Yes
Sunny Mild Normal Strong Yes
Overcast Mild High Strong Yes
Overcast Hot Normal Weak Yes
Rain Mild High Strong No""".splitlines()
    ],
    columns=["Outlook", "Temperature", "Humidity", "Wind", "PlayTennis"],
)
QUESTIONS, PLAY = TENNIS.drop(columns="PlayTennis"), TENNIS["PlayTennis"]


def id3(**parameters):
    return DecisionTreeClassifier(criterion="entropy", category_splits="multiway", **parameters)


@pytest.mark.parametrize(("depth", "errors"), [(1, 3), (2, 2), (3, 0)])
def test_the_greedy_tree_needs_depth_three(depth, errors):
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    model = DecisionTreeClassifier(criterion="error", max_depth=depth).fit(LINE, SIDES)
    assert (model.predict(LINE) != SIDES).sum() == errors
    assert model.tree_.threshold[0] == 50
    assert (model.tree_.low[0], model.tree_.high[0]) == (45, 55)


def test_the_left_side_splits_at_25_next():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    model = DecisionTreeClassifier(criterion="error", max_depth=2).fit(LINE, SIDES)
    left = model.tree_.first_child[0]
    assert model.tree_.threshold[left] == pytest.approx((23.2 + 27.1) / 2)


@pytest.mark.parametrize(("outer", "errors"), [((1, 3), (3, 1, 0)), ((2, 2), (3, 2, 0))])
def test_other_splits_of_the_outer_points_change_the_middle_depth_alone(outer, errors):
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    x = np.concatenate([[5, 12][: outer[0]], LINE[2:9, 0], [55, 62, 70][: outer[1]]])[:, None]
    y = np.concatenate([np.ones(outer[0]), SIDES[2:9], np.zeros(outer[1])]).astype(int)
    for depth, wrong in enumerate(errors, start=1):
        model = DecisionTreeClassifier(criterion="error", max_depth=depth).fit(x, y)
        assert (model.predict(x) != y).sum() == wrong


def test_entropy_gains_more_by_50_than_by_25():
    """Brown 2018, section 6.1 From Decision Stumps... to Decision Trees."""
    gain = (
        impurity.information_gain(SIDES, LINE[:, 0] > 50),
        impurity.information_gain(SIDES, LINE[:, 0] > 25),
    )
    assert gain == pytest.approx((0.2427, 0.0518), abs=5e-5)


def test_information_gain_finds_the_tree_of_the_five_rules():
    """Brown 2018, section 6.3 Dealing with Categorical Data."""
    model = id3().fit(QUESTIONS, PLAY)
    assert {str(rule) for rule in model.rules()} == {
        "if Outlook = Sunny and Humidity = High then No",
        "if Outlook = Sunny and Humidity = Normal then Yes",
        "if Outlook = Overcast then Yes",
        "if Outlook = Rain and Wind = Strong then No",
        "if Outlook = Rain and Wind = Weak then Yes",
    }
    assert (model.predict(QUESTIONS) == PLAY).all()
    table = model.splits().set_index("column")
    assert table.loc["Outlook", "gain"] == pytest.approx(0.2467, abs=5e-5)
    assert table.loc[["Humidity", "Wind"], "gain"].tolist() == pytest.approx([0.9710, 0.9710], abs=5e-5)


def test_a_combination_never_seen_is_answered():
    """Brown 2018, section 6.3 Dealing with Categorical Data."""
    model = id3().fit(QUESTIONS, PLAY)
    new = pd.DataFrame([["Overcast", "Mild", "High", "Weak"]], columns=QUESTIONS.columns)
    assert model.predict(new).tolist() == ["Yes"]


def test_the_self_test_row_is_no():
    """Brown 2018, section 6.3 Dealing with Categorical Data."""
    model = id3().fit(QUESTIONS, PLAY)
    new = pd.DataFrame([["Sunny", "Mild", "High", "Strong"]], columns=QUESTIONS.columns)
    assert model.predict(new).tolist() == ["No"]


def test_error_ties_where_information_decides():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    x = np.array([[1, 1], [1, 0], [1, 1], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
    y = np.array([1, 0, 1, 1, 0, 0, 0, 1])
    found = [impurity.information_gain(y, column) for column in x.T]
    assert found == pytest.approx([0.188722, 0.311278], abs=1e-6)
    nats = [impurity.information_gain(y, column, base=np.e) for column in x.T]
    assert nats == pytest.approx([0.130812, 0.215762], abs=1e-6)
    by_error = DecisionTreeClassifier(criterion="error").gains(x, y)
    assert by_error["tied"].tolist() == [True, True]
    assert (by_error["impurity"] - by_error["gain"]).tolist() == pytest.approx([0.25, 0.25])
    by_gain = DecisionTreeClassifier(criterion="entropy").gains(x, y)
    assert by_gain["column"].tolist() == ["x1", "x0"]
    assert by_gain["tied"].tolist() == [True, False]


def test_the_leaves_of_a_split_on_wind_hold_the_class_counts():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    days = pd.DataFrame({"Wind": ["Strong", "Weak"]})
    after = id3(max_depth=1).fit(QUESTIONS[["Wind"]], PLAY)
    assert after.classes_.tolist() == ["No", "Yes"]
    assert after.predict_proba(days)[:, 1].tolist() == pytest.approx([3 / 6, 6 / 8])
    before = id3(min_samples_split=15).fit(QUESTIONS[["Wind"]], PLAY)
    assert before.predict_proba(days)[:, 1].tolist() == pytest.approx([9 / 14, 9 / 14])


def test_a_fair_coin_is_one_bit_and_a_biased_one_less():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert gn.probability.entropy([0.5, 0.5]) == 1
    assert gn.probability.entropy([0.6, 0.4]) == pytest.approx(0.970951, abs=1e-6)


def test_entropy_before_and_after_asking_about_the_wind():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert impurity.label_entropy(PLAY) == pytest.approx(0.940286, abs=1e-6)
    assert impurity.label_entropy(PLAY[QUESTIONS["Wind"] == "Strong"]) == 1
    assert impurity.label_entropy(PLAY[QUESTIONS["Wind"] == "Weak"]) == pytest.approx(0.811278, abs=1e-6)


def test_the_wind_tells_0_048_bits():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    assert impurity.label_conditional_entropy(PLAY, QUESTIONS["Wind"]) == pytest.approx(0.892159, abs=1e-6)
    assert impurity.information_gain(PLAY, QUESTIONS["Wind"]) == pytest.approx(0.048127, abs=1e-6)


def test_the_gains_of_the_other_columns():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    gain = {name: impurity.information_gain(PLAY, column) for name, column in QUESTIONS.items()}
    assert gain["Outlook"] == pytest.approx(0.246750, abs=1e-6)
    assert gain["Temperature"] == pytest.approx(0.029223, abs=1e-6)
    assert gain["Humidity"] == pytest.approx(0.151836, abs=1e-6)
    assert impurity.label_conditional_entropy(PLAY, QUESTIONS["Humidity"]) == pytest.approx(
        0.788450, abs=1e-6
    )
    table = id3().gains(QUESTIONS, PLAY)
    assert table["column"].tolist() == ["Outlook", "Humidity", "Wind", "Temperature"]
    assert table["gain"].tolist() == pytest.approx(sorted(gain.values(), reverse=True))


def test_with_the_error_rate_columns_tie():
    """Brown 2018, section 6.4 Measuring Information Gain."""
    table = DecisionTreeClassifier(criterion="error", category_splits="multiway").gains(QUESTIONS, PLAY)
    left = dict(zip(table["column"], 14 * (table["impurity"] - table["gain"]), strict=True))
    assert left == pytest.approx({"Outlook": 4, "Humidity": 4, "Wind": 5, "Temperature": 5})
    assert table.set_index("column")["tied"].to_dict() == {
        "Outlook": True,
        "Humidity": True,
        "Wind": False,
        "Temperature": False,
    }


def test_training_error_falls_with_depth_and_small_nodes_overfit():
    """Brown 2018, section 6.2 Big Trees Overfit, Little Trees Underfit."""
    random = np.random.default_rng(0)
    x = random.uniform(size=(300, 2))
    y = ((x[:, 0] > 0.5) ^ (random.random(300) < 0.2)).astype(int)
    errors = [
        np.mean(DecisionTreeClassifier(max_depth=d).fit(x[:150], y[:150]).predict(x[:150]) != y[:150])
        for d in range(1, 9)
    ]
    assert (np.diff(errors) <= 0).all()
    held_out = {
        k: np.mean(
            DecisionTreeClassifier(min_samples_split=k).fit(x[:150], y[:150]).predict(x[150:]) != y[150:]
        )
        for k in (2, 100)
    }
    assert held_out[2] > held_out[100]
